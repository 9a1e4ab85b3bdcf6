"""The samples: games and teaching are clean, the others get exactly what they announce.

Each file says in comments what it gets and where; samples/README.md gives the form.
"""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from shengji import notation
from shengji.notation import record as rec
from shengji.notation.builder import PLACES
from shengji.notation.diagnostics import CODES, Severity
from shengji.replay import Report, check

from .conformance.announced import FILES, FOLDERS, SAMPLES, Announced, announced

ALL = [path for folder in FOLDERS for path in FILES[folder]]
CLEAN = FILES["games"] + FILES["teaching"]


def given(report: Report) -> Announced:
    return Counter(
        (found.code.id, (found.span.line, found.span.column) if found.span else None)
        for found in report.diagnostics
    )


def names(path: Path) -> str:
    return f"{path.parent.name}/{path.stem}"


@pytest.mark.parametrize("path", ALL, ids=names)
def test_gets_what_it_announces(path: Path) -> None:
    assert given(check(path.read_bytes())) == announced(path)


@pytest.mark.parametrize("path", CLEAN, ids=names)
def test_clean_and_canonical(path: Path) -> None:
    data = path.read_bytes()
    harmless = {Severity.NOTE, Severity.UNCHECKED}
    for code, _ in announced(path):
        # One of the logs ends within a hand, and so does its record.
        assert CODES[code].severity in harmless
    assert "\n".join(map(notation.dumps, notation.loads(data).records)).encode() == data


@pytest.mark.parametrize("path", FILES["broken"] + FILES["remarks"], ids=names)
def test_is_named_after_what_it_gets(path: Path) -> None:
    code = max((code for code in CODES if path.stem.startswith(code)), key=len)
    assert path.stem == code or path.stem[len(code)] == "-"
    assert code in {code for code, _ in announced(path)}
    assert (CODES[code].severity is Severity.ERROR) == (path.parent.name == "broken")


def test_every_code_has_a_sample() -> None:
    shown = {code for path in ALL for code, _ in announced(path)}
    assert shown == set(CODES)


def test_nothing_lies_beside_a_sample_that_belongs_to_none() -> None:
    for path in SAMPLES.glob("*/*.expect"):
        assert path.with_suffix(".sjn").exists()


# What the teaching records teach


def teaching() -> Iterator[rec.Record]:
    for path in FILES["teaching"]:
        yield from notation.loads(path.read_bytes()).records


def statements() -> Iterator[rec.Statement | rec.Appendix]:
    for record in teaching():
        yield from record.vendor
        for hand in record.hands:
            yield from hand.events
            for each in hand.appendix:
                yield each
                yield from each.events if isinstance(each, rec.Variation) else ()


def test_every_statement_is_taught() -> None:
    taught = {statement.kind for statement in statements()}
    assert taught == set(PLACES) | {"note", "variation"}
    assert any(record.match for record in teaching())


def test_every_part_of_a_play_is_taught() -> None:
    plays = [play for each in statements() if isinstance(each, rec.Trick) for play in each.plays]
    assert {play.mark for play in plays} == {None, "revoke", "exposed", "turn", "count"}
    assert any(play.units for play in plays)
    assert any(play.forced for play in plays)
    assert any(play.beaten_by is not None for play in plays)
    annotations = {type(each) for play in plays for each in play.annotations}
    assert annotations == {rec.Glyph, rec.Clock, rec.Text}


def test_every_kind_of_hand_is_taught() -> None:
    hands = [hand for record in teaching() for hand in record.hands]
    assert any(hand.fresh for hand in hands) and any(hand.tags for hand in hands)
    assert any(hand.dealer == rec.UNKNOWN_SEAT for hand in hands)
    assert {len(side.seats) for hand in hands for side in hand.levels} == {1, 2, 3}
    assert any(record.match and record.match.reason for record in teaching())
    assert any(record.match and record.match.seats == (rec.NOBODY,) for record in teaching())
