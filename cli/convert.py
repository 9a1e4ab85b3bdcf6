"""`shengji convert`: from any format that is read to SJN or its JSON twin."""

from pathlib import Path

import click

from shengji.cli import options, records
from shengji.cli.inputs import Unusable, reason, source
from shengji.cli.output import plain, write_data
from shengji.cli.saving import save


@click.command()
@click.argument("file")
@click.option("--from", "origin", metavar="NAME", help="The format of FILE; else it is looked at.")
@click.option(
    "--to",
    type=click.Choice((records.SJN, records.JSON)),
    help="What to write: sjn, the default, or json.",
)
@click.option("-o", "--output", metavar="OUT", help="Write to this file, not to standard output.")
@options.encoding
@options.language
def convert(
    file: str,
    origin: str | None,
    to: str | None,
    output: str | None,
    encoding: str | None,
    language: str,
) -> None:
    """Convert between SJN, JSON and other programs' formats.

    FILE is a record in any format that is read, or - for standard input. Without --from its
    format is found by looking at it, without --to SJN is written, or JSON where OUT ends in .json.

    \b
      $ shengji convert friday.sjn --to json > friday.json
      $ shengji convert friday.json -o again.sjn
      $ shengji convert --from godot log.json

    SJN and JSON hold the same: there and back gives the same bytes. What another format does not
    say and was inferred, or has and SJN has not, is listed on standard error.
    """
    if origin is not None and origin not in records.formats():
        raise click.BadParameter(f"{origin!r} is none of {', '.join(records.formats())}")
    loaded = records.load(source(file), language, format=origin, encoding=encoding)
    if loaded.faults:
        records.tell_faults(loaded, encoding, language)
        raise Unusable(loaded.source.name, "not converted, since not all of it could be read")
    for remark in loaded.remarks:
        click.echo(f"{plain(loaded.source.name)}: {plain(remark)}", err=True)
    wanted = to or (records.JSON if (output or "").endswith(".json") else records.SJN)
    text = _text(loaded, wanted, language)
    if output is None:
        write_data(text)
    else:
        _write(Path(output), text)


def _text(loaded: records.Loaded, format: str, language: str) -> str:
    if format == records.JSON:
        from shengji.notation import twin

        return twin.dumps(loaded.records)
    from shengji.replay.intake import IntakeError, to_sjn

    try:
        return to_sjn(loaded.records)
    except IntakeError as error:
        raise Unusable(loaded.source.name, error.say(language)) from None


def _write(path: Path, text: str) -> None:
    try:
        save(path, text.encode(), over=True)
    except OSError as error:
        raise Unusable(str(path), reason(error)) from None
