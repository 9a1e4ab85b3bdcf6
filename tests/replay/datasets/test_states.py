"""What a seat knew before it played: its own cards, what it saw, and nothing hidden."""

from dataclasses import replace
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


def test_cards_of_others_change_nothing() -> None:
    """Where the other three change hands, the seat that leads knows what it knew."""
    match = random_match("standard throw_allowed=yes", 1, 3)
    (hand,) = match.hands
    (first, *_) = states(match)
    event = next(e for e in hand.events if isinstance(e, rec.Deal | rec.Hands))
    lines = list(event.lines)
    others = [place for place, line in enumerate(lines) if line.seat != first.seat]
    cards = [lines[place].cards for place in others]
    for place, dealt in zip(others, [*cards[1:], cards[0]], strict=True):
        lines[place] = replace(lines[place], cards=dealt)
    # Whoever showed a card did hold it; so nobody does.
    events = tuple(
        replace(e, lines=tuple(lines)) if e is event else e
        for e in hand.events
        if not isinstance(e, rec.Declare | rec.Overturn | rec.Pass)
    )
    quiet = tuple(
        e for e in hand.events if not isinstance(e, rec.Declare | rec.Overturn | rec.Pass)
    )
    changed = replace(match, hands=(replace(hand, events=events),))
    same = replace(match, hands=(replace(hand, events=quiet),))
    (mine, *_), (theirs, *_) = states(same), states(changed)
    assert replace(mine, game_id="") == replace(theirs, game_id="")


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
