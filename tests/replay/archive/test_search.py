"""What is asked for is found, however it is spelt, and nothing else; and nothing asked can harm."""

import io
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import permutations
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from shengji.notation import dumps
from shengji.notation.record import Join, Tag, Take
from shengji.replay.archive import (
    FACETS,
    Archive,
    Order,
    Query,
    QueryError,
    Role,
    TooBroadError,
    conditions,
)
from shengji.replay.archive.folding import fold, fold_name, may_go_on, tokens
from shengji.replay.archive.splitting import slices
from shengji.replay.generate import random_match

Make = Callable[..., bytes]
SAMPLES = Path(__file__).parents[3] / "samples"

NAMES = ("陈伟", "Li Na", "王强", "赵敏")
TEXTS = (
    "城东升级公开赛",
    "臺灣大學 拖拉機社",
    "Café à la carte",
    "ＡＢＣ　１２３",
    'the "last" trick* (NEAR) AND OR NOT ^x',
    "100%_\\ sure",
    "欧阳娜娜 和 小明",
    "Łódź straße ﬁn",
    "a-b a:b {a} 'a'",
)


@pytest.fixture(scope="module")
def texts(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Archive, dict[str, str]]]:
    """An archive with an entry for each text, and the text of each entry."""
    text = '%SJN 1\n[Event "{}"]\n[Rules "standard@1"]\n\nhand 1 ac=2 bd=2 dealer=a\nend\n'
    with Archive.init(tmp_path_factory.mktemp("texts") / "texts.db") as archive:
        written = {}
        for each in TEXTS:
            quoted = each.replace("\\", "\\\\").replace('"', '\\"')
            written[archive.add(text.format(quoted).encode()).public_id] = each
        yield archive, written


def found(archive: Archive, query: Query) -> set[str]:
    return {row.public_id for row in archive.search(query).rows}


@pytest.mark.parametrize(
    ("question", "text"),
    [
        # Two-character parts of longer runs, which FTS5's own tokenizers miss.
        ("升级", TEXTS[0]), ("公开", TEXTS[0]), ("欧阳", TEXTS[6]), ("娜娜", TEXTS[6]),
        # One character.
        ("赛", TEXTS[0]), ("明", TEXTS[6]),
        # The other script, both ways.
        ("升級公開賽", TEXTS[0]), ("台湾大学", TEXTS[1]), ("拖拉机", TEXTS[1]), ("歐陽", TEXTS[6]),
        # Width, case, accents.
        ("abc", TEXTS[3]), ("１２３", TEXTS[3]), ("CAFE", TEXTS[2]), ("ŁODZ", TEXTS[7]),
        ("STRASSE", TEXTS[7]), ("fin", TEXTS[7]),
        # The beginning of a word, and words in any order.
        ("tri", TEXTS[4]), ("小明 欧阳", TEXTS[6]), ("carte café", TEXTS[2]),
    ],
)  # fmt: skip
def test_it_is_found(texts: tuple[Archive, dict[str, str]], question: str, text: str) -> None:
    archive, written = texts
    assert text in {written[each] for each in found(archive, Query(text=question))}


@pytest.mark.parametrize("question", ["级升", "阳欧", "娜明", "ick", "台大", "北京"])
def test_it_is_not_found(texts: tuple[Archive, dict[str, str]], question: str) -> None:
    archive, _ = texts
    assert found(archive, Query(text=question)) == set()


def answers(text: str, question: str) -> bool:
    """The same question asked of one text without any index."""
    words = tokens(text)
    for part in question.split():
        phrase = tokens(part)
        if phrase and not any(
            words[at : at + len(phrase) - 1] == phrase[:-1]
            and at + len(phrase) <= len(words)
            and begins(words[at + len(phrase) - 1], phrase[-1])
            for at in range(len(words))
        ):
            return False
    return any(map(tokens, question.split()))


def begins(word: str, start: str) -> bool:
    return word.startswith(start) if may_go_on(start) else word == start


HOSTILE = (
    '"', "'", '""', '"a', 'a"', "*", "a*", "^a", "a NEAR b", "NEAR(a b)", "NEAR/2", "a AND", "OR",
    "NOT a", "(", ")", "a:b", "text:a", "{a}", "-a", "+a", "a + b", "%", "_", "\\", "100%_\\", "\t",
    "'; drop table entry; --", "\u202e", "\ufeff", "\ue000", "𠮷", "e\u0301", "ß", "İ", "ﬁ", "１％",
)  # fmt: skip


