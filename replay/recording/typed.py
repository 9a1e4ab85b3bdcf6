"""What a recorder types, in the words of the table: `sKKQQ`, `hk ha h3 h10`, `declare 23 b H2`."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from shengji.notation.lines import WORD
from shengji.notation.spelling import spell
from shengji.notation.tokens import SEATS, TokenError, read_cards, write_seat
from shengji.replay.recording.actions import Action, Enter
from shengji.replay.recording.draft import Draft
from shengji.replay.recording.errors import DraftError, Trouble
from shengji.replay.recording.expecting import Expected, expected
from shengji.replay.recording.following import followed, told_already
from shengji.replay.recording.judging import judge
from shengji.replay.recording.lines import named_trump, result_from_points
from shengji.replay.recording.placing import before_result, behind, marked, other_result, won
from shengji.replay.recording.proposing import lay

_ENDINGS: Final = "^=/<"
"""What stands behind the cards of a play."""
_REMARKS: Final = "$!?~{^"
"""What begins an annotation or the mark of a play."""
_CARDS: Final = ("seat-line", "kitty", "bury")
"""Statements of which nothing but the cards has to be typed, once they are what comes next."""
_OF_PLAY: Final = ("penalty", "ruling", "retract")
"""Statements that may be made when the result has been written."""
_POINT_DIGITS: Final = 6
"""What is longer are no points; the notation says what is wrong with it."""


def typed(draft: Draft, text: str) -> tuple[Action, ...]:
    """The actions that a line means at this point of a draft.

    Cards alone are the next plays, one a word, in a small or a capital hand; at a lead a seat may
    stand before them (`b sKK`), and behind each play what is said of it (`sKK ! {so} s77^revoke`).
    Where a hand, the kitty or a burying comes next they are its cards. The points of a hand alone
    (`result 80`, and `80` where they come next) get what follows from them, and trump its level
    (`trump H b`). A problem position is told with the points alone (`start 23 a 35`), with those of
    each seat (`a20,c15`), or with `?` where nobody knows them. `hand` alone is the next one, as it
    follows. All else is a statement as the notation writes it. What has to stand above a line
    (`hands`, `sheet`) is written first. What was written by itself already means nothing.

    :raises DraftError: nothing was typed, or nobody knows who leads.
    """
    words = WORD.findall(spell(text))
    if not words:
        raise DraftError(Trouble.ONE_WORD, text)
    offers = expected(draft)
    if plays := _plays(draft, offers, words):
        return _played(draft, plays)
    line = spell(text).strip()
    if (told := told_already(draft, words)) is not None:
        return told
    if words[0] == "result" and (other := other_result(draft, line)) is not None:
        return (other,)
    for reading in (_cards, _points, _position, _trump, _hand):
        if found := reading(draft, offers, words):
            return found
    if words[0] in _OF_PLAY:
        return (before_result(draft, line),)
    above = next((each.before for each in offers if each.text == f"{words[0]} "), ())
    return (*above, Enter((line,)))


def parts(draft: Draft, text: str) -> tuple[str, ...]:
    """A line as lines that are typed one after the other: of plays each by itself."""
    plays = _plays(draft, expected(draft), WORD.findall(spell(text)))
    if not plays:
        return (text,)
    seats = (write_seat(plays.leader),) if plays.leader is not None else ()
    return (" ".join((*seats, plays.words[0])), *plays.words[1:])


def _cards(draft: Draft, offers: Sequence[Expected], words: list[str]) -> tuple[Action, ...]:
    """The cards of a hand, of the kitty or of a burying, where they come next."""
    if not offers or offers[0].kind not in _CARDS:
        return ()
    offer, cards = offers[0], words
    if offer.kind == "seat-line" and words[0] in SEATS and len(words) > 1:
        prefix, cards = f"{words[0]} ", words[1:]
        offer = next((each for each in offers if each.text == prefix), replace(offer, text=prefix))
    if not all(map(_is_cards, cards)):
        return ()
    return (*offer.before, Enter((offer.text + " ".join(map(capital, cards)),)))


def _points(draft: Draft, offers: Sequence[Expected], words: list[str]) -> tuple[Action, ...]:
    """The points of a hand, where nothing else of the result is told."""
    offer = next((each for each in offers if each.kind == "result"), None)
    first = offer is not None and offer is offers[0]
    number = words[-1] if words[:-1] == ["result"] or (first and len(words) == 1) else ""
    if not number.isdecimal() or len(number) > _POINT_DIGITS:
        return ()
    before = () if offer is None else offer.before
    text = draft.doing(before).text if before else draft.text
    return (*before, Enter((result_from_points(text, int(number)),)))


def _position(draft: Draft, offers: Sequence[Expected], words: list[str]) -> tuple[Action, ...]:
    """`start 23 a 35`: what the attackers have by then; `?`: nobody knows."""
    if words[0] != "start" or len(words) != 4 or "=" in words[3]:
        return ()
    points = () if words[3] == "?" else (f"points={words[3]}",)
    return (Enter((" ".join((*words[:3], *points)),)),)


def _trump(draft: Draft, offers: Sequence[Expected], words: list[str]) -> tuple[Action, ...]:
    """`trump H b`: at the level of the declarer's side."""
    if words[0] != "trump" or len(words) != 3 or words[2] not in SEATS:
        return ()
    line = named_trump(judge(draft.text), words[1].upper(), SEATS.index(words[2]))
    return () if line is None else (Enter((line,)),)


