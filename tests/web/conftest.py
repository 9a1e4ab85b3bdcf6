"""The site over the samples, in an archive of its own."""

from collections.abc import Iterator

import pytest
from flask import Flask
from flask.testing import FlaskClient

from shengji.replay.archive import Archive
from shengji.web import Config, create_app

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
