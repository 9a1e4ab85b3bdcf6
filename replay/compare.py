"""Two records of one match, compared: where do they part, and which of them do the rules support?

Compared is what happened: cards, showings, the kitty, plays, marks, rulings, how hands ended, and
what was asserted of it. Names, comments, times and variations are left aside. What one record says
and the other leaves open is no contradiction.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Final, TypeAlias

from shengji.engine.cards import FACES, UNKNOWN, Cards, counts
from shengji.notation import record as rec
from shengji.notation.address import address_order
from shengji.notation.diagnostics import Diagnostic, Severity
from shengji.notation.tokens import (
    CARD_NAMES,
    write_cards,
    write_level,
    write_play,
    write_seat,
    write_seats,
)
from shengji.notation.writer import canonical_rules, hand_line, statement
from shengji.replay.checking import check_record


class Support(StrEnum):
    """Whom the rules support where two records of a hand part."""

    FIRST = "first"
    SECOND = "second"
    BOTH = "both"
    """Nothing contradicts either: the rules allow both accounts."""
    NEITHER = "neither"
    """Each breaks a rule, or contradicts itself, where the other does not."""


@dataclass(frozen=True, slots=True)
class Difference:
    """A place at which the records say different things; None where one of them says nothing."""

    address: rec.Address | None
    """None where the match as a whole is meant."""
    kind: str
    """What they differ about: the kind of a statement or a part of it, such as `play`, `won`,
    `cards a`, `level b`, `dealer`, `leader`, `up`; of the match, `rules`, `hand` or `match`."""
    first: str | None
    second: str | None


@dataclass(frozen=True, slots=True)
class HandComparison:
    """One hand in both records."""

    number: int
    differences: tuple[Difference, ...]
    """In order of play; the first is where they part."""
    errors: tuple[tuple[Diagnostic, ...], tuple[Diagnostic, ...]]
    """What speaks against each record and not against the other."""

    @property
    def support(self) -> Support:
        against_first, against_second = self.errors
        if against_first and against_second:
            return Support.NEITHER
        if against_first:
            return Support.SECOND
        return Support.FIRST if against_second else Support.BOTH


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two records of one match."""

    match: tuple[Difference, ...]
    """Differences about the match as a whole, hands that only one of them has among them."""
    hands: tuple[HandComparison, ...]
    """The hands that both have, in order, also those that are equal."""
    plays: int
    """Plays that they have alike."""

    @property
    def equal(self) -> bool:
        return not self.match and not any(hand.differences for hand in self.hands)


Hands: TypeAlias = Mapping[int, rec.Hand]


def compare(first: rec.Record, second: rec.Record) -> Comparison:
    """Compare two records hand by hand."""
    ours, theirs = _by_number(first), _by_number(second)
    errors = _errors(_informed(first, theirs)), _errors(_informed(second, ours))
    hands: list[HandComparison] = []
    plays = 0
    for number in ours:
        if number in theirs:
            facts = _facts(ours[number]), _facts(theirs[number])
            plays += sum(fact.kind == "play" and facts[1].get(key) == fact
                         for key, fact in facts[0].items())  # fmt: skip
            hands.append(HandComparison(number, _differences(*facts), _against(number, errors)))
    return Comparison((*_of_match(first, second), *_alone(ours, theirs)), tuple(hands), plays)


def _by_number(record: rec.Record) -> Hands:
    return {hand.number: hand for hand in record.hands}


def _of_match(first: rec.Record, second: rec.Record) -> Iterator[Difference]:
    rules = [canonical_rules(record.tag("Rules") or "?") for record in (first, second)]
    if rules[0] != rules[1]:
        yield Difference(None, "rules", *rules)
    one, other = first.match, second.match
    if one and other and (one.seats, one.reason) != (other.seats, other.reason):
        yield Difference(None, "match", *map(_winner, (one, other)))


def _winner(match: rec.MatchEnd) -> str:
    return " ".join(filter(None, (write_seats(match.seats), match.reason)))


def _alone(ours: Hands, theirs: Hands) -> Iterator[Difference]:
    for number in sorted(ours.keys() ^ theirs.keys()):
        lines = [hand_line(hands[number]) if number in hands else None for hands in (ours, theirs)]
        yield Difference(rec.Address(number), "hand", *lines)


# What the rules say to each


def _informed(record: rec.Record, others: Hands) -> rec.Record:
    """The record with the deals that it leaves out, where the other record has them."""
    hands = tuple(
        _lend(hand, others[hand.number]) if hand.number in others else hand for hand in record.hands
    )
    return replace(record, hands=hands)


