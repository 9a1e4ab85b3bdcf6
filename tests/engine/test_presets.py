"""The presets, and the text by which a record names its rules."""

import re
import runpy
from importlib import resources
from pathlib import Path

import pytest

from shengji.engine import catalogue, presets
from shengji.engine.catalogue import describe
from shengji.engine.presets import (
    find,
    names,
    origin,
    rules_from_text,
    rules_to_text,
    versions,
)
from shengji.engine.rules import RuleError, Rules, differences, replace, to_text

# What a version says never changes: neither the defaults that a preset leaves alone, nor what it
# sets. A new option comes with a default under which every older record keeps its meaning.
DEFAULTS = {
    "decks": "2",
    "players": "4",
    "kitty_size": "auto",
    "partnership": "fixed",
    "direction": "ccw",
    "level_ladder": "23456789TJQKA",
    "start_level": "2",
    "level_owner": "team",
    "declare_level": "dealer",
    "must_play_levels": "A",
    "must_play_semantics": "by_level",
    "after_top": "win_on_passing",
    "permanent_trumps": "none",
    "no_trump_set": "jokers_level",
    "tractor_min_length": "2",
    "tractor_min_width": "2",
    "tractor_level_gap": "yes",
    "tractor_level_natural": "no",
    "tractor_jokers": "yes",
    "tractor_little_joker_main": "yes",
    "tractor_main_side_level": "yes",
    "tractor_side_level_ace": "yes",
    "tractor_no_trump_joker_level": "no",
    "declare_window": "during_deal",
    "declare_order": "free",
    "declare_cards": "level",
    "overturn_order": "length_joker",
    "joker_declare": "two",
    "joker_declare_first": "no",
    "reinforce": "same_suit",
    "reinforce_when_equal": "no",
    "self_overturn": "after_another",
    "first_dealer": "final_declarer",
    "declarer_deals": "first_hand",
    "kitty_theft": "no",
    "nobody_first": "redeal",
    "nobody_later": "kitty_third",
    "nobody_joker": "no_trump",
    "follow_shape": "cascade",
    "follow_longer_protected": "no",
    "follow_new_tractor": "yes",
    "follow_throw": "best",
    "follow_tractor_partial": "longest",
    "break_tractor_for_pair": "must",
    "throw_compare": "largest",
    "throw_allowed": "yes",
    "throw_check": "others",
    "throw_fail_play": "smallest_failing",
    "throw_penalty": "none",
    "throw_penalty_basis": "attempted",
    "last_trick_points": "count",
    "kitty_multiplier": "k4n",
    "kitty_basis": "winning_play",
    "kitty_throw": "largest",
    "level_table": "t40",
    "level_cap": "auto",
    "rotation_win": "partner",
    "rotation_loss": "next_seat",
}
PINNED = {
    "standard@1": "",
    "tractor-online@1": (
        "level_ladder=23456789TJQKAN level_owner=player must_play_levels=AN"
        " must_play_semantics=win_as_dealer after_top=wrap tractor_no_trump_joker_level=yes"
        " joker_declare_first=yes nobody_later=kitty_first follow_throw=in_turn throw_compare=all"
        " throw_fail_play=first_stopper kitty_multiplier=kcard kitty_basis=lead level_table=tsteps"
    ),
    "godot@1": (
        "declare_level=own must_play_levels=5TK must_play_semantics=stop_at"
        " tractor_level_natural=yes tractor_jokers=no tractor_little_joker_main=no"
        " tractor_main_side_level=no tractor_side_level_ace=no declare_window=after_deal"
        " declare_order=asked declare_cards=level_joker joker_declare_first=yes reinforce=none"
        " self_overturn=forbidden declarer_deals=always nobody_first=no_trump"
        " nobody_later=no_trump follow_tractor_partial=pairs throw_allowed=no kitty_multiplier=k2n"
        " level_cap=3 rotation_win=same"
    ),
    "bianfeng@1": "kitty_size=8 declare_window=after_deal kitty_multiplier=kbf3",
    "bianfeng-friend@1": (
        "kitty_size=8 partnership=friends level_owner=player declare_window=after_deal"
        " kitty_multiplier=kbf3 friends=1 friend_call=holder friend_cards=any"
    ),
    "bianfeng-three-deck@1": "decks=3 kitty_size=6 declare_window=after_deal kitty_multiplier=kbf3",
    "chaodi@1": (
        "kitty_size=8 overturn_order=length_joker_suit kitty_theft=yes nobody_first=kitty_match"
        " nobody_later=kitty_match match_dealer=yes overturn_turned=yes"
    ),
    "competition@1": (
        "kitty_size=8 level_ladder=25TJQKA must_play_levels=2A must_play_semantics=win_as_dealer"
        " self_overturn=forbidden nobody_later=kitty_first throw_penalty=10 kitty_multiplier=kcomp"
        " kitty_throw=single level_table=tcomp level_cap=3 seating=lots last_trick_demotion=jack"
        " declare_pair_first=no reinforced_beaten_by=jokers revoke=hand_lost card_count=hand_lost"
        " false_claim=as_alleged"
    ),
    "eighty-points@1": (
        "kitty_size=8 declare_window=both first_dealer=first_declarer nobody_joker=next_card"
        " throw_penalty=5_per_card level_table=t80fen"
        " declare_pair_first=no nobody_demotion=level revoke=at_once card_count=adjusted"
        " exposed=10"
    ),
    "generic@1": "first_dealer=first_declarer declare_pair_first=no",
    "joker-level@1": (
        "kitty_size=8 declare_cards=level_joker reinforce=none kitty_theft=yes"
        " nobody_later=kitty_match later_declarers=dealer_side_first reinforced_beaten_by=jokers"
        " overturn_later=after_burying theft_order=from_dealer match_dealer=yes mutiny_points=15"
        " throw_stake=half overturn_turned=yes"
    ),
    "mobile@1": "kitty_size=8 after_top=win_on_reaching",
    "one-deck-20@1": "decks=1 first_dealer=first_declarer",
    "one-deck-45@1": (
        "decks=1 kitty_size=6 after_top=win_on_reaching first_dealer=first_declarer"
        " last_trick_points=excluded kitty_multiplier=none level_table=td45 kitty_award=win"
    ),
    "popular@1": (
        "kitty_size=8 tractor_main_side_level=no nobody_later=redeal kitty_multiplier=kpow"
        " level_table=t003"
        " declare_pair_first=no kitty_visible=dealer"
    ),
    "qq@1": (
        "self_overturn=allowed first_dealer=first_declarer nobody_later=no_trump"
        " declare_pair_first=no reinforced_beaten_by=jokers overturn_count=once"
    ),
    "qq-permanent-two@1": (
        "start_level=3 permanent_trumps=2 self_overturn=allowed first_dealer=first_declarer"
        " nobody_later=no_trump declare_pair_first=no reinforced_beaten_by=jokers"
        " overturn_count=once"
    ),
    "qq-ruff@1": "",
    "shuangsheng-normal@1": (
        "kitty_size=8 must_play_levels=none after_top=wrap overturn_order=length_joker_suit"
        " kitty_theft=yes level_cap=3 declare_pair_first=no overturn_later=after_burying"
        " theft_order=from_dealer throw_stake=half overturn_turned=yes"
    ),
    "shuangsheng-super@1": (
        "kitty_size=8 must_play_levels=none after_top=wrap overturn_order=length_joker_suit"
        " kitty_theft=yes level_table=tsuper level_cap=6 declare_pair_first=no"
        " overturn_later=after_burying theft_order=from_dealer stake_doubling=yes throw_stake=half"
        " overturn_turned=yes"
    ),
    "simple@1": "",
    "simple-kitty@1": "",
    "summary@1": (
        "kitty_size=8 overturn_order=length_joker_suit nobody_first=kitty_match"
        " nobody_later=kitty_match match_dealer=yes"
    ),
    "three-deck-60@1": "decks=3 first_dealer=first_declarer",
}
for file in sorted((Path(__file__).parents[1] / "rules").glob("test_preset_*.py")):
    PINNED |= runpy.run_path(str(file))["PINNED"]


