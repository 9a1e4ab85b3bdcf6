"""What keeps callers within bounds: sizes, rates, hosts, proxies, forms of other sites."""

from collections.abc import Collection, Mapping
from typing import Final

from flask import Flask, abort, request
from flask_limiter import Limiter
from flask_limiter.util import get_remote_address
from flask_wtf.csrf import CSRFProtect  # type: ignore[import-untyped]
from werkzeug.middleware.proxy_fix import ProxyFix
from werkzeug.wrappers import Response as AnyResponse

from shengji.web.config import Config
from shengji.web.games import TOKEN, bearer
from shengji.web.sessions import Sessions

MOST_BYTES: Final = 2_000_000
"""Of what is sent to the site at once."""
MOST_PARTS: Final = 50
LIMITS: Final[Mapping[str, str]] = {
    "upload.publish": "20 per hour",
    "upload.preview": "60 per hour",
    "upload.watch": "60 per hour",
    "owner.correct": "60 per hour",
    "owner.change": "120 per hour",
    "record.begin": "60 per hour",
    "record_form.choose": "240 per minute",
    "record_starting.start": "60 per hour",
    "record_desk.change": "240 per minute",
    "record_desk.renew": "60 per hour",
    "record_desk.erase": "60 per hour",
    "record_spectators.choose": "120 per hour",
    "record_device.put": "600 per minute",
    "record_finish.publish": "20 per hour",
    "record_finish.stop": "60 per hour",
    "edit.check": "120 per minute",
    "edit.save": "240 per hour",
    "edit_service.look": "240 per minute",
    "edit_service.layout": "240 per minute",
    "edit_service.complete": "240 per minute",
    "api.post_games": "20 per hour",
    "api.post_games_notes": "60 per hour",
    "api.post_check": "120 per hour",
    "api.post_legal": "600 per hour",
    "search.show": "120 per minute",
    "api.get_games": "120 per minute",
    "forms.position": "240 per minute",
    "exporting.game": "60 per minute",
    "exporting.part": "60 per minute",
}
"""How often one address may ask, by endpoint: what stores, judges, draws or searches."""
WITH_BODY: Final = frozenset({"POST", "PUT", "PATCH"})
GUESSES: Final = "30 per minute"
"""How often one address may show a token that opens nothing."""


def guard(app: Flask, config: Config, exempt: Collection[str]) -> None:
    """Put the bounds around an application whose pages are all registered.

    :param exempt: blueprints that no form reaches: their callers show tokens, or change nothing.
    """
    app.config.update(
        SECRET_KEY=config.secret,
        MAX_CONTENT_LENGTH=MOST_BYTES,
        MAX_FORM_MEMORY_SIZE=MOST_BYTES,
        MAX_FORM_PARTS=MOST_PARTS,
        SESSION_COOKIE_NAME="__Host-shengji" if config.secure else "shengji",
        SESSION_COOKIE_SECURE=config.secure,
        SESSION_COOKIE_HTTPONLY=True,
        SESSION_COOKIE_SAMESITE="Lax",
        SESSION_COOKIE_PATH="/",
        TRUSTED_HOSTS=list(config.hosts) or None,
        WTF_CSRF_TIME_LIMIT=None,
        # A page without a referrer sends none with its form either; the token is proof enough.
        WTF_CSRF_SSL_STRICT=False,
    )
    app.session_interface = Sessions()
    app.before_request(refuse_unmeasured)
    csrf = CSRFProtect(app)
    for name in exempt:
        csrf.exempt(app.blueprints[name])
    if config.limited:
        limit(app)
    if config.proxies:
        app.wsgi_app = ProxyFix(  # type: ignore[method-assign]
            app.wsgi_app, x_for=config.proxies, x_proto=config.proxies
        )


def refuse_unmeasured() -> None:
    """A body of unknown length is cut at the limit by some servers, without a word: refuse it."""
    if request.method not in WITH_BODY or request.content_length is not None:
        return
    if "Transfer-Encoding" in request.headers or request.environ.get("wsgi.input_terminated"):
        abort(411)


def limit(app: Flask) -> None:
    limiter = Limiter(
        get_remote_address,
        app=app,
        storage_uri="memory://",
        application_limits=[GUESSES],
        application_limits_exempt_when=_shows_no_token,
        application_limits_deduct_when=_opened_nothing,
    )
    for endpoint, rate in LIMITS.items():
        view = app.view_functions[endpoint]
        app.view_functions[endpoint] = limiter.limit(rate)(view)  # type: ignore[assignment]


def _shows_no_token() -> bool:
    return TOKEN not in request.args and not bearer()


def _opened_nothing(response: AnyResponse) -> bool:
    return response.status_code in (403, 404)
