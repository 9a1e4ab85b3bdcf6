"""A step of a hand as a page shows it: a flat table from the name of a place to what stands there.

The names are those of the `data-…` attributes in `table.html`, and the values are texts, cards,
addresses or states, all of them strings; empty means that there is nothing. The same table is
rendered by the server and, step after step, by `static/viewer.js`, so the two cannot differ.

A scene is made from a *view* of the position: what the view hides is in no place of it.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final, TypeAlias

from shengji.engine.cards import FACES, NO_TRUMP, RANKS, SUITS, UNKNOWN, Cards, points
from shengji.engine.order import TRUMP, Order
from shengji.engine.scoring.match import Level
from shengji.notation import record as rec
from shengji.notation.address import address_order, parse_address, write_address
from shengji.notation.diagnostics import Diagnostic, Severity
from shengji.notation.tokens import read_cards, write_level, write_seat
from shengji.replay.arranging import ROWS, order_of, rows, sorted_cards
from shengji.replay.film import Film, Step
from shengji.replay.knowing import Known, Onlooker, copies
from shengji.replay.steps import Card, Position
from shengji.replay.telling import Teller
from shengji.replay.views import View, view
from shengji.replay.wording import Language, say, say_basis, title_of
from shengji.web.language import Say, texts
from shengji.web.seatnames import LETTERS, seat_names

Scene: TypeAlias = Mapping[str, str]
"""What stands in each place of the page."""

ROW_NAMES: Final = "TSHDCU"
"""The rows of a hand: trumps, the suits, and cards of which nothing is known."""
WIDEST: Final = 10
"""Cards of a play that still fit beside another one."""
FEW: Final = 3
"""So many fit three times side by side on the narrowest screen."""


@dataclass(frozen=True, slots=True)
class Seen:
    """Who looks at a hand, and in which language."""

    view: View
    seat: int
    """Who sits at the bottom of the page; in the seat's view, whose hand is seen."""
    language: Language
    labels: str = LETTERS
    """How seats are called."""

    @property
    def eye(self) -> int | None:
        """Whose view it is."""
        return self.seat if self.view == "seat" else None

    def see(self, position: Position) -> Position:
        return view(position, self.view, self.eye)


@dataclass(frozen=True, slots=True)
class Round:
    """A trick in the list of tricks."""

    number: int
    at: str
    """The last position of it."""
    leader: str
    suit: str
    """A name of :data:`ROW_NAMES`, or empty where it is not known."""
    shape: str
    winner: str
    points: int
    total: int | None
    """The attackers' points after it."""
    flag: bool


@dataclass(frozen=True, slots=True)
class Branch:
    """A variation in the list of them."""

    number: int
    at: str
    """Its first position."""
    origin: str
    """Where it departs from the main line."""
    current: bool


@dataclass(frozen=True, slots=True)
class Remark:
    """A note or comment with its place."""

    at: str
    text: str


def places(film: Film, bottom: int) -> tuple[int, ...]:
    """The seats in order of play, from the one at the bottom of the page."""
    return tuple((bottom + place) % len(film.players) for place in range(len(film.players)))


