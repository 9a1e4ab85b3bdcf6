"""The form of the archive: design of the viewer, 3.6: a field error, the other filters kept."""

from xml.etree.ElementTree import Element

import html5lib
import pytest
from flask.testing import FlaskClient

from .shelf import Shelf

BAD = {
    "since": "yesterday", "until": "2026-02-30", "points_from": "many", "trump": "X", "level": "99",
    "kept": "perhaps", "flag": "no-such-code", "role": "winner", "order": "best", "notes": "2",
    "hands_from": "1.5", "event": "e" * 201,
}  # fmt: skip
"""Of each kind of field something that it cannot be; 2026 is no leap year."""


def parse(text: str) -> Element:
    return html5lib.HTMLParser(strict=True, namespaceHTMLElements=False).parse(text)


@pytest.mark.parametrize("field", BAD)
@pytest.mark.parametrize("language", ("en", "zh-Hans", "zh-Hant"))
def test_a_field_that_means_nothing_says_so_and_the_others_hold(
    client: FlaskClient, shelf: Shelf, field: str, language: str
) -> None:
    asked = {"preset": "godot", field: BAD[field], "lang": language}
    answer = client.get("/games", query_string=asked)
    assert answer.status_code == 200
    page = parse(answer.text)
    wrong = page.find(f".//*[@name='{field}'][@aria-invalid='true']")
    told = page.find(f".//*[@id='{wrong.get('aria-describedby')}']")
    assert told.text and told.text not in ("", answer.text)
    assert page.find(".//*[@role='status']//a[@href='#field-" + field + "']") is not None
    held = client.get("/games", query_string={"preset": "godot", "lang": language})
    games, all_games = (
        [link.get("href").split("?")[0] for link in each.findall(".//a[@class='go']")]
        for each in (page, parse(held.text))
    )
    assert games == all_games != []
    chips = [chip.text for chip in page.findall(".//ul[@class='chips']//b")]
    assert chips == ["godot"]


@pytest.mark.parametrize("field", BAD)
def test_the_api_refuses_what_the_page_passes_over(client: FlaskClient, field: str) -> None:
    answer = client.get("/api/v1/games", query_string={field: BAD[field]})
    assert answer.status_code == 400
    (fault,) = answer.json["errors"]
    assert fault["field"] == field and fault["problem"]


def test_what_was_written_stands_in_the_field_again(client: FlaskClient, shelf: Shelf) -> None:
    page = parse(client.get("/games?since=yesterday&points_from=many").text)
    for name, value in (("since", "yesterday"), ("points_from", "many")):
        field = page.find(f".//input[@name='{name}']")
        assert (field.get("value"), field.get("type")) == (value, "text")


def test_a_page_that_does_not_exist_is_the_first_one(client: FlaskClient, shelf: Shelf) -> None:
    page = parse(client.get("/games?after=nowhere").text)
    assert page.find(".//*[@role='status']") is not None
    assert page.findall(".//a[@class='go']")


@pytest.mark.parametrize("date", ("2026", "2026-11", "2026-11-27", "2024-02-29"))
def test_dates_are_read_in_whole_and_in_part(client: FlaskClient, date: str) -> None:
    assert "aria-invalid" not in client.get(f"/games?since={date}&until={date}").text


@pytest.mark.parametrize("date", ("2026-13", "2026-00", "2026-1", "2025-02-29", "٢٠٢٦", "2026-"))
def test_a_day_that_no_calendar_has_is_none(client: FlaskClient, date: str) -> None:
    assert client.get("/games", query_string={"since": date}).text.count("aria-invalid") == 1
