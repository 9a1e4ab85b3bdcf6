"""Replays of Tractor LAN (iceburgy): one hand as JSON, or the zip of many that it exports.

A replay has the cards held once the kitty was buried, the buried cards, and every trick with its
winner; not the order of the deal, and not what the dealer held before he took the kitty. A throw
that failed is a trick of its own with one entry, in front of the real one.

No replay is public; this follows the program's sources. It is no rule system of its own here: what
is known of its rules is stated option by option.
"""

import io
import re
import zipfile
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import PurePosixPath
from typing import Final

from shengji.engine import presets
from shengji.engine.cards import (
    BIG_JOKER,
    FACES,
    LITTLE_JOKER,
    NO_TRUMP,
    UNKNOWN,
    Cards,
    face_of,
    points,
)
from shengji.engine.scoring.match import Level
from shengji.notation import record as rec
from shengji.notation.foreign import making
from shengji.notation.foreign.fields import Field, read_json
from shengji.notation.foreign.importer import MOST_BYTES, ForeignError, Imported, Place
from shengji.notation.foreign.remarks import Remarks
from shengji.notation.tokens import write_seat

_RULES_TEXT: Final = (
    "standard@1 must_play_levels=5TK must_play_semantics=stop_at tractor_no_trump_joker_level=yes"
    " follow_tractor_partial=pairs throw_penalty=10_per_card kitty_multiplier=kcardpow"
    " level_table=tsteps"
)
_SUITS: Final = (1, 0, 2, 3)
"""Ours, by its order hearts, spades, diamonds, clubs."""
_NOBODY: Final = 0
_SINGLE, _PAIR, _LITTLE_PAIR, _BIG_PAIR = 1, 2, 3, 4
"""How trump is exposed."""
_ALL_TRUMPS: Final = 5
_ZIP: Final = b"PK\x03\x04"
_MOST_FILES: Final = 10_000
_MOMENT: Final = re.compile(r"(\d{4}-\d\d-\d\d)={3}.*")


@dataclass(frozen=True, slots=True)
class TractorLan:
    """The importer of replays and their zip."""

    name: str = "tractor-lan"

    def looks_like(self, data: bytes) -> bool:
        if data.startswith(_ZIP):
            return b".json" in data[:300] or b".json" in data[-(1 << 16) :]
        return b'"CurrentTrickStates"' in data or b'"CurrentHandState"' in data

    def read(self, data: bytes) -> Imported:
        remarks = Remarks()
        if not data.startswith(_ZIP):
            return Imported((_record(read_json(data), remarks),), remarks.all())
        records: list[rec.Record] = []
        for name, content in _entries(data, remarks):
            try:
                records.append(_record(read_json(content), remarks))
            except ForeignError as error:
                place = replace(error.place, file=name)
                raise ForeignError(error.id, place, **error.arguments) from None
        if not records:
            raise ForeignError("no-replay")
        return Imported(tuple(records), remarks.all())


TRACTOR_LAN: Final = TractorLan()


