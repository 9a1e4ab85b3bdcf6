"""From the table to a checked record: the state machine behind every recorder.

A page, a terminal and a text editor drive it alike::

    draft = opening("standard", players=("陈伟", "李娜", "王强", "赵敏"))
    expected(draft)                     # what comes next: (Expected("hand", "hand 1 ac=2 …"), …)
    draft = enter(draft, Enter(("hand 1 ac=2 bd=2 dealer=?",)))
    showings(draft)                     # what each seat may declare with
    palette(draft)                      # how many copies of each card are still there
    action = lay(draft, "SKK")          # the next play; on the line of its trick
    propose(draft, action)              # what the rules say of it: a Verdict with a Grade
    draft = enter(draft, action, anyway=True)
    draft = draft.do(Undo())
    finish(draft)                       # the canonical record, and all that the check says

What may be said at any time (notes, marks, penalties, rulings, an early end, …) is listed apart,
with the fields of each and what may be chosen for them; Python quotes what a person says::

    asides(draft)                       # (Aside("note", (Field("address", …), …)), …)
    say_aside(each, "zh-Hans")          # its label; say_field and say_choice those of its parts
    action = aside(draft, "note", {"address": "3.8.2", "text": 'He said "no"'})
    take(draft, [{"do": "aside", "kind": "note", "fields": {"address": "3.8.2", "text": "…"}}])

An earlier line is corrected with all that had followed from it, as one action::

    take(draft, [{"do": "correct", "at": 12, "play": 3, "cards": "HK"}])
    take(draft, [{"do": "correct", "at": 14, "text": "result 45"}])

A :class:`Draft` is a frozen value made of a log of actions that only grows; :func:`draft_to_json`
and :func:`draft_from_json` keep it, one action at a time with `to_json` and `from_json`. Its lines
are SJN as far as it was written: an action writes lines, adds a word to the trick on the table,
sets a tag, or puts other lines in the place of some (`Splice`, a correction). Nothing is judged
here: :func:`judge` gives the text so far to the reader and the check, and hands out the record,
the diagnostics, and each hand as the engine left it (`Judged.engine`, `Judged.outcome`). Judged
values are shared between callers and must not be changed.

Two devices: :func:`merge` whole drafts, or :func:`receive` the actions behind a common beginning;
where both went on from the same state a :class:`Conflict` says what each did, and :func:`settle`,
or :func:`overrule` of actions, does what a person decided.
"""

from shengji.replay.recording.actions import (
    Action,
    Add,
    Begin,
    Edit,
    Enter,
    Mode,
    Redo,
    Restore,
    SetTag,
    Splice,
    Undo,
    from_json,
    to_json,
)
from shengji.replay.recording.asides import Aside, Field, Fill, asides, asides_of
from shengji.replay.recording.choosing import Choice
from shengji.replay.recording.completing import Candidate, next_words
from shengji.replay.recording.draft import Draft, draft_from_json, draft_to_json
from shengji.replay.recording.editing import lines_of, replacing
from shengji.replay.recording.errors import DraftError, Trouble
from shengji.replay.recording.expecting import Expected, expected, expected_of
from shengji.replay.recording.filling import aside
from shengji.replay.recording.finishing import Finished, finish
from shengji.replay.recording.following import by_itself, followed
from shengji.replay.recording.intake import Taken, take
from shengji.replay.recording.judging import Judged, judge
from shengji.replay.recording.lines import result_from_points
from shengji.replay.recording.merging import Conflict, merge, overrule, receive, settle
from shengji.replay.recording.opening import (
    first_hand,
    first_levels,
    listed_levels,
    opening,
    resumed,
)
from shengji.replay.recording.palette import Palette, palette, palette_of
from shengji.replay.recording.proposing import (
    Grade,
    Refused,
    Verdict,
    enter,
    irregular,
    lay,
    propose,
    standing,
)
from shengji.replay.recording.showing import Showings, showings, showings_of
from shengji.replay.recording.telling import (
    say_aside,
    say_choice,
    say_expected,
    say_field,
    say_grade,
    say_trouble,
)
from shengji.replay.recording.typed import parts, typed

__all__ = [
    "Action",
    "Add",
    "Aside",
    "Begin",
    "Candidate",
    "Choice",
    "Conflict",
    "Draft",
    "DraftError",
    "Edit",
    "Enter",
    "Expected",
    "Field",
    "Fill",
    "Finished",
    "Grade",
    "Judged",
    "Mode",
    "Palette",
    "Redo",
    "Refused",
    "Restore",
    "SetTag",
    "Showings",
    "Splice",
    "Taken",
    "Trouble",
    "Undo",
    "Verdict",
    "aside",
    "asides",
    "asides_of",
    "by_itself",
    "draft_from_json",
    "draft_to_json",
    "enter",
    "expected",
    "expected_of",
    "finish",
    "first_hand",
    "first_levels",
    "followed",
    "from_json",
    "irregular",
    "judge",
    "lay",
    "lines_of",
    "listed_levels",
    "merge",
    "next_words",
    "opening",
    "overrule",
    "palette",
    "palette_of",
    "parts",
    "propose",
    "receive",
    "replacing",
    "result_from_points",
    "resumed",
    "say_aside",
    "say_choice",
    "say_expected",
    "say_field",
    "say_grade",
    "say_trouble",
    "settle",
    "showings",
    "showings_of",
    "standing",
    "take",
    "to_json",
    "typed",
]
