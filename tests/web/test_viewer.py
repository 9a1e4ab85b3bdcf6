"""The viewer: every position is a page, seats sit where they sit, what is hidden is not sent."""

import json
import re
from collections import Counter

import html5lib
import pytest
from flask.testing import FlaskClient

from shengji.notation.address import write_address
from shengji.replay.film import film
from shengji.replay.steps import Position
from shengji.web.scene import Scene, changes

from .shelf import Shelf

NAMES = "SHDC"


def unfolded(sent: list[Scene]) -> list[Scene]:
    scenes: list[Scene] = []
    for change in sent:
        scenes.append({**(scenes[-1] if scenes else {}), **change})
    return scenes


def scenes_of(client: FlaskClient, game: str, line: str, query: str = "") -> list[Scene]:
    answer = client.get(f"/g/{game}/{line}/steps.json{query}")
    assert answer.status_code == 200
    return unfolded(answer.json["steps"])


def test_the_next_player_sits_on_the_right(client: FlaskClient, shelf: Shelf) -> None:
    """Counter-clockwise as seen from above: 000:91 has the next player at the right."""
    for bottom, seats in {"a": "abcd", "b": "bcda", "c": "cdab", "d": "dabc"}.items():
        page = client.get(f"/g/{shelf.ids['short-match']}/1.3?seat={bottom}").text
        found = re.findall(r'class="seat at-(\w+)" aria-labelledby="seat-(\w)"', page)
        assert found == list(zip(("bottom", "right", "top", "left"), seats, strict=True))


def test_a_clockwise_table_is_mirrored(client: FlaskClient, shelf: Shelf) -> None:
    text = (
        '%SJN 1\n[Event "?"]\n[Site "?"]\n[Date "?"]\n[Rules "standard@1 direction=cw"]\n'
        + "".join(f'[Player{seat} "?"]\n' for seat in "ABCD")
        + "\nhand 1 ac=2 bd=2 dealer=a\nsheet\nresult 80\nend\n"
    )
    game = shelf.archive.add(text.encode()).public_id
    page = client.get(f"/g/{game}/1").text
    found = re.findall(r'class="seat at-(\w+)" aria-labelledby="seat-(\w)"', page)
    assert found == [("bottom", "a"), ("left", "b"), ("top", "c"), ("right", "d")]


def test_every_position_of_every_sample_is_a_valid_page(client: FlaskClient, shelf: Shelf) -> None:
    seen = 0
    for name, game in shelf.ids.items():
        for hand in shelf.records[name].hands:
            reel = film(shelf.records[name], hand.number)
            scenes = scenes_of(client, game, str(hand.number))
            assert [scene["at"] for scene in scenes] == [
                write_address(step.address) for step in reel.steps
            ]
            for place, scene in enumerate(scenes):
                page = client.get(f"/g/{game}/{scene['at']}")
                assert page.status_code == 200, (name, scene["at"])
                if len({each["at"] for each in scenes}) == len(scenes):
                    assert_shows(page.text, scene)
                if place % 40 == 3:
                    html5lib.HTMLParser(strict=True).parse(page.data)
                seen += 1
    assert seen > 1000


def assert_shows(page: str, scene: Scene) -> None:
    """The page has the same texts and cards in its places as the scene that the script gets."""
    for place, text in re.findall(r'data-text="([^"]+)">([^<]*)<', page):
        assert unescaped(text) == scene[place], place
    for place, cards in re.findall(r'data-cards="([^"]+)"[^>]*>(.*?)</ul>', page):
        assert " ".join(re.findall(r'data-c="([^"]+)"', cards)) == scene[place], place


def unescaped(text: str) -> str:
    for entity, sign in (("&#39;", "'"), ("&#34;", '"'), ("&lt;", "<"), ("&gt;", ">")):
        text = text.replace(entity, sign)
    return text.replace("&amp;", "&")


