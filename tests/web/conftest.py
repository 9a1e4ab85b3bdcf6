"""The site over the samples."""

import pytest
from flask import Flask
from flask.testing import FlaskClient

from shengji.web import Config, create_app

from .shelves import samples


@pytest.fixture(scope="session")
def app() -> Flask:
    return create_app(Config(samples()))


@pytest.fixture(scope="session")
def client(app: Flask) -> FlaskClient:
    return app.test_client()
