"""Alternative lines: each is replayed like the main line, from the position it departs from."""

from shengji.engine.rules import Rules
from shengji.notation import diagnostics as dia
from shengji.notation import record as rec
from shengji.notation.address import write_address
from shengji.replay.replayer import Before, HandReplay, Listener, Silent, Where


def replay_variations(
    hand: rec.Hand, index: int, rules: Rules, before: Before, listener: Listener
) -> None:
    """Replay every variation of a hand and tell the listener what is noticed."""
    for number, item in enumerate(hand.appendix):
        if isinstance(item, rec.Variation):
            _replay(hand, index, number, item, rules, before, listener)


def _replay(
    hand: rec.Hand,
    index: int,
    number: int,
    line: rec.Variation,
    rules: Rules,
    before: Before,
    listener: Listener,
) -> None:
    base = HandReplay(hand, index, rules, before, Silent())
    address = line.address
    through = address.number if address.part == "trick" else 0
    if address.play is not None:
        through -= 1
    where = Where(index, None, part="variation", variation=number)
    if not base.run_to(through) or not _departs(hand, line):
        listener.finding(dia.WRONG_VARIATION, where, found=write_address(address))
        return
    base.listener = listener
    base.run_variation(number, line.events)


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
