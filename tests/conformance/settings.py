"""The names and settings of the rbtying/shengji engine as ours: cards, levels, seats, rules."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import product
from typing import Any

from shengji.engine import presets
from shengji.engine.cards import NO_TRUMP, RANKS, SUITS, Cards
from shengji.engine.rules import LEVELS, Rules, replace

Changes = Mapping[str, str]
SAME: Changes = {}


class UnknownSetting(AssertionError):
    """A case names a policy, setting or value that nothing here knows."""


POLICIES: Mapping[str, Mapping[Any, Changes]] = {
    "bid": {
        "JokerOrHigherSuit": {"overturn_order": "length_joker_suit"},
        "JokerOrGreaterLength": {"overturn_order": "length_joker"},
        "GreaterLength": {"overturn_order": "length"},
    },
    "reinforcement": {
        "ReinforceWhileWinning": SAME,
        "OverturnOrReinforceWhileWinning": {"self_overturn": "allowed"},
        "ReinforceWhileEquivalent": {"reinforce_when_equal": "yes"},
    },
    "joker_bid": {
        "BothTwoOrMore": {"joker_declare": "two"},
        "BothNumDecks": {"joker_declare": "decks"},
        "LJNumDecksHJNumDecksLessOne": {"joker_declare": "decks_big_less_one"},
        "Disabled": {"joker_declare": "off"},
    },
    "first_landlord": {
        "ByWinningBid": {"first_dealer": "final_declarer"},
        "ByFirstBid": {"first_dealer": "first_declarer"},
    },
    "kitty_theft": {
        "NoKittyTheft": {"kitty_theft": "no"},
        "AllowKittyTheft": {"kitty_theft": "yes"},
    },
    "kitty_bid": {
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
    "throw_evaluation": {
        "All": {"throw_compare": "all"},
        "Highest": {"throw_compare": "highest"},
        "TrickUnitLength": {"throw_compare": "units"},
    },
    "trick_draw": {
        "NoProtections": SAME,
        "LongerTuplesProtected": {"follow_longer_protected": "yes"},
        "OnlyDrawTractorOnTractor": {"follow_new_tractor": "no"},
        "LongerTuplesProtectedAndOnlyDrawTractorOnTractor": {
            "follow_longer_protected": "yes",
            "follow_new_tractor": "no",
        },
        "NoFormatBasedDraw": {"follow_shape": "suit_only"},
    },
    "tractor_min_count": {n: {"tractor_min_width": str(n)} for n in range(2, 6)},
    "tractor_min_length": {n: {"tractor_min_length": str(n)} for n in range(2, 6)},
    "max_rank": {
        "NT": {"level_ladder": "23456789TJQKAN"},
        "A": {"level_ladder": "23456789TJQKA"},
    },
    # The last level, A or N, must be defended too: see `rules`.
    "advancement": {
        "Unrestricted": {"must_play_levels": "A"},
        "FullyUnrestricted": {"must_play_levels": "none"},
        "DefendPoints": {"must_play_levels": "5TKA"},
    },
    "jack_variation": {"Disabled": SAME, "SingleJack": {"last_trick_demotion": "single_jack"}},
    "friend_selection": {
        "Unrestricted": {"friend_cards": "side"},
        "TrumpsIncluded": {"friend_cards": "any"},
        "HighestCardNotAllowed": {"friend_cards": "side_no_top"},
        "PointCardNotAllowed": {"friend_cards": "side_no_points"},
    },
    "multiple_join": {
        "Unrestricted": {"friend_rejoin": "used_up"},
        "NoDoubleJoin": {"friend_rejoin": "stays_open"},
    },
    "bonus_level": {
        "BonusLevelForSmallerLandlordTeam": {"small_side_bonus": "yes"},
        "NoBonusLevel": {"small_side_bonus": "no"},
    },
    "bombs": {
        "NoBombs": SAME,
        "AllowBombs": {"bombs": "any_suit"},
        "AllowBombsSuitFollowing": {"bombs": "led_suit"},
    },
    "rainbow_min_cards": {None: SAME, **{n: {"rainbow": str(n)} for n in range(4, 20)}},
}
"""By policy and value as the cases name them, the options of ours that say the same."""

SETTINGS = {
    "SetBidPolicy": "bid",
    "SetBidReinforcementPolicy": "reinforcement",
    "SetJokerBidPolicy": "joker_bid",
    "SetFirstLandlordSelectionPolicy": "first_landlord",
    "SetKittyTheftPolicy": "kitty_theft",
    "SetKittyBidPolicy": "kitty_bid",
    "SetKittyPenalty": "kitty_penalty",
    "SetThrowPenalty": "throw_penalty",
    "SetThrowEvaluationPolicy": "throw_evaluation",
    "SetTrickDrawPolicy": "trick_draw",
    "SetAdvancementPolicy": "advancement",
    "SetMaxRank": "max_rank",
    "SetMultipleJoinPolicy": "multiple_join",
    "SetFriendSelectionPolicy": "friend_selection",
}
"""Settings of a `round_actions` case that are a policy."""
TABLE_SETTINGS = {
    "SetNumDecks",
    "SetLandlord",
    "SetRank",
    "SetShouldRevealKittyAtEndOfGame",
    "SetHideThrowHaltingPlayer",
    "SetHidePlayedCards",
    "SetHideLandlordsPoints",
}
"""Settings that change no rule: who deals, at which level, and what is displayed."""


def options(policy: str, value: Any) -> Changes:
    """Our options for one value of one policy."""
    values = POLICIES.get(policy)
    if values is None:
        raise UnknownSetting(f"unknown policy {policy!r} (value {value!r})")
    if value not in values:
        raise UnknownSetting(f"unknown value {value!r} of policy {policy!r}")
    return values[value]


def check(policies: Mapping[str, Any]) -> None:
    """Refuse policies that nothing here knows."""
    for policy, value in policies.items():
        for each in value if isinstance(value, list) else [value]:
            options(policy, each)


def finding_friends(number: int | None) -> Changes:
    """The mode FindingFriends with so many friends, and the engine's defaults for it."""
    return {
        "partnership": "friends",
        "level_owner": "player",
        "friends": "auto" if number is None else str(number),
        "small_side_bonus": "yes",
    }


