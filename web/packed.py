"""A record within a link: deflated (zlib), then base64 with `-` and `_`, padding or not."""

import base64
import binascii
import zlib
from typing import Final

MOST_CHARACTERS: Final = 8192
MOST_BYTES: Final = 200_000
"""Of the record; a few characters can stand for very many."""


class PackedError(ValueError):
    """A link that holds no record that could be unpacked."""


def unpack(text: str) -> bytes:
    """What was packed; nothing for nothing.

    :raises PackedError: too long, damaged, or more than :data:`MOST_BYTES`.
    """
    if not text:
        return b""
    if len(text) > MOST_CHARACTERS:
        raise PackedError(f"{len(text)} characters where {MOST_CHARACTERS} are taken")
    try:
        data = base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
        unpacker = zlib.decompressobj()
        raw = unpacker.decompress(data, MOST_BYTES + 1)
    except (binascii.Error, ValueError, zlib.error) as error:
        raise PackedError(f"{error}") from None
    if len(raw) > MOST_BYTES:
        raise PackedError(f"more than {MOST_BYTES} bytes")
    if not unpacker.eof:
        raise PackedError("it breaks off")
    return raw
