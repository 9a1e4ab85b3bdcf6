"""The first page: what this is, and the newest games."""

from typing import Final

from flask import Blueprint, render_template

from shengji.replay.archive import Query
from shengji.web.games import archive

NEWEST: Final = 8

page = Blueprint("landing", __name__)


@page.get("/")
def show() -> str:
    return render_template("landing.html", games=archive().search(Query(limit=NEWEST)).rows)
