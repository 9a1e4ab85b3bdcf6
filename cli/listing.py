"""All steps of a record in short lines, a trick a line."""

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Final

import click

from shengji.cli import cards
from shengji.cli.output import pad
from shengji.cli.table import Scene, Show, happened, levels, play_text, scene_of
from shengji.notation.address import write_address
from shengji.notation.record import Record
from shengji.notation.tokens import write_seat
from shengji.replay import Position, steps, view
from shengji.replay.stakes import stake_of

ADDRESS: Final = 9
"""Columns of an address at the start of a line."""
QUIET: Final = frozenset({"start", "hands", "kitty", "vendor"})
"""Events that the line of their hand, or of another event, tells already."""


def listing(record: Record, show: Show) -> Iterator[str]:
    """The lines of every hand."""
    shown = (view(position, show.view, show.seat) for position in steps(record))
    for number, positions in groupby(shown, lambda position: position.address.hand):
        scene = scene_of(record, number, show.say)
        yield from _head(scene)
        for trick, group in groupby(positions, _trick_of):
            if trick:
                yield from _trick(list(group), scene)
                continue
            for position in group:
                yield from _event(position, scene)
                if position.event == "end":
                    yield from _stake(record, position, scene)
        yield ""


def _trick_of(position: Position) -> int:
    """Plays of one trick stand in one line, every other event in one of its own."""
    return position.trick or 0 if position.event == "play" else 0


def _head(scene: Scene) -> Iterator[str]:
    seats = (f"{write_seat(seat)} {name}" for seat, name in enumerate(scene.players) if name)
    parts = (scene.say("hand", number=scene.hand.number), levels(scene), *seats)
    yield click.style(" · ".join(parts), bold=True)


def _event(position: Position, scene: Scene) -> Iterator[str]:
    if position.event not in QUIET:
        yield _addressed(position, happened(position, scene) + _score(position, scene))
    yield from _problems(position)


def _score(position: Position, scene: Scene) -> str:
    if position.event != "end" or position.attackers_points is None:
        return ""
    total = position.attackers_points if position.total is None else position.total
    return f" · {scene.say('attackers')} {total}"


def _stake(record: Record, position: Position, scene: Scene) -> Iterator[str]:
    """What the hand was played for, where the record states a base stake."""
    line = stake_of(record, scene.hand, scene.rules, position.showings)
    if line is None:
        return
    text = scene.say("stake", due=line.due, base=line.base, overturns=line.overturns)
    for seat, cost in line.throws:
        text += f" · {scene.say('throw-cost', seat=write_seat(seat), cost=f'{float(cost):g}')}"
    yield _addressed(position, text)


def _trick(plays: list[Position], scene: Scene) -> Iterator[str]:
    last = plays[-1]
    words = [f"{write_seat(card.seat)} {play_text(card, scene.say)}" for card in last.table]
    text = "".join(pad(word, 7) + "  " for word in words)
    if len(last.table) == len(scene.players) and last.winning is not None:
        text += f"· {scene.say('won', seat=write_seat(last.winning))}"
    if last.attackers_points is not None:
        text += f" · {scene.say('term.attackers')} {last.attackers_points}"
    yield _addressed(last, text)
    for position in plays:
        yield from _problems(position)


def _addressed(position: Position, text: str) -> str:
    return pad(write_address(position.address), ADDRESS) + cards.colored(text)


def _problems(position: Position) -> Iterable[str]:
    place = pad(write_address(position.address), ADDRESS)
    return [click.style(f"{place}! {code}", fg="red") for code in position.problems]
