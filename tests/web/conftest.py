"""The site over the samples, in an archive of its own; a browser, and a phone."""

from collections.abc import Iterator

import pytest
from flask import Flask
from flask.testing import FlaskClient
from playwright.sync_api import Browser

from shengji.replay.archive import Archive
from shengji.web import Config, create_app

from .browsing import PHONE, Watched, chromium
from .shelf import Shelf


@pytest.fixture(scope="session")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shelf]:
    with Archive.init(tmp_path_factory.mktemp("archive") / "samples.db") as archive:
        yield Shelf(archive)


@pytest.fixture(scope="session")
def app(shelf: Shelf) -> Flask:
    return create_app(Config(shelf.archive, limited=False))


@pytest.fixture(scope="session")
def client(app: Flask) -> FlaskClient:
    return app.test_client()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as found:
        yield found


@pytest.fixture
def phone(browser: Browser) -> Iterator[Watched]:
    with Watched(browser, PHONE, locale="en", has_touch=True, is_mobile=True) as found:
        yield found
