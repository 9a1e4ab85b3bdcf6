"""The chat of tractor-online out of a record; ours, for tests."""

from collections.abc import Iterator, Sequence
from typing import Final

from shengji.engine.cards import BIG_JOKER, LITTLE_JOKER, Cards, rank_of, suit_of
from shengji.engine.scoring.match import Level
from shengji.engine.scoring.points import kitty_multiplier
from shengji.notation import record as rec

from .played import Played

RANKS: Final = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "NT")


def rendered(cards: Cards) -> str:
    """As the page shows cards."""
    jokers = {LITTLE_JOKER: "LJ", BIG_JOKER: "HJ"}
    return "".join(
        jokers.get(card) or RANKS[rank_of(card)] + "♠♥♦♣"[suit_of(card)] for card in cards
    )


def characters(cards: Cards) -> str:
    """As the server writes cards: one playing-card character each, without the knights."""
    return "".join(map(character, cards))


def character(card: int) -> str:
    if card >= LITTLE_JOKER:
        return "\U0001f0df" if card == LITTLE_JOKER else "\U0001f0cf"
    place = (rank_of(card) + 1) % 13 + 1
    return chr(0x1F0A0 + 16 * suit_of(card) + place + (place > 11))


class Chat:
    """Lines of whole hands."""

    def __init__(self, names: Sequence[str], *, server: bool = False, reveal: bool = False) -> None:
        self.names, self.server, self.reveal = names, server, reveal

    def cards(self, cards: Cards) -> str:
        return characters(cards) if self.server else rendered(cards)

    def match(self, hands: Sequence[Played]) -> Iterator[str]:
        for told in hands:
            yield from self.hand(told)

    def hand(self, told: Played) -> Iterator[str]:
        yield f"{self.names[0]} started the game"
        for show in told.only(rec.Declare):
            assert isinstance(show, rec.Declare)
            yield f"{self.names[show.seat]} bid {self.bid(show.cards)}"
        for flip in told.only(rec.Flip):
            assert isinstance(flip, rec.Flip)
            for _ in flip.cards:
                yield f"{self.names[0]} revealed a card from the bottom of the deck"
        for trick in told.tricks:
            yield from self.plays(trick)
            if trick is told.tricks[-1]:
                yield from self.kitty(told)
            yield self.won(told, trick)
        yield from self.end(told)

    def bid(self, cards: Cards) -> str:
        if not self.server:
            return rendered(cards)
        joker = {LITTLE_JOKER: "LJ", BIG_JOKER: "HJ"}.get(cards[0])
        return f"{len(cards)} {joker or RANKS[rank_of(cards[0])] + '♤♡♢♧'[suit_of(cards[0])]}"

    def plays(self, trick: rec.Trick) -> Iterator[str]:
        for step, play in enumerate(trick.plays):
            name = self.names[(trick.leader + step) % len(self.names)]
            if play.forced is not None:
                by = "someone" if play.beaten_by is None else self.names[play.beaten_by]
                yield f"{name} tried to throw {characters(play.cards)}, but {by} can beat it"
            yield f"{name} played {self.cards(play.forced or play.cards)}"

    def times(self, told: Played) -> int:
        last = told.replay.engine.last
        assert last is not None and last.lead is not None
        return kitty_multiplier(told.replay.rules, last.lead.units)

    def buried_points(self, told: Played) -> int:
        assert told.outcome.count is not None
        return told.outcome.count.kitty_points or 0

    def kitty(self, told: Played) -> Iterator[str]:
        if self.reveal:
            yield f"{self.cards(told.buried)} in kitty"
        if points := self.buried_points(told):
            yield (
                f"{points} points were buried and are attached to the last trick,"
                f" with a multiplier of {self.times(told)}"
            )

    def won(self, told: Played, trick: rec.Trick) -> str:
        assert trick.won is not None and trick.won.points is not None
        points = trick.won.points
        if trick is told.tricks[-1]:
            points += self.buried_points(told) * self.times(told)
        name = self.names[trick.won.seat]
        if not points:
            return f"{name} wins the trick, but gets no points :("
        return f"{name} wins the trick and gets {points} points"

    def end(self, told: Played) -> Iterator[str]:
        outcome, points = told.outcome, told.result.points
        assert outcome.result is not None and outcome.settlement is not None
        if outcome.result.dealer_side_wins:
            yield f"Landlord team won, opposing team only collected {points} points"
        else:
            yield f"Landlord team lost, opposing team collected {points} points"
        for seat, level in enumerate(outcome.after.levels):
            assert level is not None
            if level != before(told, seat):
                yield f"{self.names[seat]} has advanced to rank {RANKS[level.rank]}"
        yield "The game has finished"
        if (following := outcome.settlement.next_dealer) is not None:
            yield f"{self.names[following]} will start the next game"


def before(told: Played, seat: int) -> Level | None:
    return next(side.level for side in told.hand.levels if seat in side.seats)
