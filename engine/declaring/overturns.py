"""Which showing may stand over which: who opens, reinforces (自保) or overturns (反主), and how."""

from collections.abc import Sequence
from itertools import product

from shengji.engine.declaring.calls import Call, beats, is_pair_over_single, reinforces_when_equal
from shengji.engine.declaring.course import Course
from shengji.engine.faults import Fault, Rule, Unproved, Verdict
from shengji.engine.scoring.match import side_of


def against(course: Course, seat: int, calls: tuple[Call, ...]) -> Verdict:
    """Does a call beat what stands, or properly add to it, whatever the unknown cards are?

    A fault names no cards: which call the unknown ones are is not told.
    """
    standing, own = course.standing, course.last_of(seat)
    before: Sequence[Call | None] = standing.calls if standing else (None,)
    earlier: Sequence[Call | None] = own.calls if own and own is not standing else (None,)
    faults = [
        _fault(course, seat, call, stands, mine)
        for call, stands, mine in product(calls, before, earlier)
    ]
    first = next((fault for fault in faults if fault), None)
    if first is None or all(faults):
        return first
    return Unproved(first.rule, seat)


def added(course: Course, seat: int, call: Call) -> Call | None:
    """What stands once a partner has added this call to it (对家保); None where it does not."""
    standing = course.standing
    if standing is None or standing.owner == seat or not course.rules.partner_reinforce:
        return None
    if course.taken or standing.owner not in side_of(course.rules, seat):
        return None
    for stands in standing.calls:
        copies = stands.copies + call.copies
        if call.kind == stands.kind and not call.jokers and copies <= course.rules.decks:
            return Call(call.kind, copies)
    return None


def _fault(
    course: Course, seat: int, call: Call, stands: Call | None, earlier: Call | None
) -> Fault | None:
    """What is wrong with a call, given what stands and what the seat itself showed before."""
    standing = course.standing
    if standing is None or stands is None:
        opens = _first_overturn_fault if course.taken else _opening_fault
        return opens(course, seat, call)
    if course.rules.overturn_count == "once" and len(course.showings) > 1 and not call.jokers:
        return _say(course, Rule.DECLARE_TOO_LOW, seat, "overturn_count")
    if standing.owner == seat:
        return _own_fault(course, seat, call, stands)
    if call.kind == stands.kind and added(course, seat, call):
        return None
    if fault := _barred(course, seat, call, stands):
        return fault
    if earlier is not None:
        if reinforces_when_equal(course.rules, call, stands, earlier):
            return None
        if course.rules.self_overturn == "forbidden" and course.showings[0].owner == seat:
            return _say(course, Rule.DECLARE_SELF, seat, "self_overturn")
    return _too_low(course, seat, call, stands)


def _opening_fault(course: Course, seat: int, call: Call) -> Fault | None:
    if call.jokers:
        if not course.rules.joker_declare_first:
            return _say(course, Rule.DECLARE_CARDS, seat, "joker_declare_first")
    elif call.copies > 1 and not course.rules.declare_pair_first:
        return _say(course, Rule.DECLARE_CARDS, seat, "declare_pair_first")
    return None


def _first_overturn_fault(course: Course, seat: int, call: Call) -> Fault | None:
    """A card turned, or a showing that the record leaves out, is overturned like a single card:
    by two or by jokers (000:23,111)."""
    if call.jokers or call.copies > 1:
        return None
    option = "overturn_turned" if course.flipped else "overturn_order"
    return _say(course, Rule.DECLARE_TOO_LOW, seat, option)


def _own_fault(course: Course, seat: int, call: Call, stands: Call) -> Fault | None:
    """What is wrong with a call by the seat whose showing stands."""
    if call.kind == stands.kind:
        if call.copies <= stands.copies:
            return _say(course, Rule.DECLARE_TOO_LOW, seat, "reinforce")
        if course.rules.reinforce == "none":
            return _say(course, Rule.DECLARE_SELF, seat, "reinforce")
        return None
    if course.rules.self_overturn != "allowed":
        return _say(course, Rule.DECLARE_SELF, seat, "self_overturn")
    return _barred(course, seat, call, stands) or _too_low(course, seat, call, stands)


def _barred(course: Course, seat: int, call: Call, stands: Call) -> Fault | None:
    """No overturn is possible now, or none of a showing that was reinforced."""
    rules = course.rules
    if rules.overturn_later == "after_burying" and not course.first and not course.taken:
        return _say(course, Rule.DECLARE_WINDOW, seat, "overturn_later")
    if rules.reinforced_beaten_by == "stronger" or stands.jokers or not course.is_reinforced():
        return None
    if call.jokers and rules.reinforced_beaten_by == "jokers":
        return None
    return _say(course, Rule.DECLARE_TOO_LOW, seat, "reinforced_beaten_by")


def _too_low(course: Course, seat: int, call: Call, stands: Call) -> Fault | None:
    if beats(course.rules, call, stands):
        return None
    single = course.rules.overturn_single == "higher_suit" and is_pair_over_single(call, stands)
    option = "overturn_single" if single else "overturn_order"
    return _say(course, Rule.DECLARE_TOO_LOW, seat, option)


def _say(course: Course, rule: Rule, seat: int, option: str) -> Fault:
    standing = course.standing
    other = standing.seat if standing and standing.seat != seat else None
    return Fault(rule, seat, other=other, option=option)
