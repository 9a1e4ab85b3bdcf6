"""Logs of shengji-godot (github.com/qian-loong/shengji-godot), in both shapes they come in.

*Log*: the JSON that its GameLogger writes: hands in the order dealt, who was asked to declare, each
trick with its winner, the settlement; versions 1 and 2, which number the kinds of bids differently.
*Page*: the rounds read out of its HTML replay: hands sorted, a summary in Chinese words, no rules.
Each shape has a reader that makes rounds of it, and one builder makes hands of rounds.

The log names what trump was declared, not the cards shown. They are written where only one showing
was possible, by the kind of bid, the colour of the joker and the dealt hand; else as unknown.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
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
from shengji.engine.rules import LEVELS, Rules
from shengji.engine.rules import replace as change_rules
from shengji.engine.scoring import points as scoring
from shengji.engine.scoring.match import Level
from shengji.notation import record as rec
from shengji.notation.foreign.fields import Field, read_json
from shengji.notation.foreign.importer import ForeignError, Imported
from shengji.notation.foreign.remarks import Remarks
from shengji.notation.tokens import write_cards, write_seat

_PROJECT: Final = "github.com/qian-loong/shengji-godot"
_PRESET, _RULES = presets.rules_from_text("godot@1")
_SUIT_SIGNS: Final = "♠♥♦♣"
_JOKER_OF_SUIT: Final = (LITTLE_JOKER, BIG_JOKER, BIG_JOKER, LITTLE_JOKER)
"""The joker of each suit's colour, with which it is declared."""
_RANK_WORDS: Final = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
_JOKERS: Final = {"BlackJoker": LITTLE_JOKER, "RedJoker": BIG_JOKER}
_LOWEST_RANK: Final = 2
"""Ranks are written as numbers from here to 14."""
_ACE: Final = 12
_PLAYERS: Final = 4
_SIDES: Final = ((0, 2), (1, 3))

_A_DAY: Final = re.compile(r"\d{4}-\d\d-\d\d")
_NAMED: Final = re.compile(r"S([0-3]) (\S.*)")
_ASKED: Final = re.compile(r"S([0-3]) (?:(亮)|跳过)")
_KITTY: Final = re.compile(r"(\d{1,3}) × (\d{1,3}) = \d{1,5}")
_SCORE: Final = re.compile(r"-?\d{1,4}")


# -- what both shapes say --------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Kind:
    """What a bid consists of."""

    level_cards: int
    jokers: int


_JOKER_AND_CARD: Final = _Kind(1, 1)
_JOKER_PAIR: Final = _Kind(0, 2)
_KINDS: Final = {
    1: {1: _Kind(1, 0), 2: _Kind(2, 0), 3: _JOKER_AND_CARD, 4: _JOKER_PAIR},
    2: {1: _Kind(1, 0), 2: _Kind(2, 0), 3: _JOKER_AND_CARD, 4: _Kind(2, 1), 5: _JOKER_PAIR},
}
"""By version of the log and number of the kind."""


@dataclass(frozen=True, slots=True)
class _Bid:
    seat: int
    suit: int
    kind: _Kind


@dataclass(frozen=True, slots=True)
class _Settlement:
    score: int
    kitty: int
    """Points of the kitty as counted: 0 where the attackers did not win it."""
    multiplier: int
    gain: rec.SideChange
    """Of the side that won; may be 0."""
    next_dealer: int
    over: bool
    """The match is."""


@dataclass(frozen=True, slots=True)
class _Round:
    """A hand as either shape tells it."""

    number: int
    levels: tuple[int, int]
    """Ranks of the sides, a's first."""
    asked: tuple[int, ...]
    """The seats that were asked to declare, in order."""
    bid: _Bid | None
    dealer: int
    trump: int
    hands: tuple[Cards, ...]
    """Empty where they were not recorded."""
    bottom: Cards
    buried: Cards
    tricks: tuple[rec.Trick, ...]
    settlement: _Settlement | None
    """None where the hand was not finished."""
    declaring: bool = False
    """Nobody has declared yet, and not everybody was asked."""
    ordered: bool = False
    """The hands are in the order dealt."""
    seed: int | None = None


