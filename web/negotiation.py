"""Which form of a thing is wanted, and how long an answer may be kept."""

import hashlib
from typing import Final

from flask import Response, g, request
from werkzeug.wrappers import Response as AnyResponse

HTML: Final = "text/html"
JSON: Final = "application/json"
TEXT: Final = "text/plain"
BYTES: Final = "application/octet-stream"
REVISIONED: Final = "public, max-age=86400, immutable"
"""Of what is told of one revision. A day and not for ever: its owner can take names out of it, or
the whole of it away, and no cache is to know it much longer."""
CHANGING: Final = "no-cache"
"""May be kept, and has to be asked for: another revision may come."""


def preferred(*types: str) -> str:
    """The type of `types` that the request prefers; the first one where it does not mind."""
    g.negotiated = True
    return request.accept_mimetypes.best_match(types, default=types[0])


def page_of(text: str) -> AnyResponse:
    """An HTML page, or that it did not change; also of a revision it changes with the program.

    What is not for everybody is not to be kept, and so has nothing to be asked for again by.
    """
    response = Response(text, mimetype=HTML)
    if g.get("confidential"):
        return response
    response.set_etag(hashlib.sha256(text.encode()).hexdigest()[:32], weak=True)
    response.headers["Cache-Control"] = CHANGING
    return response.make_conditional(request)


def answer(body: str | bytes, mimetype: str, name: str) -> AnyResponse:
    """A form of a game that goes by this name, as `k3Fd9aZq@r1` does; or that it did not change."""
    data = body.encode() if isinstance(body, str) else body
    response = Response(data, mimetype=mimetype)
    response.set_etag(hashlib.sha256(data).hexdigest()[:32])
    response.headers["Cache-Control"] = REVISIONED if "@" in name else CHANGING
    return response.make_conditional(request)
