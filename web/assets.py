"""Static files under a name that changes with their content, so that browsers may keep them.

All share one digest, as a folder: modules then find each other by relative names.
"""

import functools
import hashlib
from pathlib import Path
from typing import Final

from flask import Blueprint, Response, redirect, send_from_directory, url_for
from werkzeug.wrappers import Response as AnyResponse

FOLDER: Final = Path(__file__).with_name("static")
LONG: Final = "public, max-age=31536000, immutable"

assets = Blueprint("assets", __name__)


@functools.cache
def digest() -> str:
    """A name for the present content of the folder."""
    found = hashlib.sha256()
    for path in sorted(FOLDER.iterdir()):
        found.update(path.name.encode() + b"\0" + path.read_bytes())
    return found.hexdigest()[:10]


def asset(name: str) -> str:
    """The address of a static file."""
    return url_for("assets.file", version=digest(), name=name)


@assets.get("/static/<version>/<name>")
def file(version: str, name: str) -> AnyResponse:
    """A file, also for pages of other sites: a module of another origin runs only if it may."""
    if version != digest():
        return _for_all(redirect(asset(name)))
    response: Response = send_from_directory(FOLDER, name)
    response.headers["Cache-Control"] = LONG
    return _for_all(response)


def _for_all(response: AnyResponse) -> AnyResponse:
    response.headers["Access-Control-Allow-Origin"] = "*"
    return response


@assets.get("/favicon.ico")
def favicon() -> AnyResponse:
    return redirect(asset("icon.svg"))
