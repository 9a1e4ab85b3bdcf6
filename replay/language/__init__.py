"""The language service of SJN: what an editor asks of a text, on a page or on the desk.

Everything is a function of the text; places are lines and columns in code points, from 1, as in
:class:`shengji.notation.Span`. Judged texts are kept for a while, so that questions about one text
cost little.
"""

from shengji.replay.language.completing import Completion, complete
from shengji.replay.language.hovering import Hover, hover
from shengji.replay.language.mending import Edit, Fix, apply, fixes, say_fix
from shengji.replay.language.naming import WrongNameError, player_at, rename
from shengji.replay.language.outlining import MOST_HANDS, Node, outline
from shengji.replay.language.places import Place, find, place_at
from shengji.replay.language.relating import Related, related, say_related
from shengji.replay.language.service import definition, diagnose, formatted

__all__ = [
    "MOST_HANDS",
    "Completion",
    "Edit",
    "Fix",
    "Hover",
    "Node",
    "Place",
    "Related",
    "WrongNameError",
    "apply",
    "complete",
    "definition",
    "diagnose",
    "find",
    "fixes",
    "formatted",
    "hover",
    "outline",
    "place_at",
    "player_at",
    "related",
    "rename",
    "say_fix",
    "say_related",
]
