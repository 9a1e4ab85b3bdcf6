"""What a recorder types, in the words of the table: `sKKQQ`, `hk ha h3 h10`, `declare 23 b H2`."""

from typing import Final

from shengji.notation.spelling import spell
from shengji.notation.tokens import SEATS, TokenError, read_cards
from shengji.replay.recording.actions import Action, Add, Enter
from shengji.replay.recording.draft import Draft
from shengji.replay.recording.errors import DraftError, Trouble
from shengji.replay.recording.expecting import expected
from shengji.replay.recording.lines import result_from_points
from shengji.replay.recording.proposing import lay

_ENDINGS: Final = "^=/<"
"""What stands behind the cards of a play."""
_CARDS: Final = ("seat-line", "kitty", "bury")
"""Statements of which nothing but the cards has to be typed, once they are what comes next."""


def typed(draft: Draft, text: str) -> tuple[Action, ...]:
    """The actions that a line means at this point of a draft.

    Cards alone are the next plays, one a word, in a small or a capital hand; at a lead a seat may
    stand before them (`b sKK`). Where a hand, the kitty or a burying comes next they are its cards.
    All else is a statement as the notation writes it. The points of a hand alone (`result 80`) get
    what follows from them.

    :raises DraftError: nothing was typed, or nobody knows who leads.
    """
    words = spell(text).split()
    if words and words[0][0] == "=":
        return tuple(map(Add, words))
    if not words:
        raise DraftError(Trouble.ONE_WORD, text)
    first = next(iter(expected(draft)), None)
    kinds = {each.kind for each in expected(draft)}
    if kinds & {"lead", "play"} and (plays := _plays(draft, words, kinds)):
        return plays
    if first is not None and first.kind in _CARDS:
        prefix, cards = first.text, words
        if first.kind == "seat-line" and words[0] in SEATS and len(words) > 1:
            prefix, cards = f"{words[0]} ", words[1:]
        if all(map(_is_cards, cards)):
            return (Enter((prefix + " ".join(map(_capital, cards)),)),)
    if words[0] == "result" and len(words) == 2 and words[1].isdecimal():
        return (Enter((result_from_points(draft.text, int(words[1])),)),)
    return (Enter((spell(text).strip(),)),)


def followed(draft: Draft) -> Action | None:
    """What is to be written next without anybody asking: who won a trick, who takes the kitty, a
    burying that nobody sees, the result of a hand that was played out, and its end."""
    first = next(iter(expected(draft)), None)
    if first is None or not first.ready:
        return None
    return first.action if first.kind in ("won", "take", "bury", "result", "end") else None


def _plays(draft: Draft, words: list[str], kinds: set[str]) -> tuple[Action, ...]:
    """One play after the other; empty where the words are something else."""
    seat = None
    if "lead" in kinds and len(words) > 1 and _is_leader(draft, words[0]):
        seat, words = SEATS.index(words[0]), words[1:]
    if not all(map(_is_cards, words)):
        return ()
    actions: list[Action] = []
    for word in words:
        action = lay(draft, _capital(word), seat)
        actions.append(action)
        draft, seat = draft.do(action), None
        while (more := followed(draft)) is not None:
            actions.append(more)
            draft = draft.do(more)
    return tuple(actions)


def _is_leader(draft: Draft, word: str) -> bool:
    """A `b` is the big joker where it follows from the last trick who leads."""
    if len(word) != 1 or word not in SEATS:
        return False
    known = any(len(each.seats) == 1 for each in expected(draft) if each.kind == "lead")
    return not (known and _is_cards(word))


def _is_cards(word: str) -> bool:
    try:
        read_cards([_split(_capital(word))[0]])
    except TokenError:
        return False
    return True


def _capital(word: str) -> str:
    """The cards in the capital letters of the notation; what stands behind them as it is."""
    cards, ending = _split(word)
    return spell(cards.upper()).replace("10", "T") + ending


def _split(word: str) -> tuple[str, str]:
    end = min((word.find(sign) for sign in _ENDINGS if sign in word), default=len(word))
    return word[:end], word[end:]
