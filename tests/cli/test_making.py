"""`shengji new`, `deal` and `random`: records that others begin with."""

from collections import Counter
from collections.abc import Callable

import pytest
from click.testing import Result

from shengji import notation
from shengji.engine.cards import DECK
from shengji.notation import record as rec

Run = Callable[..., Result]


def checked(run: Run, made: Result) -> str:
    """What a check says of a record that was made; it has no fault and is canonical."""
    assert made.exit_code == 0
    assert run("fmt", "-", given=made.stdout_bytes).stdout_bytes == made.stdout_bytes
    result = run("check", "-", given=made.stdout_bytes)
    assert result.exit_code == 0, result.stdout
    return result.stdout


def test_a_skeleton_has_the_names_and_its_hands(run: Run) -> None:
    made = run("new", "--players", "陈伟,Li Na", "--hands", 3, "--date", "2026-11-27")
    checked(run, made)
    assert '[PlayerA "陈伟"]\n[PlayerB "Li Na"]\n[PlayerC "?"]\n[PlayerD "?"]\n' in made.stdout
    assert '[Date "2026-11-27"]' in made.stdout
    assert [line for line in made.stdout.splitlines() if line.startswith("hand")] == [
        "hand 1 ac=2 bd=2 dealer=?",
        "hand 2 ac=? bd=? dealer=?",
        "hand 3 ac=? bd=? dealer=?",
    ]
    assert run("new", "--players", "a,b,c,d,e").exit_code == 2


@pytest.mark.parametrize("comma", ["，", "、", ", "])
def test_chinese_commas_part_the_names_too(run: Run, comma: str) -> None:
    made = run("new", "--players", comma.join(["陈伟", "李娜", "王强"]))
    assert '[PlayerA "陈伟"]\n[PlayerB "李娜"]\n[PlayerC "王强"]\n[PlayerD "?"]\n' in made.stdout


def test_the_statements_that_a_skeleton_shows_can_be_read(run: Run) -> None:
    lines = run("new").stdout.splitlines()
    shown = [line[2:].partition("  (")[0] for line in lines if line.startswith("# ")]
    text = "\n".join(line for line in lines if not line.startswith("#"))
    filled = text.replace("\nend", "\n" + "\n".join(shown[2:]) + "\nend")
    assert notation.loads(filled).diagnostics == ()


@pytest.mark.parametrize(
    ("rules", "decks"), [("standard", 2), ("standard@1 decks=3 kitty_size=6", 3)]
)
def test_a_deal_is_all_the_cards(run: Run, rules: str, decks: int) -> None:
    made = run("deal", "--seed", 5, "--rules", rules)
    assert "unfinished-hand" in checked(run, made)
    deal, kitty = notation.loads(made.stdout).records[0].hands[0].events
    assert isinstance(deal, rec.Deal) and isinstance(kitty, rec.Kitty)
    dealt = [card for line in deal.lines for card in line.cards]
    assert Counter([*dealt, *kitty.cards]) == Counter(DECK * decks)


def test_a_deal_tells_its_seed(run: Run) -> None:
    made = run("deal")
    seed = made.stdout.splitlines()[0].rpartition(" ")[2]
    assert run("deal", "--seed", seed).stdout == made.stdout
    assert run("deal").stdout != made.stdout


def test_a_random_match_is_the_same_for_the_same_seed(run: Run) -> None:
    made = run("random", "--hands", 2, "--seed", 3, "--rules", "godot")
    assert "hands 2" in checked(run, made)
    assert run("random", "--hands", 2, "--seed", 3, "--rules", "godot").stdout == made.stdout
    assert run("random", "--hands", 2, "--seed", 4, "--rules", "godot").stdout != made.stdout


def test_new_shows_how_friends_are_called_where_they_are(run: Run) -> None:
    friends = "standard players=5 partnership=friends level_owner=player"
    lines = run("new", "--rules", friends).stdout.splitlines()
    assert [line.split()[1] for line in lines if line.startswith(("# friend", "# join"))] == [
        "friend",
        "join",
    ]
    assert "friend" not in run("new").stdout


@pytest.mark.parametrize("command", ["new", "deal", "random"])
def test_unknown_rules_are_refused(run: Run, command: str) -> None:
    result = run(command, "--rules", "standrd")
    assert result.exit_code == 2
    assert "no rule system 'standrd'; did you mean standard?" in result.stderr
