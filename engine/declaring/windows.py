"""When something may be shown, and by whom: the deal, the asking, the time after a burying."""

from shengji.engine.declaring.course import Course
from shengji.engine.faults import Fault, Rule, Unproved, Verdict
from shengji.engine.play.partial import lacking, surely_in
from shengji.engine.scoring.match import side_of


def window(course: Course, seat: int, after: int | None, *, later: bool) -> Verdict:
    """May anything be shown at this time, and by this seat?

    `after` cards had been dealt to all seats, None where that is unknown. `later`: the kitty has
    been buried.
    """
    if course.flipped and not later:
        return Fault(Rule.DECLARE_WINDOW, seat, option="nobody_later")
    if course.level_settles():
        return Fault(Rule.DECLARE_WINDOW, seat, option="level_ladder")
    if later:
        return _after_burying(course, seat)
    if after is not None and (fault := _outside_deal(course, seat, after)):
        return fault
    if course.rules.declare_order == "asked" and (fault := asking_turn(course, seat)):
        return fault
    return _side_first(course, seat) or _after_deal(course, seat, after)


def _after_burying(course: Course, seat: int) -> Verdict:
    rules = course.rules
    if not rules.kitty_theft:
        return Fault(Rule.DECLARE_WINDOW, seat, option="kitty_theft")
    if course.first and rules.overturn_later == "after_burying":
        return Fault(Rule.DECLARE_WINDOW, seat, option="overturn_later")
    if course.flipped and not rules.overturn_turned:
        return Fault(Rule.DECLARE_WINDOW, seat, option="overturn_turned")
    return theft_turn(course, seat) if rules.theft_order == "from_dealer" else None


def theft_turn(course: Course, seat: int) -> Verdict:
    """After each burying the seats are asked from the one behind the dealer on (000:115).

    Who is passed over in a record has passed; nobody is asked again before the next burying.
    """
    dealer, players = course.declarer(), course.rules.players
    dealer = course.first_taker if dealer is None else dealer
    if dealer is None:
        return Unproved(Rule.DECLARE_TURN, seat)
    places = [(each - dealer - 1) % players for each in (seat, *course.asked)]
    following = max(places[1:], default=-1) + 1
    if places[0] >= following:
        return None
    asked = None if following == players else (dealer + 1 + following) % players
    return Fault(Rule.DECLARE_TURN, seat, other=asked, option="theft_order")


def _outside_deal(course: Course, seat: int, after: int) -> Fault | None:
    if after > course.whole:
        return Fault(Rule.DECLARE_WINDOW, seat, expected=course.whole, found=after)
    for shown in course.showings:
        if shown.after and shown.after > after:
            return Fault(Rule.DECLARE_WINDOW, seat, found=after, other=shown.seat)
    return None


def asking_turn(course: Course, seat: int) -> Fault | None:
    """Each seat is asked once, from the one due to deal on; the first who shows ends it."""
    if course.showings or len(course.passes) >= course.rules.players:
        return Fault(Rule.DECLARE_TURN, seat, option="declare_order")
    first = course.passes[0] if course.due is None and course.passes else course.due
    if first is None:
        return None
    asked = (first + len(course.passes)) % course.rules.players
    if seat == asked:
        return None
    return Fault(Rule.DECLARE_TURN, seat, other=asked, option="declare_order")


def _side_first(course: Course, seat: int) -> Verdict:
    """An attacker may open only where neither the dealer nor his partners can (001:33).

    Who passed cannot, or will not; of the others the cards that they were dealt tell.
    """
    rules, due = course.rules, course.due
    if rules.later_declarers == "any" or course.first or course.showings:
        return None
    if due is None:
        return Unproved(Rule.DECLARE_TURN, seat)
    side = side_of(rules, due)
    if seat in side:
        return None
    left = [each for each in side if each not in course.passes]
    for each in left:
        if _can_open(course, each, surely=True):
            return Fault(Rule.DECLARE_TURN, seat, other=each, option="later_declarers")
    if any(_can_open(course, each, surely=False) for each in left):
        return Unproved(Rule.DECLARE_TURN, seat)
    return None


def _can_open(course: Course, seat: int, *, surely: bool) -> bool:
    """Whether the seat has been dealt a showing that may open: surely, or as far as is known."""
    if course.hands is None:
        return not surely
    held = course.hands[seat]
    return any(
        (surely_in(cards, held) if surely else not lacking(cards, held))
        for cards, call in course.calls(seat).items()
        if not call.jokers or course.rules.joker_declare_first
    )


def _after_deal(course: Course, seat: int, after: int | None) -> Verdict:
    if course.rules.declare_window != "after_deal":
        return None
    if after is None:
        return Unproved(Rule.DECLARE_WINDOW, seat)
    if after < course.whole:
        return Fault(
            Rule.DECLARE_WINDOW,
            seat,
            expected=course.whole,
            found=after,
            option="declare_window",
        )
    return None
