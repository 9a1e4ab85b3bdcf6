"""What the check says of a draft, and of an entry that was held back."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from shengji.notation.address import write_address
from shengji.notation.diagnostics import Diagnostic, Severity
from shengji.replay.recording import (
    Action,
    Draft,
    Grade,
    Taken,
    Verdict,
    say_grade,
    standing,
    to_json,
)
from shengji.replay.wording import Language, say, say_basis
from shengji.web.language import texts
from shengji.web.recorder.sitting import sitting

SEATED: Final = ("seat", "other")
"""Arguments of a message that are seats."""

SHOWN: Final = 5
"""Lines of an action that are told; of a correction many can change."""


@dataclass(frozen=True, slots=True)
class Remark:
    """What the check says, and where."""

    line: int | None
    severity: str
    address: str
    text: str
    basis: str


@dataclass(frozen=True, slots=True)
class Asked:
    """An entry that was held back: why, and what can be done with it."""

    grade: str
    text: str
    remarks: tuple[Remark, ...]
    settled: int
    entry: str
    """The same once more, confirmed; empty where it cannot be written at all."""
    instead: tuple[tuple[str, str], ...]
    """Other ways to write it: their words and their entries."""


def remarks(draft: Draft, language: Language) -> tuple[Remark, ...]:
    """All that is worth telling of the draft so far."""
    names = sitting(draft)
    return tuple(remark(each, names, language) for each in standing(draft) if _serious(each))


def _serious(each: Diagnostic) -> bool:
    return each.severity in (Severity.ERROR, Severity.WARNING)


def remark(each: Diagnostic, names: Mapping[str, str], language: Language) -> Remark:
    """:param names: of the seats, by their letters."""
    called = {
        key: names.get(value, value) if key in SEATED and isinstance(value, str) else value
        for key, value in each.arguments.items()
    }
    return Remark(
        line=each.span.line if each.span else None,
        severity=each.severity.value,
        address=write_address(each.address) if each.address else "",
        text=say(replace(each, arguments=called), language),
        basis=say_basis(each, language),
    )


def asked(
    taken: Taken, told: Mapping[str, object], action: Action, verdict: Verdict, language: Language
) -> Asked:
    """What is to be told of an entry that was held back.

    :param taken: how far the entries went.
    :param told: the entry.
    :param action: what of it was refused, and `verdict` why.
    """
    names = sitting(taken.draft)
    return Asked(
        grade=say_grade(verdict.grade, language),
        text=_words(told, action, verdict),
        remarks=tuple(remark(each, names, language) for each in verdict.found),
        settled=len(verdict.settled),
        entry=""
        if verdict.grade is Grade.UNREADABLE
        else json.dumps({**told, "anyway": True}, ensure_ascii=False),
        instead=tuple(
            (
                _told_as(way, language),
                json.dumps({**to_json(way), "anyway": True}, ensure_ascii=False),
            )
            for way in taken.instead
        ),
    )


def _words(told: Mapping[str, object], action: Action, verdict: Verdict) -> str:
    """The entry as a person reads it: of a correction the line that he corrected."""
    at = told.get("at")
    if told.get("do") != "correct" or not isinstance(at, int) or told.get("text", "x") == "":
        return words_of(action)
    return verdict.after.lines[at - 1]


def _told_as(way: Action, language: Language) -> str:
    """An irregular play by its name, and as it is written."""
    told = words_of(way)
    _, marked, mark = told.rpartition("^")
    name = f"marks.{mark}" if marked else "reason.throw"
    return f"{texts(language)(name)}: {told}"


def words_of(action: Action) -> str:
    """An action as a person reads it."""
    told = to_json(action)
    match told:
        case {"word": str(word)}:
            return word
        case {"lines": list(lines)}:
            more = ("…",) if len(lines) > SHOWN else ()
            return " / ".join((*map(str, lines[:SHOWN]), *more))
        case {"name": str(name), "value": str(value)}:
            return f'[{name} "{value}"]'
        case _:
            return str(told["do"])
