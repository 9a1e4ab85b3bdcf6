"""Records made comparable: what a foreign format cannot hold is left out of both."""

from dataclasses import replace

from shengji.notation import record as rec


def bare_play(play: rec.Play) -> rec.Play:
    """Without who could beat a throw."""
    return replace(play, beaten_by=None)


def bare_tricks(hand: rec.Hand, *, points: bool = True) -> list[rec.Trick]:
    """The tricks, on request without the points of each."""
    tricks = [event for event in hand.events if isinstance(event, rec.Trick)]
    return [
        replace(
            trick,
            plays=tuple(map(bare_play, trick.plays)),
            won=trick.won if points or trick.won is None else replace(trick.won, points=None),
        )
        for trick in tricks
    ]


def others(hand: rec.Hand, *without: type[rec.Statement]) -> list[rec.Statement]:
    """Every statement that is no trick, but for those of some kinds."""
    return [
        event for event in hand.events if not isinstance(event, (rec.Trick, rec.Result, *without))
    ]
