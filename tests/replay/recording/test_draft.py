"""The log of a draft: undo and redo, what it refuses, and two devices that write one record."""

import json
from collections.abc import Sequence
from datetime import date
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shengji.replay.recording import (
    Action,
    Add,
    Begin,
    Conflict,
    Draft,
    DraftError,
    Edit,
    Enter,
    Mode,
    Redo,
    Restore,
    SetTag,
    Splice,
    Trouble,
    Undo,
    draft_from_json,
    draft_to_json,
    finish,
    merge,
    opening,
    overrule,
    receive,
    resumed,
    settle,
)
from shengji.replay.recording.editing import apply

HAND = "hand 1 ac=2 bd=2 dealer=a"
START = Draft.of((Begin(Mode.PLAYS, ("%SJN 1", '[Rules "standard@1"]')),))
TRICK = START.doing((Enter((HAND,)), Enter(("1 a SA",)), Add("S3"), Add("S4")))


def test_actions_write_lines() -> None:
    assert TRICK.lines[2:] == (HAND, "1 a SA S3 S4")
    assert TRICK.text.endswith("1 a SA S3 S4\n")


def test_undo_and_redo_have_no_limit() -> None:
    draft = TRICK.doing([Undo()] * 4)
    assert draft.lines == START.lines
    assert draft.doing([Redo()] * 4).lines == TRICK.lines
    assert len(draft.log) == 9


def test_redo_ends_where_something_else_is_done() -> None:
    draft = TRICK.doing((Undo(), Add("S5")))
    assert draft.lines[-1] == "1 a SA S3 S5"
    with pytest.raises(DraftError) as refused:
        draft.do(Redo())
    assert refused.value.trouble is Trouble.NOTHING_TO_REDO


def test_a_word_stands_before_a_comment() -> None:
    draft = START.doing(
        (Enter((HAND,)), Enter(("1 a SA # said aloud",)), Add("S3"), Add("{so #1}"))
    )
    assert draft.lines[-1] == "1 a SA S3 {so #1} # said aloud"


def test_a_tag_takes_the_place_of_its_like() -> None:
    draft = START.doing((SetTag("Event", 'Friday "A"'), SetTag("Rules", "qq@1"), Enter((HAND,))))
    draft = draft.do(SetTag("Event", "周五"))
    assert draft.lines == ("%SJN 1", '[Rules "qq@1"]', '[Event "周五"]', HAND)


def test_a_tag_stands_with_the_tags_whatever_is_said_around_them() -> None:
    """SPEC 2.3: a comment belongs to what stands below it; so no tag comes between."""
    draft = resumed('# of old\n%SJN 1\n[Rules "qq"]\n# the first hand\nhand 1 ac=2 bd=2 dealer=?\n')
    after = draft.do(SetTag("Event", "x"))
    assert after.lines[2:5] == ('[Rules "qq"]', '[Event "x"]', "# the first hand")
    second = after.do(Enter(("", "%SJN 1", '[Rules "qq"]'))).do(SetTag("Event", "y"))
    assert second.lines[3] == '[Event "x"]' and second.lines[-1] == '[Event "y"]'


def test_a_correction_puts_lines_in_the_place_of_others() -> None:
    draft = TRICK.do(Splice(4, 1, ("1 a SK S3", "2 a D4")))
    assert draft.lines[3:] == ("1 a SK S3", "2 a D4")
    assert draft.do(Undo()).lines == TRICK.lines


def test_a_state_of_before_is_had_back() -> None:
    draft = TRICK.do(Restore(2))
    assert draft.lines == (*START.lines, HAND)
    assert draft.do(Undo()).lines == TRICK.lines
    assert draft.doing((Undo(), Redo())).lines == draft.lines
    assert draft.doing((Enter(("1 b D4",)), Restore(6))).lines == draft.lines


def test_json_keeps_the_whole_log() -> None:
    draft = TRICK.doing((Undo(), Redo(), SetTag("Site", "成都"), Splice(1, 0, ()), Restore(3)))
    told = json.loads(json.dumps(draft_to_json(draft)))
    assert draft_from_json(told) == draft
    seat = Draft.of((Begin(Mode.SEAT, ("%SJN 1",), 3),))
    assert draft_from_json(draft_to_json(seat)) == seat


TROUBLES: list[tuple[Action, Trouble]] = [
    (Add("S3 S4"), Trouble.ONE_WORD),
    (Add(""), Trouble.ONE_WORD),
    (Add("S3\nS4"), Trouble.LINE_BREAK),
    (Enter(("1 a\r2 b",)), Trouble.LINE_BREAK),
    (SetTag("Event", "a\nb"), Trouble.LINE_BREAK),
    (Splice(0, 1, ()), Trouble.NO_LINE),
    (Splice(5, 1, ()), Trouble.NO_LINE),
    (Enter(("x" * 3_000_000,)), Trouble.TOO_LONG),
    (Redo(), Trouble.NOTHING_TO_REDO),
    (Begin(Mode.FULL, ()), Trouble.BEGIN),
    (Restore(0), Trouble.CUT),
    (Restore(9), Trouble.CUT),
]


