"""Ids that a record states of itself in its tags are computed and compared, never trusted."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

from shengji.notation import diagnostics as dia
from shengji.notation import record as rec
from shengji.notation.diagnostics import Diagnostic
from shengji.notation.identity import ID_TAGS, deal_id, match_play_id, play_id, record_id


def states_ids(tags: tuple[rec.Tag, ...]) -> bool:
    return any(tag.name in ID_TAGS for tag in tags)


def wrong_ids_of_hand(head: rec.Record, hand: rec.Hand) -> Iterator[tuple[int, Diagnostic]]:
    """The id tags of a hand that are wrong, by index."""
    alone = replace(head, hands=(hand,))
    return _wrong(hand.tags, {"DealId": lambda: deal_id(hand), "PlayId": lambda: play_id(alone, 0)})


def wrong_ids_of_record(record: rec.Record) -> Iterator[tuple[int, Diagnostic]]:
    """The id tags of a match that are wrong, by index."""
    return _wrong(
        record.tags,
        {"PlayId": lambda: match_play_id(record), "RecordId": lambda: record_id(record)},
    )


def _wrong(
    tags: tuple[rec.Tag, ...], ids: Mapping[str, Callable[[], str | None]]
) -> Iterator[tuple[int, Diagnostic]]:
    for index, tag in enumerate(tags):
        if tag.name in ids and tag.value != (derived := ids[tag.name]() or "-"):
            arguments = {"name": tag.name, "written": tag.value, "derived": derived}
            yield index, Diagnostic(dia.WRONG_ID, arguments=arguments)