def _lend(hand: rec.Hand, other: rec.Hand) -> rec.Hand:
    for lent in ((rec.Kitty,), (rec.Deal, rec.Hands, rec.Start)):
        if not any(isinstance(event, lent) for event in hand.events):
            found = tuple(event for event in other.events if isinstance(event, lent))
            place = next((i for i, e in enumerate(hand.events) if not _is_deal(e)), 0)
            place = place if lent == (rec.Kitty,) else 0
            hand = replace(hand, events=(*hand.events[:place], *found, *hand.events[place:]))
    return hand


def _is_deal(event: rec.Statement) -> bool:
    return isinstance(event, rec.Deal | rec.Hands)


Errors: TypeAlias = Mapping[int, tuple[Diagnostic, ...]]


def _errors(record: rec.Record) -> Errors:
    """The errors of each hand; those of no hand stand under 0."""
    found: dict[int, tuple[Diagnostic, ...]] = {}
    for each in check_record(record).diagnostics:
        if each.severity is Severity.ERROR:
            number = 0 if each.address is None else each.address.hand
            found[number] = (*found.get(number, ()), each)
    return found


def _against(
    number: int, errors: tuple[Errors, Errors]
) -> tuple[tuple[Diagnostic, ...], tuple[Diagnostic, ...]]:
    """What speaks against each and not against the other."""
    one, other = (each.get(0, ()) + each.get(number, ()) for each in errors)
    return (
        tuple(error for error in one if error not in other),
        tuple(error for error in other if error not in one),
    )


# What each of them says


@dataclass(frozen=True, slots=True)
class _Fact:
    """Something that a record says of a hand."""

    address: rec.Address
    kind: str
    words: tuple[str, ...]
    """`?` is a word that is left open."""
    cards: Cards | None = None
    needed: bool = True
    """A record that does not say it says that it did not happen."""
    text: str = field(default="", compare=False)
    """How to show it, where that is not its words and cards."""

    def contradicts(self, other: "_Fact") -> bool:
        if len(self.words) != len(other.words):
            return True
        pairs = zip(self.words, other.words, strict=True)
        if any(one != two and "?" not in (one, two) for one, two in pairs):
            return True
        if self.cards is None or other.cards is None:
            return self.cards is not other.cards
        return not may_be_same(self.cards, other.cards)

    def __str__(self) -> str:
        if self.text:
            return self.text
        cards = () if self.cards is None else (write_cards(self.cards),)
        return " ".join((*self.words, *cards))


def may_be_same(one: Cards, other: Cards) -> bool:
    """Can two sets, in which cards may be unknown, be the same cards?"""
    if len(one) != len(other):
        return False
    held, also = counts(one), counts(other)
    least = list(map(max, held[:FACES], also[:FACES]))
    for suit in range(4):
        known = sum(least[suit * 13 : suit * 13 + 13])
        told = (sum(each[suit * 13 : suit * 13 + 13]) + each[FACES + suit] for each in (held, also))
        # Cards of the suit beyond the known ones may stand for any of its faces.
        least.append(max(0, max(told) - known))
    return sum(least) <= len(one)


CARDS: Final = "cards"
DRAWN: Final = "drawn"

_Key: TypeAlias = tuple[rec.Address, str, int]
"""The place, the kind, and which of the facts of that kind at that place."""


def _differences(ours: dict[_Key, _Fact], theirs: dict[_Key, _Fact]) -> tuple[Difference, ...]:
    found = []
    for key in ours | theirs:
        one, other = ours.get(key), theirs.get(key)
        if one is not None and other is not None:
            if one.contradicts(other):
                found.append(_difference(one, other))
        else:
            texts = [str(fact) for fact in (one, other) if fact is not None and fact.needed]
            if texts:
                said = (texts[0], None) if one is not None else (None, texts[0])
                found.append(Difference(key[0], key[1], *said))
    other_cards = {each.kind.removeprefix(CARDS) for each in found if each.kind.startswith(CARDS)}
    kept = (d for d in found if not d.kind.startswith(DRAWN) or d.kind[5:7] not in other_cards)
    return tuple(sorted(kept, key=_order))


def _order(difference: Difference) -> tuple[object, ...]:
    assert difference.address is not None
    return address_order(difference.address)


def _difference(one: _Fact, other: _Fact) -> Difference:
    """Of hands, the cards that are not in both; of the order drawn, the first that differ."""
    if one.kind.startswith(CARDS) and one.cards is not None and other.cards is not None:
        held, also = counts(one.cards), counts(other.cards)
        one, other = replace(one, cards=_more(held, also)), replace(other, cards=_more(also, held))
    elif one.kind.startswith(DRAWN):
        pairs = enumerate(zip(one.words, other.words, strict=False), 1)
        place, cards = next((n, pair) for n, pair in pairs if pair[0] != pair[1])
        return Difference(one.address, f"{one.kind} {place}", *cards)
    return Difference(one.address, one.kind, str(one), str(other))


def _more(held: list[int], also: list[int]) -> Cards:
    return tuple(
        card for card in range(UNKNOWN + 1) for _ in range(max(0, held[card] - also[card]))
    )