@pytest.mark.parametrize(("action", "trouble"), TROUBLES)
def test_what_cannot_be_done_leaves_the_draft_as_it_was(action: Action, trouble: Trouble) -> None:
    with pytest.raises(DraftError) as refused:
        TRICK.do(action)
    assert refused.value.trouble is trouble


def test_the_beginning_is_not_undone_and_plays_need_a_trick() -> None:
    for action, trouble in ((Undo(), Trouble.NOTHING_TO_UNDO), (Add("S3"), Trouble.NO_TRICK)):
        with pytest.raises(DraftError) as refused:
            START.do(action)
        assert refused.value.trouble is trouble


BAD_JSON: list[tuple[object, Trouble]] = [
    (None, Trouble.FORM),
    ([], Trouble.FORM),
    ({"log": []}, Trouble.FORM),
    ({"draft": 0, "log": []}, Trouble.VERSION),
    ({"draft": 2, "log": []}, Trouble.VERSION),
    ({"draft": 1}, Trouble.FORM),
    ({"draft": 1, "log": []}, Trouble.BEGIN),
    ({"draft": 1, "log": [{"do": "undo"}]}, Trouble.BEGIN),
    ({"draft": 1, "log": ["undo"]}, Trouble.FORM),
    ({"draft": 1, "log": [{"do": "burn"}]}, Trouble.FORM),
    ({"draft": 1, "log": [{"do": "begin", "mode": "fast", "lines": []}]}, Trouble.FORM),
    ({"draft": 1, "log": [{"do": "begin", "mode": "seat", "seat": "z", "lines": []}]},
     Trouble.FORM),
    ({"draft": 1, "log": [{"do": "begin", "mode": "full", "lines": [1]}]}, Trouble.FORM),
    ({"draft": 1, "log": [{"do": "begin", "mode": "full", "lines": []}, {"do": "add"}]},
     Trouble.FORM),
    ({"draft": 1, "log": [{"do": "begin", "mode": "full", "lines": []},
                          {"do": "restore", "length": True}]}, Trouble.FORM),
]  # fmt: skip


@pytest.mark.parametrize(("told", "trouble"), BAD_JSON)
def test_json_that_is_no_draft_is_refused(told: object, trouble: Trouble) -> None:
    with pytest.raises(DraftError) as refused:
        draft_from_json(told)
    assert refused.value.trouble is trouble


def test_hostile_logs_are_followed_in_time() -> None:
    """Each restore of a restore would double the work, and each undo would write all lines anew."""
    draft = Draft.of([*TRICK.log, *(Restore(5 + number) for number in range(60))])
    assert draft.lines == TRICK.lines
    back_and_forth = [Undo(), Redo()] * 20_000
    assert TRICK.doing(back_and_forth).lines == TRICK.lines
    with pytest.raises(DraftError) as refused:
        Draft.of([*TRICK.log, *(Restore(5) for _ in range(101))])
    assert refused.value.trouble is Trouble.TOO_LONG


def test_two_devices_agree_when_one_went_on() -> None:
    more = TRICK.doing((Add("S5"), Undo()))
    assert merge(TRICK, more) == merge(more, TRICK) == more
    assert receive(TRICK, 5, more.log[5:]) == more
    assert receive(more, 3, more.log[3:]) == more, "an answer got lost and all is sent again"


def test_two_devices_that_part_are_shown_and_not_merged() -> None:
    mine, theirs = TRICK.do(Add("SK")), TRICK.doing((Add("S5"), Enter(("2 a D4",))))
    conflict = merge(mine, theirs)
    assert conflict == Conflict(5, (Add("SK"),), (Add("S5"), Enter(("2 a D4",))))
    assert receive(theirs, 5, (Add("SK"),)) == conflict
    assert isinstance(conflict, Conflict)
    assert settle(theirs, conflict, keep_mine=False) == theirs
    kept = settle(theirs, conflict, keep_mine=True)
    assert kept.lines == mine.lines
    assert kept.log[: len(theirs.log)] == theirs.log, "what the other did can be had back"
    assert kept.doing((Undo(), Undo())).lines == theirs.lines


@pytest.mark.parametrize(
    "mine",
    [
        (Undo(), Add("SK")),
        (Undo(), Undo(), Redo()),
        (Add("SK"), Undo(), Redo()),
        (Undo(), Add("SK"), Undo()),
        (Splice(4, 1, ()),),
    ],
)
def test_what_was_taken_back_before_a_decision_stays_taken_back(mine: tuple[Action, ...]) -> None:
    """An undo after the decision used to take back the decision."""
    theirs = TRICK.doing((Add("S5"), Add("S6")))
    conflict = merge(TRICK.doing(mine), theirs)
    assert isinstance(conflict, Conflict)
    settled = settle(theirs, conflict, keep_mine=True)
    assert settled.lines == TRICK.doing(mine).lines
    assert overrule(theirs, 5, 7, mine) == settled
    assert overrule(settled, 5, 7, mine) == settled, "an answer got lost"
    went_on = theirs.do(Enter(("2 a D4",)))
    assert isinstance(overrule(went_on, 5, 7, mine), Conflict), "nobody decided about that"


