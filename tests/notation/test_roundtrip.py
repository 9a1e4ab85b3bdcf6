"""Record → text → record, and text → record → text, for everything that a record can hold."""

import io

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from shengji.notation import Severity, collect, dumps, loads, read
from shengji.notation.record import Record

from .strategies import records

unhurried = settings(
    max_examples=60,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)


@unhurried
@given(records())
def test_a_record_is_read_back_from_its_text(record: Record) -> None:
    parsed = loads(dumps(record))
    assert [each for each in parsed.diagnostics if each.severity is Severity.ERROR] == []
    assert parsed.records == (record,)


@unhurried
@given(records())
def test_canonical_text_is_written_back_byte_for_byte(record: Record) -> None:
    text = dumps(record)
    assert dumps(loads(text).records[0]) == text


@unhurried
@given(st.lists(records(), min_size=2, max_size=3))
def test_several_matches_in_a_file(several: list[Record]) -> None:
    text = "\n".join(map(dumps, several))
    assert loads(text).records == tuple(several)


@unhurried
@given(records())
def test_a_stream_gives_what_the_text_gives(record: Record) -> None:
    text = dumps(record)
    assert collect(read(io.BytesIO(text.encode()))) == loads(text)
