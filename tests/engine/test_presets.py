"""The presets, and the text by which a record names its rules."""

import tomllib
from importlib import resources

import pytest

from shengji.engine import presets
from shengji.engine.catalogue import describe
from shengji.engine.presets import find, names, rules_from_text, rules_to_text, versions
from shengji.engine.rules import RuleError, Rules, differences, replace

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
}


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
        assert preset.source
        file = resources.files("shengji.engine") / "presets" / f"{name}-{version}.toml"
        stated = tomllib.loads(file.read_text(encoding="utf-8"))["options"]
        assert set(differences(preset.rules, Rules())) <= set(stated)


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
        ("chess@1", "preset", "preset=chess: expected one of godot, standard, tractor-online"),
        ("", "preset", "preset=: expected one of godot, standard, tractor-online"),
        ("standard@9", "preset", "preset=standard@9: expected version 1"),
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


def test_every_value_of_every_option_can_be_written() -> None:
    preset = find("standard")
    for option in describe():
        for value in option.values:
            changes = {option.id: value}
            if option.id == "throw_penalty_basis":
                changes["throw_penalty"] = "5_per_card"
            rules = replace(preset.rules, changes)
            assert rules_from_text(rules_to_text(preset, rules)) == (preset, rules)


def test_presets_are_found_by_their_files_alone() -> None:
    folder = resources.files("shengji.engine") / "presets"
    assert len(list(folder.iterdir())) == sum(map(len, versions().values()))
    assert presets.names() == tuple(sorted(presets.names()))
