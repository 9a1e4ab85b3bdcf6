"""The language service of SJN: what an editor asks of a text, on a page or on the desk.

Everything is a function of the text; places are lines and columns in code points, from 1, as in
:class:`shengji.notation.Span`. Judged texts are kept for a while, so that questions about one text
cost little.
"""

from shengji.replay.language.completing import Completion, complete
from shengji.replay.language.hovering import Hover, hover
from shengji.replay.language.outlining import Node, outline
from shengji.replay.language.places import Place, find, place_at
from shengji.replay.language.service import definition, diagnose, formatted

__all__ = [
    "Completion",
    "Hover",
    "Node",
    "Place",
    "complete",
    "definition",
    "diagnose",
    "find",
    "formatted",
    "hover",
    "outline",
    "place_at",
]