@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.one_of(
    st.text(max_size=20),
    st.lists(st.sampled_from([*HOSTILE, *"".join(TEXTS), *"".join(TEXTS).split()]), max_size=6)
    .map(lambda parts: " ".join(parts)),
    st.lists(st.sampled_from("".join(TEXTS)), max_size=6).map("".join),
))  # fmt: skip
@example('"升级" OR *')
def test_any_text_is_answered_as_a_plain_filter_would(
    texts: tuple[Archive, dict[str, str]], question: str
) -> None:
    archive, written = texts
    try:
        query = Query(text=question)
    except QueryError:
        assert "\0" in question
        return
    expected = {public_id for public_id, text in written.items() if answers(text, question)}
    if not question.strip():
        expected = set(written)
    assert found(archive, query) == expected


@settings(max_examples=100, deadline=None)
@given(st.text(max_size=30))
def test_folding_twice_is_folding_once(text: str) -> None:
    assert fold(fold(text)) == fold(text)
    assert fold_name(fold_name(text)) == fold_name(text)


@pytest.mark.parametrize("hostile", HOSTILE)
def test_no_part_of_a_question_reaches_sql(
    texts: tuple[Archive, dict[str, str]], hostile: str
) -> None:
    archive, written = texts
    for name in ("player", "event", "preset", "rules", "flag"):
        asked = hostile.strip() or name != "player"
        assert found(archive, Query(**{name: hostile})) == (set() if asked else set(written))
    assert archive.players(hostile) == ()
    with pytest.raises(QueryError):
        Query(since=hostile)
    with pytest.raises(QueryError):
        archive.search(Query(after=hostile))
    with pytest.raises(QueryError):
        archive.facets(Query(), hostile)


@pytest.mark.parametrize(
    "wrong",
    [
        {"limit": 0}, {"limit": 101}, {"points_from": 10**30}, {"hands_to": -(10**20)},
        {"text": "\0"}, {"text": "\ud800"}, {"text": "a" * 201}, {"since": "2026-1"},
        {"until": "2026-11-27-1"}, {"since": "２０２６"}, {"since": "-2026"}, {"until": "2026-"},
        {"role": Role.PARTNER, "player": "a"}, {"role": Role.DECLARER},
    ],
)  # fmt: skip
def test_a_question_that_means_nothing(wrong: dict[str, object]) -> None:
    with pytest.raises(QueryError) as error:
        Query(**wrong)  # type: ignore[arg-type]
    assert error.value.field in wrong


# -- what happened --------------------------------------------------------------------------


@pytest.fixture
def match(archive: Archive, whole_match: bytes) -> str:
    """The match of `samples/teaching/short-match.sjn`, whose comments tell what happens in it."""
    return archive.add(whole_match).public_id


@pytest.mark.parametrize(
    ("query", "hit"),
    [
        (Query(failed_throw=True), True),
        (Query(tractor_from=2), True), (Query(tractor_from=3), False),
        (Query(multiplier_from=2), True), (Query(multiplier_from=3), False),
        (Query(kitty_from=15), True), (Query(kitty_from=20), False),
        # Hand 3 is played at K with spades as trump and a failed throw; hand 2 has the tractor.
        (Query(failed_throw=True, level=11, trump=0), True),
        (Query(failed_throw=True, level=10), False),
        (Query(failed_throw=True, tractor_from=2), False),
        # a is at 140 in hand 1, the only hand that the declarer keeps is the last, at level A.
        (Query(points_from=140), True), (Query(points_from=145), False),
        (Query(kept=True, level=12), True), (Query(kept=True, level=11), False),
        (Query(decided_last=True, level=11), True), (Query(decided_last=True, level=12), False),
        (Query(trump=-1), False),
        (Query(hands_from=4, hands_to=4), True), (Query(hands_from=5), False),
        (Query(flag="none"), True), (Query(flag="any"), False), (Query(has_notes=True), True),
        (Query(preset="standard"), True), (Query(preset="godot"), False),
        (Query(since="2026-11", until="2026-11"), True), (Query(until="2026-10"), False),
        (Query(since="2026-11-28"), False), (Query(until="2026-11-27"), True),
    ],
)  # fmt: skip
def test_by_what_happened(archive: Archive, match: str, query: Query, hit: bool) -> None:
    assert (match in found(archive, query)) is hit
    assert archive.count(query).number == hit