# -- the importer ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Godot:
    """The importer of both shapes."""

    name: str = "godot"

    def looks_like(self, data: bytes) -> bool:
        marks = (b'"rule_config"', b'"bid_history"', b'"initial_hands_sorted"')
        return (
            data[:99].lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"{")
            and b'"rounds"' in data
            and any(mark in data for mark in marks)
        )

    def read(self, data: bytes) -> Imported:
        document = read_json(data)
        listed = document.get("rounds").items()
        if not listed:
            raise ForeignError("no-round", document.get("rounds").place)
        remarks = Remarks()
        is_page = listed[0].find("summary") is not None
        reader = _Page(remarks) if is_page else _Log(document, remarks)
        rounds = [reader.round(each) for each in listed]
        hands = tuple(_Builder(each, reader, remarks).hand() for each in rounds)
        last = rounds[-1].settlement
        match = rec.MatchEnd(last.gain.seats) if last is not None and last.over else None
        return Imported((rec.Record(_tags(document, reader), hands, match),), remarks.all())


GODOT: Final = Godot()


def _tags(document: Field, reader: "_Log | _Page") -> tuple[rec.Tag, ...]:
    stamp = document.find("created_at") or document.find("source")
    day = None if stamp is None else _A_DAY.search(stamp.text())
    players = [
        (f"Player{write_seat(seat).upper()}", reader.names.get(seat, "?"))
        for seat in range(_PLAYERS)
    ]
    named = [
        ("Event", "shengji-godot"),
        ("Site", "?"),
        ("Date", day[0] if day else "?"),
        ("Rules", presets.rules_to_text(_PRESET, reader.rules)),
        *players,
        ("Source", f"{_PROJECT}, log of {day[0]}" if day else _PROJECT),
    ]
    return tuple(rec.Tag(name, value) for name, value in named)


# -- the log ---------------------------------------------------------------------------------------