def test_every_preset_is_pinned() -> None:
    assert {f"{name}@{n}" for name, numbers in versions().items() for n in numbers} == set(PINNED)


@pytest.mark.parametrize("name", PINNED)
def test_a_version_keeps_its_meaning(name: str) -> None:
    preset, _ = rules_from_text(name)
    stated = dict(pair.split("=") for pair in PINNED[name].split())
    assert differences(preset.rules, Rules()) == stated


def test_defaults_keep_their_meaning() -> None:
    defaults = {option.id: option.default for option in describe()}
    assert {name: defaults.get(name) for name in DEFAULTS} == DEFAULTS


@pytest.mark.parametrize("name", names())
def test_a_file_says_what_it_is(name: str) -> None:
    for version in versions()[name]:
        preset = find(name, version)
        assert (preset.id, preset.version, preset.name) == (name, version, f"{name}@{version}")
        assert preset.english
        assert preset.chinese
        assert preset.traditional
        assert preset.source
        inherited = rules_from_text(preset.inherits)[1] if preset.inherits else Rules()
        assert set(differences(preset.rules, inherited)) <= {each.option for each in preset.stated}


def of_rule_texts() -> list[presets.Preset]:
    """The systems of the rule texts that the project was built from."""
    found = map(find, names())
    return [preset for preset in found if any(alias[0] == "s" for alias in preset.aliases)]