def _entries(data: bytes, remarks: Remarks) -> Iterator[tuple[str, bytes]]:
    """The replays of a zip, by name. Nothing is written anywhere, and no more read than a limit."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as zipped:
            listed = [entry for entry in zipped.infolist() if not entry.is_dir()]
            _refuse(listed)
            left = MOST_BYTES
            for entry in sorted(listed, key=lambda each: each.filename):
                if not entry.filename.endswith(".json"):
                    remarks.dropped("zip-other", file=entry.filename)
                    continue
                with zipped.open(entry) as stream:
                    content = stream.read(left + 1)
                left -= len(content)
                if left < 0:
                    raise _too_long(entry.filename)
                yield entry.filename, content
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError):
        raise ForeignError("damaged-zip") from None


def _refuse(entries: Sequence[zipfile.ZipInfo]) -> None:
    """A zip that names places outside of itself, or unpacks to more than anybody needs."""
    if len(entries) > _MOST_FILES:
        raise ForeignError("many-files", number=len(entries), most=_MOST_FILES)
    for entry in entries:
        path = PurePosixPath(entry.filename.replace("\\", "/"))
        if path.is_absolute() or ".." in path.parts or ":" in entry.filename:
            raise ForeignError("outside-zip", Place(file=entry.filename))
    if sum(entry.file_size for entry in entries) > MOST_BYTES:
        raise _too_long()


def _too_long(file: str = "") -> ForeignError:
    return ForeignError("long-zip", Place(file=file), most=MOST_BYTES >> 20)


# -- a replay --------------------------------------------------------------------------------------


def _record(replay: Field, remarks: Remarks) -> rec.Record:
    preset, rules = presets.rules_from_text(_RULES_TEXT)
    maker = _Maker(replay, remarks)
    moment = replay.find("ReplayId")
    day = None if moment is None else _MOMENT.fullmatch(moment.text())
    tags = making.tags(
        event="Tractor LAN", rules=presets.rules_to_text(preset, rules),
        date=day[1] if day else "?", source="Tractor LAN, replay",
        names=dict(enumerate(maker.players)),
    )  # fmt: skip
    hand = maker.hand()
    remarks.inferred("lan-rules")
    remarks.missing("deal-order")
    return rec.Record(tags, (hand,))


class _Maker:
    """Makes the hand of a replay."""

    def __init__(self, replay: Field, remarks: Remarks) -> None:
        self.replay, self.remarks = replay, remarks
        self.state = replay.get("CurrentHandState")
        players = replay.get("Players")
        self.players = [each.text() for each in players.items()]
        if len(self.players) != making.FOUR or len(set(self.players)) != making.FOUR:
            raise players.error("four-names")
        self.starter = self.seat(self.state.get("Starter"))
        buried_by = self.state.find("Last8Holder")
        self.burier = self.starter if buried_by is None else self.seat(buried_by)
        self.rank = self.state.get("Rank").integer(0, 12)
        self.tricks = list(self._told_tricks())

    def seat(self, said: Field) -> int:
        return said.one_of(self.players)

    def hand(self) -> rec.Hand:
        ranks = [each.integer(0, 12) for each in self.replay.get("PlayerRanks").items()]
        if len(ranks) != making.FOUR:
            raise self.replay.get("PlayerRanks").error("four-levels")
        whole = sum(len(trick.plays[0].forced or trick.plays[0].cards) for trick in self.tricks)
        result = list(self._result()) if whole == 25 else []
        if not result:
            self.remarks.missing("end" if whole < 25 else "final-points", 1)
        return rec.Hand(
            1, making.side_levels(ranks[:2]), self._due(), fresh=True,
            events=(*self._dealt(), *self._shown(), *self._kitty(), *self.tricks, *result),
            ended=whole == 25,
        )  # fmt: skip

    def _due(self) -> int:
        """Where somebody else than the last to declare deals, the deal was due to him."""
        makers = [event.seat for event in self._shown() if isinstance(event, rec.Declare)]
        same = makers and makers[-1] == self.starter
        return rec.UNKNOWN_SEAT if same else self.starter

    def _dealt(self) -> Iterator[rec.Statement]:
        """Hands as dealt, but of who took the kitty."""
        held = self.state.get("PlayerHoldingCards")
        lines = [
            rec.SeatCards(seat, _counted(held.get(name).get("Cards")))
            for seat, name in enumerate(self.players)
            if seat not in (self.starter, self.burier)
        ]
        yield rec.Hands(tuple(lines))
        self.remarks.missing("before-kitty", 1, seat=write_seat(self.burier))

    def _shown(self) -> Iterator[rec.Statement]:
        listed = self.state.find("LastTrumpStates")
        for told in () if listed is None else listed.items():
            how, suit = told.get("TrumpExposingPoker").integer(0, 4), _suit(told.get("Trump"))
            maker = told.find("TrumpMaker")
            if how == _NOBODY or maker is None or not maker.text():
                continue
            yield rec.Declare(None, self.seat(maker), self._exposed(how, suit))

    def _exposed(self, how: int, suit: int) -> Cards:
        if how in (_LITTLE_PAIR, _BIG_PAIR):
            return (LITTLE_JOKER if how == _LITTLE_PAIR else BIG_JOKER,) * 2
        if suit < 0:
            return (UNKNOWN,) * (1 + (how == _PAIR))
        return (face_of(suit, self.rank),) * (1 + (how == _PAIR))

    def _kitty(self) -> Iterator[rec.Statement]:
        yield rec.Trump(_suit(self.state.get("Trump")), Level(self.rank), self.starter)
        yield rec.Take(self.starter)
        buried = tuple(sorted(map(_card, self.state.get("DiscardedCards").items())))
        if self.burier != self.starter:
            self.remarks.dropped("lan-theft", 1, seat=write_seat(self.burier))
            buried = (UNKNOWN,) * len(buried)
        yield rec.Bury(self.starter, buried)

    # -- play ------------------------------------------------------------------------------

    def _told_tricks(self) -> Iterator[rec.Trick]:
        tried: tuple[int, Cards] | None = None
        number = 1
        listed = self.replay.get("CurrentTrickStates").items()
        for place, told in enumerate(listed):
            shown = told.get("ShowedCards").items()
            if not shown:
                continue
            if len(shown) == 1 and _goes_on(shown[0], listed[place + 1 : place + 2]):
                tried = (self.seat(shown[0].get("PlayerID")), _laid(shown[0]))
                continue
            yield self._trick(number, told, shown, tried)
            tried, number = None, number + 1

    def _trick(
        self, number: int, told: Field, shown: Sequence[Field], tried: tuple[int, Cards] | None
    ) -> rec.Trick:
        leader = self.seat(shown[0].get("PlayerID"))
        plays: list[rec.Play] = []
        for step, each in enumerate(shown):
            due = (leader + step) % making.FOUR
            if self.seat(each.get("PlayerID")) != due or step == making.FOUR:
                raise each.get("PlayerID").error("turn-of", name=repr(self.players[due]))
            plays.append(rec.Play(_laid(each)))
        if tried is not None and tried[0] == leader:
            plays[0] = rec.Play(tried[1], forced=plays[0].cards)
        won, winner = None, told.find("Winner")
        if winner is not None and winner.text() and len(plays) == making.FOUR:
            won = rec.Won(self.seat(winner), None)
        return rec.Trick(number, leader, tuple(plays), won)

    # -- the end ---------------------------------------------------------------------------

    def _result(self) -> Iterator[rec.Result]:
        """The attackers' points: `Score` is told with the kitty and the fines, or without them."""
        score = self._number("Score")
        base, times = (self._number(f"ScoreLast8Cards{part}") for part in ("Base", "Multiplier"))
        more = base * times + self._number("ScorePunishment")
        taken = sum(
            points(play.forced or play.cards)
            for trick in self.tricks
            if trick.won is not None and (trick.won.seat - self.starter) % 2
            for play in trick.plays
        )
        if not score and taken:
            return
        total = score + more if score == taken else score
        yield rec.Result(total, base or None, times if base else None)

    def _number(self, name: str) -> int:
        said = self.state.find(name)
        return 0 if said is None else said.integer(-9999, 9999)


