"""Errors as programs read them: `application/problem+json`, RFC 9457."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from typing import Final

from flask import Response
from werkzeug.exceptions import HTTPException

from shengji.notation.diagnostics import Diagnostic
from shengji.replay.archive import ArchiveError, ConflictError, QueryError, RefusedError
from shengji.replay.findings import Finding, finding
from shengji.web.language import language

PREFIX: Final = "/api/v1/"
"""Below it errors are problems, not pages."""
TYPE: Final = "application/problem+json"
NAMES: Final[Mapping[int, str]] = {
    400: "bad-request", 403: "not-allowed", 404: "not-found", 405: "bad-method", 409: "conflict",
    411: "length-required", 413: "too-large", 415: "unsupported-type", 422: "refused",
    429: "too-many-requests", 503: "try-later",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that is wrong with a request."""

    field: str
    """The parameter, or the place in the body as a JSON pointer."""
    problem: str


@dataclass(frozen=True, slots=True)
class Problem:
    """Why a request was refused."""

    type: str
    title: str
    status: int
    detail: str
    format: str | None
    """As what a record that was sent was read: `sjn`, `json` or another program's format."""
    errors: tuple[Fault, ...]
    """Of the request."""
    problems: tuple[Finding, ...]
    """Of the record that it brought."""


class BadInput(HTTPException):
    """A request that cannot be understood, with what is wrong with which part of it."""

    code = 400

    def __init__(self, faults: Iterable[Fault], detail: str = "") -> None:
        super().__init__(detail or "A parameter or the body means nothing.")
        self.faults = tuple(faults)


class NoRecord(BadInput):
    """A body of which no record could be made: as what it was read, and why that failed."""

    def __init__(
        self, code: int, format: str, detail: str, faults: Iterable[Fault] = (),
        diagnostics: tuple[Diagnostic, ...] = (),
    ) -> None:  # fmt: skip
        super().__init__(faults, detail)
        self.code = code
        self.format = format
        self.diagnostics = diagnostics


def problem(code: int, error: HTTPException, cause: ArchiveError | None) -> Response:
    """The response to a request that failed."""
    name = NAMES.get(code, "server" if code >= 500 else "bad-request")
    told = Problem(
        type=f"urn:shengji:problem:{name}",
        title=error.name,
        status=code,
        detail=_detail(error, cause),
        format=error.format if isinstance(error, NoRecord) else None,
        errors=_faults(error, cause),
        problems=_problems(error, cause),
    )
    response = Response(json.dumps(asdict(told), ensure_ascii=False), code, mimetype=TYPE)
    response.headers.extend(
        [each for each in error.get_headers() if each[0].lower() in ("allow", "retry-after")]
    )
    if code == 503:
        response.headers["Retry-After"] = "2"
    return response


def _detail(error: HTTPException, cause: ArchiveError | None) -> str:
    if isinstance(cause, RefusedError | QueryError | ConflictError):
        return str(cause)
    return error.description or ""


def _faults(error: HTTPException, cause: ArchiveError | None) -> tuple[Fault, ...]:
    if isinstance(cause, QueryError):
        return (Fault(cause.field, cause.reason),)
    return error.faults if isinstance(error, BadInput) else ()


def _problems(error: HTTPException, cause: ArchiveError | None) -> tuple[Finding, ...]:
    brought = error if isinstance(error, NoRecord) else cause
    found = brought.diagnostics if isinstance(brought, NoRecord | RefusedError) else ()
    return tuple(finding(each, language()) for each in found)