class _Log:
    """Reads the rounds of the JSON that the program writes."""

    def __init__(self, document: Field, remarks: Remarks) -> None:
        self.remarks = remarks
        self.version = document.get("version").integer(1, 2)
        config = document.get("rule_config")
        self.rules = _stated_rules(config, remarks)
        if any("upgrade_blocked" in _settlement(each) for each in document.get("rounds").items()):
            # Its later rule: attackers do not leave a level that has to be played.
            self.rules = change_rules(self.rules, {"must_play_semantics": "win_as_dealer"})
        colours = config.find("trump_joker_color_match")
        self.any_joker = colours is not None and not colours.flag()
        self.names: dict[int, str] = {}
        remarks.missing("players")
        remarks.dropped("refusals")
        remarks.dropped("play-details")

    def round(self, log: Field) -> _Round:
        debug = log.find("debug") or Field({}, log.path)
        sides = log.get("team_ranks")
        levels = _sides_levels([_rank(each) for each in sides.items()], sides)
        dealer = _seat(log.get("dealer"))
        seed = log.find("seed")
        return _Round(
            number=log.get("round_num").integer(1, 9999),
            levels=levels,
            asked=self._asked(log),
            bid=self._bid(log),
            dealer=dealer,
            trump=log.get("trump_suit").integer(NO_TRUMP, 3),
            hands=_hands(debug.find("initial_hands")),
            bottom=_cards(debug.find("bottom_cards")),
            buried=_cards(debug.find("buried_cards")),
            tricks=tuple(self._tricks(log)),
            settlement=self._settlement(log, levels, dealer),
            declaring=log.find("bid") is None,
            ordered=True,
            seed=None if seed is None else seed.integer(0, 2**64 - 1),
        )

    def _asked(self, log: Field) -> tuple[int, ...]:
        counters = log.find("counter_bid_history")
        if counters is not None and counters.items():
            raise ForeignError("late-counter-bid", counters.place)
        history = log.find("bid_history")
        asked: list[int] = []
        for each in () if history is None else history.items():
            reason = each.find("reason")
            if each.get("action").text() not in ("bid", "skip"):
                self.remarks.dropped("counter-bids")
            elif reason is None or reason.text() != "already_bid":
                asked.append(_seat(each.get("seat")))
        return tuple(asked)

    def _bid(self, log: Field) -> _Bid | None:
        bid = log.find("bid")
        if bid is None or bid.get("type").value == "NO_BID":
            return None
        kinds = _KINDS[self.version]
        kind = kinds[bid.get("type").integer(min(kinds), max(kinds))]
        lowest = 0 if kind.level_cards else NO_TRUMP
        highest = 3 if kind.level_cards else NO_TRUMP
        return _Bid(_seat(bid.get("seat")), bid.get("suit").integer(lowest, highest), kind)

    def _tricks(self, log: Field) -> Iterator[rec.Trick]:
        for trick in log.get("tricks").items():
            if plays := _plays(trick):
                number = trick.get("trick_num").integer(1, 999)
                yield rec.Trick(number, _leader(trick), plays, self._won(trick))

    def _won(self, trick: Field) -> rec.Won | None:
        if trick.get("winner").value == -1:
            return None
        return _won(trick.get("winner"), trick.find("trick_points") or trick.get("trick_score"))

    def _settlement(self, log: Field, levels: tuple[int, int], dealer: int) -> _Settlement | None:
        said = log.find("settlement")
        if said is None or not said.members():
            number = log.get("round_num").integer(1, 9999)
            self.remarks.missing("end", number)
            return None
        winning = (dealer + said.get("upgrading_side").integer(0, 1)) % 2
        gain = 0
        # Without levels the log repeats the level of the hand, whoever won.
        if said.get("upgrade_levels").integer(0, 99):
            gain = _rank(said.get("new_rank")) - levels[winning]
        following = said.get("new_dealer").integer(-1, _PLAYERS - 1)
        return _Settlement(
            said.get("final_score").integer(-9999, 9999),
            said.get("bottom_score").integer(0, 999),
            said.get("bottom_multiplier").integer(0, 999),
            rec.SideChange(_SIDES[winning], gain),
            dealer if following < 0 else following,
            said.get("game_over").flag(),
        )


def _settlement(log: Field) -> Sequence[str]:
    found = log.find("settlement")
    return () if found is None else tuple(found.members())


_OPTIONS: Final = (
    ("allow_dump", "throw_allowed", "no", "yes"),
    ("bid_requires_joker", "declare_cards", "level", "level_joker"),
    ("strict_follow_structure", "follow_shape", "suit_only", "cascade"),
    ("tractor_allow_rank_card", "tractor_level_natural", "no", "yes"),
)
"""Settings of the program, the option that says the same, and its values for false and true."""

_WITHOUT_OPTION: Final = {
    "joker_always_trump": True,
    "trump_joker_color_match": True,
    "trump_mode": 0,
    "upgrade_threshold": 80,
}
"""Settings that no option can say otherwise.

Four cards alike, another of them, are not to be had with the two decks that it has at most.
"""


def _stated_rules(config: Field, remarks: Remarks) -> Rules:
    """The rules that the log states: the preset and what departs from it."""
    changes: dict[str, str] = {}
    for name, option, off, on in _OPTIONS:
        if (said := config.find(name)) is not None:
            changes[option] = on if said.flag() else off
    if (decks := config.find("deck_count")) is not None:
        changes["decks"] = str(decks.integer(1, 2))
    if (ranks := config.find("no_skip_ranks")) is not None:
        held = sorted({_rank(each) for each in ranks.items()})
        changes["must_play_levels"] = "".join(LEVELS[rank] for rank in held) or "none"
    if (enabled := config.find("no_skip_enabled")) is not None and not enabled.flag():
        changes["must_play_levels"] = "none"
    for name, usual in _WITHOUT_OPTION.items():
        if (said := config.find(name)) is not None and said.value != usual:
            remarks.dropped("setting", setting=f"{name} {said.value!r}", usual=repr(usual))
    return change_rules(_RULES, changes)