def test_the_systems_of_the_rule_texts_are_found_by_their_ids_there() -> None:
    assert len(of_rule_texts()) == 21
    for preset in of_rule_texts():
        for alias in preset.aliases:
            assert find(alias) is preset
            assert rules_from_text(f"{alias}@1 decks=3 kitty_size=6")[0] is preset


def test_a_name_means_one_system() -> None:
    aliases = [alias for name in names() for alias in find(name).aliases]
    assert len({*names(), *aliases}) == len(names()) + len(aliases)


def test_a_system_builds_on_a_version() -> None:
    """A later version of it changes nothing in what builds on the earlier one."""
    for name, numbers in versions().items():
        for version in numbers:
            inherits = find(name, version).inherits
            assert inherits is None or find(*named(inherits)).name == inherits


def named(text: str) -> tuple[str, int]:
    name, _, version = text.partition("@")
    return name, int(version)


def test_what_a_rule_text_states_is_cited_by_line() -> None:
    for preset in of_rule_texts():
        stated = [each for each in preset.stated if not each.recommended]
        assert stated
        for each in stated:
            assert re.fullmatch(r"00[0-3]:\d+(-\d+)?(,\d+(-\d+)?)*", each.source), each


def test_what_is_recommended_departs_and_has_a_reason() -> None:
    for preset in map(find, names()):
        for each in preset.stated:
            if each.recommended:
                assert preset.inherits is not None
                inherited = rules_from_text(preset.inherits)[1]
                assert to_text(getattr(inherited, each.option)) != each.value, (preset.id, each)
                assert " " in each.source


def test_notes_and_reasons_are_told_in_three_languages() -> None:
    for preset in map(find, names()):
        told = [(preset.note, preset.chinese_note, preset.traditional_note)]
        told += [
            (each.source, each.chinese, each.traditional)
            for each in preset.stated
            if each.recommended
        ]
        for texts in told:
            assert len({bool(text) for text in texts}) == 1, (preset.id, texts)
            assert "对家" not in texts[1]
            assert "對家" not in texts[2]


def test_simple_may_be_played_with_one_deck() -> None:
    """C37: 001:131 allows one deck, whose kitty has 6 cards."""
    assert find("simple").rules.kitty == 8
    assert rules_from_text("simple@1 decks=1")[1].kitty == 6


def test_an_option_comes_from_the_nearest_system_that_sets_it() -> None:
    normal = find("shuangsheng-normal")

    def source(option: str) -> tuple[str, str] | None:
        found = origin(normal, option)
        return None if found is None else (found[0].id, found[1].source)

    assert source("level_cap") == ("shuangsheng-normal", "000:29")
    assert source("first_dealer") == ("shuangsheng-super", "000:113")
    assert source("must_play_semantics") == ("standard", find("standard").source)
    assert source("bombs") is None


