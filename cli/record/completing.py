"""What the tab key offers: what may come next, and the plays that the rules allow."""

from collections.abc import Iterator
from typing import Final

from shengji.notation.spelling import spell
from shengji.notation.tokens import write_cards
from shengji.replay.recording import Draft, expected, palette

COMMANDS: Final = (
    ":anyway", ":cards", ":finish", ":fix", ":help", ":quit", ":redo", ":take", ":text", ":undo",
)  # fmt: skip


def candidates(draft: Draft, line: str) -> list[str]:
    """Ways to go on with the last word of a line that is being typed, each as that word whole."""
    before, _, word = spell(line).rpartition(" ")
    if line.startswith(":") and not before:
        return [command for command in COMMANDS if command.startswith(line)]
    offered = dict.fromkeys(_offered(draft, before))
    return [each for each in offered if each.startswith(word)]


def _offered(draft: Draft, before: str) -> Iterator[str]:
    typed = before.split()
    for offer in expected(draft):
        words = offer.text.split()
        if offer.word and not typed:
            yield from words
        elif words[: len(typed)] == typed and len(words) > len(typed):
            yield words[len(typed)]
    if not typed:
        shown = palette(draft)
        yield from () if shown is None else map(write_cards, shown.legal or ())