# -- the page --------------------------------------------------------------------------------------


class _Page:
    """Reads the rounds of a replay page."""

    def __init__(self, remarks: Remarks) -> None:
        self.remarks = remarks
        self.rules = _RULES
        self.any_joker = False
        self.names: dict[int, str] = {}
        remarks.missing("page-rules", rules=_PRESET.name)
        remarks.missing("deal-order")
        remarks.dropped("play-details")

    def round(self, page: Field) -> _Round:
        summary = page.get("summary")
        number = page.get("round").integer(1, 9999)
        dealer = self._named(summary.get("庄家"))
        trump = summary.get("主花色").one_of(("公主", *_SUIT_SIGNS)) - 1
        levels = self._levels(summary.get("队伍级"))
        asked = _ASKED.findall(summary.get("亮主").text())
        return _Round(
            number=number,
            levels=levels,
            asked=tuple(int(seat) for seat, _ in asked),
            bid=next((_page_bid(int(seat), trump) for seat, shows in asked if shows), None),
            dealer=dealer,
            trump=trump,
            hands=_hands(page.find("initial_hands_sorted")),
            bottom=_cards(page.find("bottom")),
            buried=_cards(page.find("buried")),
            tricks=tuple(self._tricks(page)),
            settlement=self._settlement(summary, number, levels, dealer),
        )

    def _levels(self, said: Field) -> tuple[int, int]:
        words = said.text().split(" / ")
        if any(word not in _RANK_WORDS for word in words):
            raise said.error("two-levels-godot")
        return _sides_levels([_RANK_WORDS.index(word) for word in words], said)

    def _named(self, said: Field) -> int:
        """A seat with the name that the page gives it."""
        found = _NAMED.fullmatch(said.text())
        if found is None:
            raise said.error("seat-godot")
        seat = int(found[1])
        self.names[seat] = found[2]
        return seat

    def _tricks(self, page: Field) -> Iterator[rec.Trick]:
        for number, trick in enumerate(page.get("tricks").items(), 1):
            if plays := _plays(trick):
                won = _won(trick.get("winner"), trick.get("points"))
                yield rec.Trick(number, _leader(trick), plays, won)

    def _settlement(
        self, summary: Field, number: int, levels: tuple[int, int], dealer: int
    ) -> _Settlement:
        score = summary.get("最终分")
        if not _SCORE.fullmatch(score.text()):
            raise score.error("score")
        kitty = _KITTY.fullmatch(summary.get("底牌奖励").text())
        if kitty is None:
            raise summary.get("底牌奖励").error("kitty-godot")
        winning = (dealer + summary.get("升级方").one_of(("庄家方", "攻方"))) % 2
        # The page names a level also where none is gained, and does not say that a match is over.
        gains = _gains(int(score.text()))
        following = summary.get("新庄家")
        next_dealer = dealer if following.text() == "不换庄" else self._named(following)
        over = gains and levels[winning] == _ACE
        if over:
            self.remarks.inferred("match-over", number)
            self.remarks.dropped("next-dealer", number)
        gain = summary.get("新级").one_of(_RANK_WORDS) - levels[winning] if gains else 0
        side = rec.SideChange(_SIDES[winning], gain)
        return _Settlement(int(score.text()), int(kitty[1]), int(kitty[2]), side, next_dealer, over)


def _page_bid(seat: int, trump: int) -> _Bid:
    """A bid on a page, which names the trump only: its logs know one kind for each."""
    return _Bid(seat, trump, _JOKER_PAIR if trump == NO_TRUMP else _JOKER_AND_CARD)


def _gains(score: int) -> bool:
    """Whether a score of the attackers gives levels to anybody."""
    return score % 5 == 0 and scoring.outcome(_RULES, score).levels > 0


# -- small things ----------------------------------------------------------------------------------


def _seat(said: Field) -> int:
    return said.integer(0, _PLAYERS - 1)


