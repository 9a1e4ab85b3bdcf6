"""Record and engine together: checks, steps, views, wording."""

from shengji.replay.checking import Report, check, check_pieces, check_record, check_stream
from shengji.replay.steps import NoSuchPosition, Position, position, steps
from shengji.replay.views import View, view

__all__ = [
    "NoSuchPosition",
    "Position",
    "Report",
    "View",
    "check",
    "check_pieces",
    "check_record",
    "check_stream",
    "position",
    "steps",
    "view",
]
