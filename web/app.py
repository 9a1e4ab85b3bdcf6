"""The application: blueprints, templates and headers put together."""

from typing import Final

from flask import Blueprint, Flask
from jinja2 import StrictUndefined

from shengji.web import (
    api,
    embed,
    errors,
    forms,
    landing,
    oembed,
    overview,
    players,
    search,
    sheet,
    viewer,
)
from shengji.web.assets import assets
from shengji.web.compressing import compress
from shengji.web.config import Config
from shengji.web.guarding import guard
from shengji.web.headers import add_headers
from shengji.web.presentation import template_context

PAGES: Final[tuple[Blueprint, ...]] = (
    assets,
    landing.page,
    search.page,
    players.page,
    overview.page,
    forms.page,
    sheet.page,
    viewer.page,
    embed.page,
    oembed.page,
    api.docs,
    api.page,
)
"""Every kind of page, in a file of its own."""


def create_app(config: Config) -> Flask:
    """The site over the records of `config.shelf`."""
    app = Flask(__name__, static_folder=None)
    app.extensions["shengji"] = config
    app.jinja_env.undefined = StrictUndefined
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.url_map.strict_slashes = False
    for page in PAGES:
        app.register_blueprint(page)
    app.context_processor(template_context)
    app.after_request(add_headers)
    app.after_request(compress)
    errors.register(app)
    guard(app, config, api.page.name)
    return app