def _rank(said: Field) -> int:
    return said.integer(_LOWEST_RANK, _LOWEST_RANK + _ACE) - _LOWEST_RANK


def _sides_levels(levels: Sequence[int], said: Field) -> tuple[int, int]:
    if len(levels) != len(_SIDES):
        raise said.error("two-levels")
    return levels[0], levels[1]


def _card(said: Field) -> int:
    word = said.text()
    if word in _JOKERS:
        return _JOKERS[word]
    if word[:1] not in tuple(_SUIT_SIGNS) or word[1:] not in _RANK_WORDS:
        raise said.error("card-godot")
    return face_of(_SUIT_SIGNS.index(word[0]), _RANK_WORDS.index(word[1:]))


def _cards(said: Field | None) -> Cards:
    """The cards of a list, in its order."""
    return () if said is None else tuple(map(_card, said.items()))


def _hands(said: Field | None) -> tuple[Cards, ...]:
    hands = () if said is None else tuple(map(_cards, said.items()))
    if said is not None and hands and (len(hands) != _PLAYERS or not all(hands)):
        raise said.error("four-hands")
    return hands


def _leader(trick: Field) -> int:
    return _seat(trick.get("lead_seat"))


def _plays(trick: Field) -> tuple[rec.Play, ...]:
    said = trick.get("plays").items()
    if len(said) > _PLAYERS:
        raise trick.get("plays").error("four-plays")
    plays: list[rec.Play] = []
    for step, play in enumerate(said):
        due = (_leader(trick) + step) % _PLAYERS
        if _seat(play.get("seat")) != due:
            raise play.get("seat").error("turn", seat=due)
        cards = _cards(play.get("cards"))
        if not cards:
            raise play.get("cards").error("cards")
        plays.append(rec.Play(tuple(sorted(cards))))
    return tuple(plays)


def _won(winner: Field, gained: Field) -> rec.Won:
    return rec.Won(_seat(winner), gained.integer(0, 999))


# -- a round as a hand -----------------------------------------------------------------------------


