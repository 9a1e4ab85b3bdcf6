"""Processes that work for a command, and end with it however it ends."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from concurrent.futures import ProcessPoolExecutor


@contextmanager
def pool(processes: int) -> "Iterator[ProcessPoolExecutor]":
    """A pool that gives up what it has not begun when it is left."""
    # A single file, the usual check, does without the 10 ms that this import takes.
    from concurrent.futures import ProcessPoolExecutor

    with ProcessPoolExecutor(processes, initializer=_begin) as made:
        try:
            yield made
        finally:
            made.shutdown(wait=False, cancel_futures=True)


def _begin() -> None:
    """Ctrl-C is the parent's to answer; and a child whose parent was killed goes too."""
    import signal
    import threading

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_leave_with_parent, daemon=True).start()


def _leave_with_parent() -> None:
    from multiprocessing import parent_process
    from multiprocessing.connection import wait

    parent = parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(1)
