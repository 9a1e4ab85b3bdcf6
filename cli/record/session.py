"""A recorder at a terminal or behind a pipe: one line after the other, each with its verdict."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

import click

from shengji.cli.cards import card_text
from shengji.cli.output import plain
from shengji.cli.record.asking import entry_of, explained, listed
from shengji.cli.record.keeping import Keeper
from shengji.cli.words import Say
from shengji.notation.address import write_address
from shengji.notation.diagnostics import Diagnostic
from shengji.notation.tokens import write_seat
from shengji.replay.recording import (
    Action,
    Add,
    Draft,
    DraftError,
    Edit,
    Enter,
    Expected,
    Grade,
    Splice,
    Taken,
    by_itself,
    expected,
    finish,
    judge,
    palette,
    parts,
    say_expected,
    say_grade,
    say_trouble,
    take,
    to_json,
)
from shengji.replay.wording import say, say_basis

LEGAL_SHOWN: Final = 12
RENEWED_SHOWN: Final = 12


class Session:
    """One draft being written. Every line is an action or a command that begins with a colon."""

    def __init__(self, draft: Draft, keeper: Keeper | None, say: Say, language: str) -> None:
        self.draft = draft
        self.keeper = keeper
        """Keeps the draft after every line that changed it. Without one, standard output is for
        the record, and what is told goes to standard error."""
        self.say = say
        self.language = language
        self.refused: Taken | None = None
        """What nobody has confirmed yet."""
        self.waiting: list[Mapping[str, object]] = []
        """The entry that was refused, and those of the same line behind it."""
        self.done = False
        """The record is to be finished."""
        self.left = False
        """The recorder goes, and the draft stays."""

    def take(self, line: str) -> None:
        """One line of the recorder."""
        before = self.draft
        try:
            self._take(line.strip())
        except DraftError as error:
            self.tell(say_trouble(error, self.language), "red")
        if self.keeper is not None and self.draft is not before:
            self.keeper.save(self.draft)

    def _take(self, line: str) -> None:
        if line.startswith(":"):
            name, _, rest = line[1:].partition(" ")
            self._command(name, rest.strip())
            return
        if not line:
            self._accept()
        else:
            self._enter(*({"do": "type", "text": part} for part in parts(self.draft, line)))

    # -- entries --------------------------------------------------------------------------------

    def _accept(self) -> None:
        """An empty line takes what follows by itself."""
        offer = next(iter(expected(self.draft)), None)
        if offer is None or not offer.ready:
            self.help()
        else:
            self._enter(to_json(offer.action))

    def _enter(self, *entries: Mapping[str, object]) -> None:
        """Take entries one after the other, up to one that speaks against the rules."""
        self.refused, self.waiting = None, list(entries)
        begun = len(self.draft.done)
        while self.waiting:
            taken = take(self.draft, self.waiting[:1])
            if taken.refused is not None:
                self._refuse(taken)
                return
            if taken.trouble is not None:
                self.waiting.clear()
                raise taken.trouble
            self.draft = taken.draft
            self.waiting.pop(0)
        self._tell_written(self.draft.done[begun:])

    def _tell_written(self, actions: Sequence[Edit]) -> None:
        """What was written without being typed, and the score behind a trick."""
        for action in reversed(by_itself(self.draft)[: len(actions)]):
            if isinstance(action, Enter):
                self.tell(f"  {plain(action.lines[-1])}")
        engine = judge(self.draft.text).engine
        if engine is None or engine.trick is not None or engine.last is None:
            return
        if not any(map(_is_play, actions)):
            return
        winner, points = engine.last.winner, engine.attackers_points()
        self.tell(
            " · ".join(
                [
                    self.say("trick", number=_last_trick(self.draft)),
                    self.say("won", seat="?" if winner is None else write_seat(winner)),
                    f"{self.say('attackers')} {'?' if points is None else points}",
                ]
            ),
            "green",
        )

    def _refuse(self, taken: Taken) -> None:
        verdict = taken.refused
        assert verdict is not None
        self.refused = taken
        self.tell(f"{say_grade(verdict.grade, self.language)}:", "red")
        for found in verdict.found:
            self.tell(f"  {self._finding(found)}")
        for number, action in enumerate(taken.instead, 1):
            self.tell(f"  :take {number}  {plain(_short(action))}")
        if verdict.grade is not Grade.UNREADABLE:
            self.tell("  " + self.say("record.confirm"))
        if behind := [str(entry["text"]) for entry in self.waiting[1:]]:
            self.tell("  " + self.say("record.waiting", words=plain(" ".join(behind))))

    # -- commands -------------------------------------------------------------------------------

    def _command(self, name: str, rest: str) -> None:
        handler = {
            "u": self._undo, "undo": self._undo, "r": self._redo, "redo": self._redo,
            "anyway": self._anyway, "a": self._anyway, "take": self._instead, "fix": self._fix,
            "aside": self._aside, "cards": self._cards, "text": self._text,
            "help": lambda rest: self.help(), "finish": self._finish,
            "quit": self._quit, "q": self._quit,
        }.get(name)  # fmt: skip
        if handler is None:
            self.tell(self.say("record.no-command", name=plain(name)), "red")
        else:
            handler(rest)

    def _undo(self, rest: str) -> None:
        """The last thing that was typed, with what followed from it."""
        behind = len(by_itself(self.draft))
        last = self.draft.done[-1 - behind]
        self._enter({"do": "back"})
        self.tell(self.say("record.undone", action=plain(_short(last))))

    def _redo(self, rest: str) -> None:
        begun = len(self.draft.done)
        self._enter({"do": "again"})
        self.tell(self.say("record.redone", action=plain(_short(self.draft.done[begun]))))

    def _anyway(self, rest: str) -> None:
        """What was refused happened all the same; the plays behind it follow."""
        if self.refused is None:
            self.tell(self.say("record.nothing-refused"), "red")
            return
        self._enter({**self.waiting[0], "anyway": True}, *self.waiting[1:])
        self.tell(self.say("record.anyway"), "yellow")

    def _instead(self, rest: str) -> None:
        ways = () if self.refused is None else self.refused.instead
        number = int(rest) if rest.isdecimal() else 1
        if not 0 < number <= len(ways):
            self.tell(self.say("record.nothing-refused"), "red")
            return
        self._enter(to_json(ways[number - 1]), *self.waiting[1:])

    def _fix(self, rest: str) -> None:
        """Another line in the place of one, by the numbers of :text."""
        number, _, line = rest.partition(" ")
        if not number.isdecimal():
            self.tell(self.say("record.fix"), "red")
            return
        before = self.draft.lines
        self._enter({"do": "correct", "at": int(number), "text": line})
        self._tell_renewed(before, self.draft.lines)

    def _tell_renewed(self, before: Sequence[str], after: Sequence[str]) -> None:
        """The lines that a correction changed, by the numbers of :text."""
        renewed = [
            f"  {number} {plain(line)}"
            for number, line in enumerate(after, 1)
            if before[number - 1 : number] != (line,)
        ]
        for line in renewed[:RENEWED_SHOWN]:
            self.tell(line)
        if len(renewed) > RENEWED_SHOWN:
            self.tell(f"  … {len(renewed)}")

    def _aside(self, rest: str) -> None:
        """What may be said at any time; with the words of one, it is said."""
        if not rest:
            self._columns(listed(self.draft, self.language))
            self.tell(self.say("record.aside"))
        elif rest.isalpha():
            self._columns(explained(self.draft, rest, self.language))
        else:
            self._enter(entry_of(self.draft, rest))

    def _columns(self, rows: Iterable[tuple[str, str]]) -> None:
        told = [(plain(left), plain(right)) for left, right in rows]
        longest = max((len(left) for left, _ in told), default=0)
        for left, right in told:
            self.tell(f"  {left:{longest}}  {right}")

    def _cards(self, rest: str) -> None:
        """How many copies of each card there still are, and what may be played."""
        shown = palette(self.draft)
        if shown is None:
            return
        left = tuple(face for face, number in enumerate(shown.left) for _ in range(number))
        self.tell(f"{self.say('record.left')} {card_text(left)}")
        if shown.legal is not None:
            some = "  ".join(map(card_text, shown.legal[:LEGAL_SHOWN]))
            more = " …" if len(shown.legal) > LEGAL_SHOWN or not shown.complete else ""
            self.tell(f"{self.say('record.legal')} {some}{more}")

    def _text(self, rest: str) -> None:
        for number, line in enumerate(self.draft.lines, 1):
            self.tell(f"{number:4} {plain(line)}")

    def _finish(self, rest: str) -> None:
        self.done = True

    def _quit(self, rest: str) -> None:
        self.left = True

    # -- words ----------------------------------------------------------------------------------

    def prompt(self) -> str:
        """What is asked for."""
        offer = next(iter(expected(self.draft)), None)
        return f"{self._told(offer)} > " if offer is not None else "> "

    def _told(self, offer: Expected) -> str:
        ready = f" [{offer.text}]" if offer.ready else ""
        return say_expected(offer, self.language) + ready

    def help(self) -> None:
        """All that may come next, and the commands."""
        for offer in expected(self.draft):
            text = f"{offer.text}…" if not offer.ready else offer.text
            self.tell(f"  {plain(text):24} {say_expected(offer, self.language)}")
        self.tell(self.say("record.commands"))

    def tell(self, text: str, color: str | None = None) -> None:
        click.echo(click.style(text, fg=color), err=self.keeper is None)

    def _finding(self, found: Diagnostic) -> str:
        place = "" if found.address is None else f"{write_address(found.address)} "
        basis = say_basis(found, self.language)
        return f"{place}{found.code}: {plain(say(found, self.language))} [{basis}]"

    def conclude(self) -> tuple[str, bool]:
        """The text of the finished record, and whether it has errors; all findings are told.

        The text is empty where something cannot be read.
        """
        finished = finish(self.draft)
        for found in (*finished.errors, *finished.unchecked, *finished.remarks):
            self.tell(self._finding(found))
        return finished.text, bool(finished.errors)


def _last_trick(draft: Draft) -> int:
    """The number of the trick that was finished last."""
    replay = judge(draft.text).replay
    return 0 if replay is None else replay.trick_number - 1


def _is_play(action: Edit) -> bool:
    """Does it belong to a trick?"""
    match action:
        case Add():
            return True
        case Enter(lines):
            return lines[-1][:1].isdecimal()
    return False


def _short(action: Action) -> str:
    """An action in a few words."""
    match action:
        case Enter(lines):
            return lines[-1]
        case Add(word):
            return word
        case Splice(at, _, lines):
            return f"{at} {' '.join(lines)}"
    return type(action).__name__
