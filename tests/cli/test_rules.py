"""`shengji rules`: rule systems listed, shown, compared, searched, explained, fitted to records."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from shengji.cli import program
from shengji.engine.catalogue import describe, fixed
from shengji.engine.presets import names

Run = Callable[..., Result]
Changed = Callable[[str, str], Path]

ROOT = Path(__file__).parents[2]
GAMES = ROOT / "samples" / "games"


def test_the_systems_are_listed(run: Run) -> None:
    listed = run("rules").stdout
    assert all(f"  {name}@" in listed for name in names())
    assert run("rules", "list").stdout == listed
    assert "标准双升" in run("rules", "--lang", "zh-Hans").stdout
    assert "標準雙升" in run("rules", "list", "--lang", "zh-Hant").stdout
    systems = [json.loads(line) for line in run("rules", "list", "--json").stdout.splitlines()]
    assert [each["rules"].partition("@")[0] for each in systems] == list(names())


def test_one_system_is_shown_by_what_departs(run: Run) -> None:
    """002:8 has the levels, 002:17 the fine; the rest is the standard's."""
    shown = run("rules", "show", "competition").stdout
    assert "  level_ladder=25TJQKA · ladder of levels (级牌序列) [002:8]" in shown
    assert "  throw_penalty=10 · fine for a failed throw (甩失败罚): 10 points [002:17]" in shown
    assert "decks=2" not in shown
    assert run("rules", "competition").stdout == shown
    assert run("rules", "s002_competition").stdout == shown


def test_every_option_is_shown_with_whence(run: Run) -> None:
    everything = run("rules", "competition", "--all").stdout
    assert all(f"  {option.id}=" in everything for option in describe())
    assert (
        "after_top=win_on_passing · after the last level (过A): the match is won [as standard@1]"
        in (everything)
    )
    assert "bombs=off · bombs (炸弹): no [default]" in everything
    chinese = run("rules", "show", "competition", "--all", "--lang", "zh-Hant").stdout
    assert "  throw_penalty=10 · 甩失敗罰：10 分 [002:17]" in chinese
    assert "[依 standard@1]" in chinese


def test_a_whole_tag_is_shown(run: Run) -> None:
    shown = run("rules", "show", "standard throw_penalty=10").stdout
    assert (
        "throw_penalty=10 · fine for a failed throw (甩失败罚): 10 points [as you asked]" in shown
    )
    assert "nothing differs from the defaults" in run("rules", "show", "standard").stdout
    told = json.loads(run("rules", "show", "standard throw_penalty=10", "--json").stdout)
    assert told["rules"] == "standard@1 throw_penalty=10"
    assert [(line["option"], line["value"], line["whence"]) for line in told["options"]] == [
        ("throw_penalty", "10", "tag")
    ]


def test_two_systems_are_compared_by_cases(run: Run) -> None:
    """003:18 makes pairs of both kinds of level cards no tractor; 000:65 does."""
    result = run("rules", "diff", "popular", "shuangsheng-super")
    assert result.exit_code == 1
    told = result.stdout.splitlines()
    at = told.index("  tractor_main_side_level · tractor of both kinds of level cards (主级副级连)")
    assert told[at + 1 : at + 7] == [
        "    side-suit level cards and the trump-suit level card are neighbours",
        "    A  no [003:18]",
        "    B  yes [000:65]",
        "    e.g. level 2, trump ♠: ♠22♣22 led together",
        "       A  several units, a throw",
        "       B  one unit",
    ]
    assert not any("tractor_jokers" in line for line in told)


def test_a_comparison_names_what_matters_to_players(run: Run) -> None:
    told = run("rules", "diff", "competition", "shuangsheng-super").stdout
    for option in ("level_ladder", "after_top", "self_overturn", "kitty_theft", "kitty_multiplier"):
        assert f"\n  {option} · " in told
    chinese = run("rules", "diff", "competition", "shuangsheng-super", "--lang", "zh-Hans").stdout
    assert "例：在 2 的一方坐庄打赢，升 3 级" in chinese


