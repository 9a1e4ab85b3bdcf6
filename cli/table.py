"""A position drawn as a table: four seats around, the trick in the middle."""

from dataclasses import dataclass
from itertools import zip_longest
from typing import Final

import click

from shengji.cli import cards
from shengji.cli.output import fit, pad, plain
from shengji.cli.words import Say
from shengji.engine.cards import UNKNOWN, Cards
from shengji.engine.presets import rules_from_text
from shengji.engine.rules import Rules
from shengji.notation import record as rec
from shengji.notation.address import write_address
from shengji.notation.tokens import write_level, write_seat, write_seats
from shengji.notation.writer import statement
from shengji.replay import Position, View, view
from shengji.replay.arranging import order_of, rows, sorted_cards
from shengji.replay.steps import Card, Friend

MIDDLE: Final = 28
"""Columns of the trick between the seats at the sides."""
NARROWEST: Final = 72
"""With fewer columns the seats stand below one another."""
DEEPEST: Final = 6
"""Lines that a seat has at least, so that the table stands still from step to step."""


@dataclass(frozen=True, slots=True)
class Show:
    """How positions are to be shown."""

    view: View
    seat: int | None
    """Who looks, in the seat's view."""
    say: Say


@dataclass(frozen=True, slots=True)
class Scene:
    """What is shown along with every position of a hand."""

    rules: Rules
    hand: rec.Hand
    players: tuple[str, ...]
    """The name of each seat; empty where it is not known."""
    say: Say


def scene_of(record: rec.Record, number: int, say: Say) -> Scene:
    """The scene of the hand of that number."""
    _, rules = rules_from_text(record.tag("Rules") or "")
    hand = next(hand for hand in record.hands if hand.number == number)
    names = (_player(record, hand, write_seat(seat).upper()) for seat in range(rules.players))
    return Scene(rules, hand, tuple(names), say)


def _player(record: rec.Record, hand: rec.Hand, letter: str) -> str:
    tags = {tag.name: tag.value for tag in (*record.tags, *hand.tags)}
    name = tags.get(f"Player{letter}", "?")
    return "" if name == "?" else plain(name)


def draw(position: Position, record: rec.Record, show: Show, columns: int) -> list[str]:
    """The whole table as `show` wants it, a string a line."""
    scene = scene_of(record, position.address.hand, show.say)
    position = view(position, show.view, show.seat)
    around = len(scene.players) == 4 and columns >= NARROWEST
    body = _around(position, scene, columns) if around else _below(position, scene, columns)
    head = [_trump_line(position, scene), _score_line(position, scene)]
    lines = (*head, "", *body, "", happened(position, scene))
    drawn = [cards.colored(fit(line, columns).rstrip()) for line in lines]
    return [*drawn, *(click.style(f"! {code}", fg="red") for code in position.problems)]


# Above and below the table


def _trump_line(position: Position, scene: Scene) -> str:
    say = scene.say
    parts = [write_address(position.address), f"{say('term.trump')} {_trump(position, say)}"]
    if position.declarer is not None:
        parts.append(f"{say('term.dealer')} {write_seat(position.declarer)}")
    elif position.due is not None:
        parts.append(f"{say('term.due')} {write_seat(position.due)}")
    parts += [_friend(friend, say) for friend in position.friends]
    return " · ".join([*parts, f"{say('term.level')} {levels(scene)}"])


def _friend(friend: Friend, say: Say) -> str:
    """A card called, which copy of it, and whom it has found."""
    copy = f" {friend.copy}" if friend.copy > 1 else ""
    seat = "?" if friend.seat is None else write_seat(friend.seat)
    return f"{say('term.friend')} {cards.card_text((friend.card,))}{copy} {seat}"


def levels(scene: Scene) -> str:
    """The level of each side, as the hand line has it."""
    return " ".join(f"{write_seats(s.seats)} {write_level(s.level)}" for s in scene.hand.levels)


def _trump(position: Position, say: Say) -> str:
    return cards.trump_text(position.trump, position.level, say("suit.none"), say("term.unknown"))


def _score_line(position: Position, scene: Scene) -> str:
    say = scene.say
    points = position.attackers_points
    parts = [] if points is None else [f"{say('attackers')} {points}"]
    if position.fines:
        parts.append(f"{say('term.fines')} {position.fines:+d}")
    if position.total is not None:
        parts.append(f"{say('with-kitty')} {position.total}")
    return " · ".join([*parts, _kitty(position, scene)])


def _kitty(position: Position, scene: Scene) -> str:
    order = order_of(position, scene.rules)
    holder = "" if position.holder is None else f" {write_seat(position.holder)}"
    title = f"{scene.say('term.kitty')}{holder}"
    if position.phase == "burying":
        return title
    if position.kitty is None or set(position.kitty) == {UNKNOWN}:
        return f"{title} ({position.kitty_size})"
    return f"{title} {cards.card_text(sorted_cards(position.kitty, order))}"


