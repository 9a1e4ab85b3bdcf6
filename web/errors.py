"""What is answered where there is nothing else: a page, or a problem in JSON for programs."""

from collections.abc import Mapping
from typing import Final

from flask import Flask, Response, render_template, request
from werkzeug.exceptions import (
    BadHost,
    BadRequest,
    Conflict,
    Forbidden,
    HTTPException,
    NotFound,
    SecurityError,
    ServiceUnavailable,
    UnprocessableEntity,
)
from werkzeug.wrappers import Response as AnyResponse

from shengji.replay.archive import (
    ArchiveError,
    BusyError,
    ConflictError,
    FullError,
    NotAllowedError,
    NotFoundError,
    QueryError,
    ReadOnlyError,
    RefusedError,
    TooBroadError,
)
from shengji.replay.recording import DraftError, say_trouble
from shengji.web.language import language, t
from shengji.web.negotiation import TEXT
from shengji.web.presentation import here
from shengji.web.problems import PREFIX, problem
from shengji.web.spoilers import TellsOutcome

SAID: Final = {
    400: "bad", 403: "forbidden", 404: "missing", 405: "method", 409: "conflict", 411: "unmeasured",
    413: "large", 422: "refused", 429: "busy", 501: "unknown-form", 503: "later",
}  # fmt: skip
"""Errors that have words of their own in the texts."""
ANSWERS: Final[Mapping[type[ArchiveError], type[HTTPException]]] = {
    NotFoundError: NotFound,
    NotAllowedError: Forbidden,
    ConflictError: Conflict,
    QueryError: BadRequest,
    RefusedError: UnprocessableEntity,
    TooBroadError: ServiceUnavailable,
    BusyError: ServiceUnavailable,
    ReadOnlyError: ServiceUnavailable,
    FullError: ServiceUnavailable,
}
"""What an error of the archive is over HTTP; any other one is a fault of the site."""


def register(app: Flask) -> None:
    app.register_error_handler(HTTPException, show)
    for error in ANSWERS:
        app.register_error_handler(error, of_archive)
    app.register_error_handler(DraftError, of_draft)


def of_archive(error: ArchiveError) -> AnyResponse | tuple[str, int] | HTTPException:
    """Its text is for the operator, and holds paths: visitors are told what they can act on."""
    return show(ANSWERS[type(error)](), error)


def of_draft(error: DraftError) -> tuple[str, int]:
    """A draft that this program does not read, or in which something cannot be done."""
    return render_template("error.html", title=say_trouble(error, language()), text=""), 409


def show(
    error: HTTPException, cause: ArchiveError | None = None
) -> AnyResponse | tuple[str, int] | HTTPException:
    code = error.code or 500
    if code < 400:
        return error
    if isinstance(error, SecurityError | BadHost):
        # For a host that is none of ours, or none at all, no page can have addresses.
        return Response(t("error.bad-text"), code, mimetype=TEXT)
    if request.path.startswith(PREFIX):
        return problem(code, error, cause)
    if isinstance(error, TellsOutcome):
        return render_template("spoiling.html", there=here(spoilers=None)), code
    kind = SAID.get(code, "server" if code >= 500 else "bad")
    if isinstance(cause, ReadOnlyError):
        kind = "fixed"
    page = render_template("error.html", title=t(f"error.{kind}"), text=t(f"error.{kind}-text"))
    return page, code