def _goes_on(shown: Field, after: Sequence[Field]) -> bool:
    """Whether one entry alone is a throw that failed: the same player then leads some of it."""
    following = next((each.get("ShowedCards").items() for each in after), [])
    if not following:
        return False
    lead = following[0]
    part, whole = list(_laid(lead)), list(_laid(shown))
    same = lead.get("PlayerID").value == shown.get("PlayerID").value
    return same and len(part) < len(whole) and all(whole.count(c) >= part.count(c) for c in part)


def _laid(said: Field) -> Cards:
    cards = tuple(sorted(map(_card, said.get("Cards").items())))
    if not cards:
        raise said.get("Cards").error("cards")
    return cards


def _face(number: int) -> int:
    if number >= LITTLE_JOKER:
        return number
    return face_of(_SUITS[number // 13], number % 13)


def _card(said: Field) -> int:
    return _face(said.integer(0, FACES - 1))


def _counted(said: Field) -> Cards:
    """A hand as the number of each card."""
    numbers = said.items()
    if len(numbers) != FACES:
        raise said.error("card-numbers", number=FACES)
    return tuple(
        sorted(
            _face(card) for card, number in enumerate(numbers) for _ in range(number.integer(0, 2))
        )
    )


def _suit(said: Field) -> int:
    number = said.integer(0, _ALL_TRUMPS)
    if number == _ALL_TRUMPS:
        return NO_TRUMP
    return rec.UNKNOWN_SUIT if number == _NOBODY else _SUITS[number - 1]
