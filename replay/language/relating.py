"""Other places that a diagnostic is about: the lead that was not followed, the hand before."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from shengji.engine.faults import Rule
from shengji.notation import diagnostics as dia
from shengji.notation.diagnostics import Diagnostic, Span
from shengji.notation.record import Address
from shengji.replay.language.places import find
from shengji.replay.recording import judge
from shengji.replay.wording import sentence

_BY_LEAD: Final = frozenset(
    dia.FAULTS[rule] for rule in (Rule.FOLLOW_SUIT, Rule.FOLLOW_SHAPE, Rule.PLAY_COUNT)
)
_BY_HAND_BEFORE: Final = frozenset((dia.HAND_ORDER, dia.LEVEL_CARRY, dia.DEALER_CARRY))


@dataclass(frozen=True, slots=True)
class Related:
    """A place, and what a diagnostic has to do with it."""

    span: Span
    kind: str
    """`lead`, `before` or `first`."""


def related(text: str, found: Diagnostic) -> tuple[Related, ...]:
    """Places beside its own that a diagnostic of a text is about."""
    near = found.span.line if found.span else 1
    if found.code is dia.REPEATED_TAG:
        return tuple(_first_tag(text, found, near))
    address = None if found.address is None else _address(found, found.address)
    span = None if address is None else find(text, address, near)
    return () if span is None else (Related(span, _kind(found)),)


def say_related(place: Related, language: str = "en") -> str:
    """What it has to do with the diagnostic.

    :raises LanguageError: the catalogue does not speak this language.
    """
    return sentence(f"related.{place.kind}", language)


def _kind(found: Diagnostic) -> str:
    return "lead" if found.code in _BY_LEAD else "before"


def _address(found: Diagnostic, address: Address) -> Address | None:
    if found.code in _BY_LEAD and address.part == "trick" and address.variation is None:
        return replace(address, play=1)
    if found.code in _BY_HAND_BEFORE and address.hand > 1:
        return Address(address.hand - 1)
    return None


def _first_tag(text: str, found: Diagnostic, near: int) -> Iterator[Related]:
    """The tag of the same name that stands in the nearest head above."""
    parsed = judge(text).parsed
    matches = zip(parsed.records, parsed.lines, strict=True)
    above = [(record, lines.head) for record, lines in matches if lines.head.magic < near]
    for record, head in above[-1:]:
        for tag, line in zip(record.tags, head.tags, strict=True):
            if tag.name == found.arguments["name"] and line < near:
                yield Related(head.locate(head.tags.index(line)), "first")
