"""Alternative lines: each is replayed like the main line, from the position it departs from."""

from shengji.engine.rules import Rules
from shengji.notation import diagnostics as dia
from shengji.notation import record as rec
from shengji.notation.address import write_address
from shengji.replay.listening import Listener, Silent, Where
from shengji.replay.replayer import Before, HandReplay


def replay_variations(
    hand: rec.Hand, index: int, rules: Rules, before: Before, listener: Listener
) -> None:
    """Replay every variation of a hand and tell the listener what is noticed."""
    for number, item in enumerate(hand.appendix):
        if not isinstance(item, rec.Variation):
            continue
        base = variation_replay(hand, index, number, rules, before)
        if base is None:
            where = Where(index, None, variation=number)
            listener.finding(dia.WRONG_VARIATION, where, found=write_address(item.address))
        else:
            base.listener = listener
            base.run_variation(number, item.events)


def variation_replay(
    hand: rec.Hand, index: int, number: int, rules: Rules, before: Before
) -> HandReplay | None:
    """The hand, silently replayed to where a variation's first line begins; None: nowhere.

    `number` is the variation's index in the appendix.
    """
    line = hand.appendix[number]
    assert isinstance(line, rec.Variation)
    base = _begun(hand, index, line, rules, before)
    return base if base is not None and _departs(hand, line) else None


def unfinished_variation(replay: HandReplay, hand: rec.Hand) -> HandReplay | None:
    """The last variation of a hand, which may not have departed yet, replayed as far as it goes.

    None where it begins nowhere.

    :param replay: of the hand itself.
    """
    number = max(i for i, item in enumerate(hand.appendix) if isinstance(item, rec.Variation))
    line = hand.appendix[number]
    assert isinstance(line, rec.Variation)
    base = _begun(hand, replay.index, line, replay.rules, replay.before)
    if base is not None:
        base.run_variation(number, line.events)
    return base


def _begun(
    hand: rec.Hand, index: int, line: rec.Variation, rules: Rules, before: Before
) -> HandReplay | None:
    base = HandReplay(hand, index, rules, before, Silent())
    address = line.address
    through = address.number if address.part == "trick" else 0
    if address.play is not None:
        through -= 1
    return base if base.run_to(through) else None


def _departs(hand: rec.Hand, line: rec.Variation) -> bool:
    """Does the first trick repeat the main line up to the play that its address names?"""
    address = line.address
    if address.play is None:
        return True
    tricks = {event.number: event for event in hand.events if isinstance(event, rec.Trick)}
    first = next((event for event in line.events if isinstance(event, rec.Trick)), None)
    main = tricks.get(address.number)
    if first is None or main is None or len(main.plays) < address.play:
        return False
    same = all(
        (a.cards, a.forced) == (b.cards, b.forced)
        for a, b in zip(first.plays[: address.play], main.plays, strict=False)
    )
    return same and first.leader == main.leader and len(first.plays) > address.play