def _hand(draft: Draft, offers: Sequence[Expected], words: list[str]) -> tuple[Action, ...]:
    """`hand`: the next one, with the levels and the dealer that follow from those before."""
    if words != ["hand"] or not offers or offers[0].kind != "hand":
        return ()
    return (Enter((offers[0].text,)),)


# -- plays ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Plays:
    """Words of tricks: plays, what is said of them, and who won."""

    leader: int | None
    """Who leads, where it was said."""
    words: Sequence[str]


def _plays(draft: Draft, offers: Sequence[Expected], words: Sequence[str]) -> _Plays | None:
    """The words as plays; None where they are something else."""
    kinds = {each.kind for each in offers}
    leader = None
    if "lead" in kinds and len(words) > 1 and _is_leader(draft, offers, words):
        leader, words = SEATS.index(words[0]), words[1:]
    cards = [word for word in words if word[0] not in f"{_REMARKS}="]
    if not words or not all(map(_is_cards, cards)) or (cards and not kinds & {"lead", "play"}):
        return None
    return _Plays(leader, words)


def _played(draft: Draft, plays: _Plays) -> tuple[Action, ...]:
    """One word after the other, with what follows before the next one."""
    actions: list[Action] = []
    leader = plays.leader
    for word in plays.words:
        while actions and (more := followed(draft)) is not None:
            actions.append(more)
            draft = draft.do(more)
        action = _word(draft, word, leader)
        if action is not None:
            actions.append(action)
            draft, leader = draft.do(action), None
    return tuple(actions)


def _word(draft: Draft, word: str, leader: int | None) -> Action | None:
    """What one word of a trick does; None: it was written by itself already."""
    if word[0] == "=":
        return won(judge(draft.text), word)
    if word[0] == "^":
        return marked(judge(draft.text), word[1:])
    if word[0] in _REMARKS:
        return behind(judge(draft.text), word)
    return lay(draft, capital(word), leader)


def _is_leader(draft: Draft, offers: Sequence[Expected], words: Sequence[str]) -> bool:
    """A `b` is the big joker where it follows from the last trick who leads; but not if he is b,
    and a play of everybody stands behind it."""
    word = words[0]
    if len(word) != 1 or word not in SEATS:
        return False
    leads = [each.seats for each in offers if each.kind == "lead"]
    if not _is_cards(word) or all(len(seats) > 1 for seats in leads):
        return True
    rules = judge(draft.text).rules
    whole = rules is not None and sum(map(_is_cards, words)) == rules.players + 1
    return whole and (SEATS.index(word),) in leads


def _is_cards(word: str) -> bool:
    try:
        read_cards([_split(capital(word))[0]])
    except TokenError:
        return False
    return True


def capital(word: str) -> str:
    """The cards in the capital letters of the notation; what stands behind them as it is."""
    cards, ending = _split(word)
    return spell(cards.upper()).replace("10", "T") + ending


def _split(word: str) -> tuple[str, str]:
    end = min((word.find(sign) for sign in _ENDINGS if sign in word), default=len(word))
    return word[:end], word[end:]
