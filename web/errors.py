"""Pages for what cannot be shown."""

from flask import Flask, render_template
from werkzeug.exceptions import HTTPException

from shengji.web.language import t

SAID = {400: "bad", 404: "missing", 405: "method", 413: "large", 429: "busy"}
"""Errors that have words of their own in the texts."""


def register(app: Flask) -> None:
    app.register_error_handler(HTTPException, show)


def show(error: HTTPException) -> tuple[str, int] | HTTPException:
    code = error.code or 500
    if code < 400:
        return error
    kind = SAID.get(code, "server" if code >= 500 else "bad")
    page = render_template("error.html", title=t(f"error.{kind}"), text=t(f"error.{kind}-text"))
    return page, code