def rules(
    policies: Mapping[str, Any],
    *,
    decks: int | None = None,
    players: int = 4,
    mode: Changes = SAME,
) -> Rules:
    """The rules that policies with one value each stand for; the rest are the engine's defaults.

    Where a case names no number of decks and asks for tractors wider than two cards, there are so
    many decks that such a tractor exists.
    """
    changes: dict[str, str] = {**mode}
    for policy, value in policies.items():
        changes |= options(policy, value)
    if decks is None:
        decks = max(2, int(changes.get("tractor_min_width", "2")))
    changes |= {"decks": str(decks), "players": str(players)}
    must = changes.get("must_play_levels", "AN")
    if must not in ("AN", "none") and changes.get("level_ladder", "N").endswith("N"):
        changes["must_play_levels"] = f"{must}N"
    return replace(presets.find("tractor-online", 1).rules, changes)


def every_rules(
    policies: Mapping[str, Any], *, decks: int | None = None, players: int = 4
) -> Iterator[Rules]:
    """The rules for every choice out of policies of which some list several values."""
    listed = [value if isinstance(value, list) else [value] for value in policies.values()]
    for chosen in product(*listed):
        yield rules(dict(zip(policies, chosen, strict=True)), decks=decks, players=players)


def rules_of_settings(settings: Iterable[Mapping[str, Any]], *, players: int) -> Rules:
    """The rules of a `round_actions` case."""
    policies: dict[str, Any] = {}
    decks, size, mode = 2, None, SAME
    for setting in settings:
        for name, value in setting.items():
            if name in SETTINGS:
                policies[SETTINGS[name]] = value
            elif name == "SetNumDecks":
                decks = value
            elif name == "SetKittySize":
                size = value
            elif name == "SetGameMode" and value != "Tractor":
                mode = finding_friends(value["FindingFriends"]["num_friends"])
            elif name not in TABLE_SETTINGS:
                raise UnknownSetting(f"unknown setting {name!r} (value {value!r})")
    found = rules(policies, decks=decks, players=players, mode=mode)
    return found if size is None else replace(found, {"kitty_size": str(size)})


def card(text: str) -> int:
    """A card as the cases write it."""
    return (
        52 + "LB".index(text)
        if text in ("L", "B")
        else SUITS.index(text[0]) * 13 + RANKS.index(text[1])
    )


def cards(texts: Iterable[str]) -> Cards:
    return tuple(sorted(map(card, texts)))


def level(text: str | None) -> int:
    """A level's rank; null and NT are the no-trump level."""
    return 13 if text in (None, "NT") else LEVELS.index(text or "")


def suit(text: str | None) -> int:
    """A trump suit; null is no-trump."""
    return NO_TRUMP if text is None else SUITS.index(text)


def seat(text: str) -> int:
    """P1 is seat 0."""
    return int(text.removeprefix("P")) - 1
