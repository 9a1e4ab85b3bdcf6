"""Two records of one match, compared: where do they part, and which of them do the rules support?

Compared is what happened: cards, showings, the kitty, plays, marks, rulings, how hands ended, and
what was asserted of it. Names, comments, times and variations are left aside. What one record says
and the other leaves out is told, and is no contradiction where it can be derived or is not known.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import zip_longest
from typing import Final

from shengji.engine.cards import UNKNOWN, UNKNOWN_OF_SUIT, Cards, counts
from shengji.engine.presets import rules_from_text
from shengji.engine.rules import RuleError
from shengji.notation import record as rec
from shengji.notation.address import address_order, canonical_address
from shengji.notation.diagnostics import Diagnostic, Severity
from shengji.notation.tokens import (
    write_cards,
    write_changes,
    write_level,
    write_play,
    write_seat,
    write_seats,
    write_suit,
    write_won,
)
from shengji.notation.writer import hand_line, statement
from shengji.replay.checking import check_record
