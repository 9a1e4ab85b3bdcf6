"""Where work is done: in processes of this machine, or on a Dask cluster (the extra [cluster])."""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeVar

import click

from shengji.cli.pool import pool

if TYPE_CHECKING:
    from concurrent.futures import Executor

F = TypeVar("F", bound=Callable[..., Any])

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
    from concurrent.futures import CancelledError

    try:
        from distributed import Client, KilledWorker
    except ImportError:
        raise NoWorkers("--dask needs Dask: pip install 'shengji[cluster]'") from None
    try:
        client = Client(address, timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError, TypeError) as error:
        raise NoWorkers(f"{address}: no scheduler answers: {error}") from None
    with client:
        _compare(address, client.run(_version))
        try:
            yield client.get_executor()
        except KilledWorker:
            raise NoWorkers(f"{address}: workers died again and again over one piece of work: they"
                            " may have too little memory") from None  # fmt: skip
        except CancelledError:
            raise NoWorkers(f"{address}: the scheduler is gone; run the same again") from None


def _compare(address: str, found: dict[str, str]) -> None:
    """:raises NoWorkers: there are none, or they have another version of this program."""
    if not found:
        raise NoWorkers(f"{address}: the scheduler has no workers yet: start some")
    for worker, theirs in found.items():
        if theirs != (ours := _version()):
            raise NoWorkers(f"{worker}: has shengji {theirs}, and {ours} is here")


def _version() -> str:
    from importlib.metadata import version

    return version("shengji")
