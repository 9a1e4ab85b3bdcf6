"""Who sits at the table of a draft."""

from shengji.notation.tokens import write_seat
from shengji.replay.recording import Draft, judge


def sitting(draft: Draft) -> dict[str, str]:
    """By the letter of each seat: `A`, or `A 陈伟` where the name is known."""
    judged = judge(draft.text)
    players = 0 if judged.rules is None else judged.rules.players
    found = {}
    for letter in map(write_seat, range(players)):
        name = judged.record.tag(f"Player{letter.upper()}") if judged.record else None
        found[letter] = letter.upper() if name in (None, "?", "") else f"{letter.upper()} {name}"
    return found
