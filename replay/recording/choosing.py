"""What may be chosen for a field of an aside, at the point that a hand has come to."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final, TypeAlias

from shengji.engine.rules import Rules
from shengji.engine.scoring.match import side_of
from shengji.engine.values import value
from shengji.notation import record as rec
from shengji.notation.address import write_address
from shengji.notation.tokens import (
    SEATS,
    write_cards,
    write_drawn,
    write_play,
    write_seat,
    write_seats,
)
from shengji.replay.recording.judging import Judged
from shengji.replay.recording.placing import variations


@value
class Choice:
    """Something that a field may hold."""

    value: str
    shown: str = ""
    """What stands at an address: the cards of a play, say."""


Choose: TypeAlias = Callable[[Judged, rec.Hand, Rules], tuple[Choice, ...]]
"""What may be chosen, the likeliest first."""


def closed(*words: str) -> tuple[Choice, ...]:
    return tuple(map(Choice, words))


def seats(judged: Judged, hand: rec.Hand, rules: Rules) -> tuple[Choice, ...]:
    return closed(*SEATS[: rules.players])


def sides(judged: Judged, hand: rec.Hand, rules: Rules) -> tuple[Choice, ...]:
    """Sides first, where they are fixed, then each seat by itself."""
    letters = SEATS[: rules.players]
    if rules.partnership == "friends":
        return closed(*letters)
    fixed = (write_seats(side_of(rules, seat)) for seat in range(2))
    return closed(*dict.fromkeys((*fixed, *letters)))


def fines(judged: Judged, hand: rec.Hand, rules: Rules) -> tuple[Choice, ...]:
    """Reasons of a penalty: the fine that the rules impose, while nobody has told it."""
    due = judged.replay is not None and bool(judged.replay.open_fines)
    return closed("throw", "director") if due else closed("director")


def plays(judged: Judged, hand: rec.Hand, rules: Rules) -> tuple[Choice, ...]:
    """Every play, the last one first: of the open variation, and of the main line."""
    main = _plays_of(f"{hand.number}", hand.events, rules)
    line = judged.variation
    if line is None:
        return tuple(main)
    begins = f"{hand.number}.v{len(variations(hand))}"
    return (*_plays_of(begins, line.events, rules), *main)


def _plays_of(line: str, events: Sequence[rec.Statement], rules: Rules) -> Iterator[Choice]:
    """The plays of a line whose addresses begin so."""
    for trick in reversed([event for event in events if isinstance(event, rec.Trick)]):
        for place in range(min(len(trick.plays), rules.players), 0, -1):
            yield Choice(f"{line}.{trick.number}.{place}", _told(trick, place, rules))


def _told(trick: rec.Trick, place: int, rules: Rules) -> str:
    seat = (trick.leader + place - 1) % rules.players
    return f"{write_seat(seat)} {write_play(trick.plays[place - 1])}"


def remarkable(judged: Judged, hand: rec.Hand, rules: Rules) -> tuple[Choice, ...]:
    """Plays, buryings and showings: what annotations may stand behind."""
    return (*plays(judged, hand, rules), *_before_play(hand, rec.Bury, rec.Declare, rec.Overturn))


def retractable(judged: Judged, hand: rec.Hand, rules: Rules) -> tuple[Choice, ...]:
    """Of the main line alone: in a variation nothing is taken back."""
    main = _plays_of(f"{hand.number}", hand.events, rules)
    return (*main, *_before_play(hand, rec.Declare, rec.Overturn))


def _before_play(hand: rec.Hand, *kinds: type[rec.Statement]) -> Iterator[Choice]:
    """Events before the first trick, the last one first."""
    counted = {"k": 0, "x": 0, "t": 0}
    found: list[Choice] = []
    for event in hand.events:
        letter = _LETTERS.get(type(event))
        if letter is None:
            continue
        counted[letter] += 1
        if isinstance(event, kinds):
            found.append(Choice(f"{hand.number}.{letter}{counted[letter]}", _event(event)))
    return reversed(found)


_LETTERS: Final[Mapping[type, str]] = {
    rec.Declare: "x", rec.Overturn: "x", rec.Flip: "x", rec.Take: "t", rec.Bury: "k",
}  # fmt: skip
"""By which letter the address of an event goes."""


def _event(event: rec.Statement) -> str:
    match event:
        case rec.Declare() | rec.Overturn() | rec.Bury():
            return f"{write_seat(event.seat)} {write_cards(event.cards)}"
        case rec.Flip():
            return write_drawn(event.cards)
        case rec.Take():
            return write_seat(event.seat)
    return ""


def anywhere(judged: Judged, hand: rec.Hand, rules: Rules) -> tuple[Choice, ...]:
    """Every event of the hand and the hand itself: plays of its last tricks, then whole tricks."""
    tricks = [event for event in hand.events if isinstance(event, rec.Trick)]
    last = plays(judged, hand, rules)[: 2 * rules.players]
    whole = (
        Choice(f"{hand.number}.{trick.number}", " ".join(map(write_play, trick.plays)))
        for trick in reversed(tricks)
        if len(trick.plays) >= rules.players
    )
    # The last play of a trick has two addresses, of which the canonical one names the trick.
    within = (each for each in last if not each.value.endswith(f".{rules.players}"))
    before = _before_play(hand, rec.Bury, rec.Take, rec.Flip, rec.Declare, rec.Overturn)
    ends = (Choice(f"{hand.number}.end"),) if hand.ended else ()
    return (*ends, *within, *whole, *before, Choice(write_address(rec.Address(hand.number))))


def departures(judged: Judged, hand: rec.Hand, rules: Rules) -> tuple[Choice, ...]:
    """Where a variation may begin: after any play of the main line, and before the first one."""
    main = _plays_of(f"{hand.number}", hand.events, rules)
    last = f".{rules.players}"
    # A whole trick is named by its own address: what follows from there is the next one.
    found = (replace(each, value=each.value.removesuffix(last)) for each in main)
    choices = tuple(found)
    return (*choices, Choice(f"{hand.number}.0")) if choices else ()
