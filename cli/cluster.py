"""Where work is done: in processes of this machine, or on a Dask cluster (the extra [cluster])."""

import gc
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

import click

from shengji.cli.pool import pool

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from distributed import Client

F = TypeVar("F", bound=Callable[..., Any])

PROGRAM = "shengji"
PATIENCE = 10
"""Seconds in which a scheduler has to answer."""


class NoWorkers(click.ClickException):
    """Nobody can do the work; the program ends with 2."""

    exit_code = 2


def dask(command: F) -> F:
    """The option that names a cluster."""
    return click.option(
        "--dask", metavar="ADDRESS", help="Work on a Dask cluster, as tcp://host:8786."
    )(command)


def jobs(command: F) -> F:
    """The option that says how many processes work here."""
    return click.option(
        "--jobs",
        type=click.IntRange(1, 256),
        default=lambda: os.cpu_count() or 1,
        metavar="N",
        help="Work in N processes; else one for each processor.",
    )(command)


@contextmanager
def workers(jobs: int, address: str | None) -> "Iterator[Executor]":
    """Who does the work.

    :raises NoWorkers: nobody answers at the address, or they died on the way.
    """
    from shengji.replay.working import WorkersLostError

    try:
        with pool(jobs) if address is None else _cluster(address) as found:
            yield found
    except WorkersLostError as error:
        raise NoWorkers(str(error)) from None


@contextmanager
def _cluster(address: str) -> "Iterator[Executor]":
    import logging
    from concurrent.futures import CancelledError

    try:
        from distributed import KilledWorker
    except ImportError:
        raise NoWorkers("--dask needs Dask: pip install 'shengji[cluster]'") from None
    client = _client(address)
    # What it would log, with its inner workings, is told below in one line.
    logging.getLogger("distributed").setLevel(logging.CRITICAL)
    with client:
        compare(address, client)
        try:
            yield client.get_executor()
        except KilledWorker:
            raise NoWorkers(f"{address}: workers died again and again over one piece of work: they"
                            " may have too little memory") from None  # fmt: skip
        except CancelledError:
            raise NoWorkers(f"{address}: the scheduler is gone; run the same again") from None


def _client(address: str) -> "Client":
    """Who talks to the scheduler.

    :raises NoWorkers: nobody answers.
    """
    from distributed import Client

    try:
        return Client(address, timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError, TypeError) as error:
        reason = str(error)
    # What came to nothing goes now. Were it collected while another client starts, it would wait
    # for ever for the lock that this one holds.
    gc.collect()
    raise NoWorkers(f"{address}: no scheduler answers: {reason}")


class Asked(Protocol):
    """What is needed of a Dask client to compare versions."""

    def run(self, task: Callable[[str], str], argument: str, /) -> dict[str, str]: ...
    def run_on_scheduler(self, task: Callable[[str], str], argument: str, /) -> str: ...


def compare(address: str, client: Asked) -> None:
    """Scheduler and workers read what they are given with the classes of this program.

    :raises NoWorkers: there are no workers, or one of them all has another version, or none.
    """
    from importlib.metadata import PackageNotFoundError, version

    ours = version(PROGRAM)
    try:
        found = client.run(version, PROGRAM) | {address: client.run_on_scheduler(version, PROGRAM)}
    except PackageNotFoundError:
        raise NoWorkers(f"{address}: {PROGRAM} {ours} has to be installed where the scheduler and"
                        " the workers run") from None  # fmt: skip
    if len(found) == 1:
        raise NoWorkers(f"{address}: the scheduler has no workers yet: start some")
    for place, theirs in found.items():
        if theirs != ours:
            raise NoWorkers(f"{place}: has {PROGRAM} {theirs}, and {ours} is here")