@pytest.mark.parametrize(
    ("query", "hit"),
    [
        (Query(player="陈伟"), True), (Query(player="陳偉"), True), (Query(player="LI  NA"), True),
        (Query(player="li-na"), True), (Query(player="Li"), False), (Query(player="伟"), False),
        (Query(player="陈伟", other="王强"), True), (Query(player="陈伟", other="周婷"), False),
        (Query(player="陈伟", other="王强", role=Role.PARTNER), True),
        (Query(player="陈伟", other="王强", role=Role.OPPONENT), False),
        (Query(player="陈伟", other="Li Na", role=Role.OPPONENT), True),
        # Declarers are b, c, d and a in turn: Li Na in hand 1, at level Q, and only there.
        (Query(player="Li Na", role=Role.DECLARER, level=10), True),
        (Query(player="陈伟", role=Role.DECLARER, level=10), False),
        (Query(player="陈伟", role=Role.ATTACKER, level=10), True),
        (Query(player="赵敏", role=Role.ATTACKER, level=10), False),
    ],
)  # fmt: skip
def test_by_player(archive: Archive, match: str, query: Query, hit: bool) -> None:
    assert (match in found(archive, query)) is hit


def test_partners_who_were_found(archive: Archive) -> None:
    """Where friends are found, partners are those who joined the declarer in one of the hands."""
    record = random_match("standard@1 partnership=friends level_owner=player players=5", 3, 2)
    names = "abcde"
    tags = tuple(Tag(f"Player{name.upper()}", name) for name in names)
    tags = (*(tag for tag in record.tags if not tag.name.startswith("Player")), *tags)
    public_id = archive.add(dumps(replace(record, tags=tags)).encode()).public_id
    together, apart = set(), set()
    for hand in record.hands:
        joined = {event.seat for event in hand.events if isinstance(event, Join)}
        taken = {event.seat for event in hand.events if isinstance(event, Take)}
        side = joined | taken
        for first, other in permutations(range(5), 2):
            (together if (first in side) == (other in side) else apart).add((first, other))
    assert together and apart
    for first, other in permutations(range(5), 2):
        for role, pairs in ((Role.PARTNER, together), (Role.OPPONENT, apart)):
            query = Query(player=names[first], other=names[other], role=role)
            assert (public_id in found(archive, query)) is ((first, other) in pairs)


def test_a_player_with_two_names(archive: Archive, make: Make) -> None:
    first = archive.add(make("陈伟", event="one")).public_id
    second = archive.add(make("小陈", event="two")).public_id
    assert found(archive, Query(player="陈伟")) == {first}
    archive.merge_players("小陈", "陈伟")
    assert found(archive, Query(player="陈伟")) == found(archive, Query(player="小陳"))
    assert found(archive, Query(player="陈伟")) == {first, second}
    (player,) = archive.players()
    assert (player.name, player.aliases, player.games) == ("陈伟", ("小陈",), 2)
    assert archive.player(player.slug) == player


def test_by_flag(archive: Archive) -> None:
    sample = SAMPLES / "broken" / "follow-shape.sjn"
    public_id = archive.add(sample.read_bytes()).public_id
    assert found(archive, Query(flag="follow-shape")) == {public_id}
    assert found(archive, Query(flag="follow-suit")) == set()
    assert found(archive, Query(flag="any")) == {public_id}
    assert archive.detail(public_id).flags["follow-shape"] == 1


@pytest.mark.parametrize(("few", "many"), [(-1, -1), (-1, 10**6), (10**6, 10**6)])
def test_how_a_question_is_answered_changes_no_answer(
    archive: Archive, whole_match: bytes, monkeypatch: pytest.MonkeyPatch, few: int, many: int
) -> None:
    """Looked up, held as a set, or asked of each entry on the way."""
    for sample in sorted((SAMPLES / "teaching").glob("*.sjn")):
        for raw in slices(io.BytesIO(sample.read_bytes())):
            archive.add(raw.record)
    queries = [
        Query(text="teaching"), Query(text="俱乐部"), Query(player="陈伟"),
        Query(level=0, kept=True),
        Query(player="陈伟", other="王强", role=Role.PARTNER), Query(trump=0, failed_throw=False),
        Query(player="陈伟", role=Role.ATTACKER, points_from=40), Query(flag="unknown-tag"),
        Query(text="teaching", player="Li Na", trump=2, order=Order.POINTS),
        Query(tractor_from=2, decided_last=True), Query(kitty_from=5, multiplier_from=2),
    ]  # fmt: skip
    before = [found(archive, query) for query in queries]
    assert sum(map(bool, before)) > 6
    monkeypatch.setattr(conditions, "FEW", few)
    monkeypatch.setattr(conditions, "MANY", many)
    assert [found(archive, query) for query in queries] == before
    assert [archive.count(query).number for query in queries] == [*map(len, before)]
    for query in queries:
        told = archive.find(query, FACETS)
        assert told.page == archive.search(query)
        assert told.count == archive.count(query)
        assert told.facets == {facet: archive.facets(query, facet) for facet in FACETS}


