"""What the page of the end shows of a draft: the verdict first, then what can be done with it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from shengji.notation import dumps
from shengji.notation import record as rec
from shengji.notation.address import write_address
from shengji.notation.diagnostics import MISSING_RESULT, Diagnostic
from shengji.notation.tokens import write_seat
from shengji.replay.archive import Entry, Examined, Kept, RefusedError, Visibility, nameless
from shengji.replay.recording import Draft, Finished, Mode, finish, judge, take
from shengji.web.games import TOKEN, reading_token
from shengji.web.language import t
from shengji.web.preview import absolute
from shengji.web.recorder.opened import drafts, shown_token
from shengji.web.recorder.table import film_of_text
from shengji.web.uploading import examined

STOP: Final = ({"do": "enter", "lines": ["abandon"]}, {"do": "enter", "lines": ["end"]})
"""The entries that end a hand which was broken off."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the checker says, in a sentence or two."""

    kind: str
    """`fits`, `open` (not all of it could be checked), `breaks` or `none` (there is no record)."""
    text: str


@dataclass(frozen=True, slots=True)
class Published:
    """The entry that a draft has become."""

    entry: Entry
    token: str
    """Its edit token."""
    current: bool
    """It says what the draft says now."""
    at: str
    """Where the draft ends, as an address of the viewer; empty where nothing can be looked at."""
    looking: dict[str, str | None]
    """The parameters of that page; its token lets nobody change anything."""
    link: str
    """The address with which others see it; empty where there is none."""


@dataclass(frozen=True, slots=True)
class Ending:
    """A draft at its end."""

    found: Finished
    verdict: Verdict
    storable: Examined | None
    """What would be published; None where nothing can be, as the verdict says."""
    unfinished: int
    """The number of a hand that is not over; 0 without one."""
    stoppable: bool
    """That hand can be ended where it stands."""
    published: Published | None
    results: int
    """Of how many hands it is known what they came to."""
    tricks: int


def ending(kept: Kept) -> Ending:
    """Everything that the page shows of a draft."""
    found = finish(kept.draft)
    storable, reason = _storable(kept.draft)
    unfinished = _unfinished(kept.draft)
    return Ending(
        found=found,
        verdict=Verdict("none", reason) if reason else _verdict(found),
        storable=storable,
        unfinished=unfinished,
        stoppable=unfinished > 0 and take(kept.draft, STOP).entries == len(STOP),
        published=_published(kept, found),
        results=sum(_counts(found, rec.Result)),
        tricks=sum(_counts(found, rec.Trick)),
    )


def _counts(found: Finished, kind: type[rec.Statement] | type[rec.Result]) -> Iterator[int]:
    """How many statements of a kind each hand has."""
    for hand in found.record.hands if found.record else ():
        yield sum(isinstance(event, kind) for event in hand.events)


def _storable(draft: Draft) -> tuple[Examined | None, str]:
    """What would be published, or why nothing can be."""
    try:
        found = examined(draft.text.encode("utf-8", "surrogatepass"))
    except RefusedError as error:
        reason = "record.unreadable" if error.diagnostics else "upload.refused-whole"
        return None, t(reason)
    return (found, "") if found.facts.hands else (None, t("finish.empty"))


def _verdict(found: Finished) -> Verdict:
    still_open = " ".join(_open(found))
    if found.errors:
        text = t("finish.breaks", number=len(found.errors))
        return Verdict("breaks", f"{text} {still_open}".strip())
    if still_open:
        return Verdict("open", f"{t('finish.open')} {still_open}")
    return Verdict("fits", t("finish.fits"))


def _open(found: Finished) -> Iterator[str]:
    """What nobody can tell from the record."""
    if places := _places(found.unchecked):
        yield t("finish.unchecked", number=places)
    if hands := sum(each.code is MISSING_RESULT and each.arguments["derived"] == "?"
                    for each in found.remarks):  # fmt: skip
        yield t("finish.untold", number=hands)


def _places(unchecked: Sequence[Diagnostic]) -> int:
    """At how many places: one diagnostic speaks for all of its kind in a hand."""
    numbers = (each.arguments.get("number", 1) for each in unchecked)
    return sum(number for number in numbers if isinstance(number, int))


def _unfinished(draft: Draft) -> int:
    """A problem position has no end, and needs none."""
    hand = judge(draft.text).hand
    if hand is None or hand.ended or draft.mode is Mode.POSITION:
        return 0
    return hand.number


def _published(kept: Kept, found: Finished) -> Published | None:
    known = drafts().entry(kept.id, shown_token())
    if known is None:
        return None
    entry, token = known
    shared = _shared(kept, entry)
    reading = reading_token(entry.row.visibility, token) if shared is None else shared or None
    return Published(
        entry=entry,
        token=token,
        current=_says(entry, found),
        at=_at(found),
        looking={TOKEN: reading, **_view(kept)},
        link="" if shared is None else absolute("overview.show", **_given(entry, shared)),
    )


def _given(entry: Entry, shared: str) -> dict[str, str]:
    return {"name": entry.row.public_id, **({TOKEN: shared} if shared else {})}


def _says(entry: Entry, found: Finished) -> bool:
    """An entry has the record of a draft, with or without its names."""
    if found.record is None:
        return False
    return entry.text in (found.text, dumps(nameless(found.record)))


def _at(found: Finished) -> str:
    film = film_of_text(found.text) if found.text else None
    return "" if film is None else write_address(film.steps[-1].address)


def _view(kept: Kept) -> dict[str, str]:
    """Who looks: the seat whose view was recorded."""
    seat = kept.draft.start.seat
    if kept.draft.mode is Mode.SEAT and seat is not None:
        return {"view": "seat", "seat": write_seat(seat)}
    return {}


def _shared(kept: Kept, entry: Entry) -> str | None:
    """The token of the link for others; empty where they need none, None where there is no link."""
    match entry.row.visibility:
        case Visibility.PUBLIC:
            return ""
        case Visibility.UNLISTED:
            return drafts().view_token(kept.id, shown_token()) or None
        case Visibility.PRIVATE:
            return None
