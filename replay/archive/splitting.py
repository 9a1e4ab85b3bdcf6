"""A stream of bytes → one slice a record, as it came; memory does not grow with the stream.

A record begins with its `%SJN` line and the comments directly above it (SPEC 2.3). Nothing is read
here: what stands before the first such line makes a slice too, so that its faults are told.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import BinaryIO, Final

from shengji.replay.archive.errors import RefusedError
from shengji.replay.archive.examining import MOST_BYTES

_BLOCK: Final = 1 << 18
_MAGIC: Final = re.compile(
    rb"(?:^(?:\xef\xbb\xbf)?|(?<=[\r\n]))(?:[ \t]|\xc2\xa0|\xe3\x80\x80)*(?:%|\xef\xbc\x85)SJN",
    re.IGNORECASE,
)
_LONGEST: Final = 4096
"""Bytes that a match of it may have; more blanks in front of `%SJN` are not looked through."""
_LINE_END: Final = re.compile(rb"\r\n|\r|\n")
_MARK: Final = b"\xef\xbb\xbf"


@dataclass(frozen=True, slots=True)
class Slice:
    """The bytes of one record, and of the empty lines behind it."""

    raw: bytes
    line: int
    """Number of its first line in the stream, from 1."""
    end: int
    """Bytes of the stream up to the end of it."""

    @property
    def record(self) -> bytes:
        """Without the empty lines behind it."""
        bare = self.raw.rstrip(b" \t\r\n")
        line_end = _LINE_END.search(self.raw, len(bare))
        return self.raw if line_end is None else self.raw[: line_end.end()]

    @property
    def next_line(self) -> int:
        """Number of the first line behind it."""
        return self.line + len(_LINE_END.findall(self.raw))


def slices(stream: BinaryIO, position: int = 0, line: int = 1) -> Iterator[Slice]:
    """The records of a stream, which stands at `position`, the beginning of that line.

    What comes before the next `%SJN` line is held, and of that only what is new is looked at:
    `own` is where the first line of the record that is held ends, 0 while it has none.

    :raises RefusedError: a record is longer than any may be; what follows it is not read.
    :raises OSError: the stream cannot be read.
    """
    rest, own = b"", 0
    while block := stream.read(_BLOCK):
        known, rest = len(rest), rest + block
        begin = 0
        for match in _MAGIC.finditer(rest, max(own, known - _LONGEST)):
            if own:
                start = _with_comments(rest, begin, match.start())
                whole = Slice(rest[begin:start], line, position + start - begin)
                yield whole
                begin, position, line = start, whole.end, whole.next_line
            own = match.end()
        rest, own = rest[begin:], own - begin
        if len(rest) > MOST_BYTES:
            raise RefusedError(f"line {line}: longer than {MOST_BYTES >> 20} MiB: split the match")
    if rest.strip(b" \t\r\n" + _MARK) or position == 0:
        yield Slice(rest, line, position + len(rest))


def _with_comments(data: bytes, begin: int, start: int) -> int:
    """Where the record begins whose first line starts here."""
    while start > begin:
        end = start - 1
        if data[end - 1 : start] == b"\r\n":
            end -= 1
        line = data.rfind(b"\n", begin, end) + 1 or begin
        line = data.rfind(b"\r", line, end) + 1 or line
        if not data[line:end].lstrip(b" \t").startswith(b"#"):
            break
        start = line
    return start
