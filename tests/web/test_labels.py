"""Seats called by letters, winds or numbers: a matter of looks, the same in every place of a page.

Design of the viewer, 3.4: counter-clockwise, so that whoever sits at the right of South is East.
"""

import re

import pytest
from flask.testing import FlaskClient

from shengji.engine.rules import Rules, replace
from shengji.web.language import texts
from shengji.web.seatnames import seat_names

from .shelf import Shelf

NAMELESS = "failed-throw"
"""A record that names no player."""


def labels(page: str) -> dict[str, str]:
    """What the disc of each seat shows."""
    return dict(re.findall(r'<h3 id="seat-([a-l])"><span class="disc">([^<]*)</span>', page))


@pytest.mark.parametrize(
    ("query", "discs", "table"),
    [
        ("", "ABCD", "Seat A"),
        ("&labels=numbers", "1234", "Seat 1"),
        ("&labels=compass", "SENW", "South"),
        ("&labels=nonsense", "ABCD", "Seat A"),
        ("&labels=compass&seat=b", "SENW", "East"),
    ],
)
def test_seats_of_a_page(
    client: FlaskClient, shelf: Shelf, query: str, discs: str, table: str
) -> None:
    page = client.get(f"/g/{shelf.ids[NAMELESS]}/1?lang=en{query}").text
    assert labels(page) == dict(zip("abcd", discs, strict=True))
    assert f"Table, seen from {table}" in page


def test_what_is_told_calls_them_alike(client: FlaskClient, shelf: Shelf) -> None:
    address = f"/g/{shelf.ids[NAMELESS]}/1.23.1?names=off"
    assert "南家" in client.get(f"{address}&lang=zh-Hans&labels=compass").text
    letters, winds = (
        re.search(r'data-text="say">([^<]+)<', client.get(f"{address}&lang=en{more}").text)[1]
        for more in ("", "&labels=compass")
    )
    assert "Seat A" in letters and "Seat" not in winds
    assert winds == letters.replace("Seat A", "South")
    steps = client.get(f"/g/{shelf.ids[NAMELESS]}/1/steps.json?lang=en&labels=compass").text
    assert "South" in steps and "Seat A" not in steps


def test_links_keep_them_and_addresses_do_not_change(client: FlaskClient, shelf: Shelf) -> None:
    page = client.get(f"/g/{shelf.ids[NAMELESS]}/1.23.1?labels=compass").text
    ways = re.findall(r'data-way="to.next"[^>]*href="([^"]+)"', page)
    assert ways and all("labels=compass" in way and "/1.23.2" in way for way in ways)
    assert "labels=compass" in re.findall(r'href="([^"]+)" data-steps', page)[0]


def test_winds_go_round_with_the_play_and_for_four_alone() -> None:
    def signs(**options: str) -> str:
        names = seat_names(replace(Rules(), options), "compass", texts("zh-Hant"))
        return "".join(name.label for name in names)

    assert signs(direction="ccw") == "南東北西"
    assert signs(direction="cw") == "南西北東"
    assert signs(players="6", decks="3") == "ABCDEF"