def test_equal_systems_are_said_to_be_equal(run: Run) -> None:
    result = run("rules", "diff", "standard", "standard@1 kitty_size=8")
    assert (result.exit_code, "both say the same" in result.stdout) == (0, True)


def test_a_comparison_in_json(run: Run) -> None:
    told = json.loads(
        run("rules", "diff", "standard", "standard follow_shape=suit_only", "--json").stdout
    )
    (only,) = told["options"]
    assert (only["option"], only["a"], only["b"]) == ("follow_shape", "cascade", "suit_only")
    assert [(each["a"], each["b"]) for each in only["examples"]] == [("refused", "allowed")]


def test_systems_are_found_by_a_value(run: Run) -> None:
    """The kitty may be taken over: 000:19, 000:115-119 with what inherits from it, 001:53."""
    found = run("rules", "find", "kitty_theft=yes")
    assert [line.split()[0] for line in found.stdout.splitlines()[1:]] == [
        "chaodi@1", "joker-level@1", "shuangsheng-normal@1", "shuangsheng-super@1",
    ]  # fmt: skip
    assert found.exit_code == 0
    for name in ("炒底", "overturn_takes_kitty", "Overturning after the burying"):
        assert run("rules", "find", f"{name}=yes").stdout == found.stdout
    assert len(run("rules", "find", "炒底", "--json").stdout.splitlines()) == len(names())


def test_a_value_that_no_system_has(run: Run) -> None:
    result = run("rules", "find", "kitty_multiplier=k248")
    assert (result.exit_code, result.stdout) == (
        1, "no rule system has kitty_multiplier=k248\n",
    )  # fmt: skip
    wrong = run("rules", "find", "throw_penalty=7")
    assert wrong.exit_code == 2
    assert "expected none or points in fives, as in 10 or 5_per_card" in wrong.stderr
    same = run("rules", "find", "suit_rank")
    assert (same.exit_code, "the same at all tables" in same.stderr) == (2, True)


def test_a_rule_is_explained_by_its_cases(run: Run) -> None:
    """002:214-216: 98844 against J plays 9, against QQ or 55 plays 44; where both stop, 44."""
    told = run("rules", "explain", "throw_fail_play").stdout
    assert "♥98844; b, c, d hold ♥J, ♥QQ, ♥3" in told
    assert "      smallest_failing: it fails, ♥44 must be played" in told
    assert "      first_stopper: it fails, ♥9 must be played" in told
    assert "\n  C31 [002:216] " in told
    assert "\n      tractor-online" in told


@pytest.mark.parametrize("name", ["自保", "reinforce", "Reinforcing"])
def test_a_rule_has_many_names(run: Run, name: str) -> None:
    told = run("rules", "explain", name, "--lang", "zh-Hant").stdout
    assert told.startswith("reinforce · 自保 · 亮主和反主\n")
    assert "判例\n  第一局；b ♥2、b ♥22" in told


def test_a_parameter_that_is_several_options(run: Run) -> None:
    told = run("rules", "explain", "extra_patterns").stdout
    assert "bombs · " in told and "rainbow · " in told


@pytest.mark.parametrize("language", ["en", "zh-Hans", "zh-Hant"])
def test_every_rule_can_be_explained(run: Run, language: str) -> None:
    for rule in (*describe(), *fixed()):
        told = run("rules", "explain", rule.id, "--lang", language)
        assert (told.exit_code, told.stdout.startswith(f"{rule.id} · ")) == (0, True)


