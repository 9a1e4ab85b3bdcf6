"""Headers of every response: nothing from elsewhere, nothing inline, no frames but embeds."""

from typing import Final

from flask import Response, current_app, g, request

from shengji.web.config import Config
from shengji.web.games import TOKEN

EMBEDDABLE: Final = "embed"
"""The blueprint whose pages others may show in a frame."""
FORM_TOKEN: Final = "csrf_token"
"""What is set while a page with a form is made: it is for one visitor."""
POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "font-src 'self'; connect-src 'self'; manifest-src 'self'; form-action 'self'; "
    "base-uri 'none'; frame-ancestors "
)


def policy(framed: str) -> str:
    """What a page may load, and in whose frames it may be shown."""
    return POLICY + framed


def add_headers(response: Response) -> Response:
    config: Config = current_app.extensions["shengji"]
    framed = config.frame_ancestors if request.blueprint == EMBEDDABLE else "'none'"
    headers = response.headers
    headers.setdefault("Content-Security-Policy", policy(framed))
    headers.setdefault("X-Content-Type-Options", "nosniff")
    headers.setdefault("Referrer-Policy", "strict-origin-when-cross-origin")
    headers.setdefault("Cross-Origin-Opener-Policy", "same-origin")
    if FORM_TOKEN in g:
        headers["Cache-Control"] = "private, no-store"
    if g.get("confidential") or TOKEN in request.args:
        headers["Cache-Control"] = "private, no-store"
        headers["Referrer-Policy"] = "no-referrer"
        headers["X-Robots-Tag"] = "noindex"
    if config.secure:
        headers.setdefault("Strict-Transport-Security", "max-age=31536000")
    if g.get("negotiated"):
        response.vary.add("Accept")
    if "language" in g:
        response.vary.add("Accept-Language")
    return response
