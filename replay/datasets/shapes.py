"""Shapes as the tables write them: `2x3+1x1` is a tractor of three pairs and a single card."""

from shengji.engine.play.follow import Duty
from shengji.replay.steps import LeadShape


def lead_text(lead: LeadShape) -> str:
    return "+".join(f"{width}x{length}" for width, length in lead.units)


def owed_text(owed: Duty) -> str:
    """The sets and runs that must be among the cards; empty where any of the suit do."""
    return "+".join(f"{run[0]}x{len(run)}" for run in owed.shape)
