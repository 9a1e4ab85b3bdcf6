"""The presets say what the list of the rule texts' parameters has for them, value by value."""

import tomllib
from pathlib import Path

import pytest

from shengji.engine.presets import find, rules_from_text
from shengji.engine.rules import to_text

FILE = Path(__file__).parents[1] / "data" / "rule-presets.toml"
LIST = tomllib.loads(FILE.read_text(encoding="utf-8"))

YES = {"true": "yes", "on": "yes", "yes": "yes"}
NO = {"false": "no", "never": "no", "no": "no"}
MEANS = {
    "decks": (
        "decks",
        {"1-3": "2", "1 or 2": "2", "1 打对主 / 2": "2", "1": "1", "2": "2", "3": "3"},
    ),
    "players": ("players", {"4": "4"}),
    "partnership": ("partnership", {"fixed": "fixed", "find_friend": "friends"}),
    "seating": ("seating", {"draw_lots": "lots"}),
    "direction": ("direction", {"ccw": "ccw"}),
    "first_drawer": ("first_drawer", {"by_guess": "any"}),
    "level_ladder": ("level_ladder", {"2..A": "23456789TJQKA", "2,5,10,J,Q,K,A": "25TJQKA"}),
    "start_level": ("start_level", {"2": "2"}),
    "level_owner": ("level_owner", {"team": "team"}),
    "must_play_levels": ("must_play_levels", {"2,A": "2A"}),
    "after_top": ("after_top", {"wrap": "wrap", "win_on_reaching": "win_on_reaching"}),
    "level_bottom_demotion": ("last_trick_demotion", {"J->2": "jack"}),
    "no_level_card_forfeit": ("no_level_card", {"some places": "off"}),
    "permanent_trumps": ("permanent_trumps", {"jokers+2": "2", "jokers": "none"}),
    "nt_trump_set": ("no_trump_set", {"jokers+level": "jokers_level"}),
    "min_tractor_pairs": ("tractor_min_length", {"2": "2"}),
    "tractor_level_gap": ("tractor_level_gap", YES),
    "tractor_level_natural": ("tractor_level_natural", NO),
    "tractor_jokers": ("tractor_jokers", YES),
    "tractor_small_joker_main": ("tractor_little_joker_main", YES),
    "tractor_main_side_level": ("tractor_main_side_level", YES | NO),
    "tractor_side_level_ace": ("tractor_side_level_ace", YES),
    "tractor_nt_joker_level": ("tractor_no_trump_joker_level", NO),
    "titanic": ("titanic", YES),
    "declare_window": (
        "declare_window",
        {"during": "during_deal", "after_deal (71)": "both", "after": "after_deal"},
    ),
    "declare_cards": ("declare_cards", {"single": "level", "level+joker": "level_joker"}),
    "declare_jokers_direct": ("joker_declare_first", NO),
    "later_hand_declarers": (
        "later_declarers",
        {"any": "any", "dealer_side_first": "dealer_side_first"},
    ),
    "first_dealer": ("first_dealer", {"final": "final_declarer", "first": "first_declarer"}),
    "overturn_order": (
        "overturn_order",
        {"BJ>LJ>S": "length_joker_suit", "BJ > LJ": "length_joker", "single": "length_joker"},
    ),
    "overturn_min_vs_single": ("overturn_single", {"any": "any_suit"}),
    "reinforce": (
        "reinforce",
        {"pair+joker": "none", "same": "same_suit", "second": "same_suit", "自保": "same_suit"},
    ),
    "reinforced_beatable_by": (
        "reinforced_beaten_by",
        {"higher": "stronger", "jokers": "jokers", "反无主": "jokers"},
    ),
    "self_overturn": (
        "self_overturn",
        {"after another": "after_another", "allowed": "allowed", "forbidden": "forbidden"},
    ),
    "overturn_count": ("overturn_count", {"once": "once", "unlimited": "unlimited"}),
    "overturn_timing_later": (
        "overturn_later",
        {"after burying": "after_burying", "during": "during_deal"},
    ),
    "overturn_takes_kitty": ("kitty_theft", YES),
    "nobody_first": (
        "nobody_first",
        {"kitty match": "kitty_match", "no_trump": "no_trump", "redeal": "redeal"},
    ),
    "nobody_later": (
        "nobody_later",
        {
            "kitty match": "kitty_match",
            "kitty_random": "kitty_match",
            "kitty_1st": "kitty_first",
            "kitty_3rd": "kitty_third",
            "no_trump": "no_trump",
            "redeal": "redeal",
        },
    ),
    "nobody_joker": ("nobody_joker", {"no_trump": "no_trump", "next_card": "next_card"}),
    "nobody_demotion": ("nobody_demotion", {"1 level": "level"}),
    "match_dealer": ("match_dealer", YES),
    "mutiny": ("mutiny_points", {"hand<15": "15"}),
    "kitty_points_limit": ("kitty_points_limit", {"none": "auto"}),
    "kitty_visible_to": (
        "kitty_visible",
        {"dealer": "dealer", "last burier": "last_burier", "who fries": "last_burier"},
    ),
    "follow_pair": ("follow_shape", {"must": "cascade"}),
    "follow_tractor": ("follow_shape", {"must": "cascade", "tractor>pairs": "cascade"}),
    "break_tractor_for_pair": ("break_tractor_for_pair", {"must": "must"}),
    "ruff_structure": (
        "ruff_structure",
        {"at least": "shape", "corresponding": "shape", "same number": "shape"},
    ),
    "ruff_compare": ("throw_compare", {"top_structure": "largest"}),
    "throw_allowed": ("throw_allowed", {"yes": "yes"}),
    "throw_whole_suit": ("throw_whole_suit", {"whole suit (parenthesis)": "no"}),
    "throw_check": (
        "throw_check",
        {"all other": "others", "any other": "others", "当前最大": "others"},
    ),
    "throw_fail_play": ("throw_fail_play", {"smallest failing": "smallest_failing"}),
    "throw_penalty": ("throw_penalty", {"10": "10", "5 per": "5_per_card", "half": "none"}),
    "last_trick_points": ("last_trick_points", {"count": "count", "excluded": "excluded"}),
    "kitty_multiplier": (
        "kitty_multiplier",
        {"K4N": "k4n", "KBF3": "kbf3", "KCOMP": "kcomp", "KPOW": "kpow"},
    ),
    "kitty_basis": ("kitty_basis", {"winning": "winning_play", "type": "winning_play"}),
    "kitty_throw": ("kitty_throw", {"as single": "single", "largest": "largest"}),
    "level_table": (
        "level_table",
        {
            "T003": "t003",
            "T40": "t40",
            "T80FEN": "t80fen",
            "TCOMP": "tcomp",
            "TD45": "td45",
            "TSUPER": "tsuper",
        },
    ),
    "level_cap": ("level_cap", {"3": "3", "6": "6"}),
    "rotation_win": ("rotation_win", {"partner": "partner"}),
    "rotation_loss": ("rotation_loss", {"next": "next_seat"}),
    "friend_call": ("friend_call", {"named card, holder rule": "holder"}),
    "coin_multiplier": ("stake_doubling", {"1": "no", "2^": "yes"}),
    "revoke": ("revoke", {"claim at once": "at_once", "side loses": "hand_lost"}),
    "card_count": ("card_count", {"adjust": "adjusted", "loses": "hand_lost"}),
    "false_claim": ("false_claim", {"as alleged": "as_alleged"}),
    "exposed": ("exposed", {"10": "10"}),
}
"""By parameter its option, and the value by how one of the list begins; the first that fits."""