@pytest.mark.parametrize(
    ("word", "suggestion"),
    [
        ("standrd", "standard"),
        ("competitoin", "competition"),
        ("s002_qq2perm", "s002_qq_2perm"),
        ("xyz", None),
    ],
)
def test_the_nearest_preset(word: str, suggestion: str | None) -> None:
    assert presets.nearest(word) == suggestion


@pytest.mark.parametrize(
    ("word", "suggestion"),
    [
        ("throw_penality", "throw_penalty"),
        ("nt_trump_sets", "no_trump_set"),
        ("kitty_visible_too", "kitty_visible"),
        ("xyz", None),
    ],
)
def test_the_nearest_option(word: str, suggestion: str | None) -> None:
    assert catalogue.nearest(word) == suggestion


def test_the_newest_version_is_meant() -> None:
    assert find("standard") == find("standard", max(versions()["standard"]))
    assert rules_from_text("standard") == rules_from_text("standard@1")


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("standard@1", "standard@1"),
        ("  standard  ", "standard@1"),
        ("standard@1 throw_penalty=10", "standard@1 throw_penalty=10"),
        ("standard@1 throw_penalty=none", "standard@1"),
        ("standard throw_penalty=10 decks=3", "standard@1 decks=3 throw_penalty=10"),
        ("godot@1 kitty_size=4 level_cap=auto", "godot@1 kitty_size=4 level_cap=auto"),
        ("tractor-online kitty_theft=yes", "tractor-online@1 kitty_theft=yes"),
    ],
)
def test_text(text: str, written: str) -> None:
    preset, rules = rules_from_text(text)
    assert rules_to_text(preset, rules) == written
    assert rules_from_text(written) == (preset, rules)


@pytest.mark.parametrize(
    ("text", "option", "message"),
    [
        ("chess@1", "preset", "preset=chess: expected a preset that exists"),
        ("", "preset", "preset=: expected a preset that exists"),
        (
            "standard@9",
            "preset",
            "preset=standard@9: expected version 1, the newest that this program knows",
        ),
        ("standard@", "preset", "preset=standard@: expected a version, as in standard@1"),
        ("standard@一", "preset", "preset=standard@一: expected a version, as in standard@1"),
        ("standard@01", "preset", "preset=standard@01: expected a version, as in standard@1"),
        ("standard trump=S", "trump", "trump=S: expected an option that exists"),
        ("standard decks", "decks", "decks=: expected option=value"),
        ("standard decks=two", "decks", "decks=two: expected a whole number"),
        ("standard decks=0", "decks", "decks=0: expected a number from 1 to 12"),
        ("standard kitty_theft=maybe", "kitty_theft", "kitty_theft=maybe: expected yes or no"),
        ("standard decks=3 decks=3", "decks", "decks=3: expected each option once"),
        (
            "standard players=5",
            "players",
            "players=5: expected an even number with fixed partners",
        ),
    ],
)
def test_text_that_names_no_rules(text: str, option: str, message: str) -> None:
    with pytest.raises(RuleError) as caught:
        rules_from_text(text)
    assert caught.value.option == option
    assert str(caught.value) == message


BESIDE = {
    "throw_penalty_basis": {"throw_penalty": "5_per_card"},
    "kitty_award": {"kitty_multiplier": "none"},
    "nobody_first": {"match_dealer": "yes"},
    "overturn_later": {"kitty_theft": "yes"},
    "theft_order": {"kitty_theft": "yes"},
    "overturn_turned": {"kitty_theft": "yes"},
    "partnership": {"level_owner": "player"},
    "friend_reveal": {"partnership": "friends", "level_owner": "player", "friend_call": "holder"},
}
"""Options that are refused without another."""


def test_every_value_of_every_option_can_be_written() -> None:
    preset = find("standard")
    for option in describe():
        for value in option.values:
            changes = {option.id: value}
            changes |= BESIDE.get(option.id, {})
            rules = replace(preset.rules, changes)
            assert rules_from_text(rules_to_text(preset, rules)) == (preset, rules)


def test_presets_are_found_by_their_files_alone() -> None:
    folder = resources.files("shengji.engine") / "presets"
    assert len(list(folder.iterdir())) == sum(map(len, versions().values()))
    assert presets.names() == tuple(sorted(presets.names()))