class Stage:
    """Makes the scenes of one film for one onlooker."""

    def __init__(self, film: Film, seen: Seen) -> None:
        self.film = film
        self.seen = seen
        self.t: Say = texts(seen.language)
        self.names = seat_names(film.rules, seen.labels, self.t)
        self.teller = Teller(film, seen.language, tuple(name.told for name in self.names))
        self.ordered = any(isinstance(event, rec.Deal) for event in film.hand.events)
        """The record tells the order in which the cards were drawn."""
        self.notes = _notes(film.hand) if seen.view == "open" else {}
        self.flags = _most(len(flags_of(seen.see(step.position))) for step in film.steps)
        """The most flags that any step has."""
        self.showings = _most(len(step.position.showings) for step in film.steps)
        self.tricks = max((step.position.trick or 0 for step in film.steps), default=0)

    def scenes(self) -> list[Scene]:
        """Every step of the film."""
        return [self.at(place) for place in range(len(self.film.steps))]

    def at(self, place: int) -> Scene:
        """The step of that place on the film, with the ways that lead on from it."""
        return {**self.scene(self.film.steps[place], self._known[place]), **self._ways(place)}

    def scene(self, step: Step, known: Known | None = None) -> Scene:
        """One step, without the ways that lead on from it."""
        position = self.seen.see(step.position)
        order = order_of(position, self.film.rules)
        scene = {
            "at": write_address(step.address),
            "title": self.title(position),
            "say": self.teller.tell(step, self.seen.see),
            "felt": _felt(position),
            "notes": "\n".join((*_texts(position), *self.notes.get(step.address, ()))),
            **self._status(position),
            **self._kitty(position, order),
            **self._showings(position),
            **self._flagged(position, order),
        }
        for seat in range(len(self.film.players)):
            scene.update(self._seat(position, seat, order))
        if known is not None:
            scene.update(self._knowledge(known, order))
        return scene

    def empty(self) -> Scene:
        """Every place there is, with nothing in it."""
        return dict.fromkeys(self.at(0), "")

    def title(self, position: Position) -> str:
        """Where one is, in words: hand, trick and play, or what is being done."""
        return f"{self.t('viewer.hand', number=self.film.hand.number)}, {self._where(position)}"

    # -- above the table ------------------------------------------------------------------------

    def _status(self, position: Position) -> Scene:
        level = "?" if position.level is None else level_name(Level(position.level))
        named = position.declarer if position.declarer is not None else position.due
        score = position.attackers_points if position.total is None else position.total
        return {
            "trump": _suit_state(position.trump),
            "trump-level": "" if position.level is None and position.trump is None else level,
            "trump-name": self._trump_name(position.trump),
            "declarer": "" if named is None else self.teller.seat(named),
            "declarer-title": "" if named is None else self._declarer_title(position),
            "score": "–" if score is None else str(score),
            "meter": str(max(score or 0, 0)),
            "friends": _words(friend.card for friend in position.friends),
            "fines": f"{position.fines:+d}" if position.fines else "",
            "where": self._where(position),
            "trick": str(position.trick or ""),
            "phase": self.t(f"phase.{position.phase}"),
            "result": self._result(position),
        }

    def _declarer_title(self, position: Position) -> str:
        return self.t("term.due" if position.declarer is None else "term.dealer")

    def _trump_name(self, trump: int | None) -> str:
        return self.t("term.unknown") if trump is None else self.teller.suit(trump)

    def _where(self, position: Position) -> str:
        if position.trick is None or position.event == "end":
            return self.t(f"phase.{position.phase}")
        return self.t("viewer.where", trick=position.trick, tricks=self.tricks,
                      play=len(position.table), plays=len(self.film.players))  # fmt: skip

    def _result(self, position: Position) -> str:
        if position.event != "end" or position.total is None:
            return ""
        times = position.multiplier
        kitty = points(position.kitty or ()) if times else 0
        text = self.t("viewer.total", points=position.total)
        return f"{text} {self.t('viewer.with-kitty', kitty=kitty, times=times)}" if kitty else text

    def _kitty(self, position: Position, order: Order | None) -> Scene:
        held = position.phase == "burying"
        known = position.kitty is not None and any(card != UNKNOWN for card in position.kitty)
        kitty = position.kitty or () if known and not held else ()
        dealt = tuple(card for card in position.dealt_kitty or () if card != UNKNOWN)
        buried = position.holder is not None and not held
        title = "viewer.kitty-buried" if buried else "viewer.kitty"
        holder = "" if position.holder is None else self.teller.seat(position.holder)
        return {
            "kitty": card_names(kitty, order),
            "kitty-title": self.t("viewer.kitty-held" if held else title, seat=holder),
            "kitty-backs": "" if kitty or held else str(position.kitty_size or ""),
            "dealt": card_names(dealt, order) if buried or held else "",
        }

    # -- the table ------------------------------------------------------------------------------

    def _seat(self, position: Position, seat: int, order: Order | None) -> Scene:
        letter = write_seat(seat)
        hand = position.hands[seat]
        held = rows(hand or (), order)
        taken = position.captured[seat]
        return {
            **{f"{letter}.{name}": _words(row) for name, row in zip(ROW_NAMES, held, strict=True)},
            f"{letter}.size": str(position.sizes[seat]),
            f"{letter}.backs": str(position.sizes[seat] or "") if hand is None else "",
            f"{letter}.taken": f"+{taken}" if taken else "",
            f"{letter}.side": position.side(seat),
            f"{letter}.side-name": self._side_name(position, seat),
            f"{letter}.turn": "turn" if position.to_move == seat else "",
            **self._play(position, seat, order),
        }

    def _side_name(self, position: Position, seat: int) -> str:
        side = position.side(seat)
        return self.t(f"viewer.{side}") if side else ""

    def _play(self, position: Position, seat: int, order: Order | None) -> Scene:
        letter = write_seat(seat)
        card = next((card for card in position.table if card.seat == seat), None)
        flags = flags_of(position) if card is not None and card is position.table[-1] else ()
        won = card is not None and position.winning == seat and position.event == "play"
        done = len(position.table) == len(self.film.players)
        gained = points(face for each in position.table for face in each.cards)
        return {
            f"{letter}.play": "" if card is None else card_names(card.cards, order),
            f"{letter}.tried": "" if card is None else card_names(card.attempted or (), order),
            f"{letter}.led": "" if card is None else self._lead(position, card),
            f"{letter}.mark": "" if card is None or not card.mark else self.t(f"marks.{card.mark}"),
            f"{letter}.won": "won" if won else "",
            f"{letter}.won-name": self._won(done=done, gained=gained) if won else "",
            f"{letter}.flagged": _severity(flags[0]) if flags else "",
            f"{letter}.flag-name": self._flag_name(flags[0]) if flags else "",
        }

    def _won(self, *, done: bool, gained: int) -> str:
        return self.t("viewer.won", points=gained) if done else self.t("viewer.winning")

    def _lead(self, position: Position, card: Card) -> str:
        if card.seat != position.leader:
            return ""
        if position.lead is None:
            return self.t("viewer.led")
        return self.t("viewer.led-shape", shape=shape_name(position.lead.units, self.t))

    def _showings(self, position: Position) -> Scene:
        scene: dict[str, str] = {}
        for place in range(self.showings):
            there = place < len(position.showings)
            shown = position.showings[place] if there else None
            after = shown.after if shown else None
            scene[f"show{place}.deal"] = (
                f"{position.address.hand}.d{after}" if after and self.ordered else ""
            )
            scene[f"show{place}.cards"] = _words(shown.cards) if shown else ""
            scene[f"show{place}.seat"] = self.teller.seat(shown.seat) if shown else ""
            scene[f"show{place}.after"] = (
                "" if after is None else self.t("viewer.after", number=after)
            )
        scene["centre"] = "" if position.table or position.event == "end" else "open"
        return scene

    # -- flags ----------------------------------------------------------------------------------

    def _flagged(self, position: Position, order: Order | None) -> Scene:
        flags = flags_of(position)
        scene: dict[str, str] = {}
        for place in range(self.flags):
            flag = flags[place] if place < len(flags) else None
            owed = "" if flag is None else str(flag.arguments.get("owed", ""))
            scene |= {
                f"flag{place}": "" if flag is None else _severity(flag),
                f"flag{place}.name": "" if flag is None else self._flag_name(flag),
                f"flag{place}.text": "" if flag is None else say(flag, self.seen.language),
                f"flag{place}.basis": "" if flag is None else say_basis(flag, self.seen.language),
                f"flag{place}.owed": card_names(read_cards([owed]), order) if owed else "",
            }
        return scene

    def _flag_name(self, flag: Diagnostic) -> str:
        return title_of(flag.code.id, self.seen.language)

    # -- what could be known --------------------------------------------------------------------

    @cached_property
    def _known(self) -> list[Known | None]:
        """At each step, what the seat at the bottom could know (or, for the table, anybody)."""
        eye = None if self.seen.view == "table" else self.seen.seat
        resumed = any(isinstance(event, rec.Start) for event in self.film.hand.events)
        onlooker = Onlooker(self.film.rules, eye, from_the_start=not resumed)
        found: list[Known | None] = []
        for step in self.film.steps:
            known = [onlooker.watch(event) for event in step.events]
            found.append(known[-1])
        return found

    def _knowledge(self, known: Known, order: Order | None) -> Scene:
        out = known.out
        held = rows(out or (), order)
        trumps = len(held[0])
        scene = {
            "know.points": "" if out is None else str(points(out)),
            "know.trumps": "" if out is None or order is None else str(trumps),
            "know.none": "" if out is not None else "none",
        }
        for name, row in zip(ROW_NAMES, held, strict=True):
            scene[f"know.{name}"] = " ".join(
                f"{_word(face)}*{number}" if number > 1 else _word(face)
                for face, number in _by_rank(row)
            )
        for seat, voids in enumerate(known.voids):
            letter = write_seat(seat)
            scene[f"{letter}.voids"] = " ".join(
                f"void-{ROW_NAMES[place]}" for place, suit in enumerate(ROWS) if suit in voids
            )
            scene[f"{letter}.held"] = card_names(known.held[seat], order)
        return scene

    # -- ways -----------------------------------------------------------------------------------

    def _ways(self, place: int) -> Scene:
        """The addresses that the controls lead to; empty where there is no way on."""
        steps = self.film.steps
        last = len(steps) - 1
        goals = {
            "first": 0 if place else None,
            "prev": place - 1 if place else None,
            "next": place + 1 if place < last else None,
            "last": last if place < last else None,
            "prev-trick": _before(place, self._ends, 0 if place else None),
            "next-trick": _after(place, self._ends, last if place < last else None),
            "prev-flag": _before(place, self._flagged_places),
            "next-flag": _after(place, self._flagged_places),
        }
        return {
            f"to.{name}": "" if goal is None else write_address(steps[goal].address)
            for name, goal in goals.items()
        }

    @cached_property
    def _ends(self) -> list[int]:
        """The places at which a trick is over, or not begun."""
        seats = len(self.film.players)
        positions = (step.position for step in self.film.steps)
        return [
            place
            for place, position in enumerate(positions)
            if position.event == "lead" or len(position.table) == seats
        ]

    @cached_property
    def _flagged_places(self) -> list[int]:
        steps = self.film.steps
        return [place for place, step in enumerate(steps) if flags_of(self.seen.see(step.position))]

    # -- beside the table -----------------------------------------------------------------------

    @cached_property
    def rounds(self) -> list["Round"]:
        """The tricks, as far as they were played."""
        found: dict[int, Round] = {}
        flagged: set[int] = set()
        for step in self.film.steps:
            position = self.seen.see(step.position)
            if position.event != "play" or position.trick is None:
                continue
            if flags_of(position):
                flagged.add(position.trick)
            found[position.trick] = self._round(position, flag=position.trick in flagged)
        return list(found.values())

    def _round(self, position: Position, *, flag: bool) -> "Round":
        lead = position.lead
        done = len(position.table) == len(self.film.players)
        return Round(
            number=position.trick or 0,
            at=write_address(position.address),
            leader="" if position.leader is None else self._short(position.leader),
            suit="" if lead is None else ROW_NAMES[ROWS.index(lead.suit)],
            shape="" if lead is None else shape_name(lead.units, self.t),
            winner=self._short(position.winning) if done and position.winning is not None else "",
            points=points(face for card in position.table for face in card.cards),
            total=position.attackers_points,
            flag=flag,
        )

    def _short(self, seat: int) -> str:
        return self.film.players[seat] or self.names[seat].label

    def variations(self, current: int | None) -> list["Branch"]:
        """The alternative lines of the hand."""
        number = self.film.hand.number
        lines = [item for item in self.film.hand.appendix if isinstance(item, rec.Variation)]
        return [
            Branch(
                place, _first(number, place, line), write_address(line.address), place == current
            )
            for place, line in enumerate(lines, 1)
        ]

    def note_list(self) -> list["Remark"]:
        """Notes and comments in the order of play; only the open view has them."""
        if self.seen.view != "open":
            return []
        notes = [
            Remark(write_address(address), text)
            for address, texts in self.notes.items()
            for text in texts
        ]
        beside = [
            Remark(write_address(step.address), text)
            for step in self.film.steps
            for text in _comments(step.position)
        ]
        return sorted((*notes, *beside), key=lambda each: address_order(parse_address(each.at)))


