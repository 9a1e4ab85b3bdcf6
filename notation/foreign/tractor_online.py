"""Games of tractor-online (github.com/rbtying/shengji): pasted chat, and state dumps.

The server keeps no games and offers no export. What there is: the text of the chat box, as it is
copied out of the page or as the server words it; and the JSON of the current state, out of the
page's debug information, of the server's own dump, or of its socket.
"""

from dataclasses import dataclass
from typing import Final

from shengji.notation.foreign.fields import decode, read_json
from shengji.notation.foreign.importer import Imported
from shengji.notation.foreign.remarks import Remarks
from shengji.notation.foreign.tractor_online_chat import read_chat
from shengji.notation.foreign.tractor_online_dump import read_dump
from shengji.notation.foreign.tractor_online_lines import read_lines

_MARKS: Final = tuple(
    mark.encode()
    for mark in (" wins the trick", " started the game", "Landlord team ", " played ", " bid ")
)
_CARDS: Final = tuple(mark.encode() for mark in ("♠", "♥", "♦", "♣", "LJ", "HJ", "\U0001f0a0"))
_CHARACTERS: Final = b"\xf0\x9f\x82", b"\xf0\x9f\x83"
"""With these bytes every playing-card character begins."""


@dataclass(frozen=True, slots=True)
class TractorOnline:
    """The importer of both shapes."""

    name: str = "tractor-online"

    def looks_like(self, data: bytes) -> bool:
        if b"%SJN" in data:
            return False
        if data[:99].lstrip(b"\xef\xbb\xbf \t\r\n").startswith((b"{", b"[")):
            return b'"propagated"' in data
        said = any(mark in data for mark in _MARKS[:3])
        return said or (
            any(mark in data for mark in _MARKS[3:])
            and any(mark in data for mark in (*_CARDS, *_CHARACTERS))
        )

    def read(self, data: bytes) -> Imported:
        remarks = Remarks()
        if data.lstrip(b"\xef\xbb\xbf \t\r\n").startswith((b"{", b"[")):
            return Imported(read_dump(read_json(data), remarks), remarks.all())
        text = decode(data)
        lines = read_lines(text)
        others = sum(bool(line.strip()) for line in text.splitlines()) - len(lines)
        if others:
            remarks.dropped("other-lines", number=others)
        return Imported(read_chat(lines, remarks), remarks.all())


TRACTOR_ONLINE: Final = TractorOnline()
