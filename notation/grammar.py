"""The grammar of sjn.lark as parsers, and as the regular expression of sound.py.

Sound text is read by the one regular expression that the grammar's BLOCK is (sound.py), so Lark is
loaded only when a line fails. The compiled parser of single lines is kept in the package's
`__pycache__`, where Python keeps compiled modules and where the same people can write; an
installation that cannot be written to works without.
"""

import functools
import io
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from lark import Lark

LINE_RULES: Final = (
    "trick", "seat_line", "hand", "deal", "hands", "start", "kitty", "declare", "overturn", "pass",
    "flip", "trump", "take", "bury", "friend", "join", "claim", "concede", "abandon", "forfeit",
    "redeal", "penalty", "ruling", "retract", "result", "sheet", "end", "note", "var", "endvar",
    "match", "magic", "tag",
)  # fmt: skip
"""The rules of the grammar that read one line."""

_HERE: Final = Path(__file__).parent
_HEADER: Final = '''"""BLOCK of sjn.lark, a run of sound lines, as a regular expression.

Made by grammar.renew(); do not edit. A test compares it with the grammar.
"""

import re
from typing import Final

# fmt: off
'''


@functools.cache
def text_parser() -> "Lark":
    """Reads text into BLOCK and BAD tokens: what the rest of the package does with sound.py."""
    return _parser(("text",))


@functools.cache
def line_parser() -> "Lark":
    """Reads one line, `start` being one of :data:`LINE_RULES`, or says where it fails."""
    return _parser(LINE_RULES)


def sound_module() -> str:
    """The text of sound.py."""
    pattern = text_parser().get_terminal("BLOCK").pattern.to_regexp()
    lines = [pattern[start : start + 54] for start in range(0, len(pattern), 54)]
    body = "\n".join(f"    {line!r}" for line in lines)
    return f"{_HEADER}BLOCK: Final = re.compile(\n{body}\n)\n"


def _parser(start: tuple[str, ...]) -> "Lark":
    import lark

    grammar = (_HERE / "sjn.lark").read_text(encoding="utf-8")
    key = "\n".join((grammar, lark.__version__, sys.version, *start))
    path = _HERE / "__pycache__" / f"sjn-{start[0]}.{sys.implementation.cache_tag}"
    stored = _load(path, key)
    if stored is not None:
        return lark.Lark.load(io.BytesIO(stored))
    parser = lark.Lark(grammar, parser="lalr", lexer="contextual", start=list(start))
    saved = io.BytesIO()
    parser.save(saved)
    _store(path, key, saved.getvalue())
    return parser


def _load(path: Path, key: str) -> bytes | None:
    """What was stored under this key, if it is whole."""
    try:
        stored = path.read_bytes()
    except OSError:
        return None
    seal, body = stored[:32], stored[32:]
    return body if seal == _seal(key, body) else None


def _store(path: Path, key: str, body: bytes) -> None:
    """Written beside and then renamed: another process sees all of it or nothing."""
    draft = path.with_name(f"{path.name}.{os.getpid()}")
    try:
        path.parent.mkdir(exist_ok=True)
        draft.write_bytes(_seal(key, body) + body)
        draft.replace(path)
    except OSError:
        return


def _seal(key: str, body: bytes) -> bytes:
    import hashlib

    return hashlib.sha256(key.encode() + b"\0" + body).digest()


def renew() -> None:
    """Write sound.py anew after a change of the grammar."""
    (_HERE / "sound.py").write_text(sound_module(), encoding="utf-8")