def _facts(hand: rec.Hand) -> dict[_Key, _Fact]:
    facts: dict[_Key, _Fact] = {}
    for fact in _Reader(hand).facts():
        number = 0
        while (fact.address, fact.kind, number) in facts:
            number += 1
        facts[fact.address, fact.kind, number] = fact
    return facts


_COUNTED: Final[dict[type, str]] = {
    rec.Declare: "show", rec.Overturn: "show", rec.Flip: "show",
    rec.Take: "take", rec.Bury: "bury",
}  # fmt: skip


class _Reader:
    """One walk over a hand for all that it says."""

    def __init__(self, hand: rec.Hand) -> None:
        self.hand = hand
        self.players = 1 + max((max(side.seats) for side in hand.levels), default=3)
        self.counted: dict[str, int] = {}
        self.here = rec.Address(hand.number)

    def facts(self) -> Iterator[_Fact]:
        hand = self.hand
        for side in hand.levels:
            for seat in side.seats:
                words = (write_seat(seat), write_level(side.level))
                yield _Fact(self.here, f"level {words[0]}", words[1:], needed=False)
        yield _Fact(self.here, "dealer", (write_seat(hand.dealer),), needed=False)
        for event in hand.events:
            yield from self._event(event)

    def _event(self, event: rec.Statement) -> Iterator[_Fact]:
        match event:
            case rec.Deal() | rec.Hands():
                for line in event.lines:
                    yield from self._dealt(line, drawn=isinstance(event, rec.Deal))
            case rec.Kitty():
                yield _Fact(self.here, "kitty", (), tuple(sorted(event.cards)), needed=False)
            case rec.Declare():
                after = "?" if event.after is None else str(event.after)
                yield self._count(event, (after, write_seat(event.seat)), event.cards)
            case rec.Overturn() | rec.Bury():
                yield self._count(event, (write_seat(event.seat),), event.cards)
            case rec.Flip() | rec.Take():
                yield self._count(event, (statement(event),), None)
            case rec.Trump():
                words = tuple(statement(event).split()[1:])
                yield _Fact(self.here, "trump", words, needed=False)
            case rec.Trick():
                yield from self._trick(event)
            case rec.Result():
                yield from self._result(event)
            case rec.Vendor() | rec.Pass() | rec.Join():
                pass
            case _:
                needed = not isinstance(event, rec.Penalty) or event.reason == "director"
                yield _Fact(self.here, event.kind, tuple(statement(event).split()), None, needed)

    def _dealt(self, line: rec.SeatCards, *, drawn: bool) -> Iterator[_Fact]:
        seat, cards = write_seat(line.seat), line.cards
        yield _Fact(self.here, f"{CARDS} {seat}", (), tuple(sorted(cards)), needed=False)
        if drawn:
            words = tuple("?" if card == UNKNOWN else CARD_NAMES[card] for card in cards)
            yield _Fact(self.here, f"{DRAWN} {seat}", words, needed=False)

    def _count(self, event: rec.Statement, words: tuple[str, ...], cards: Cards | None) -> _Fact:
        part = _COUNTED[type(event)]
        number = self.counted[part] = self.counted.get(part, 0) + 1
        address = rec.Address(self.hand.number, part, number)  # type: ignore[arg-type]
        return _Fact(address, event.kind, words, cards, needed=not isinstance(event, rec.Take))

    def _trick(self, trick: rec.Trick) -> Iterator[_Fact]:
        number = self.hand.number
        self.here = rec.Address(number, "trick", trick.number)
        start = rec.Address(number, "trick", trick.number, 1)
        yield _Fact(start, "leader", (write_seat(trick.leader),), needed=False)
        for place, play in enumerate(trick.plays, 1):
            address = rec.Address(number, "trick", trick.number, place)
            forced = "" if play.forced is None else write_cards(play.forced)
            # With another leader the same cards in the same place are another seat's.
            seat = write_seat((trick.leader + place - 1) % self.players)
            text = f"{seat} {write_play(play)}"
            yield _Fact(address, "play", (_manner(play), forced), play.cards, text=text)
        if trick.won is not None:
            points = "?" if trick.won.points is None else str(trick.won.points)
            words = (write_seat(trick.won.seat), points)
            yield _Fact(self.here, "won", words, needed=False)

    def _result(self, result: rec.Result) -> Iterator[_Fact]:
        end = rec.Address(self.hand.number, "end")
        words = statement(result).split()[1:]
        yield _Fact(end, "result", (words[0],), needed=False)
        for word in words[1:]:
            name, _, value = word.partition("=")
            yield _Fact(end, name, (value,), needed=False)


def _manner(play: rec.Play) -> str:
    """How the cards were played: the reading that was announced, and what was marked."""
    units = "+".join(map(write_cards, play.units))
    return f"{units}^{play.mark}" if play.mark else units
