"""The language service over the Language Server Protocol.

Nothing is decided here: positions are put into the units of the client and back, and values of
:mod:`shengji.replay.language` into those of the protocol.
"""

from shengji.cli.languageserver.server import server

__all__ = ["server"]