class _Builder:
    """Makes a hand of a round."""

    def __init__(self, told: _Round, reader: _Log | _Page, remarks: Remarks) -> None:
        self.round = told
        self.rules = reader.rules
        self.any_joker = reader.any_joker
        self.remarks = remarks

    def hand(self) -> rec.Hand:
        told = self.round
        levels = tuple(
            rec.SideLevel(seats, Level(rank))
            for seats, rank in zip(_SIDES, told.levels, strict=True)
        )
        # The seat due to deal is asked first. In a first hand nobody is due.
        due = told.asked[0] if told.asked and told.number > 1 else rec.UNKNOWN_SEAT
        events = tuple(
            chain(self._dealt(), self._declaring(), self._bury(), told.tricks, self._result())
        )
        return rec.Hand(told.number, levels, due, events=events, ended=told.settlement is not None)

    def _dealt(self) -> Iterator[rec.Statement]:
        told = self.round
        if not told.hands:
            self.remarks.missing("all-cards", told.number)
            return
        sets = told.hands if told.ordered else [tuple(sorted(cards)) for cards in told.hands]
        lines = tuple(map(rec.SeatCards, range(_PLAYERS), sets))
        yield rec.Deal(self._first_drawer(), lines) if told.ordered else rec.Hands(lines)
        if told.bottom:
            yield rec.Kitty(told.bottom if told.ordered else tuple(sorted(told.bottom)))

    def _first_drawer(self) -> int:
        """The log keeps the order within each hand; the seed proves how the hands interlock."""
        told, rules = self.round, self.rules
        whole = _PLAYERS * rules.hand_size
        if told.seed is not None:
            pack = _shuffled(told.seed, rules.decks)
            hands = [pack[seat:whole:_PLAYERS] for seat in range(_PLAYERS)]
            if (*hands, pack[whole:]) == (*told.hands, told.bottom):
                self.remarks.inferred("deal-by-seed", told.number)
                return 0
        self.remarks.missing("first-drawer", told.number)
        return rec.UNKNOWN_SEAT

    def _declaring(self) -> Iterator[rec.Statement]:
        told, bid = self.round, self.round.bid
        yield from (rec.Pass(seat) for seat in told.asked if bid is None or seat != bid.seat)
        if bid is not None:
            # They are asked once the cards are dealt.
            whole = _PLAYERS * self.rules.hand_size
            yield rec.Declare(whole, bid.seat, self._shown(bid))
        if not told.declaring:
            yield rec.Trump(told.trump, Level(told.levels[told.dealer % 2]), told.dealer)

    def _shown(self, bid: _Bid) -> Cards:
        told = self.round
        held = told.hands[bid.seat] if told.hands else None
        showings = list(_showings(bid, told.levels[bid.seat % 2], held, any_joker=self.any_joker))
        if len(showings) != 1:
            self.remarks.missing("showing", told.number, seat=write_seat(bid.seat))
            return (UNKNOWN,) * (bid.kind.level_cards + bid.kind.jokers)
        self.remarks.inferred(
            "only-showing", told.number,
            seat=write_seat(bid.seat), cards=write_cards(showings[0]),
        )  # fmt: skip
        return showings[0]

    def _bury(self) -> Iterator[rec.Statement]:
        told = self.round
        if told.declaring:
            return
        yield rec.Take(told.dealer)
        if told.buried:
            yield rec.Bury(told.dealer, tuple(sorted(told.buried)))
        elif told.tricks:
            yield rec.Bury(told.dealer, (UNKNOWN,) * self.rules.kitty)

    def _result(self) -> Iterator[rec.Statement]:
        said, buried = self.round.settlement, self.round.buried
        if said is None:
            return
        # Of a kitty that was not won the log counts nothing.
        kitty = said.kitty if said.multiplier else points(buried) if buried else None
        yield rec.Result(
            said.score,
            kitty,
            None if kitty is None else said.multiplier,
            (said.gain,) if said.gain.change else (),
            rec.NOBODY if said.over else said.next_dealer,
        )


def _showings(bid: _Bid, level: int, held: Cards | None, *, any_joker: bool) -> Iterator[Cards]:
    """Every set of cards that makes a bid, out of a hand where that is known."""
    kind = bid.kind
    suited = (face_of(bid.suit, level),) * kind.level_cards if kind.level_cards else ()
    jokers: tuple[int, ...] = (LITTLE_JOKER, BIG_JOKER)
    if kind.level_cards and not any_joker:
        jokers = (_JOKER_OF_SUIT[bid.suit],)
    whole = [(*suited, *(joker,) * kind.jokers) for joker in jokers] if kind.jokers else [suited]
    for cards in whole:
        if held is None or all(held.count(card) >= cards.count(card) for card in cards):
            yield cards


def _shuffled(seed: int, decks: int) -> Cards:
    """The pack as the program shuffles it, top first."""
    pack = list(range(FACES)) * decks
    draw = _Generator(seed)
    for last in range(len(pack) - 1, 0, -1):
        other = draw.below(last + 1)
        pack[last], pack[other] = pack[other], pack[last]
    return tuple(pack)


class _Generator:
    """The random numbers of Godot: PCG (XSH RR 64/32)."""

    _STEP: Final = 6364136223846793005
    _STREAM: Final = 1442695040888963407 << 1 | 1

    def __init__(self, seed: int) -> None:
        self.state = self._STREAM + seed
        self._next()

    def _next(self) -> int:
        old = self.state & (1 << 64) - 1
        self.state = old * self._STEP + self._STREAM
        mixed = ((old >> 18 ^ old) >> 27) & 0xFFFFFFFF
        turn = old >> 59
        return (mixed >> turn | mixed << (-turn & 31)) & 0xFFFFFFFF

    def below(self, bound: int) -> int:
        """A number under the bound, each as likely."""
        unfair = (1 << 32) % bound
        while (number := self._next()) < unfair:
            pass
        return number % bound
