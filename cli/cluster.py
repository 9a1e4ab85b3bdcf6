"""Where work is done: in processes of this machine, or on a Dask cluster (the extra [cluster])."""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.metadata import version
from typing import TYPE_CHECKING, Any, TypeVar

import click

from shengji.cli.pool import pool

if TYPE_CHECKING:
    from concurrent.futures import Executor

F = TypeVar("F", bound=Callable[..., Any])

PATIENCE = 10
"""Seconds in which a scheduler has to answer."""


class NoCluster(click.ClickException):
    """There is no cluster that could do the work; the program ends with 2."""

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

    :raises NoCluster: the address does not answer, or its workers have another version.
    """
    if address is None:
        with pool(jobs) as local:
            yield local
    else:
        with _cluster(address) as remote:
            yield remote


@contextmanager
def _cluster(address: str) -> "Iterator[Executor]":
    try:
        from distributed import Client
    except ImportError:
        raise NoCluster("--dask needs Dask: pip install 'shengji[cluster]'") from None
    try:
        client = Client(address, timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError) as error:
        raise NoCluster(f"{address}: no scheduler answers: {error}") from None
    with client:
        _compare(address, client.run(_version))
        yield client.get_executor()


def _compare(address: str, found: dict[str, str]) -> None:
    """:raises NoCluster: nobody works there, or with another version of this program."""
    if not found:
        raise NoCluster(f"{address}: the scheduler has no workers yet: start some")
    for worker, theirs in found.items():
        if theirs != (ours := _version()):
            raise NoCluster(f"{worker}: has shengji {theirs or 'not at all'}, and {ours} is here")


def _version() -> str:
    return version("shengji")
