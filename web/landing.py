"""The first page: what this is, and the newest games."""

from typing import Final

from flask import Blueprint, render_template

from shengji.web.shelf import shelf

NEWEST: Final = 12

page = Blueprint("landing", __name__)


@page.get("/")
def show() -> str:
    return render_template("landing.html", games=shelf().latest(NEWEST))