def test_every_variation_has_its_positions(client: FlaskClient, shelf: Shelf) -> None:
    game = shelf.ids["notes"]
    for line, first in (("7.v1", "7.v1.23.1"), ("7.v2", "7.v2.23.1")):
        scenes = scenes_of(client, game, line)
        assert scenes[0]["at"] == first
        for scene in scenes:
            assert client.get(f"/g/{game}/{scene['at']}").status_code == 200
    assert client.get(f"/g/{game}/7.v3/steps.json").status_code == 404


def test_cards_that_are_dealt_one_by_one(client: FlaskClient, shelf: Shelf) -> None:
    game = shelf.ids["short-match"]
    if client.get(f"/g/{game}/1.d1").status_code == 404:
        game = shelf.ids["whole-hand"]
    for number in (1, 37, 100):
        page = client.get(f"/g/{game}/1.d{number}")
        assert page.status_code == 200
        sizes = map(int, re.findall(r'data-text="[abcd]\.size">(\d+)<', page.text))
        assert sum(sizes) == number
    assert client.get(f"/g/{game}/1.d101").status_code == 404


# -- what is hidden -------------------------------------------------------------------------------


def held(found: Position, seats: set[int]) -> Counter[str]:
    """Cards in these hands at a position, as the markup names them."""
    names: Counter[str] = Counter()
    for seat in seats:
        for card in found.hands[seat] or ():
            names[card_name(card)] += 1
    return names


def card_name(card: int) -> str:
    if card >= 52:
        return {52: "L", 53: "B", 58: "X"}.get(card, f"{NAMES[(card - 54) % 4]}_")
    return NAMES[card // 13] + "23456789TJQKA"[card % 13]


def shown(scene: Scene) -> Counter[str]:
    """Cards in the places where hands, plays and kitties lie; what could be known is inferred."""
    places = (
        text for place, text in scene.items()
        if re.fullmatch(r"[a-d]\.([TSHDCU]|play|tried)|kitty|dealt|show\d+\.cards", place)
    )  # fmt: skip
    return Counter(name for text in places for name in text.split())


@pytest.mark.parametrize("query", ["?view=seat&seat=b", "?view=seat&seat=d", "?view=table"])
@pytest.mark.parametrize("name", ["short-match", "whole-hand", "godot-standard-log"])
def test_hidden_hands_are_not_sent(
    client: FlaskClient, shelf: Shelf, name: str, query: str
) -> None:
    game, record = shelf.ids[name], shelf.records[name]
    own = query[-1] if "seat=" in query else ""
    steps = film(record, 1).steps
    for scene, step in zip(scenes_of(client, game, "1", query), steps, strict=True):
        hidden = [seat for seat in "abcd" if seat != own]
        for seat in hidden:
            assert not any(scene[f"{seat}.{row}"] for row in "TSHDCU"), scene["at"]
        found = step.position
        public = Counter(
            card_name(card) for lie in found.table for card in (*(lie.attempted or ()), *lie.cards)
        )
        for showing in found.showings:
            public.update(map(card_name, showing.cards))
        mine = held(found, {"abcd".index(own)}) if own else Counter()
        kitty = Counter(scene["kitty"].split()) + Counter(scene["dealt"].split())
        if found.phase != "over" and not (own and "abcd".index(own) == found.holder):
            assert not kitty, scene["at"]
        assert not shown(scene) - public - mine - kitty, scene["at"]
        assert scene["notes"] == ""
        assert not any(text for place, text in scene.items() if place.startswith("flag"))


def test_a_page_holds_no_card_but_those_of_its_scene(client: FlaskClient, shelf: Shelf) -> None:
    """Neither elsewhere in the markup, nor in titles, labels or the live text."""
    game = shelf.ids["short-match"]
    for query in ("?view=seat&seat=c", "?view=table"):
        for scene in scenes_of(client, game, "1", query)[::7]:
            page = client.get(f"/g/{game}/{scene['at']}{query}").text
            drawn = page.split('<template id="deck">')[0]
            places = dict(re.findall(r'data-cards="([^"]+)"[^>]*>(.*?)</ul>', drawn))
            for place, cards in places.items():
                assert " ".join(re.findall(r'data-c="([^"]+)"', cards)) == scene[place]
            outside = re.sub(r"<ul [^>]*data-cards.*?</ul>", "", drawn, flags=re.S)
            assert "data-c=" not in outside
            said = re.search(r'data-text="say">([^<]*)<', page)
            assert said is not None and unescaped(said[1]) == scene["say"]
            if ".t1" in scene["at"] or ".k1" in scene["at"]:
                assert " of " not in scene["say"]


# -- addresses ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("asked", "canonical"),
    [("1.3.4", "1.3"), ("01.03.02", "1.3.2"), ("1.X1", "1.x1"), ("1.END", "1.end")],
)
def test_one_name_for_a_position(
    client: FlaskClient, shelf: Shelf, asked: str, canonical: str
) -> None:
    game = shelf.ids["short-match"]
    answer = client.get(f"/g/{game}/{asked}?view=table")
    assert answer.status_code == 301
    assert answer.location == f"/g/{game}/{canonical}?view=table"