def happened(position: Position, scene: Scene) -> str:
    """The event that led to the position, in a few words."""
    say, event = scene.say, position.event
    if event in ("declare", "overturn") and position.showings:
        shown = position.showings[-1]
        when = "" if shown.after is None else f" {say('after-cards', number=shown.after)}"
        text = f"{write_seat(shown.seat)} {say(f'event.{event}')}"
        return f"{text} {cards.card_text(shown.cards)}{when}"
    if event in ("take", "bury") and position.holder is not None:
        return f"{write_seat(position.holder)} {say(f'event.{event}')}{_buried(position, scene)}"
    if event == "lead" and position.to_move is not None:
        return f"{write_seat(position.to_move)} {say('event.lead')}"
    if event == "play" and position.table:
        return _played(position, scene)
    if event == "trump":
        return f"{say('term.trump')} {_trump(position, say)}"
    return f"{say(f'event.{event}')} {plain(_words(position))}".rstrip()


def _words(position: Position) -> str:
    """What the statement says behind its first word, where a position tells only its kind."""
    told = position.told
    if told is None or isinstance(told, rec.Result):
        return ""
    return statement(told).partition(" ")[2]


def _buried(position: Position, scene: Scene) -> str:
    if position.event != "bury" or position.kitty is None:
        return ""
    order = order_of(position, scene.rules)
    return f" {cards.card_text(sorted_cards(position.kitty, order))}"


def _played(position: Position, scene: Scene) -> str:
    card = position.table[-1]
    text = f"{write_seat(card.seat)} {play_text(card, scene.say)}"
    if len(position.table) == len(scene.players) and position.winning is not None:
        text += " · " + scene.say("won", seat=write_seat(position.winning))
    return text


def play_text(card: Card, say: Say) -> str:
    """A play in a line."""
    text = cards.card_text(card.cards)
    if card.attempted is not None:
        text += f" ({say('failed', cards=cards.card_text(card.attempted))})"
    return f"{text} ^{card.mark}" if card.mark else text


# The table


def _around(position: Position, scene: Scene, columns: int) -> list[str]:
    """Seat a below, and the others in order of play as they would sit around it."""
    side = (columns - MIDDLE) // 2
    right, left = (3, 1) if scene.rules.direction == "cw" else (1, 3)
    top, bottom = (_seat(position, scene, seat, columns - side) for seat in (2, 0))
    beside = zip_longest(
        _seat(position, scene, left, side - 2),
        _trick(position, scene),
        _seat(position, scene, right, side - 2),
        fillvalue="",
    )
    return [
        *(" " * side + line for line in top),
        *(pad(one, side) + pad(trick, MIDDLE) + other for one, trick, other in beside),
        *(" " * side + line for line in bottom),
    ]


def _below(position: Position, scene: Scene, columns: int) -> list[str]:
    lines = []
    for seat in range(len(scene.players)):
        lines += _seat(position, scene, seat, columns)
    return [*lines, "", *_trick(position, scene)]


def _seat(position: Position, scene: Scene, seat: int, columns: int) -> list[str]:
    title = fit(_title(position, scene, seat), columns)
    hand = position.hands[seat]
    if hand is None:
        shown = [scene.say("count", number=position.sizes[seat])] if position.sizes[seat] else []
    else:
        shown = _hand(hand, position, scene, columns)
    return [title, *shown, *[""] * (DEEPEST - 1 - len(shown))]


def _title(position: Position, scene: Scene, seat: int) -> str:
    parts = [f"{'▸' if position.to_move == seat else ' '}{write_seat(seat)}", scene.players[seat]]
    if position.declarer == seat:
        parts.append(scene.say("term.dealer"))
    elif position.friends and position.attackers and seat not in position.attackers:
        parts.append(scene.say("term.friend"))
    if position.captured[seat]:
        parts.append(f"+{position.captured[seat]}")
    return " ".join(filter(None, parts))


def _hand(held: Cards, position: Position, scene: Scene, columns: int) -> list[str]:
    order = order_of(position, scene.rules)
    lines = []
    signs = (cards.TRUMP_SIGN, *cards.SIGNS, " ")
    for sign, row in zip(signs, rows(held, order), strict=True):
        if row:
            text = cards.card_text(row)
            lines += _wrapped(f"{sign} {text.removeprefix(sign)}", columns)
    return lines


def _wrapped(text: str, columns: int) -> list[str]:
    """Cards over several lines; nothing in them is wider than a column."""
    lines = []
    while len(text) > columns:
        cut = text.rfind(" ", 2, columns + 1)
        cut = columns if cut < 2 else cut
        lines.append(text[:cut])
        text = "  " + text[cut:].lstrip()
    return [*lines, text]


def _trick(position: Position, scene: Scene) -> list[str]:
    """The plays on the table in their order, the winning one marked."""
    if not position.table:
        return [fit(line, MIDDLE - 2) for line in _showings(position)]
    lines = [scene.say("trick", number=position.trick)]
    for card in position.table:
        mark = "★" if card.seat == position.winning else " "
        seat = write_seat(card.seat)
        text = cards.card_text(card.cards)
        first, *more = _wrapped(f"{mark} {seat} {text}", MIDDLE - 2)
        lines += [first, *("  " + line for line in more)]
        if card.attempted is not None:
            tried = f"    × {cards.card_text(card.attempted)}"
            lines += _wrapped(tried, MIDDLE - 2)
        if card.mark:
            lines.append(f"    ^{card.mark}")
    return lines


def _showings(position: Position) -> list[str]:
    return [
        f"{write_seat(shown.seat)} {cards.card_text(shown.cards)}"
        + ("" if shown.after is None else f" ({shown.after})")
        for shown in position.showings
    ]
