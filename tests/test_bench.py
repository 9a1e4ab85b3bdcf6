"""The bench runs, and its arithmetic is right. How fast anything is, no test says."""

import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).parents[1]))

from bench import archive, datasets, foreign, growth, ours, peers, plays, site
from bench.__main__ import QUICK, main, run
from bench.measure import Task, measure, paired, process_task, rate, speedup
from bench.report import Goal, Table, page
from shengji.notation.foreign import names


def nothing() -> None:
    pass


def test_paired_is_the_median_of_the_ratios_inside_the_rounds() -> None:
    # Ratios 2, 4 and 0.5; the ratio of the medians would be 3.
    assert paired([2.0, 12.0, 6.0], [1.0, 3.0, 12.0]) == 2.0
    assert paired([1.0, 3.0], [1.0, 1.0]) == 2.0


def test_paired_wants_equally_many_rounds() -> None:
    with pytest.raises(ValueError, match="shorter"):
        paired([1.0, 2.0], [1.0])


def test_rate_is_by_the_median_round() -> None:
    assert rate(100, [1.0, 0.5, 8.0]) == 100.0


def test_speedup_compares_units_a_second() -> None:
    ours = Task("ours", "plays", 1000, nothing)
    theirs = Task("theirs", "plies", 200, nothing)
    seconds = {"ours": [1.0, 1.0, 2.0], "theirs": [2.0, 0.5, 4.0]}
    assert speedup(ours, theirs, seconds) == 10.0
    assert speedup(theirs, ours, seconds) == 0.1


def test_every_task_runs_once_a_round_and_every_second_round_goes_backwards() -> None:
    log: list[str] = []
    tasks = [
        Task("a", "runs", 1, lambda: log.append("a"), lambda: log.append("ready")),
        Task("b", "runs", 1, lambda: log.append("b")),
    ]
    ticks = iter([0.0, 1.0, 10.0, 12.0, 20.0, 23.0, 30.0, 34.0])
    seconds = measure(tasks, 2, lambda: next(ticks))
    assert log == ["ready", "a", "b", "b", "ready", "a"]
    assert seconds == {"a": [1.0, 4.0], "b": [2.0, 3.0]}


@pytest.mark.parametrize(
    ("goal", "row"),
    [
        (
            Goal("speed", 5.0, 4, 12),
            ("speed", "5.00 x", "at least 4 x", "met", "at least 12 x", "missed by 58%"),
        ),
        (
            Goal("time", 6.0, 5, 1, at_most=True, unit="ms"),
            ("time", "6.00 ms", "at most 5 ms", "missed by 20%", "at most 1 ms", "missed by 500%"),
        ),
        (
            Goal("growth", 2.3, 2.3, None, at_most=True),
            ("growth", "2.30 x", "at most 2.3 x", "met", "", ""),
        ),
    ],
)
def test_goal(goal: Goal, row: tuple[str, ...]) -> None:
    assert goal.row() == row


def test_table() -> None:
    table = Table("T", ("task", "n"), (("a", "1,000"), ("longer", "2")))
    assert str(table) == (
        "## T\n\n| task   |     n |\n|--------|------:|\n| a      | 1,000 |\n| longer |     2 |\n"
    )


def test_peers_read_what_was_made_and_it_is_the_same_each_time() -> None:
    assert peers.chess_pgn(2) == peers.chess_pgn(2)
    assert peers.poker_phh(2) == peers.poker_phh(2)
    assert peers.read_chess("1. e4 e5 2. Nf3 *\n\n1. d4 *\n") == 4
    with pytest.raises(ValueError, match="refused"):
        peers.read_chess("1. e4 e4 *\n")


def test_our_files_have_as_many_hands_as_asked_for() -> None:
    records = ours.matches(3)
    assert sum(len(record.hands) for record in records) == 3
    text = ours.text_of(records)
    assert ours.check(text).hands == 3
    assert ours.check_clean(text) == ours.check(text).plays > 0
    assert text.startswith(ours.text_of(ours.matches(2)))


def test_a_text_with_faults_is_no_task() -> None:
    text = ours.text_of(ours.matches(1)).replace(b"result", b"result -", 1)
    with pytest.raises(ValueError, match="not clean"):
        ours.check_task(text)


@pytest.mark.parametrize("throw", plays.THROWS, ids=lambda throw: throw.name)
def test_throws_are_of_the_decks_and_judged_as_expected(throw: plays.Throw) -> None:
    sets = [*map(plays.cards, (*throw.plays, *throw.kept))]
    cards = [card for each in sets for card in each]
    assert max(map(cards.count, cards)) <= throw.decks
    for compare in plays.COMPARES:
        judging = plays.Judging(throw, compare)
        judging.prepare()
        assert judging.judge() == judging.expected
    with pytest.raises(ValueError, match="instead of"):
        plays.Judging(replace(throw, winner=1 if throw.winner != 1 else 2), "all")


def test_cards_of_runs() -> None:
    assert plays.cards("H22 S3 BL DA") == (1, 13, 13, 38, 52, 53)


@pytest.mark.parametrize("kind", growth.KINDS)
def test_texts_of_twice_the_size_are_about_twice_as_long(kind: str) -> None:
    write, _ = growth.KINDS[kind]
    shortest, short, long = (len(write(size)) for size in (10, 20, 30))
    assert long - short == pytest.approx(short - shortest, rel=0.2)
    assert growth.peak(write(1).encode()) > 0


def test_a_process_has_to_end_well(tmp_path: Path) -> None:
    process_task("good", [sys.executable, "-c", "pass"], tmp_path).run()
    with pytest.raises(subprocess.CalledProcessError):
        process_task("bad", [sys.executable, "-c", "raise SystemExit(1)"], tmp_path).run()


def test_quick_run() -> None:
    tables = run(QUICK, 1)
    assert [table.title for table in tables] == [
        "Goals",
        "Units a second",
        "Costly plays",
        "Whole process",
        "Longer files",
        "Peak memory",
    ]
    assert len(tables[0].rows) == 8
    assert "chess 1." in page(tables, 1)


@pytest.mark.parametrize("arguments", [["--quick", "--write"], ["--rounds", "6", "--write"]])
def test_a_smoke_run_is_not_written_down(arguments: list[str]) -> None:
    with pytest.raises(SystemExit):
        main(arguments)


def test_quick_run_of_data_sets() -> None:
    tables = datasets.run(datasets.QUICK)
    assert [table.title for table in tables] == [
        "Rates",
        "Sizes",
        "A million hands on paper",
        "Compression",
    ]
    with pytest.raises(SystemExit):
        datasets.main(["--quick", "--write"])


def test_quick_run_of_the_archive() -> None:
    tables = archive.run(archive.QUICK)
    assert [table.title.partition(",")[0] for table in tables] == [
        "Goals",
        "Import",
        "Search",
        "Beside the hits",
    ]
    with pytest.raises(SystemExit):
        archive.main(["--quick", "--write"])


def test_quick_run_of_imports(capsys: pytest.CaptureFixture[str]) -> None:
    """A row for every program whose files are read."""
    assert set(foreign.FILES) == set(names())
    assert foreign.main(["--quick"]) == 0
    printed = capsys.readouterr().out
    assert all(f"| {name}, " in printed for name in names())
    with pytest.raises(SystemExit):
        foreign.main(["--quick", "--write"])


def test_quick_run_of_the_site() -> None:
    tables = site.run(site.QUICK)
    assert [table.title for table in tables] == ["Goals", "Requests"]
    with pytest.raises(SystemExit):
        site.main(["--quick", "--write"])
