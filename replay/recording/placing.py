"""Where in the lines of a draft something of its last hand stands, and what is put there."""

from collections.abc import Sequence
from typing import Final

from shengji.notation import record as rec
from shengji.notation.lines import WORD
from shengji.notation.record import Address
from shengji.replay.addresses import line_of
from shengji.replay.recording.actions import Action, Add, Enter, Splice
from shengji.replay.recording.draft import Draft, text_of
from shengji.replay.recording.errors import DraftError, Trouble
from shengji.replay.recording.judging import Judged, judge
from shengji.replay.recording.lines import result_line

ANNOTATION: Final = "$!?~{"
"""What an annotation begins with."""
_COUNTED: Final[dict[str, tuple[type[rec.Statement], ...]]] = {
    "show": (rec.Declare, rec.Overturn, rec.Flip),
    "bury": (rec.Bury,),
}


def behind(judged: Judged, word: str, address: Address | None = None) -> Splice:
    """The line of an event with an annotation more, behind those that it has.

    Without an address it is the last play.

    :raises DraftError: nothing was played yet.
    """
    place = address or _last_play(judged)
    number, words = _line(judged, place)
    if place.part == "trick":
        at = _play(words, place) + 1
        while at < len(words) and words[at][0] in ANNOTATION:
            at += 1
    else:
        at = len(words) - words[-1].startswith("#")
    return Splice(number, 1, (" ".join((*words[:at], word, *words[at:])),))


def marked(judged: Judged, mark: str, address: Address | None = None) -> Splice:
    """The line of a trick, one of its plays with this mark, in the place of another one.

    Without an address it is the last play.

    :raises DraftError: nothing was played yet.
    """
    place = address or _last_play(judged)
    number, words = _line(judged, place)
    at = _play(words, place)
    words[at] = f"{words[at].partition('^')[0]}^{mark}"
    return Splice(number, 1, (" ".join(words),))


def won(judged: Judged, word: str) -> Add | Splice | None:
    """Who won the last trick, in the place of what its line says of it; None: it says just that.

    :raises DraftError: nothing was played yet.
    """
    number, words = _line(judged, _last_play(judged))
    at = next((index for index, told in enumerate(words) if told[0] == "="), None)
    if at is None:
        return Add(word)
    if words[at] == word:
        return None
    return Splice(number, 1, (" ".join((*words[:at], word, *words[at + 1 :])),))


def _last_play(judged: Judged) -> Address:
    """In the open variation, or else in the main line."""
    hand, line = judged.hand, judged.variation
    for event in reversed(line.events if line else hand.events if hand else ()):
        if isinstance(event, rec.Trick) and hand is not None:
            number = len(variations(hand)) if line else None
            return Address(hand.number, "trick", event.number, variation=number)
    raise DraftError(Trouble.NO_TRICK)


def below(judged: Judged, hand: int, line: str) -> Splice:
    """A line more behind all that an earlier hand of this number has.

    :raises LookupError: there is no such hand.
    """
    record = judged.record
    assert record is not None
    numbers = {each.number: place for place, each in enumerate(record.hands)}
    place = numbers[hand]
    stands = judged.lines.hands[place]
    return Splice(stands.first + len(stands.texts), 0, (line,))


def before_result(draft: Draft, line: str) -> Action:
    """What enters a statement about the play of the last hand: at the end, or above its result.

    A result that followed from the play is worked out anew.
    """
    judged = judge(draft.text)
    at = _closing_line(judged)
    if at is None:
        return Enter((line,))
    above, written = draft.lines[: at - 1], draft.lines[at - 1]
    if written.split()[:1] == ["end"] or result_line(judge(text_of(above))) != written.strip():
        return Splice(at, 0, (line,))
    return Splice(at, 1, (line, result_line(judge(text_of((*above, line)))) or written))


def other_result(draft: Draft, line: str) -> Action | None:
    """What puts a result in the place of the one that the last hand has; None where it has none."""
    judged = judge(draft.text)
    at = _closing_line(judged)
    if at is None or judged.hand is None or not _has_result(judged.hand):
        return None
    return Splice(at, 1, (line,))


def _closing_line(judged: Judged) -> int | None:
    """The number of the line above which play ends: of the result, or else of the `end`."""
    hand = judged.hand
    if hand is None or judged.varying:
        return None
    stands = judged.lines.hands[-1]
    if _has_result(hand):
        return stands.events[
            next(i for i, e in enumerate(hand.events) if isinstance(e, rec.Result))
        ]
    return stands.end


def _has_result(hand: rec.Hand) -> bool:
    return any(isinstance(event, rec.Result) for event in hand.events)


def _line(judged: Judged, address: Address) -> tuple[int, list[str]]:
    """The number and the words of the line on which an event of the last hand stands."""
    hand = judged.hand
    assert hand is not None
    stands = judged.lines.hands[-1]
    if address.variation is None:
        number = stands.events[_index(hand.events, address)]
    else:
        place = variations(hand)[address.variation - 1]
        number = stands.variations[place][_index(line_of(hand, address.variation), address)]
    return number, WORD.findall(stands.texts[number - stands.first])


def variations(hand: rec.Hand) -> list[int]:
    """The places of the variations in the appendix of a hand."""
    return [i for i, item in enumerate(hand.appendix) if isinstance(item, rec.Variation)]


def _index(events: Sequence[rec.Statement], address: Address) -> int:
    """Which of the statements an address means."""
    if address.part == "trick":
        return next(
            index
            for index, event in reversed(list(enumerate(events)))
            if isinstance(event, rec.Trick) and event.number == address.number
        )
    kinds = _COUNTED[address.part]
    counted = [index for index, event in enumerate(events) if isinstance(event, kinds)]
    return counted[address.number - 1]


def _play(words: Sequence[str], address: Address) -> int:
    """The index of a play among the words of its trick; without a number it is the last one."""
    plays = plays_among(words)
    return plays[-1] if address.play is None else plays[address.play - 1]


def plays_among(words: Sequence[str]) -> list[int]:
    """Which of the words of a trick are its plays."""
    return [
        index for index, word in enumerate(words) if index > 1 and word[0] not in f"{ANNOTATION}=#"
    ]
