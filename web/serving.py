"""The server before the site: waitress, with what the site needs of it."""

import logging
import socket
from typing import Final

import waitress
from flask import Flask

from shengji.web.guarding import MOST_BYTES

MARGIN: Final = 100_000
"""By how much a body may be longer than the site takes, so that the site can say what is wrong."""
CONNECTIONS: Final = 2000
"""Held open at once, by spectators of a game most of all: they cost no thread."""


def serve(app: Flask, listening: socket.socket, threads: int) -> None:
    """Answer until interrupted; requests that find no thread free wait for one."""
    # It tells of each request that waits; to wait a moment is what the queue is for.
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)
    waitress.serve(
        app, sockets=[listening], threads=threads, ident=None, _quiet=True,
        max_request_body_size=MOST_BYTES + MARGIN,
        connection_limit=CONNECTIONS, asyncore_use_poll=True,
    )  # fmt: skip