def level_name(level: Level | None) -> str:
    """A level as people write it: 10, not T."""
    return write_level(level).replace("T", "10")


def changes(scenes: Sequence[Scene]) -> list[Scene]:
    """The first scene whole, and of every other what differs from the one before it."""
    return [
        dict(scene)
        if not place
        else {name: text for name, text in scene.items() if scenes[place - 1].get(name) != text}
        for place, scene in enumerate(scenes)
    ]


def shape_name(units: Sequence[tuple[int, int]], t: Say) -> str:
    """What was led: a pair, a tractor of three pairs, a throw."""
    if len(units) > 1:
        return t("shape.throw", number=sum(width * length for width, length in units))
    width, length = units[0]
    if length > 1:
        return t("shape.tractor", width=width, length=length)
    return (
        t("shape.single")
        if width == 1
        else t("shape.pair")
        if width == 2
        else (t("shape.same", number=width))
    )


def _notes(hand: rec.Hand) -> Mapping[rec.Address, Sequence[str]]:
    found: dict[rec.Address, list[str]] = {}
    for item in hand.appendix:
        if isinstance(item, rec.Note):
            found.setdefault(item.address, []).append(item.text)
    return found


def _first(number: int, variation: int, line: rec.Variation) -> str:
    """The first position of a variation that the main line does not have."""
    trick = next(event for event in line.events if isinstance(event, rec.Trick))
    play = 1 if line.address.play is None else line.address.play + 1
    return write_address(rec.Address(number, "trick", trick.number, play, variation))


