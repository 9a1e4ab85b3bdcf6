"""The settings of tractor-online as our rule options: as JSON names them, and as lines tell them.

Source: the settings of github.com/rbtying/shengji, commit 71f8d43. A setting that changes no rule
(who may press start, what is displayed) is known here and says nothing.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from shengji.engine import presets
from shengji.engine.rules import RuleError, Rules
from shengji.engine.rules import replace as change_rules
from shengji.notation.foreign.fields import Field
from shengji.notation.foreign.remarks import Remarks

Changes: TypeAlias = Mapping[str, str]

_NAMED: Final[Mapping[str, Mapping[str, Changes]]] = {
    "bid_policy": {
        "JokerOrHigherSuit": {"overturn_order": "length_joker_suit"},
        "JokerOrGreaterLength": {"overturn_order": "length_joker"},
        "GreaterLength": {"overturn_order": "length"},
    },
    "bid_reinforcement_policy": {
        "ReinforceWhileWinning": {"self_overturn": "after_another", "reinforce_when_equal": "no"},
        "OverturnOrReinforceWhileWinning": {
            "self_overturn": "allowed", "reinforce_when_equal": "no",
        },
        "ReinforceWhileEquivalent": {
            "self_overturn": "after_another", "reinforce_when_equal": "yes",
        },
    },
    "joker_bid_policy": {
        "BothTwoOrMore": {"joker_declare": "two"},
        "BothNumDecks": {"joker_declare": "decks"},
        "LJNumDecksHJNumDecksLessOne": {"joker_declare": "decks_big_less_one"},
        "Disabled": {"joker_declare": "off"},
    },
    "first_landlord_selection_policy": {
        "ByWinningBid": {"first_dealer": "final_declarer"},
        "ByFirstBid": {"first_dealer": "first_declarer"},
    },
    "kitty_theft_policy": {
        "NoKittyTheft": {"kitty_theft": "no"},
        "AllowKittyTheft": {"kitty_theft": "yes"},
    },
    "kitty_bid_policy": {
        "FirstCard": {"nobody_later": "kitty_first"},
        "FirstCardOfLevelOrHighest": {"nobody_later": "kitty_level_or_highest"},
    },
    "kitty_penalty": {
        "Times": {"kitty_multiplier": "kcard"},
        "Power": {"kitty_multiplier": "kcardpow"},
    },
    "throw_penalty": {
        "None": {"throw_penalty": "none"},
        "TenPointsPerAttempt": {"throw_penalty": "10"},
    },
    "throw_evaluation_policy": {
        "All": {"throw_compare": "all"},
        "Highest": {"throw_compare": "highest"},
        "TrickUnitLength": {"throw_compare": "units"},
    },
    "trick_draw_policy": {
        "NoProtections": {
            "follow_shape": "cascade", "follow_longer_protected": "no",
            "follow_new_tractor": "yes",
        },
        "LongerTuplesProtected": {
            "follow_shape": "cascade", "follow_longer_protected": "yes",
            "follow_new_tractor": "yes",
        },
        "OnlyDrawTractorOnTractor": {
            "follow_shape": "cascade", "follow_longer_protected": "no",
            "follow_new_tractor": "no",
        },
        "LongerTuplesProtectedAndOnlyDrawTractorOnTractor": {
            "follow_shape": "cascade", "follow_longer_protected": "yes",
            "follow_new_tractor": "no",
        },
        "NoFormatBasedDraw": {"follow_shape": "suit_only"},
    },
    "max_rank": {
        "NT": {"level_ladder": "23456789TJQKAN"},
        "A": {"level_ladder": "23456789TJQKA"},
    },
    "advancement_policy": {
        "Unrestricted": {"must_play_levels": "A"},
        "FullyUnrestricted": {"must_play_levels": "none"},
        "DefendPoints": {"must_play_levels": "5TKA"},
    },
    "jack_variation": {
        "Disabled": {"last_trick_demotion": "off"},
        "SingleJack": {"last_trick_demotion": "single_jack"},
    },
    "friend_selection_policy": {
        "Unrestricted": {"friend_cards": "side"},
        "TrumpsIncluded": {"friend_cards": "any"},
        "HighestCardNotAllowed": {"friend_cards": "side_no_top"},
        "PointCardNotAllowed": {"friend_cards": "side_no_points"},
    },
    "multiple_join_policy": {
        "Unrestricted": {"friend_rejoin": "used_up"},
        "NoDoubleJoin": {"friend_rejoin": "stays_open"},
    },
    "bomb_policy": {
        "NoBombs": {"bombs": "off"},
        "AllowBombs": {"bombs": "any_suit"},
        "AllowBombsSuitFollowing": {"bombs": "led_suit"},
    },
}  # fmt: skip
"""By setting and value as JSON names them."""

_PHRASES: Final[Mapping[str, tuple[str, str]]] = {
    "set winning bid to decide both landlord and trump": (
        "first_landlord_selection_policy", "ByWinningBid"),
    "set first bid to decide landlord, winning bid to decide trump": (
        "first_landlord_selection_policy", "ByFirstBid"),
    "allowed joker or higher suit bids to outbid non-joker bids with the same number of cards": (
        "bid_policy", "JokerOrHigherSuit"),
    "allowed joker bids to outbid non-joker bids with the same number of cards": (
        "bid_policy", "JokerOrGreaterLength"),
    "required all bids to have more cards than the previous bids": (
        "bid_policy", "GreaterLength"),
    "allowed reinforcing the winning bid": (
        "bid_reinforcement_policy", "ReinforceWhileWinning"),
    "allowed reinforcing bids after they have been overturned": (
        "bid_reinforcement_policy", "ReinforceWhileEquivalent"),
    "allowed overturning your own bids": (
        "bid_reinforcement_policy", "OverturnOrReinforceWhileWinning"),
    "required no-trump bids to have at least two low or high jokers": (
        "joker_bid_policy", "BothTwoOrMore"),
    "required no-trump bids to have every low or high joker": (
        "joker_bid_policy", "BothNumDecks"),
    "required low no-trump bids to have every low joker (one less required for high joker)": (
        "joker_bid_policy", "LJNumDecksHJNumDecksLessOne"),
    "disabled no-trump bids": ("joker_bid_policy", "Disabled"),
    "set the bid-from-bottom policy to be the first card revealed": (
        "kitty_bid_policy", "FirstCard"),
    "set the bid-from-bottom policy to be the first card of the appropriate level, or the highest"
    " if none are found": ("kitty_bid_policy", "FirstCardOfLevelOrHighest"),
    "allowed stealing the bottom cards after the leader": (
        "kitty_theft_policy", "AllowKittyTheft"),
    "disabled stealing the bottom cards after the leader": ("kitty_theft_policy", "NoKittyTheft"),
    "set the penalty for points in the bottom to twice the size of the last trick": (
        "kitty_penalty", "Times"),
    "set the penalty for points in the bottom to two to the power of the size of the last trick": (
        "kitty_penalty", "Power"),
    "removed the throw penalty": ("throw_penalty", "None"),
    "set the throw penalty to 10 points per throw": ("throw_penalty", "TenPointsPerAttempt"),
    "removed all protections (pair can draw triple)": ("trick_draw_policy", "NoProtections"),
    "protected longer tuples from being drawn out by shorter ones (pair does not draw triple)": (
        "trick_draw_policy", "LongerTuplesProtected"),
    "protected tractors from being drawn out by non-tractors": (
        "trick_draw_policy", "OnlyDrawTractorOnTractor"),
    "protected longer tuples from being drawn out by shorter ones, and tractors from being drawn"
    " out by non-tractors": (
        "trick_draw_policy", "LongerTuplesProtectedAndOnlyDrawTractorOnTractor"),
    "removed format-based forced-plays (pairs do not draw pairs)": (
        "trick_draw_policy", "NoFormatBasedDraw"),
    "set throws to be evaluated based on all of the cards": ("throw_evaluation_policy", "All"),
    "set throws to be evaluated based on the highest card": (
        "throw_evaluation_policy", "Highest"),
    "set throws to be evaluated based on the longest component": (
        "throw_evaluation_policy", "TrickUnitLength"),
    "required players to defend on A": ("advancement_policy", "Unrestricted"),
    "required players to defend on points and A": ("advancement_policy", "DefendPoints"),
    "removed all advancement restrictions": ("advancement_policy", "FullyUnrestricted"),
    "allowed any non-trump card to be selected as a friend": (
        "friend_selection_policy", "Unrestricted"),
    "allowed any card to be selected as a friend": ("friend_selection_policy", "TrumpsIncluded"),
    "disallowed the highest non-trump card, as well as trump cards, from being selected as a"
    " friend": ("friend_selection_policy", "HighestCardNotAllowed"),
    "disallowed point cards, as well as trump cards, from being selected as a friend": (
        "friend_selection_policy", "PointCardNotAllowed"),
    "allowed players to join the team multiple times": ("multiple_join_policy", "Unrestricted"),
    "prevented players from joining the team multiple times": (
        "multiple_join_policy", "NoDoubleJoin"),
    "enabled the single jack variation": ("jack_variation", "SingleJack"),
    "disabled the jack variation": ("jack_variation", "Disabled"),
    "enabled bomb cards (any suit)": ("bomb_policy", "AllowBombs"),
    "enabled bomb cards (must follow suit)": ("bomb_policy", "AllowBombsSuitFollowing"),
    "disabled bomb cards": ("bomb_policy", "NoBombs"),
    "set the max rank to A": ("max_rank", "A"),
    "set the max rank to NT": ("max_rank", "NT"),
}  # fmt: skip
"""What a line says of a setting, behind the name of who set it."""

_SILENT: Final = re.compile(
    r"(?:dis)?allowed taking back (?:bids|plays)"
    r"|(?:enabled|disabled) the kitty (?:to be|from being) revealed at the end of each game"
    r"|allowed (?:any player|only landlord) to start a game"
    r"|allowed players to be shadowed .*|set their meta-rank to .*|set landlord emoji to .*"
    r"|set the leader to .*|set their rank to .*"
)
"""What changes no rule."""

_FRIENDS: Final = re.compile(r"set the game mode to Finding Friends(?: with (\d{1,2}) friends?)?")
_TRACTOR: Final = "set the game mode to Tractor"
_DECKS: Final = re.compile(r"set the number of decks to (\d{1,2}|default)")
_KITTY: Final = re.compile(r"set the number of cards in the bottom to (\d{1,2}|default)")
_TRACTORS: Final = re.compile(
    r"required tractors to be at least (\d{1,2}) cards wide by (\d{1,2}) tuples long"
)
_RAINBOWS: Final = re.compile(r"enabled rainbow tricks \(minimum (\d{1,2}) cards\)")
_NO_RAINBOWS: Final = "disabled rainbow tricks"


@dataclass(slots=True)
class Settings:
    """What was set so far."""

    changes: dict[str, str] = field(default_factory=dict)
    friends: bool = False
    decks: int | None = None

    def copy(self) -> "Settings":
        return Settings(dict(self.changes), self.friends, self.decks)

    def hear(self, phrase: str, remarks: Remarks) -> None:
        """A line that sets something."""
        if phrase in _PHRASES:
            name, value = _PHRASES[phrase]
            self.changes |= _NAMED[name][value]
        elif match := _FRIENDS.fullmatch(phrase):
            self.find_friends(match[1])
        elif phrase == _TRACTOR:
            self.friends = False
        elif match := _DECKS.fullmatch(phrase):
            self.decks = None if match[1] == "default" else int(match[1])
        elif match := _KITTY.fullmatch(phrase):
            self.changes["kitty_size"] = "auto" if match[1] == "default" else match[1]
        elif match := _TRACTORS.fullmatch(phrase):
            self.changes |= {"tractor_min_width": match[1], "tractor_min_length": match[2]}
        elif match := _RAINBOWS.fullmatch(phrase):
            self.changes["rainbow"] = match[1]
        elif phrase == _NO_RAINBOWS:
            self.changes["rainbow"] = "0"
        elif not _SILENT.fullmatch(phrase):
            remarks.dropped("setting-line", setting=phrase)

    def find_friends(self, number: str | None) -> None:
        self.friends = True
        self.changes["friends"] = number or "auto"

    def rules(self, players: int, remarks: Remarks) -> tuple[str, Rules]:
        """The text of a Rules tag for so many players, and the rules.

        What of the settings contradicts the rest is left out, with a remark.
        """
        name = "tractor-online-friends@1" if self.friends else "tractor-online@1"
        preset, rules = presets.rules_from_text(name)
        changes = dict(self.changes)
        changes |= {"players": str(players), "decks": str(self.decks or players // 2)}
        must = changes.get("must_play_levels", "A")
        has_last = must != "none" and changes.get("level_ladder", "N").endswith("N")
        changes["must_play_levels"] = f"{must}N" if has_last else must
        if not self.friends:
            changes.pop("friends", None)
        # A kitty of which the size does not come out even leaves cards out of the game.
        for more in ({}, {"odd_cards": "left_out"}):
            try:
                changed = change_rules(rules, {**changes, **more})
            except RuleError as error:
                problem = str(error)
            else:
                return presets.rules_to_text(preset, changed), changed
        remarks.dropped("settings", problem=problem)
        return presets.rules_to_text(preset, rules), rules


def read_settings(state: Field, remarks: Remarks) -> Settings:
    """The settings that a state dump carries."""
    settings = Settings()
    for name, values in _NAMED.items():
        said = state.find(name)
        if said is not None:
            settings.changes |= values[list(values)[said.one_of(list(values))]]
    mode = state.find("game_mode")
    if mode is not None and mode.value != "Tractor":
        wanted = mode.get("FindingFriends").find("num_friends")
        settings.find_friends(None if wanted is None else str(wanted.integer(0, 11)))
    if (decks := state.find("num_decks")) is not None:
        settings.decks = decks.integer(1, 24)
    if (kitty := state.find("kitty_size")) is not None:
        settings.changes["kitty_size"] = str(kitty.integer(0, 60))
    _read_tractors(state, settings)
    _read_scoring(state, settings)
    if state.find("special_decks") is not None and state.get("special_decks").items():
        remarks.dropped("special-decks")
    return settings


def _read_tractors(state: Field, settings: Settings) -> None:
    needed = state.find("tractor_requirements")
    if needed is not None:
        settings.changes["tractor_min_width"] = str(needed.get("min_count").integer(2, 12))
        settings.changes["tractor_min_length"] = str(needed.get("min_length").integer(2, 12))
    formats = state.find("compound_formats")
    rainbows = None if formats is None else formats.find("rainbows")
    if rainbows is not None:
        settings.changes["rainbow"] = str(rainbows.integer(4, 99))


def _read_scoring(state: Field, settings: Settings) -> None:
    scoring = state.find("game_scoring_parameters")
    if scoring is None:
        return
    bonus = scoring.find("bonus_level_policy")
    if bonus is not None and settings.friends:
        by_size = bonus.one_of(("NoBonusLevel", "BonusLevelForSmallerLandlordTeam"))
        settings.changes["small_side_bonus"] = ("no", "yes")[by_size]
    decks = settings.decks or 2
    step = decks * _number(scoring, "step_size_per_deck", 20)
    adjusted = scoring.find("step_adjustments")
    own = None if adjusted is None else adjusted.find(str(decks))
    step += 0 if own is None else own.integer(-200, 200)
    turnover = _number(scoring, "num_steps_to_non_landlord_turnover", 2)
    dead = _number(scoring, "deadzone_size", 1)
    window = scoring.find("truncate_zero_crossing_window")
    table = level_table(step, turnover, dead, truncated=window is None or window.flag())
    if table != level_table(20 * decks, 2, 1, truncated=True):
        settings.changes["level_table"] = table


def _number(said: Field, name: str, usual: int) -> int:
    found = said.find(name)
    return usual if found is None else found.integer(0, 200)


def level_table(step: int, turnover: int, dead: int, *, truncated: bool) -> str:
    """The table of levels as our option states it: windows of `step` points.

    The attackers take over after `turnover` of them, and gain the first level `dead` later. With
    `truncated`, no points at all are a window of their own, worth one level more.
    """
    first = [f"0:d{turnover + 1}", f"5:d{turnover}"] if truncated else []
    below = range(1 if truncated else 0, turnover)
    held = [f"{step * window}:d{turnover - window}" for window in below]
    taken = [f"{step * turnover}:s"] if dead else []
    gained = f"{step * (turnover + dead)}:a1"
    return ",".join([f"-{step}", *first, *held, *taken, gained, f"+{step}"])
