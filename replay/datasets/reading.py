"""One record → its rows."""

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field

from shengji.engine.cards import points
from shengji.engine.presets import rules_from_text
from shengji.notation import record as rec
from shengji.notation.tokens import write_cards
from shengji.replay.archive.errors import RefusedError
from shengji.replay.archive.examining import Examined, HandFacts, examine
from shengji.replay.archive.sharing import Shared
from shengji.replay.datasets.features import StateRecorder
from shengji.replay.datasets.rows import Game, Hand, Play, State
from shengji.replay.datasets.shapes import lead_text
from shengji.replay.matches import MatchReplay
from shengji.replay.steps import Position


@dataclass(slots=True)
class Rows:
    """The rows of some records, by table."""

    games: list[Game] = field(default_factory=list)
    hands: list[Hand] = field(default_factory=list)
    plays: list[Play] = field(default_factory=list)
    states: list[State] = field(default_factory=list)


def rows_of(records: Sequence[Shared], *, states: bool) -> Rows:
    """The rows of some records in order; with `states` also what each seat knew at its plays."""
    rows = Rows()
    for each in records:
        found = _examined(each)
        rows.games.append(_game(each, found))
        rows.hands += (_hand(found, facts) for facts in found.hands)
        _add_plays(rows, found, states=states)
    return rows


def _examined(shared: Shared) -> Examined:
    """:raises RefusedError: the record cannot be read any more."""
    try:
        return examine(shared.text.encode())
    except RefusedError as error:
        raise RefusedError(f"record {shared.record_id}: {error}", error.diagnostics) from None


def _game(shared: Shared, found: Examined) -> Game:
    facts = found.facts
    seats = {player.seat: player.name for player in facts.players}
    number = rules_from_text(facts.rules)[1].players
    return Game(
        game_id=found.record_id,
        licence=shared.licence,
        date=facts.date or None,
        event=facts.event or None,
        preset=facts.preset,
        rules=facts.rules,
        players=tuple(seats.get(seat, "") for seat in range(number)),
        hands=facts.hands,
        plays=facts.plays,
        errors=facts.errors,
        warnings=facts.warnings,
    )


def _hand(found: Examined, facts: HandFacts) -> Hand:
    values = asdict(facts)
    number = values.pop("number")
    return Hand(game_id=found.record_id, hand=number, preset=found.facts.preset, **values)


def _add_plays(rows: Rows, found: Examined, *, states: bool) -> None:
    recorder = StateRecorder(found.record_id, found.facts.preset, wanted=states)
    match = MatchReplay(rules_from_text(found.record.tag("Rules") or "")[1], recorder)
    for hand in found.record.hands:
        rules = match.rules_of(hand)
        recorder.start(hand, rules)
        match.play(hand)
        rows.plays += _plays(found.record_id, hand, recorder.found)
        rows.states += recorder.states


def _plays(game_id: str, hand: rec.Hand, positions: list[Position]) -> Iterator[Play]:
    for position in positions:
        if position.event == "play" and position.trick is not None:
            yield _play(game_id, hand.number, position, position.trick)


def _play(game_id: str, hand: int, position: Position, trick: int) -> Play:
    card = position.table[-1]
    return Play(
        game_id=game_id,
        hand=hand,
        trick=trick,
        place=len(position.table),
        seat=card.seat,
        side=position.side(card.seat) or None,
        cards=write_cards(card.cards),
        faces=card.cards,
        attempted=card.attempted,
        lead_suit=None if position.lead is None else position.lead.suit,
        lead_shape=None if position.lead is None else lead_text(position.lead),
        points=points(card.cards),
        winning=position.winning,
        attackers_points=position.attackers_points,
        problems=position.problems,
    )
