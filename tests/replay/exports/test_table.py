"""The plays as CSV, read again by the csv module, against what the records themselves say."""

import csv
import io
from dataclasses import replace
from pathlib import Path
from typing import Any

from shengji.engine.cards import points
from shengji.notation.record import Tag
from shengji.notation.tokens import read_cards
from shengji.replay.exports.extract import Extract
from shengji.replay.exports.table import COLUMNS, export

from .extracts import made, record

SHORT = "teaching/short-match.sjn"


def rows(data: bytes) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(data.decode(), newline="")))


def plays(name: str, part: str | None = None, **how: Any) -> list[dict[str, str]]:
    return rows(made("csv", name, part, **how))


def test_every_card_of_a_hand_is_in_it_once() -> None:
    """Two decks hold 200 points (000:23); the kitty's are what is missing (kitty D6432 H732 S2)."""
    found = plays(SHORT, "1")
    cards = [card for row in found for card in read_cards([row["cards"]])]
    assert len(cards) == 108 - 8
    assert sum(int(row["points"]) for row in found) == points(cards) == 200


def test_a_play_is_told_as_the_record_writes_it() -> None:
    """The file's first trick: `1 b SAJJ S678 S25HT S346 =b+15`."""
    first = plays(SHORT, "1")[2]
    assert (first["address"], first["seat"], first["player"]) == ("1.1.3", "d", "赵敏")
    assert (first["side"], first["cards"], first["winning"]) == ("partner", "S25HT", "b")
    assert (first["suit"], first["shape"], first["level"], first["trump"]) == (
        "S", "2x1+1x1", "Q", "C",
    )  # fmt: skip


def test_a_failed_throw_has_what_was_laid_down_too() -> None:
    """`23 a SQKA/SQ<b …` and a fine of 10 on top of the 35 before."""
    first = plays("teaching/failed-throw.sjn", "1")[0]
    assert (first["cards"], first["attempted"], first["attackers_points"]) == ("SQ", "SQKA", "45")


def test_the_end_of_a_hand_is_what_its_result_says() -> None:
    """`result 140 kitty=0x2` in the file: no points lay in the kitty."""
    assert plays(SHORT, "1")[-1]["attackers_points"] == "140"


def test_a_game_is_its_hands_one_after_the_other() -> None:
    whole = plays(SHORT)
    assert whole == [row for hand in "1234" for row in plays(SHORT, hand)]


def test_comments_and_findings_are_only_in_the_open_view() -> None:
    name = "teaching/notes.sjn"
    assert plays(name)[0]["comment"] == "先出大的"
    assert {row["comment"] for row in plays(name, view="seat", seat=1)} == {""}
    faulty = "broken/follow-shape.sjn"
    assert "follow-shape" in {row["findings"] for row in plays(faulty)}
    assert {row["findings"] for row in plays(faulty, view="table")} == {""}


def test_a_name_is_no_formula() -> None:
    given = record(SHORT)
    tags = tuple(
        Tag("PlayerA", '=HYPERLINK("x")') if t.name == "PlayerA" else t for t in given.tags
    )
    found = rows(export(Extract(replace(given, tags=tags))))
    assert {row["player"] for row in found if row["seat"] == "a"} == {'\'=HYPERLINK("x")'}


def test_the_columns_are_those_that_are_described() -> None:
    text = (Path(__file__).parents[3] / "replay" / "exports" / "table.py").read_text("utf-8")
    described = text.split('"""')[1]
    assert [name for name in COLUMNS if f"`{name}`" not in described] == []
    assert made("csv", SHORT).splitlines()[0].decode().split(",") == list(COLUMNS)
