"""Lines that follow from what stands above them, so that nobody has to work them out."""

from dataclasses import replace

from shengji.engine.hand import Hand as Engine
from shengji.engine.hand import Phase
from shengji.engine.play.table import Trick
from shengji.engine.rules import Rules
from shengji.engine.scoring.match import Level, start_levels
from shengji.notation import record as rec
from shengji.notation.tokens import write_level, write_seat, write_seats, write_won
from shengji.notation.writer import hand_line, statement
from shengji.replay.generate import sides
from shengji.replay.recording.judging import Judged, judge
from shengji.replay.settling import result_of


def opening_line(judged: Judged, rules: Rules) -> str:
    """The `hand` line of the next hand: its levels and who is due to deal, as far as they follow.

    A hand that was dealt again or of which not all is known leaves `?`.
    """
    before = judged.hand
    if before is None:
        first = rec.Hand(1, sides(rules, start_levels(rules)), rec.UNKNOWN_SEAT)
        return hand_line(first)
    after = None if judged.outcome is None else judged.outcome.after
    levels = (None,) * rules.players if after is None else after.levels
    due = None if after is None else after.due
    dealer = rec.UNKNOWN_SEAT if due is None else due
    return hand_line(rec.Hand(before.number + 1, sides(rules, levels), dealer))


def trump_line(judged: Judged) -> str | None:
    """The `trump` line, where showings or flips settle trump, level and declarer."""
    if judged.engine is None:
        return None
    suit, rank, declarer = judged.engine.settled()
    level = None if declarer is None else _level_of(judged, declarer)
    if suit is None or rank is None or declarer is None or level is None or level.rank != rank:
        return None
    return statement(rec.Trump(suit, level, declarer))


def named_trump(judged: Judged, suit: str, seat: rec.Seat) -> str | None:
    """The `trump` line of a suit and a declarer, at the level of his side; None where that is not
    known."""
    level = _level_of(judged, seat)
    return None if level is None else f"trump {suit} {write_level(level)} {write_seat(seat)}"


def _level_of(judged: Judged, seat: rec.Seat) -> Level | None:
    return None if judged.hand is None else level_in(judged.hand, seat)


def level_in(hand: rec.Hand, seat: rec.Seat) -> Level | None:
    """The level at which a seat stands in a hand, with its lap."""
    return next((side.level for side in hand.levels if seat in side.seats), None)


def won_word(trick: Trick) -> str | None:
    """The word `=d+15` of a finished trick, where its cards tell it."""
    if trick.winner is None:
        return None
    return write_won(rec.Won(trick.winner, trick.points if trick.points_known else None))


def leader_of(engine: Engine) -> rec.Seat | None:
    """Who leads the next trick: to the first one the declarer, unless play began in its middle."""
    return engine.to_move if engine.phase is Phase.PLAYING else engine.declarer


def taker_of(engine: Engine) -> rec.Seat | None:
    """Who takes the kitty next: the declarer, and once he has buried whoever overturned (炒底)."""
    if engine.bidding.taken:
        return engine.bidding.taker()
    return engine.settled()[2] if engine.declarer is None else engine.declarer


def unvaried_line(hand: rec.Hand, line: rec.Variation) -> str | None:
    """The first line of a variation as far as it is the same as the hand, while it is not there.

    None where the variation begins with a trick of its own (SPEC 4.9).
    """
    address = line.address
    if address.play is None or any(isinstance(event, rec.Trick) for event in line.events):
        return None
    tricks = (event for event in hand.events if isinstance(event, rec.Trick))
    trick = next((each for each in tricks if each.number == address.number), None)
    if trick is None or len(trick.plays) < address.play:
        return None
    plays = tuple(replace(play, annotations=()) for play in trick.plays[: address.play])
    return statement(rec.Trick(trick.number, trick.leader, plays))


def result_line(judged: Judged) -> str | None:
    """The `result` line of a hand that was played out, where it follows from the cards."""
    outcome = judged.outcome
    if outcome is None or outcome.count is None or outcome.count.total is None:
        return None
    result = result_of(outcome)
    return None if result is None else statement(result)


def result_from_points(
    text: str, points: int, kitty_points: int | None = None, multiplier: int | None = None
) -> str:
    """The `result` line of a hand of which the record states the points, with what follows.

    `text` is the draft up to the statement before the result: `sheet`, a claim, a ruling.
    """
    stated = rec.Result(points, kitty_points, multiplier)
    line = statement(stated)
    outcome = judge(f"{text}{line}\n").outcome
    full = None if outcome is None else result_of(outcome)
    if full is None:
        return line
    return statement(rec.Result(points, kitty_points, multiplier, full.up, full.next_dealer))


def match_line(judged: Judged) -> str | None:
    """The `match` line, once a side has won the match."""
    winners = () if judged.outcome is None else judged.outcome.after.winners
    if not winners:
        return None
    return f"match {write_seats(winners)}"