def test_no_such_position(client: FlaskClient, shelf: Shelf) -> None:
    game = shelf.ids["short-match"]
    answer = client.get(f"/g/{game}/1.99?lang=en")
    assert answer.status_code == 404
    assert "this hand has 17 tricks" in answer.text
    assert f'href="/g/{game}/1.17?lang=en"' in answer.text
    answer = client.get(f"/g/{game}/77?lang=en")
    assert answer.status_code == 404
    assert "this match has 4 hands" in answer.text
    for text in ("x", "1.", "1.3.99", "0", "1.3.2.1", "99999999999999999999", "1.v9.1", "%00"):
        assert client.get(f"/g/{game}/{text}").status_code == 404, text
    assert client.get("/g/nobody/1").status_code == 404


def test_a_revision_keeps_its_links(client: FlaskClient, shelf: Shelf) -> None:
    game = shelf.ids["short-match"]
    page = client.get(f"/g/{game}@r1/1.3")
    assert page.status_code == 200
    assert f'data-base="/g/{game}@r1"' in page.text
    assert client.get(f"/g/{game}@r2/1.3").status_code == 404


# -- without a script -----------------------------------------------------------------------------


def test_a_hand_can_be_walked_by_links_alone(client: FlaskClient, shelf: Shelf) -> None:
    game = shelf.ids["short-match"]
    address, walked = f"/g/{game}/1?view=seat&seat=b", []
    while address:
        page = client.get(address).text
        walked.append(address.split("/")[-1].split("?")[0])
        link = re.search(r'data-go="next"[^>]*? href="([^"]+)"', page)
        address = link[1].replace("&amp;", "&") if link else ""
    assert walked == [scene["at"] for scene in scenes_of(client, game, "1")]
    assert walked[-1] == "1.end"


def test_folded_steps_are_small(client: FlaskClient, shelf: Shelf) -> None:
    scenes = scenes_of(client, shelf.ids["godot-standard-log"], "2")
    sent = changes(scenes)
    assert unfolded(sent) == scenes
    assert len(json.dumps(sent)) < len(json.dumps(scenes)) / 5


def test_the_sheet_has_every_play(client: FlaskClient, shelf: Shelf) -> None:
    for name in ("short-match", "failed-throw", "six-players", "follow-shape", "unknown-cards"):
        for hand in shelf.records[name].hands:
            page = client.get(f"/g/{shelf.ids[name]}/{hand.number}/all")
            assert page.status_code == 200
            html5lib.HTMLParser(strict=True).parse(page.data)
            reel = film(shelf.records[name], hand.number)
            plays = sum(step.position.event == "play" for step in reel.steps)
            assert page.text.count('<span class="by') == plays
