"""Work in chunks through any executor: processes of this machine, or of many."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future
from typing import Final, TypeVar

T = TypeVar("T")
R = TypeVar("R")

AHEAD: Final = 16
"""Chunks that are worked on, or done and not fetched, at a time."""


class WorkersLostError(RuntimeError):
    """A process died and its work cannot be given to another."""


def ordered(executor: Executor, task: Callable[[T], R], chunks: Iterable[T]) -> Iterator[R]:
    """What the task makes of each chunk, in their order; few of them are in memory at a time.

    :raises WorkersLostError: see there.
    """
    waiting: deque[Future[R]] = deque()
    for chunk in chunks:
        waiting.append(executor.submit(task, chunk))
        if len(waiting) > AHEAD:
            yield _result(waiting.popleft())
    while waiting:
        yield _result(waiting.popleft())


def _result(future: "Future[R]") -> R:
    try:
        return future.result()
    except BrokenExecutor:
        raise WorkersLostError(
            "a process that worked died, perhaps for want of memory; run the same again"
        ) from None