OTHERWISE = {
    # 000:11 has overturns during the deal; 000:19 further ones after the burying: kitty_theft.
    ("s000_chaodi", "overturn_timing_later"): "during_deal",
    # C26: nobody would deal the first hand.
    ("s002_qq", "nobody_first"): "redeal",
}
"""What is not played as the list has it."""


def test_the_list_is_whole() -> None:
    assert len(LIST) == 21
    assert sum(map(len, LIST.values())) == 297


@pytest.mark.parametrize("source_id", LIST)
def test_a_preset_says_what_the_list_has(source_id: str) -> None:
    preset = find(source_id)
    for parameter, (told, _) in LIST[source_id].items():
        if parameter == "kitty_size":
            assert preset.rules.kitty == int(told)
            continue
        option, values = MEANS[parameter]
        expected = next(value for start, value in values.items() if told.startswith(start))
        expected = OTHERWISE.get((source_id, parameter), expected)
        assert to_text(getattr(preset.rules, option)) == expected, (parameter, told)


@pytest.mark.parametrize("source_id", LIST)
def test_a_preset_cites_the_lines_that_the_list_has(source_id: str) -> None:
    """Where several parameters are one option, the lines of all stand together."""
    preset = find(source_id)
    cited = {each.option: each.source.partition(":")[2] for each in preset.stated}
    for parameter, (_, lines) in LIST[source_id].items():
        option = MEANS[parameter][0] if parameter in MEANS else parameter
        if (source_id, parameter) not in OTHERWISE:
            assert first_line(lines) in spans(cited[option]), (parameter, lines)


def first_line(lines: str) -> int:
    return int(lines.partition(",")[0].partition("-")[0])


def spans(lines: str) -> set[int]:
    """The lines of a cite such as `7,115-121`."""
    found: set[int] = set()
    for part in lines.split(","):
        low, _, high = part.partition("-")
        found.update(range(int(low), int(high or low) + 1))
    return found


def test_a_system_that_builds_on_another_does_so_in_the_list_too() -> None:
    assert {
        preset.aliases[0]: rules_from_text(preset.inherits)[0].aliases[0]
        for preset in map(find, LIST)
        if preset.inherits and preset.inherits != "standard@1"
    } == {
        "s000_normal": "s000_super",
        "s000_bianfeng_find": "s000_bianfeng",
        "s000_bianfeng_3deck": "s000_bianfeng",
        "s000_summary": "s000_chaodi",
        "s000_step20_1deck": "s000_qq_ruff",
        "s000_step60_3deck": "s000_qq_ruff",
        "s002_simple": "s001_simple",
        "s002_qq_2perm": "s002_qq",
    }
