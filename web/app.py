"""The application: blueprints, templates and headers put together."""

from typing import Final

from flask import Blueprint, Flask

from shengji.web import (
    api,
    edit,
    embed,
    errors,
    exporting,
    forms,
    landing,
    notation,
    oembed,
    overview,
    owner,
    players,
    recorder,
    rules,
    search,
    share,
    sheet,
    upload,
    viewer,
)
from shengji.web.assets import assets
from shengji.web.compressing import compress
from shengji.web.config import Config
from shengji.web.guarding import guard
from shengji.web.headers import add_headers
from shengji.web.presentation import template_context
from shengji.web.templating import bare_app

PAGES: Final[tuple[Blueprint, ...]] = (
    assets,
    landing.page,
    search.page,
    players.page,
    overview.page,
    forms.page,
    exporting.page,
    sheet.page,
    viewer.page,
    embed.page,
    oembed.page,
    share.page,
    rules.page,
    notation.page,
    upload.page,
    owner.page,
    recorder.start.page,
    recorder.start.choosing,
    recorder.afar.page,
    recorder.afar.starting,
    recorder.shell.page,
    recorder.device.page,
    recorder.desk.page,
    recorder.finishing.page,
    recorder.spectators.page,
    recorder.live.page,
    edit.page,
    edit.service,
    api.docs,
    api.page,
)
"""Every kind of page, in a file of its own."""
UNGUARDED: Final[tuple[Blueprint, ...]] = (
    api.page,
    recorder.start.choosing,
    recorder.afar.starting,
    recorder.device.page,
    edit.service,
)
"""Those that forms of other sites cannot harm: their callers show tokens, or change nothing."""


def create_app(config: Config) -> Flask:
    """The site over the records of `config.shelf`."""
    app = bare_app()
    app.extensions["shengji"] = config
    app.url_map.strict_slashes = False
    for page in PAGES:
        app.register_blueprint(page)
    app.context_processor(template_context)
    app.after_request(add_headers)
    app.after_request(compress)
    errors.register(app)
    guard(app, config, [page.name for page in UNGUARDED])
    return app
