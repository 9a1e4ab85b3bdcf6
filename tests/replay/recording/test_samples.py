"""Every sample that is entered action by action gives back its canonical text, byte for byte."""

from pathlib import Path

import pytest

from shengji import notation
from shengji.engine.presets import names
from shengji.replay.generate import random_match
from shengji.replay.recording import (
    Add,
    Draft,
    Enter,
    Expected,
    Grade,
    Mode,
    draft_from_json,
    draft_to_json,
    enter,
    expected,
    finish,
    judge,
    lay,
    opening,
    propose,
)

from .entering import begun, canonical_records, entered

SAMPLES = Path(__file__).parents[3] / "samples"
GAMES = sorted((SAMPLES / "games").glob("*.sjn"))
TEACHING = sorted((SAMPLES / "teaching").glob("*.sjn"))
WHOLE = [*GAMES, *TEACHING]
FOLLOWS = ("trump", "take", "won", "join", "penalty", "result", "end", "hand", "match")
"""Lines that follow from what stands above them."""


def name(path: Path) -> str:
    return path.stem


@pytest.mark.parametrize("path", WHOLE, ids=name)
def test_entered_sample_is_the_sample(path: Path) -> None:
    records = canonical_records(path.read_bytes())
    assert records
    for text in records:
        *_, draft = entered(text)
        finished = finish(draft)
        assert finished.text == text
        assert finish(draft_from_json(draft_to_json(draft))).text == text


@pytest.mark.parametrize("path", GAMES, ids=name)
def test_nothing_speaks_against_a_real_game_while_it_is_entered(path: Path) -> None:
    for text in canonical_records(path.read_bytes()):
        drafts = entered(text)
        before = next(drafts)
        for draft in drafts:
            verdict = propose(before, draft.log[-1])
            assert verdict.grade <= Grade.UNPROVED, (draft.lines[-1], verdict.found)
            before = draft


@pytest.mark.parametrize("path", GAMES, ids=name)
def test_what_follows_is_offered_as_the_sample_has_it(path: Path) -> None:
    offered = 0
    for text in canonical_records(path.read_bytes()):
        draft, rest = begun(text)
        for line in rest:
            offered += 0 if line.startswith("#") else check_offer(draft, line)
            draft = enter_line(draft, line)[-1]
    assert offered > 10


@pytest.mark.parametrize("preset", names())
def test_every_rule_system_is_entered_by_what_is_expected(preset: str) -> None:
    text = notation.dumps(random_match(preset, 2, seed=11))
    draft, rest = begun(text)
    for line in rest:
        check_offer(draft, line)
        draft = enter_line(draft, line)[-1]
    finished = finish(draft)
    assert finished.text == text
    assert finished.errors == finished.unchecked == ()


def check_offer(draft: Draft, line: str) -> int:
    """Where a line follows from those above, it is offered as it stands; what may come, is."""
    offers = expected(draft)
    kind = line.split()[0]
    kind = "lead" if kind.isdecimal() else "seat-line" if len(kind) == 1 else kind
    kinds = [offer.kind for offer in offers]
    assert kind in kinds, (line, kinds)
    offer = offers[kinds.index(kind)]
    if not offer.ready:
        assert line.startswith(offer.text), (line, offer)
        return 0
    assert kind not in FOLLOWS or offer.text == line, (line, offer)
    return 1


def enter_line(draft: Draft, line: str) -> list[Draft]:
    """The drafts on the way to a line more, a trick play by play."""
    words = line.split()
    if not words[0].isdecimal():
        return [draft.do(Enter((line,)))]
    drafts = [draft.do(lay(draft, words[2]))]
    for word in words[3:]:
        offers: dict[str, Expected] = {offer.kind: offer for offer in expected(drafts[-1])}
        if word.startswith("="):
            assert offers["won"].text == word
        else:
            assert "play" in offers
        drafts.append(drafts[-1].do(Add(word)))
    assert drafts[-1].lines[-1] == line
    assert not judge(drafts[-1].text).refused
    return drafts


def plays_only(text: str) -> Draft:
    """The first hand of a record, of which nobody wrote down more than the plays."""
    draft = opening(text.split('[Rules "')[1].partition('"')[0], Mode.PLAYS)
    for line in text[text.index("\nhand 1 ") + 1 :].splitlines():
        words = line.split()
        if words[0].isdecimal():
            for word in words[2:]:
                draft = enter(draft, Add(word) if word[0] == "=" else lay(draft, word))
        elif words[0] in ("hand", "trump", "take", "result", "end"):
            draft = enter(draft, Enter((line,)))
        elif words[0] == "bury":
            draft = enter(draft, Enter((f"bury {words[1]} .8",)))
        if line == "end":
            break
    return draft


@pytest.mark.parametrize("path", GAMES, ids=name)
def test_hands_are_proved_by_plays_alone(path: Path) -> None:
    """A real hand without its deal: when all is played, every hand is known, and judged again."""
    finished = finish(plays_only(canonical_records(path.read_bytes())[0]))
    assert finished.errors == ()
    proved = [each.arguments for each in finished.remarks if each.code.id == "hand-reconstructed"]
    assert len(proved) >= 3


def test_one_seats_view_is_recorded_during_the_game() -> None:
    """Of the deal the record has one hand; that seat's plays are judged, the others' are open."""
    text = canonical_records(GAMES[-1].read_bytes())[0]
    draft = opening("godot", Mode.SEAT, seat=0)
    for line in text[text.index("\nhand 1 ") + 1 : text.index("\nend")].splitlines():
        if line[:2] in ("b ", "c ", "d ") or line.startswith(("kitty", "#", "pass")):
            continue
        hidden = line.startswith("bury") and line.split()[1] != "a"
        line = f"bury {line.split()[1]} .8" if hidden else line
        draft = enter(draft, Enter((line,)))
    finished = finish(draft.do(Enter(("end",))))
    assert finished.errors == ()
    assert finished.unchecked


@pytest.mark.parametrize("path", TEACHING, ids=name)
def test_no_line_of_a_sample_is_unreadable_where_it_stands(path: Path) -> None:
    for text in canonical_records(path.read_bytes()):
        drafts = entered(text)
        before = next(drafts)
        for draft in drafts:
            verdict = propose(before, draft.log[-1])
            assert verdict.grade < Grade.UNREADABLE, (draft.lines[-1], verdict.found)
            before = draft
