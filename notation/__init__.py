"""SJN, the Shengji notation: text to records and back."""

from shengji.notation.builder import HandRead, MatchClosed, MatchOpened, Outside, Piece
from shengji.notation.diagnostics import CODES, Code, Diagnostic, Severity, Span
from shengji.notation.identity import deal_id, match_play_id, play_id, record_id
from shengji.notation.parser import Parsed, RecordLines, collect, loads, read
from shengji.notation.positions import HandLines, MatchLines
from shengji.notation.writer import WriteError, dumps

__all__ = [
    "CODES",
    "Code",
    "Diagnostic",
    "HandLines",
    "HandRead",
    "MatchClosed",
    "MatchLines",
    "MatchOpened",
    "Outside",
    "Parsed",
    "Piece",
    "RecordLines",
    "Severity",
    "Span",
    "WriteError",
    "collect",
    "deal_id",
    "dumps",
    "loads",
    "match_play_id",
    "play_id",
    "read",
    "record_id",
]