@pytest.mark.parametrize(("base", "over"), [(0, 5), (3, 2), (5, 6)])
def test_a_decision_about_what_is_not_there_is_refused(base: int, over: int) -> None:
    with pytest.raises(DraftError) as refused:
        overrule(TRICK, base, over, ())
    assert refused.value.trouble is Trouble.CUT


@pytest.mark.parametrize("base", [0, 6])
def test_actions_missing_in_between_are_asked_for(base: int) -> None:
    with pytest.raises(DraftError) as refused:
        receive(TRICK, base, (Add("S5"),))
    assert refused.value.trouble is Trouble.CUT
    assert refused.value.detail == "5"


def test_opening_has_the_tags_of_every_record() -> None:
    draft = opening(
        "standard throw_penalty=10",
        players=("陈伟",),
        day=date(2026, 11, 27),
        tags={"Site": "成都"},
    )
    assert draft.lines == (
        "%SJN 1",
        '[Event "?"]',
        '[Site "成都"]',
        '[Date "2026-11-27"]',
        '[Rules "standard@1 throw_penalty=10"]',
        '[PlayerA "陈伟"]',
        '[PlayerB "?"]',
        '[PlayerC "?"]',
        '[PlayerD "?"]',
    )
    assert finish(draft).text == draft.text


ACTIONS = st.sampled_from(
    [
        Enter(("1 a SA",)), Enter(("# said", "2 b S3")), Add("S3"), SetTag("Event", "x"),
        Splice(3, 1, ("hand 2 ac=2 bd=2 dealer=?",)), Splice(2, 0, ()), Undo(), Redo(),
        Restore(1), Restore(3),
    ]
)  # fmt: skip


LOGS = st.lists(ACTIONS, max_size=30)


def walked(actions: list[Action], draft: Draft = START) -> Draft:
    """The draft after those of the actions that can be done."""
    for action in actions:
        try:
            draft = draft.do(action)
        except DraftError:
            continue
    return draft


def written(edits: Sequence[Edit]) -> tuple[str, ...]:
    """The lines that edits come to, one after the other and never back."""
    lines: list[str] = []
    for edit in edits:
        apply(lines, edit)
    return tuple(lines)


@given(LOGS)
def test_the_lines_follow_from_the_log_alone(actions: list[Action]) -> None:
    draft = walked(actions)
    assert Draft.of(draft.log) == draft
    assert draft_from_json(json.loads(json.dumps(draft_to_json(draft)))) == draft
    assert draft.lines == written(draft.done)


@given(LOGS, LOGS)
def test_many_actions_at_once_are_the_same_as_one_after_the_other(
    first: list[Action], more: list[Action]
) -> None:
    draft = walked(first)
    after = walked(more, draft)
    assert draft.doing(after.log[len(draft.log) :]) == after


@given(LOGS, st.data())
def test_whatever_was_taken_back_can_be_had_again(
    actions: list[Action], data: st.DataObject
) -> None:
    draft = walked(actions)
    times = data.draw(st.integers(0, len(draft.done) - 1))
    back = draft.doing([Undo()] * times)
    assert back.done == draft.done[: len(draft.done) - times]
    assert back.lines == written(back.done)
    again = back.doing([Redo()] * times)
    assert (again.lines, again.done, again.undone) == (draft.lines, draft.done, draft.undone)


@given(LOGS, st.integers(0, 8), LOGS, LOGS)
def test_it_is_all_one_in_which_order_devices_are_heard(
    common: list[Action], kept: int, second: list[Action], third: list[Action]
) -> None:
    """Three logs that begin alike: they come to one draft, or to a conflict, whoever is first."""
    first = walked(common)
    half = Draft.of(first.log[: max(1, len(first.log) - kept)])
    drafts = (first, walked(second, half), walked(third, half))
    outcomes = {merged(order) for order in permutations(drafts)}
    assert len(outcomes) == 1


def merged(drafts: Sequence[Draft]) -> Draft | None:
    """What some drafts come to one after the other; None for a conflict."""
    found = drafts[0]
    for each in drafts[1:]:
        both = merge(found, each)
        if isinstance(both, Conflict):
            return None
        found = both
    return found


@given(LOGS, LOGS, LOGS)
def test_a_decision_keeps_what_both_devices_did(
    common: list[Action], mine: list[Action], theirs: list[Action]
) -> None:
    base = walked(common)
    conflict = merge(walked(mine, base), walked(theirs, base))
    if isinstance(conflict, Draft):
        return
    other = walked(theirs, base)
    settled = settle(other, conflict, keep_mine=True)
    assert settled.log[: len(other.log)] == other.log
    assert settled.lines == walked(mine, base).lines


@given(LOGS, st.integers(1, 30), LOGS)
def test_sent_twice_is_written_once(common: list[Action], base: int, more: list[Action]) -> None:
    draft = walked(common)
    start = min(base, len(draft.log))
    sent = walked(more, draft).log[start:]
    once = receive(draft, start, sent)
    assert isinstance(once, Draft)
    assert receive(once, start, sent) == once
    assert receive(once, start, sent[: len(sent) // 2]) == once