# -- pages ----------------------------------------------------------------------------------


@pytest.mark.parametrize("order", [*Order])
def test_pages_together_are_all_hits_once(archive: Archive, make: Make, order: Order) -> None:
    dates = ("2026-11-27", "2026-11-??", "2025-??-??", "?", "long ago")
    for number in range(23):
        date, points = dates[number % 5], 5 * (number % 7)
        archive.add(make(*NAMES, event=f"evening {number}", date=date, points=points))
    rows, after = [], ""
    while True:
        page = archive.search(Query(text="evening", order=order, limit=4, after=after))
        rows += page.rows
        after = page.next
        if not after:
            break
    assert len({row.public_id for row in rows}) == len(rows) == 23
    if order is Order.POINTS:
        assert [row.points for row in rows] == sorted((row.points for row in rows), reverse=True)  # type: ignore[type-var]
    if order in (Order.NEWEST, Order.OLDEST):
        known = [row.date for row in rows if row.date == "2026-11-27"]
        dated = [row.date for row in rows]
        newest = dated if order is Order.NEWEST else dated[::-1]
        assert newest[: len(known)] == known
        assert newest.index("2026-11-??") < newest.index("2025-??-??") < newest.index("long ago")


@pytest.mark.parametrize("few", [-1, 10**6])
@pytest.mark.parametrize("order", [*Order])
def test_every_page_tells_the_number_of_all_hits(
    archive: Archive, make: Make, monkeypatch: pytest.MonkeyPatch, order: Order, few: int
) -> None:
    monkeypatch.setattr(conditions, "FEW", few)
    for number in range(5):
        archive.add(make(*NAMES, event=f"evening {number}", date=f"202{number}-11-27"))
    query = Query(text="evening", order=order, limit=2)
    after = "", archive.search(query).next
    for each in (*after, archive.search(replace(query, after=after[1])).next):
        told = archive.find(replace(query, after=each))
        assert told.page == archive.search(replace(query, after=each))
        assert (told.count.number, told.count.exact) == (5, True)
    behind = replace(query, after="0001~1" if order is Order.NEWEST else "9999~9")
    if order in (Order.NEWEST, Order.OLDEST):
        assert archive.find(behind).page.rows == ()
        assert archive.find(behind).count.number == 5
    assert archive.find(Query(text="北京")).count.number == 0


def test_an_answer_of_one_order_goes_on_in_no_other_way_than_its_own(
    archive: Archive, make: Make
) -> None:
    for number in range(3):
        archive.add(make(event=f"{number}", date="2026-11-27"))
    page = archive.search(Query(limit=1))
    with pytest.raises(QueryError):
        archive.search(Query(order=Order.POINTS, after=page.next))


def test_facets_count_every_hit_once(archive: Archive, match: str, make: Make) -> None:
    archive.add(make(*NAMES, rules="tractor-online@1", date="2025-01-01", points=35))
    counted = {facet: archive.facets(Query(), facet) for facet in FACETS}
    assert counted["preset"] == {"standard": 1, "tractor-online": 1}
    assert counted["year"] == {"2025": 1, "2026": 1}
    assert counted["level"]["11"] == 1
    assert counted["result"] == {"0": 1, "1": 2}
    assert archive.facets(Query(preset="standard"), "year") == {"2026": 1}


def test_what_takes_too_long_is_too_broad(archive: Archive, match: str) -> None:
    endless = (
        "with recursive n(i) as (select 1 union all select i + 1 from n) select count(*) from n"
    )
    with pytest.raises(TooBroadError, match="add a filter"), archive.reading(0.05) as db:
        db.conn.execute(endless).fetchone()
    assert archive.count(Query()).number == 1
