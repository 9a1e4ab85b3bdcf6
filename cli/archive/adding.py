"""`shengji archive init` and `add`: make an archive, and bring records into it."""

import codecs
import io
from collections import Counter
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import BinaryIO, cast

import click

from shengji.cli import cluster, options, records
from shengji.cli.archive.bundles import Batch, apart, batches, size_of
from shengji.cli.archive.opening import Word, database, opened, told
from shengji.cli.bar import Bar
from shengji.cli.findings import sentence
from shengji.cli.inputs import Source, Unreadable, Unusable, sources
from shengji.cli.output import plain
from shengji.cli.words import words
from shengji.notation.decoding import codec_of
from shengji.replay.archive import Archive, Licence, Visibility
from shengji.replay.archive.importing import Feed, Importer, Refusal, Step
from shengji.replay.intake import HEAD, IntakeError, format_of, to_sjn

REFUSED = 1


@click.command()
@database
def init(db: Path) -> None:
    """Make an archive, or bring an old one up to date.

    \b
      $ shengji archive init club.db
    """
    with told():
        Archive.init(db).close()


@click.command()
@database
@click.argument("paths", nargs=-1, required=True, metavar="PATH…")
@click.option(
    "--visibility",
    type=Word(Visibility),
    default=Visibility.PUBLIC,
    show_default=True,
    help="Who sees the records on the site.",
)
@click.option(
    "--licence",
    type=Word(Licence),
    default=Licence.CC0,
    show_default=True,
    help="Under which licence they may be used.",
)
@click.option("--nameless", "without_names", is_flag=True, help="Store seats in place of names.")
@cluster.jobs
@cluster.dask
@options.encoding
@options.language
@click.pass_context
def add(
    ctx: click.Context,
    db: Path,
    paths: tuple[str, ...],
    visibility: Visibility,
    licence: Licence,
    without_names: bool,
    jobs: int,
    dask: str | None,
    encoding: str | None,
    language: str,
) -> None:
    """Bring records into an archive.

    A PATH is a file of one or more matches, a folder (searched for *.sjn) or - for standard input.
    A file in another format that `shengji convert` reads is stored as the SJN that it becomes, and
    what was inferred or is missing is told.

    Every record is read and judged. One with errors is stored with them; one that cannot be read as
    a whole is refused, and told with its place. A record that the archive has stays one entry.

    \b
      $ shengji archive add club.db friday.sjn samples/games
      $ shengji archive add club.db chat.txt botzone.json
      $ shengji random --hands 50 | shengji archive add club.db -

    A bundle of `archive export --bundle` is proved to be whole before anything of it is stored; its
    records keep the licences that it states.

    \b
      $ shengji archive add club.db their-club.sjb

    With --encoding the bytes are stored in UTF-8; else they are kept as they come.

    A run that broke, even by a power cut, is taken up by the same command: what is stored stays,
    and reading goes on behind it. The exit code is 0; 1 when something was refused; 2 when the
    archive could not be used.
    """
    totals: Counter[str] = Counter()
    with opened(db, write=True) as archive, cluster.workers(jobs, dask) as workers:
        bundles, files = apart(sources(paths))
        feeds = Batch(_feeds(files, encoding, language, totals), licence)
        with Bar(sum(map(_size, files)) + sum(map(size_of, bundles))) as bar:
            for batch in (feeds, *batches(bundles)):
                importer = Importer(archive, workers, visibility=visibility, licence=batch.licence,
                                    without_names=without_names)  # fmt: skip
                for step in importer.run(batch.feeds):
                    _tell(step, bar, language)
                    totals.update(added=step.added, known=step.known, refused=len(step.refused))
    numbers = {name: totals[name] for name in ("added", "known", "refused")}
    click.secho(words(language)("imported", **numbers), fg="red" if totals["refused"] else "green")
    ctx.exit(REFUSED if totals["refused"] else 0)


def _tell(step: Step, bar: Bar, language: str) -> None:
    if step.earlier:
        bar.make_way()
        click.echo(words(language)("resumed", number=step.bytes), err=True)
    for refusal in step.refused:
        bar.make_way()
        click.echo("\n".join(_lines(refusal, language)), err=True)
    bar.step(step.bytes)


def _feeds(
    files: list[Source | Unreadable], encoding: str | None, language: str, totals: Counter[str]
) -> Iterator[Feed]:
    for file in files:
        if isinstance(file, Unreadable):
            totals["refused"] += 1
            click.echo(f"{plain(file.name)}: {file.reason}", err=True)
        else:
            yield from _feed(file, encoding, language, totals)


def _feed(
    file: Source, encoding: str | None, language: str, totals: Counter[str]
) -> Iterator[Feed]:
    """A file of SJN as it is; one of another format as the SJN that it becomes, or not at all."""
    if _is_sjn(file):
        key = "" if file.path is None else str(file.path.resolve())
        yield Feed(file.name, partial(_utf8, file, encoding), file.size, key)
        return
    try:
        loaded = records.load(file, language)
        text = to_sjn(loaded.records).encode()
    except Unusable as error:
        totals["refused"] += 1
        click.echo(plain(error.message), err=True)
        return
    except IntakeError as error:
        totals["refused"] += 1
        click.echo(plain(f"{file.name}: {error.say(language)}"), err=True)
        return
    for remark in loaded.remarks:
        click.echo(f"{plain(file.name)}: {plain(remark)}", err=True)
    yield Feed(file.name, partial(io.BytesIO, text), len(text))


def _is_sjn(file: Source) -> bool:
    """Whether a file seems to be SJN; what cannot be read is left to whom reads it."""
    if file.path is not None and not file.path.is_file():
        return True  # A pipe can be read once only.
    try:
        with file.stream() as stream:
            return format_of(stream.read(HEAD)) == records.SJN
    except OSError:
        return True


def _utf8(file: Source, encoding: str | None) -> BinaryIO:
    """The bytes of a file; those of another encoding as they are in UTF-8."""
    stream = file.stream()
    if encoding is None:
        return stream
    return cast(BinaryIO, codecs.EncodedFile(stream, "utf-8", codec_of(encoding)))


def _size(file: Source | Unreadable) -> int:
    return file.size if isinstance(file, Source) else 0


def _lines(refusal: Refusal, language: str) -> Iterator[str]:
    """A refusal with the first things that were found wrong."""
    yield f"{plain(refusal.name)}:{refusal.line}: {refusal.reason}"
    for found in refusal.diagnostics:
        yield f"  {sentence(refusal.name, found, language)}"
