"""What the tab key offers: what may come next, the plays that the rules allow, and commands."""

from typing import Final

from shengji.cli.record.asking import completed
from shengji.notation.spelling import spell
from shengji.replay.recording import Draft, next_words

COMMANDS: Final = (
    ":anyway", ":aside", ":cards", ":finish", ":fix", ":help", ":quit", ":redo", ":take", ":text",
    ":undo",
)  # fmt: skip


def candidates(draft: Draft, line: str) -> list[str]:
    """Ways to go on with the last word of a line that is being typed, each as that word whole."""
    before, _, word = spell(line).rpartition(" ")
    if line.startswith(":") and not before:
        return [command for command in COMMANDS if command.startswith(line)]
    if line.startswith(":aside "):
        return [each for each in completed(draft, before.split()[1:]) if each.startswith(word)]
    ways = next_words(draft.text, before.split(), draft.mode, draft.start.seat)
    offered = (each.word for each in ways)
    return [each for each in dict.fromkeys(offered) if each.startswith(word)]
