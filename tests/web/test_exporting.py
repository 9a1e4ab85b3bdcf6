"""What is taken along of a game has the bytes that the command line makes."""

import io
import re
from html import unescape

import pytest
from click.testing import CliRunner
from flask.testing import FlaskClient
from PIL import Image

from shengji.cli import program
from shengji.replay.exports.card import PAPER

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
        ("/1.17.1-1.17.3.gif?lang=en&spoilers=off",
         ["1.17.1-1.17.3", "--to", "gif", "--no-outcome", "--lang", "en"], "image/gif"),
        ("/1.html?lang=en&spoilers=off",
         ["1", "--to", "html", "--no-outcome", "--lang", "en"], "text/html"),
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


LISTS = (".csv", ".tex", ".pdf", "/1.csv", "/1.txt", "/1.tex", "/1.pdf", "/1/all", ".json", ".txt",
         ".sjn")  # fmt: skip
"""What lists a hand to its end."""


@pytest.mark.parametrize("path", LISTS)
def test_what_lists_a_hand_to_its_end_is_refused_without_the_outcome(
    client: FlaskClient, shelf: Shelf, path: str
) -> None:
    address = f"/g/{shelf.ids[GAME]}{path}"
    answer = client.get(f"{address}?spoilers=off&view=table&lang=zh-Hans")
    assert (answer.status_code, answer.mimetype) == (400, "text/html")
    assert "这会透露结果" in answer.text
    (shown,) = re.findall(f'href="({re.escape(address)}[^"]*)" rel="nofollow"', answer.text)
    assert "spoilers" not in shown and "view=table" in shown
    assert client.get(unescape(shown)).status_code == 200


def test_a_record_by_its_type_is_refused_too(client: FlaskClient, shelf: Shelf) -> None:
    address = f"/g/{shelf.ids[GAME]}?spoilers=off"
    for kind in ("application/json", "text/plain"):
        assert client.get(address, headers={"Accept": kind}).status_code == 400
    assert client.get(address).status_code == 200


def test_an_animation_without_the_outcome_stops_before_it(
    client: FlaskClient, shelf: Shelf
) -> None:
    for part in ("1", "1.16.1-1.end"):
        address = f"/g/{shelf.ids[GAME]}/{part}.gif"
        whole, kept = (
            Image.open(io.BytesIO(client.get(f"{address}?spoilers={spoilers}").data))
            for spoilers in ("on", "off")
        )
        assert kept.n_frames == whole.n_frames - 1


def test_an_offline_page_without_the_outcome_has_no_panel_that_tells_it(
    client: FlaskClient, shelf: Shelf
) -> None:
    address = f"/g/{shelf.ids[GAME]}/1.html?lang=en"
    for query, there in (("", True), ("&spoilers=off", False)):
        page = client.get(address + query).text
        for panel in ("tricks", "score", "notes"):
            assert (f'<section id="{panel}"' in page) is there, panel


def test_what_a_link_without_the_outcome_leads_to_can_be_had(
    client: FlaskClient, shelf: Shelf
) -> None:
    """Neither the page nor the share page names an address that is then refused."""
    name = shelf.ids[GAME]
    for path in (f"/g/{name}", f"/g/{name}/1.3.2", f"/g/{name}/1.3.2/share"):
        page = client.get(f"{path}?spoilers=off&lang=en").text
        for link in set(re.findall(rf'(?:href|src)="(?:http://localhost)?(/g/{name}[^"]*)"', page)):
            assert client.get(unescape(link)).status_code == 200, link


def test_the_picture_of_a_link_keeps_its_view_and_hides_the_outcome(
    client: FlaskClient, shelf: Shelf
) -> None:
    page = client.get(f"/g/{shelf.ids[GAME]}/1.17.3?view=table&seat=b&spoilers=off&lang=en").text
    (address,) = re.findall('property="og:image" content="http://localhost([^"]+)"', page)
    address = unescape(address)
    assert Image.open(io.BytesIO(client.get(address).data)).size == (1200, 630)
    drawn = client.get(address.replace(".png", ".svg")).text
    assert not re.search(">[Aa]ttackers", drawn)
    hidden = client.get(f"/g/{shelf.ids[GAME]}/1.3.2?view=table&seat=b&spoilers=off&lang=en").text
    (address,) = re.findall('property="og:image" content="http://localhost([^"]+)"', hidden)
    covered = client.get(unescape(address).replace(".png", ".svg")).text
    opened = client.get(unescape(address).replace(".png", ".svg").replace("view=table", "")).text
    assert covered.count(PAPER) < opened.count(PAPER) - 50