def _comments(position: Position) -> list[str]:
    return [each.text for each in position.annotations if isinstance(each, rec.Text)]


GLYPHS: Final = {1: "!", 2: "?", 3: "!!", 4: "??", 5: "!?", 6: "?!"}


def _texts(position: Position) -> list[str]:
    """Glyphs and times beside an event on one line, as one reads them, then the comments."""
    signs = [
        GLYPHS.get(each.number, f"${each.number}")
        if isinstance(each, rec.Glyph)
        else f"{each.seconds} s"
        for each in position.annotations
        if not isinstance(each, rec.Text)
    ]
    return [*([" · ".join(signs)] if signs else []), *_comments(position)]


def flags_of(position: Position) -> tuple[Diagnostic, ...]:
    """What is to be flagged, the worst first; remarks of the checker about a text are none."""
    worst = (Severity.ERROR, Severity.WARNING, Severity.UNCHECKED)
    return tuple(
        found for severity in worst for found in position.findings if found.severity is severity
    )


def _severity(flag: Diagnostic) -> str:
    return flag.severity.value


def _most(numbers: Iterable[int]) -> int:
    return max(numbers, default=0)


def _before(place: int, places: Sequence[int], default: int | None = None) -> int | None:
    """The last one before a place; `places` go up."""
    found = bisect_left(places, place)
    return places[found - 1] if found else default


