"""Cases about finding friends: what may be called, how many, and whom it finds."""

from collections.abc import Callable, Mapping
from typing import Final

from shengji.engine.friends import Called, Friends, may_be_called
from shengji.engine.rules import Rules
from shengji.notation.tokens import read_card, read_cards, read_seat, write_seat
from shengji.replay.rulings.cases import Facts
from shengji.replay.rulings.play import order_of


def _count(rules: Rules, facts: Facts) -> str | None:
    return f"friends {rules.friend_number}" if rules.partnership == "friends" else None


def _callable(rules: Rules, facts: Facts) -> str:
    order, cards = order_of(rules, facts), rules.friend_cards
    allowed = cards == "any" or may_be_called(order, read_card(facts["card"]))
    return "allowed" if allowed else "refused"


def _friend(rules: Rules, facts: Facts) -> str | None:
    """Whom the table knows to be the friend once the plays of the first trick lie there."""
    if rules.partnership != "friends":
        return None
    dealer, friends = read_seat(facts["dealer"]), Friends(rules)
    held = list(map(int, facts["copies"].split()))
    friends.call(dealer, Called(read_card(facts["card"])), held)
    if "plays" in facts:
        friends.look(dealer, dealer, [read_cards([word]) for word in facts["plays"].split()])
    return f"friend {write_seat(friends.joined[0])}" if friends.joined else "no-friend"


KINDS: Final[Mapping[str, Callable[[Rules, Facts], str | None]]] = {
    "friends": _count,
    "callable": _callable,
    "friend": _friend,
}
"""By kind of case, what the engine says of its facts; None where nobody is called a friend."""
