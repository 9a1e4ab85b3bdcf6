"""The command line of a bench that has a page of its own, and the writing of that page."""

import argparse
from collections.abc import Iterable, Sequence
from pathlib import Path

from bench import report


def parser(name: str, meaning: str | None, page: Path) -> argparse.ArgumentParser:
    """`python -m bench.NAME`, which runs on tiny inputs or renews its page."""
    found = argparse.ArgumentParser(prog=f"python -m bench.{name}", description=meaning)
    found.add_argument("--quick", action="store_true", help="tiny inputs: does it run at all?")
    found.add_argument("--write", action="store_true", help=f"renew docs/{page.name}")
    return found


def parse(found: argparse.ArgumentParser, arguments: Sequence[str] | None) -> argparse.Namespace:
    """The options; what tiny inputs gave is not written down."""
    options = found.parse_args(arguments)
    if options.quick and options.write:
        found.error("only a full run is written down")
    return options


def write(page: Path, notes: str, tables: Iterable[object], rounds: int, more: str = "") -> None:
    """The page: what was measured, and on what."""
    text = "\n".join([notes, *map(str, tables), report.circumstances(rounds)])
    page.write_text(text + more, encoding="utf-8")
