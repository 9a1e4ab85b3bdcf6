"""Diagnostics as they are printed: a sentence with its place, and the line with a caret below."""

import io
from collections.abc import Iterable, Iterator
from typing import BinaryIO, Final

import click

from shengji.cli.output import fit, pad, plain, width
from shengji.cli.words import words
from shengji.notation.address import write_address
from shengji.notation.decoding import codec_of
from shengji.notation.diagnostics import Diagnostic, Severity
from shengji.replay.wording import say, say_basis

SHOWN: Final = 100
"""Columns shown of a line."""

_COLORS: Final = {
    Severity.ERROR: "red",
    Severity.WARNING: "yellow",
    Severity.UNCHECKED: "cyan",
    Severity.NOTE: "blue",
}


def findings(
    name: str,
    told: Iterable[Diagnostic],
    stream: BinaryIO,
    encoding: str | None,
    language: str,
) -> Iterator[str]:
    """The lines to print for these diagnostics of a file, which is read from its start."""
    told = list(told)
    lines = _lines(stream, {each.span.line for each in told if each.span}, encoding)
    for each in told:
        yield sentence(name, each, language)
        if each.span and (line := lines.get(each.span.line)):
            yield from caret(line, each.span.column, each.span.length)


def sentence(name: str, diagnostic: Diagnostic, language: str) -> str:
    span, severity = diagnostic.span, diagnostic.severity
    place = f"{plain(name)}:{span.line}:{span.column}" if span else plain(name)
    kind = click.style(
        words(language)(f"severity.{severity.value}"), fg=_COLORS[severity], bold=True
    )
    address = f" {write_address(diagnostic.address)}" if diagnostic.address else ""
    basis = say_basis(diagnostic, language)
    code, message = click.style(diagnostic.code.id, bold=True), plain(say(diagnostic, language))
    return f"{place}:{address} {kind} {code}: {message}" + click.style(f" [{basis}]", dim=True)


def _lines(stream: BinaryIO, wanted: set[int], encoding: str | None) -> dict[int, str]:
    """The lines of these numbers. The file is read once more: it need not fit into memory."""
    if not wanted:
        return {}
    codec, last = codec_of(encoding), max(wanted)
    found: dict[int, str] = {}
    text = io.TextIOWrapper(stream, codec.replace("utf-8", "utf-8-sig"), errors="replace")
    for number, line in enumerate(text, 1):
        if number in wanted:
            found[number] = line.rstrip("\n")
        if number >= last:
            break
    text.detach()
    return found


def caret(line: str, column: int, length: int) -> tuple[str, ...]:
    """A line of a file, or what surrounds the place in a long one, and the place marked below."""
    start = max(0, column - 1 - SHOWN // 2) if column > SHOWN - 20 else 0
    before = ("…" if start else "") + plain(line[start : column - 1])
    marked = plain(line[column - 1 : column - 1 + max(length, 1)])
    after = plain(line[column - 1 + max(length, 1) :][:SHOWN])
    shown = fit(before + marked + after, SHOWN)
    room = max(1, SHOWN - width(before))
    marks = "^" * min(max(1, width(marked)), room)
    return f"    {shown}", "    " + pad("", width(before)) + click.style(marks, bold=True)
