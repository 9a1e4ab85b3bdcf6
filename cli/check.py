"""`shengji check`: judge records, file by file, and say what is wrong with each."""

import functools
import json
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import asdict, dataclass, field
from itertools import chain
from typing import BinaryIO, Final

import click

from shengji.cli import cluster, options
from shengji.cli.bar import Bar
from shengji.cli.findings import findings
from shengji.cli.inputs import Source, Unreadable, reason, sources
from shengji.cli.output import plain
from shengji.cli.words import words
from shengji.notation.diagnostics import Severity
from shengji.replay import Report, check_stream
from shengji.replay.findings import finding

FAULTS: Final = 1
UNUSABLE: Final = 2
CHUNK: Final = 8
"""Files that a process is given at a time."""
_COUNTED: Final = ("records", "hands", "plays", "confirmed")


@dataclass(frozen=True, slots=True)
class Wish:
    """How files are to be judged and answered."""

    language: str
    encoding: str | None
    rules: str | None
    as_json: bool
    quiet: bool


@dataclass(frozen=True, slots=True)
class Answer:
    """What one file came to, ready to print."""

    text: str
    usable: bool
    unreadable: str = ""
    numbers: Counter[str] = field(default_factory=Counter)


@click.command()
@click.argument("paths", nargs=-1, required=True, metavar="PATH…")
@click.option("--json", "as_json", is_flag=True, help="Answer in JSON, one object a line and file.")
@options.language
@click.option(
    "--jobs", type=click.IntRange(1, 256), default=1, metavar="N", help="Work in N processes."
)
@cluster.dask
@options.rules("Judge under these rules instead of those that the record names.")
@options.encoding
@click.option("-q", "--quiet", is_flag=True, help="Print errors only, and no summary.")
@click.pass_context
def check(
    ctx: click.Context,
    paths: tuple[str, ...],
    as_json: bool,
    language: str,
    jobs: int,
    dask: str | None,
    rules: str | None,
    encoding: str | None,
    quiet: bool,
) -> None:
    """Check records card by card under the rules that they name.

    A PATH is a file, a folder (searched for *.sjn) or - for standard input.
    Every fault of a file is told, each with its place, the rule option it rests on and the source
    of that rule:

    \b
      $ shengji check friday.sjn
      friday.sjn:26:13: 1.5.3 error follow-shape: b holds HKK, which the lead calls for, and
        plays HJK [under follow_shape (跟牌牌型), source 000:131-133,193]
          5 d HAA HTJ HJK H33 =d+30
                      ^^^

    The exit code is 0 when nothing is wrong, also with warnings, notes or facts that cannot be
    checked; 1 when a record has errors; 2 when a file could not be read or is no record.
    `shengji explain CODE` tells more about a code.

    With --json there is a line for each file, an object with the keys file, usable, records,
    hands, plays, confirmed, counts (by severity) and diagnostics; each diagnostic has code,
    severity, line, column, length, address, option, source, arguments and message. A file that
    could not be read has the key unreadable instead.
    """
    files = list(sources(paths))
    wish = Wish(language, encoding, rules, as_json, quiet)
    totals: Counter[str] = Counter()
    unusable = 0
    with ExitStack() as stack:
        answers = _answers(files, wish, jobs, dask, stack)
        bar = stack.enter_context(Bar(len(files)))
        for answer in answers:
            if answer.text:
                bar.make_way()
                click.echo(answer.text, err=bool(answer.unreadable) and not as_json)
            totals += answer.numbers
            unusable += not answer.usable
            bar.step()
    if not (as_json or quiet):
        _summary(totals, unusable, language)
    ctx.exit(UNUSABLE if unusable else FAULTS if totals[Severity.ERROR] else 0)


def _answers(
    files: list[Source | Unreadable], wish: Wish, jobs: int, dask: str | None, stack: ExitStack
) -> Iterator[Answer]:
    """The answers in the order of the files."""
    if dask is None and (jobs == 1 or len(files) < 2):
        return map(functools.partial(answer_for, wish), files)
    from shengji.replay.working import ordered

    workers = stack.enter_context(cluster.workers(min(jobs, len(files)), dask))
    size = min(CHUNK, -(-len(files) // jobs))
    chunks = (files[begin : begin + size] for begin in range(0, len(files), size))
    if dask is not None:
        chunks = (list(map(_carried, chunk)) for chunk in chunks)
    return chain.from_iterable(ordered(workers, functools.partial(answers_for, wish), chunks))


def _carried(file: Source | Unreadable) -> Source | Unreadable:
    """The file with what is in it: another machine does not have it."""
    if isinstance(file, Unreadable):
        return file
    try:
        with file.stream() as stream:
            return Source(file.name, data=stream.read())
    except OSError as error:
        return Unreadable(file.name, reason(error))


def _summary(totals: Counter[str], unusable: int, language: str) -> None:
    said = words(language)
    numbers = {name: totals[name] for name in ("files", *_COUNTED, *Severity)}
    click.echo(said("read", **numbers))
    if unusable:
        click.secho(said("unusable", number=unusable), fg="red")
    color = "red" if totals[Severity.ERROR] else "green"
    click.secho(said("found", **numbers), fg=color)


# One file; this part may run in a process of its own.


def answers_for(wish: Wish, files: list[Source | Unreadable]) -> list[Answer]:
    """Judge some files."""
    return [answer_for(wish, file) for file in files]


def answer_for(wish: Wish, file: Source | Unreadable) -> Answer:
    """Judge a file and word the answer."""
    if isinstance(file, Unreadable):
        return _unreadable(wish, file.name, file.reason)
    try:
        with file.stream() as stream:
            report = check_stream(stream, encoding=wish.encoding, rules=wish.rules)
            stream.seek(0)
            if wish.as_json:
                text = _as_json(file.name, report, wish.language)
            else:
                text = "\n".join(_as_text(file.name, report, stream, wish))
    except OSError as error:
        return _unreadable(wish, file.name, reason(error))
    numbers = Counter({name: getattr(report, name) for name in _COUNTED})
    numbers.update(diagnostic.severity for diagnostic in report.diagnostics)
    numbers["files"] = 1
    return Answer(text, report.usable, numbers=numbers)


def _unreadable(wish: Wish, name: str, why: str) -> Answer:
    if wish.as_json:
        text = _json({"file": name, "usable": False, "unreadable": why})
    else:
        text = f"{plain(name)}: {why}"
    return Answer(text, False, why)


def _as_json(name: str, report: Report, language: str) -> str:
    counts = Counter(diagnostic.severity for diagnostic in report.diagnostics)
    return _json(
        {
            "file": name,
            "usable": report.usable,
            **{key: getattr(report, key) for key in _COUNTED},
            "counts": {severity.value: counts[severity] for severity in Severity},
            "diagnostics": [asdict(finding(each, language)) for each in report.diagnostics],
        }
    )


def _json(value: dict[str, object]) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _as_text(name: str, report: Report, stream: BinaryIO, wish: Wish) -> Iterator[str]:
    told = [d for d in report.diagnostics if not wish.quiet or d.severity is Severity.ERROR]
    return findings(name, told, stream, wish.encoding, wish.language)
