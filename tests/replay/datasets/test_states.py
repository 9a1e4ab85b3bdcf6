"""What a seat knew before it played: its own cards, what it saw, and nothing hidden."""

from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from shengji import notation
from shengji.engine.cards import FACES
from shengji.engine.presets import rules_from_text
from shengji.notation import record as rec
from shengji.replay.archive.model import Licence
from shengji.replay.archive.sharing import Shared
from shengji.replay.datasets.features import LEGAL
from shengji.replay.datasets.reading import rows_of
from shengji.replay.datasets.rows import State
from shengji.replay.generate import random_match
from shengji.replay.steps import Position, steps

SAMPLES = Path(__file__).parents[3] / "samples"


def states(record: rec.Record) -> list[State]:
    shared = Shared("", Licence.CC0, notation.dumps(record), 0, 0)
    return rows_of([shared], states=True).states


@pytest.fixture(scope="module", params=["standard", "tractor-online-friends", "s000_super"])
def match(request: pytest.FixtureRequest) -> rec.Record:
    return random_match(request.param, 2, 5)


def test_every_play_of_a_known_hand_has_its_row(match: rec.Record) -> None:
    played = [
        (hand.number, trick.number, place, play.cards)
        for hand in match.hands
        for trick in hand.events
        if isinstance(trick, rec.Trick)
        for place, play in enumerate(trick.plays, 1)
    ]
    assert [(s.hand, s.trick, s.place, s.played) for s in states(match)] == played


def test_what_is_played_is_held_and_legal(match: rec.Record) -> None:
    """Random matches keep the rules, so that each play is among the legal ones."""
    rows = states(match)
    few = [row for row in rows if row.legal is not None]
    assert len(few) > len(rows) // 3
    for row in few:
        assert row.legal is not None and len(row.legal) <= LEGAL
        assert row.played in row.legal
    for row in rows:
        assert all(row.held.count(face) >= row.played.count(face) for face in row.played)
        assert row.legal is not None or row.place == 1 or row.owed_number is not None


def test_all_cards_are_accounted_for(match: rec.Record) -> None:
    """Own cards, those on the table and out, and what was taken, are the whole pack."""
    rules = rules_from_text(match.tag("Rules") or "")[1]
    for row in states(match):
        assert row.out is not None
        hidden = sum(row.sizes) - len(row.held) + rules.kitty - len(row.kitty or ())
        assert len(row.out) == hidden
        assert len(row.held) == row.sizes[row.seat]


def swapped(match: rec.Record, row: State) -> rec.Record | None:
    """Two seats that are not the row's have exchanged a card that neither has shown or played."""
    hand = match.hands[row.hand - 1]
    at = next(p for p in steps(match, row.hand) if _is_before(p, row))
    deal = next(event for event in hand.events if isinstance(event, rec.Deal))
    dealt = {line.seat: list(line.cards) for line in deal.lines}
    shown = [face for showing in at.showings for face in showing.cards]
    others = [seat for seat in dealt if seat not in (row.seat, at.holder)]
    for one, two in pairwise(others):
        ours = [f for f in at.hands[one] or () if f not in shown and f in dealt[one]]
        theirs = [f for f in at.hands[two] or () if f not in shown and f in dealt[two]]
        if ours and theirs and ours[-1] != theirs[0]:
            dealt[one][dealt[one].index(ours[-1])] = theirs[0]
            dealt[two][dealt[two].index(theirs[0])] = ours[-1]
            lines = tuple(replace(line, cards=tuple(dealt[line.seat])) for line in deal.lines)
            events = (replace(e, lines=lines) if e is deal else e for e in hand.events)
            hands = list(match.hands)
            hands[row.hand - 1] = replace(hand, events=tuple(events))
            return replace(match, hands=tuple(hands), match=None)
    return None


def _is_before(position: Position, row: State) -> bool:
    """The position in which the seat of a row was to move."""
    if row.place > 1:
        return position.trick == row.trick and len(position.table) == row.place - 1
    if row.trick == 1:
        return position.event == "lead"
    return position.trick == row.trick - 1 and len(position.table) == len(position.hands)


def test_cards_of_others_change_nothing(match: rec.Record) -> None:
    """Whoever holds what it cannot see, the seat knows what it knew."""
    rows = states(match)
    tried = 0
    for number, row in enumerate(rows):
        if number % 37 or (other := swapped(match, row)) is None:
            continue
        (same,) = [
            each
            for each in states(other)
            if (each.hand, each.trick, each.place) == (row.hand, row.trick, row.place)
        ]
        assert replace(same, game_id="") == replace(row, game_id="")
        tried += 1
    assert tried > 2


def test_the_kitty_is_its_buriers_alone() -> None:
    rows = states(notation.loads((SAMPLES / "teaching/short-match.sjn").read_bytes()).records[0])
    assert {row.declarer == row.seat for row in rows if row.kitty is not None} == {True}
    assert all(row.kitty is None for row in rows if row.declarer != row.seat)


def test_no_row_without_the_cards() -> None:
    """A hand of which only the plays are known gives plays, and no states with unknown cards."""
    for path in sorted((SAMPLES / "teaching").glob("*.sjn")):
        for record in notation.loads(path.read_bytes()).records:
            for row in states(record):
                assert all(face < FACES for face in (*row.held, *row.played))
