"""A site over a published archive: nothing can be recorded, and the pages say so."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from shengji.replay.archive import Archive
from shengji.replay.archive.publishing import publish
from shengji.web import Config, create_app


@pytest.fixture(scope="module")
def published(tmp_path_factory: pytest.TempPathFactory) -> Iterator[FlaskClient]:
    folder: Path = tmp_path_factory.mktemp("published")
    with Archive.init(folder / "club.db") as club:
        publish(club, folder / "public.db")
    with Archive(folder / "public.db") as archive:
        app = create_app(Config(archive, limited=False))
        app.config["WTF_CSRF_ENABLED"] = False
        yield app.test_client()


def test_the_recorder_says_that_nothing_can_be_recorded(published: FlaskClient) -> None:
    page = published.get("/record?lang=en")
    assert page.status_code == 503
    assert "Nothing changes here" in page.text and "the editor" in page.text
    assert "这里不能改动" in published.get("/record?lang=zh-Hans").text


def test_nothing_is_begun_all_the_same(published: FlaskClient) -> None:
    page = published.post("/record?lang=en", data={"rules": "standard", "mode": "full"})
    assert page.status_code == 503
    assert "Nothing changes here" in page.text


def test_a_text_can_still_be_written(published: FlaskClient) -> None:
    assert published.get("/edit").status_code == 200
