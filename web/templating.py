"""The templates and how they are filled in."""

from flask import Flask
from jinja2 import StrictUndefined

from shengji.web import filling


def bare_app() -> Flask:
    """An application that has its templates and nothing else yet."""
    app = Flask("shengji.web", static_folder=None)
    app.jinja_env.undefined = StrictUndefined
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    filling.register(app.jinja_env)
    return app