def _after(place: int, places: Sequence[int], default: int | None = None) -> int | None:
    found = bisect_right(places, place)
    return places[found] if found < len(places) else default


def _felt(position: Position) -> str:
    """How the plays lie: around the table, close together or not, side by side where there are more
    than four, or in rows where one is long."""
    long = max((len(card.attempted or card.cards) for card in position.table), default=0)
    if long > WIDEST:
        return "rows"
    if len(position.hands) != 4:
        return "many"
    return "few" if long <= FEW else ""


def _suit_state(trump: int | None) -> str:
    if trump is None:
        return "unknown"
    return "none" if trump == NO_TRUMP else SUITS[trump]


def _word(card: int) -> str:
    """The name of a card in the markup: H5, L, B; S_ and X where it is not known."""
    if card >= FACES:
        return "X" if card - FACES >= len(SUITS) else f"{SUITS[card - FACES]}_"
    return SUITS[card // 13] + RANKS[card % 13] if card < 52 else "LB"[card - 52]


def _words(cards: Iterable[int]) -> str:
    return " ".join(map(_word, cards))


def card_names(cards: Cards, order: Order | None) -> str:
    """The names of cards in the markup, in the order in which they are read."""
    return _words(sorted_cards(cards, order))


def _by_rank(row: Cards) -> list[tuple[int, int]]:
    """Each face of a row once, in the order of the row, with its copies."""
    number = dict(copies(row))
    return [(face, number[face]) for face in dict.fromkeys(row)]


assert ROWS[0] == TRUMP