def test_unknown_names_suggest_the_nearest(run: Run) -> None:
    for arguments, hint in (
        (("rules", "compettion"), "did you mean competition?"),
        (("rules", "show", "standrd"), "did you mean standard?"),
        (("rules", "diff", "standard", "qqq"), "did you mean qq?"),
        (("rules", "explain", "reinforse"), "did you mean reinforce"),
        (("rules", "find", "kity_theft=yes"), "did you mean kitty_theft"),
        (("rules", "show", "standard@9"), "expected version 1"),
        (("rules", "show", "standard players=5"), "expected an even number with fixed partners"),
    ):
        result = run(*arguments)
        assert (result.exit_code, hint in result.stderr) == (2, True), result.stderr
    assert "是不是" in run("rules", "explain", "reinforse", "--lang", "zh-Hans").stderr


@pytest.mark.parametrize("name", ["godot-nine-hands", "godot-standard-log"])
def test_real_hands_fit_the_rules_under_which_they_were_played(run: Run, name: str) -> None:
    """Their logs say that declaring needs a joker of the card's colour: no other system does
    so and lets the dealer deal again."""
    result = run("rules", "fit", GAMES / f"{name}.sjn")
    assert result.exit_code == 0
    fitting, refused = result.stdout.split("these do not fit")
    assert [line.split()[0] for line in fitting.splitlines()[2:]] == ["godot@1"]
    assert "1.x1 declare-cards: C2L names no trump [under declare_cards (报主牌)" in refused
    assert all(f"{each}@1 (" in refused for each in names() if each != "godot")


def test_a_record_that_no_system_fits(run: Run, changed: Changed) -> None:
    path = changed("result 100", "result 95")
    result = run("rules", "fit", path)
    assert result.exit_code == 1
    assert "no rule system fits" in result.stdout
    assert "wrong-result: the attackers have 100 points, not 95" in result.stdout


def test_more_players_than_a_system_has(run: Run, tmp_path: Path) -> None:
    rules = "standard@1 players=6 kitty_size=6"
    path = tmp_path / "six.sjn"
    path.write_bytes(run("random", "--hands", 1, "--seed", 3, "--rules", rules).stdout_bytes)
    result = run("rules", "fit", path)
    assert f"  {rules} · " in result.stdout
    assert "seat-beyond-table: there is no seat e at a table of 4" in result.stdout


def test_the_best_fit_is_told_to_programs(run: Run, friday: Path) -> None:
    (line,) = run("rules", "fit", "--json", friday).stdout.splitlines()
    systems = json.loads(line)["systems"]
    assert [each["errors"] for each in systems] == sorted(each["errors"] for each in systems)
    godot = next(each for each in systems if each["rules"] == "godot@1")
    assert godot["evidence"]["code"] == "declare-window"
    assert godot["evidence"]["address"] == "1.x1"


def test_what_is_no_record_is_not_fitted(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "empty.sjn"
    path.write_bytes(b"")
    assert run("rules", "fit", path).exit_code == 2
    assert run("rules", "fit", tmp_path / "missing.sjn").exit_code == 2


@pytest.mark.parametrize(
    ("words", "completed"),
    [
        ("shengji rules diff comp", "competition"),
        ("shengji rules explain kitty_the", "kitty_theft"),
    ],
)
def test_names_are_completed(run: Run, words: str, completed: str) -> None:
    asked = {
        "_SHENGJI_COMPLETE": "bash_complete",
        "COMP_CWORD": str(words.count(" ")),
        "COMP_WORDS": words,
    }
    result = CliRunner(env=asked).invoke(program, prog_name="shengji")
    assert result.stdout.splitlines() == [f"plain,{completed}"]


def test_a_record_is_judged_under_other_rules(run: Run) -> None:
    """001:29 wants a joker with the level card, as the logs' house rules do; 002:10 does not."""
    games = GAMES / "godot-standard-log.sjn"
    assert run("check", games).exit_code == 0
    other = run("check", "--rules", "s002_competition", games)
    assert other.exit_code == 1
    assert "declare-cards: C2L names no trump" in other.stdout
    assert "C2L names no trump" not in run("check", "--rules", "joker-level", games).stdout
