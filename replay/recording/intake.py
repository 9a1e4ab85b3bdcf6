"""What a device sends: entries, in the order in which its recorder made them.

| JSON | entry |
|---|---|
| `{"do": "type", "text": "sKK"}` | what :func:`typed` makes of it |
| `{"do": "aside", "kind": "note", "fields": {"address": "3.8.2", "text": "…"}}` | :func:`aside` |
| `{"do": "back"}`, `{"do": "again"}` | undo and redo of what the recorder did himself |
| `{"do": "correct", "at": 12, "text": "…"}` | :func:`correction` of an earlier line |
| any action | itself |

With `"anyway": true` it happened, whatever speaks against it. An entry means the same whenever it
is sent behind the same actions; so an answer that got lost does no harm.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import inf
from time import monotonic
from typing import Final

from shengji.replay.recording.actions import Action, Redo, Undo, from_json
from shengji.replay.recording.correcting import correction
from shengji.replay.recording.draft import Draft
from shengji.replay.recording.errors import DraftError, Trouble
from shengji.replay.recording.filling import aside
from shengji.replay.recording.following import by_itself, followed
from shengji.replay.recording.proposing import Grade, Verdict, propose
from shengji.replay.recording.typed import typed

ENTRIES: Final = 2000
"""Taken at once: more than a match has plays."""


@dataclass(frozen=True, slots=True)
class Taken:
    """How far the entries went."""

    draft: Draft
    actions: tuple[Action, ...]
    """What was done."""
    entries: int
    """Of how many entries; of the next one, if it was begun, `refused` or `trouble` speak."""
    refused: Verdict | None = None
    """What speaks against it."""
    action: Action | None = None
    """What was refused."""
    instead: tuple[Action, ...] = ()
    """Ways to write the whole entry down as the irregularity that it was."""
    trouble: DraftError | None = None
    """Why it cannot be done at all."""


def take(draft: Draft, entries: Sequence[object], seconds: float = inf) -> Taken:
    """Do what was sent, up to the first entry that speaks against the rules unconfirmed.

    :param seconds: when they are over no other entry is begun; a device sends the rest once more.
    :raises DraftError: something sent is no entry.
    """
    if len(entries) > ENTRIES:
        raise DraftError(Trouble.TOO_LONG, str(ENTRIES))
    until = monotonic() + seconds
    done: list[Action] = []
    for number, told in enumerate(entries):
        if number and monotonic() > until:
            return Taken(draft, tuple(done), number)
        anyway = isinstance(told, Mapping) and told.get("anyway") is True
        try:
            after, actions, stopped = _one(draft, told, anyway)
        except DraftError as error:
            if error.trouble is Trouble.FORM:
                raise
            return Taken(draft, tuple(done), number, trouble=error)
        if stopped is not None:
            return replace(stopped, draft=draft, actions=tuple(done), entries=number)
        draft = after
        done.extend(actions)
    return Taken(draft, tuple(done), len(entries))


def _one(draft: Draft, told: object, anyway: bool) -> tuple[Draft, list[Action], Taken | None]:
    """The draft after one entry, its actions, and what was refused of them."""
    done: list[Action] = []
    before = draft
    actions = meant(draft, told)
    for action in actions:
        if isinstance(action, Undo | Redo):
            draft = draft.do(action)
        else:
            verdict = propose(draft, action)
            if verdict.grade >= (Grade.UNREADABLE if anyway else Grade.BREAKS):
                instead = verdict.instead if len(actions) == 1 else ()
                return before, [], Taken(before, (), 0, verdict, action, instead)
            draft = verdict.after
        done.append(action)
    if done and not isinstance(done[-1], Undo | Redo):
        while (more := followed(draft)) is not None:
            draft = draft.do(more)
            done.append(more)
    return draft, done, None


def meant(draft: Draft, told: object) -> tuple[Action, ...]:
    """The actions of an entry.

    :raises DraftError: it is none, or cannot be done here.
    """
    if isinstance(told, Mapping):
        match told.get("do"):
            case "type":
                text = told.get("text")
                if not isinstance(text, str):
                    raise DraftError(Trouble.FORM, "text")
                return typed(draft, text)
            case "aside":
                return (_aside(draft, told),)
            case "correct":
                found = correction(draft, told)
                return () if found is None else (found,)
            case "back":
                return tuple(_back(draft))
            case "again":
                return tuple(_again(draft))
    return (from_json(told),)


def _aside(draft: Draft, told: Mapping[str, object]) -> Action:
    fields, kind = told.get("fields", {}), told.get("kind")
    if not isinstance(kind, str):
        raise DraftError(Trouble.FORM, "kind")
    if not isinstance(fields, Mapping):
        raise DraftError(Trouble.FORM, "fields")
    filled: dict[str, str] = {}
    for name, text in fields.items():
        if not isinstance(text, str):
            raise DraftError(Trouble.FORM, "fields")
        filled[str(name)] = text
    return aside(draft, kind, filled)


def _back(draft: Draft) -> Iterator[Undo]:
    """The last thing that the recorder did, with all that followed from it by itself."""
    yield from (Undo() for _ in by_itself(draft))
    yield Undo()


def _again(draft: Draft) -> Iterator[Redo]:
    yield Redo()
    draft = draft.do(Redo())
    while draft.undone and followed(draft) == draft.undone[-1]:
        yield Redo()
        draft = draft.do(Redo())
