"""What comes of a worked example under any rules, and where two systems part over it."""

from collections.abc import Callable, Mapping
from typing import Final

from shengji.engine.cards import FACES
from shengji.engine.rules import LEVELS, RuleError, Rules, replace, to_text
from shengji.notation.tokens import read_cards
from shengji.replay.rulings import declaring, friends, play, scoring
from shengji.replay.rulings.cases import Facts, Ruling

KINDS: Final[Mapping[str, Callable[[Rules, Facts], str | None]]] = {
    **scoring.KINDS,
    **play.KINDS,
    **declaring.KINDS,
    **friends.KINDS,
}
"""By kind of case, what the engine says of its facts; None where they do not come about."""


def decide(ruling: Ruling, rules: Rules) -> str | None:
    """What comes of a case under these rules; None where it cannot occur at such a table."""
    if not _occurs(ruling, rules):
        return None
    return KINDS[ruling.kind](rules, ruling.facts)


def _occurs(ruling: Ruling, rules: Rules) -> bool:
    """Are there enough cards and seats, and the levels that the case names?"""
    facts = ruling.facts
    if ruling.kind in _SEATED and rules.players != 4:
        return False
    if ruling.kind in ("throw", "fine") and rules.throw_check == "seen":
        # What has been played before is no part of such a case.
        return False
    levels = {*facts.get("levels", "").split(), *facts.get("level", "")} & set(LEVELS)
    if ruling.kind in _LADDER and not levels <= set(rules.level_ladder):
        return False
    told = [word for name in _CARDS for word in facts.get(name, "").replace(",", " ").split()]
    sets = [read_cards([word]) for word in told if word not in "abcd-"]
    return all(cards.count(face) <= rules.copies[face] for cards in sets for face in range(FACES))


_SEATED: Final = frozenset((
    "declare", "declared", "nobody", "matched", "mutiny", "seers", "next", "silence", "wanting",
    "throw", "fine", "trick", "friend",
))  # fmt: skip
"""Kinds that need the seats a to d."""
_LADDER: Final = frozenset((
    "advance", "declare", "declared", "nobody", "matched", "mutiny", "silence", "wanting", "fall",
))  # fmt: skip
"""Kinds in which a side stands at a level, or somebody shows its cards."""
_CARDS: Final = (
    "cards", "first", "second", "lead", "hand", "play", "plays", "others", "showings", "later",
    "holdings", "kitty", "held", "won",
)  # fmt: skip
"""Facts that are cards."""


def differing(ruling: Ruling, first: Rules, second: Rules) -> tuple[str, str] | None:
    """What comes of a case under two systems, where its own option makes a difference.

    None where both say the same, where the case cannot occur, or where it is other options alone
    that tell the two apart.
    """
    one, other = decide(ruling, first), decide(ruling, second)
    if one is None or other is None or one == other:
        return None
    try:
        changed = replace(first, {ruling.rule: to_text(getattr(second, ruling.rule))})
    except RuleError:
        # The other system's value does not go with the rest of this one.
        return one, other
    return None if decide(ruling, changed) == one else (one, other)
