"""What is taken along of a game has the bytes that the command line makes."""

import io

import pytest
from click.testing import CliRunner
from flask.testing import FlaskClient
from PIL import Image

from shengji.cli import program

from .shelf import SAMPLES, Shelf

GAME = "short-match"
FILE = SAMPLES / "teaching" / f"{GAME}.sjn"


def made(*arguments: str) -> bytes:
    """What `shengji export` prints."""
    found = CliRunner().invoke(program, ["export", str(FILE), *arguments], catch_exceptions=False)
    assert found.exit_code == 0
    return found.stdout_bytes


@pytest.mark.parametrize(
    ("address", "arguments", "mimetype"),
    [
        (".csv", ["--to", "csv"], "text/csv"),
        (".tex?lang=zh-Hans", ["--to", "tex", "--lang", "zh-Hans"], "application/x-tex"),
        ("/2.csv?view=table", ["2", "--to", "csv", "--view", "table"], "text/csv"),
        ("/2.txt?lang=en", ["2", "--to", "text", "--lang", "en"], "text/plain"),
        ("/1.txt?view=seat&seat=b&lang=zh-Hant",
         ["1", "--to", "text", "--seat", "b", "--lang", "zh-Hant"], "text/plain"),
        ("/1.html?lang=en", ["1", "--to", "html", "--lang", "en"], "text/html"),
        ("/1.1-1.2.webp?lang=en&delay=800",
         ["1.1-1.2", "--to", "webp", "--delay", "800", "--lang", "en"], "image/webp"),
        ("/1.1-1.2.gif?lang=en", ["1.1-1.2", "--to", "gif", "--lang", "en"], "image/gif"),
    ],
)  # fmt: skip
def test_the_same_bytes(
    client: FlaskClient, shelf: Shelf, address: str, arguments: list[str], mimetype: str
) -> None:
    answer = client.get(f"/g/{shelf.ids[GAME]}{address}")
    assert answer.status_code == 200
    assert answer.mimetype == mimetype
    assert answer.data == made(*arguments)


def test_a_sheet_is_shown_and_a_page_is_saved(client: FlaskClient, shelf: Shelf) -> None:
    name = shelf.ids[GAME]
    sheet = client.get(f"/g/{name}/1.pdf")
    assert sheet.data.startswith(b"%PDF")
    assert sheet.headers["Content-Disposition"] == f'inline; filename="{name}-1.pdf"'
    page = client.get(f"/g/{name}/1.html")
    assert page.headers["Content-Disposition"] == f'attachment; filename="{name}-1.html"'


def test_sizes(client: FlaskClient, shelf: Shelf) -> None:
    answer = client.get(f"/g/{shelf.ids[GAME]}/1.1-1.1.gif?size=square")
    assert Image.open(io.BytesIO(answer.data)).size == (1080, 1080)


def test_it_is_sent_once(client: FlaskClient, shelf: Shelf) -> None:
    address = f"/g/{shelf.ids[GAME]}.csv"
    tag = client.get(address).headers["ETag"]
    assert client.get(address, headers={"If-None-Match": tag}).status_code == 304


@pytest.mark.parametrize(
    ("address", "status"),
    [
        ("/9.csv", 404), ("/1.3.csv", 404), ("/x.csv", 404), ("/1-2.gif", 404),
        ("/1.3-1.2.gif", 404), ("/1.1-1.99.gif", 404), ("/1.1.html", 404),
        ("/1.1-1.2.gif?delay=1", 400), ("/1.1-1.2.gif?size=huge", 400),
    ],
)  # fmt: skip
def test_what_there_is_not(client: FlaskClient, shelf: Shelf, address: str, status: int) -> None:
    assert client.get(f"/g/{shelf.ids[GAME]}{address}").status_code == status


def test_names_can_be_left_out(client: FlaskClient, shelf: Shelf) -> None:
    address = f"/g/{shelf.ids[GAME]}/1.txt"
    assert "赵敏" in client.get(address).text
    assert "赵敏" not in client.get(f"{address}?names=off").text
