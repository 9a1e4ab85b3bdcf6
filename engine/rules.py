"""The rules of a table as one frozen value.

An option is a field of :class:`Rules`: its type says which values exist, its default is the
`standard` preset. Its names, meaning and source are in :mod:`shengji.engine.catalogue`.
"""

import dataclasses
import functools
import types
import typing
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, Final, Literal, get_args, get_origin

from shengji.engine import pack
from shengji.engine.pack import Copies
from shengji.engine.scoring import fines, leveltables, multipliers
from shengji.engine.stated import StatedError
from shengji.engine.values import value

LEVELS: Final = "23456789TJQKAN"
"""Level letters from low to high; N is the no-trump level after A (无主级)."""
NO_TRUMP_LEVEL: Final = 13
"""The rank of the level N: no level card exists, and only jokers are trump."""


class RuleError(ValueError):
    """An option that does not exist, a value it cannot take, or options that contradict."""

    def __init__(self, option: str, value: str, expected: str) -> None:
        super().__init__(f"{option}={value}: expected {expected}")
        self.option = option
        self.value = value
        self.expected = expected


class RuleConflictError(RuleError):
    """A value that the option can have, but not beside the other options."""


@value(kw_only=True)
class Rules:
    """One table's rules. Fields are the options; options.toml says what each means and whence.

    Canonical Rules tags and ids depend on the order: a new option goes last, with a default under
    which every older record keeps its meaning.
    """

    # Equipment, seats, deal
    decks: int = 2
    players: int = 4
    kitty_size: int | None = None
    partnership: Literal["fixed", "friends"] = "fixed"
    direction: Literal["ccw", "cw"] = "ccw"

    # Levels and match
    level_ladder: str = "23456789TJQKA"
    start_level: str = "2"
    level_owner: Literal["team", "player"] = "team"
    declare_level: Literal["dealer", "own"] = "dealer"
    must_play_levels: str = "A"
    must_play_semantics: Literal["by_level", "stop_at", "win_as_dealer"] = "by_level"
    after_top: Literal["wrap", "win_on_passing", "win_on_reaching"] = "win_on_passing"

    # Trumps and their order
    permanent_trumps: str = "none"
    no_trump_set: Literal["jokers_level", "jokers"] = "jokers_level"

    # Combinations
    tractor_min_length: int = 2
    tractor_min_width: int = 2
    tractor_level_gap: bool = True
    tractor_level_natural: bool = False
    tractor_jokers: bool = True
    tractor_little_joker_main: bool = True
    tractor_main_side_level: bool = True
    tractor_side_level_ace: bool = True
    tractor_no_trump_joker_level: bool = False

    # Declaring and overturning
    declare_window: Literal["during_deal", "after_deal", "both"] = "during_deal"
    declare_order: Literal["free", "asked"] = "free"
    declare_cards: Literal["level", "level_joker"] = "level"
    overturn_order: Literal["length_joker", "length_joker_suit", "length"] = "length_joker"
    joker_declare: Literal["two", "decks", "decks_big_less_one", "off"] = "two"
    joker_declare_first: bool = False
    reinforce: Literal["none", "same_suit"] = "same_suit"
    reinforce_when_equal: bool = False
    self_overturn: Literal["forbidden", "after_another", "allowed"] = "after_another"
    first_dealer: Literal["final_declarer", "first_declarer"] = "final_declarer"
    declarer_deals: Literal["first_hand", "always", "never"] = "first_hand"
    kitty_theft: bool = False
    nobody_first: Literal["redeal", "no_trump", "kitty_match"] = "redeal"
    nobody_later: Literal[
        "kitty_third",
        "kitty_first",
        "kitty_level_or_highest",
        "no_trump",
        "redeal",
        "kitty_match",
    ] = "kitty_third"
    nobody_joker: Literal["no_trump", "next_card", "suit_by_joker"] = "no_trump"

    # Play
    follow_shape: Literal["cascade", "suit_only"] = "cascade"
    follow_longer_protected: bool = False
    follow_new_tractor: bool = True
    follow_tractor_partial: Literal["longest", "pairs"] = "longest"
    follow_throw: Literal["best", "in_turn", "with_tractor"] = "best"
    break_tractor_for_pair: Literal["must", "protected"] = "must"
    throw_compare: Literal["largest", "units", "highest", "all"] = "largest"
    throw_allowed: Literal["yes", "side_suits", "no"] = "yes"
    throw_check: Literal["others", "opponents", "seen"] = "others"
    throw_fail_play: Literal[
        "smallest_failing",
        "first_stopper",
        "fewest_failing",
        "failing_card",
        "smallest_part",
        "smallest_card",
        "free",
    ] = "smallest_failing"
    throw_penalty: str = "none"
    throw_penalty_basis: Literal["attempted", "taken_back", "beaten"] = "attempted"

    # Scoring
    last_trick_points: Literal["count", "excluded"] = "count"
    kitty_multiplier: str = "k4n"
    kitty_basis: Literal["winning_play", "lead"] = "winning_play"
    kitty_throw: Literal["largest", "single", "sum"] = "largest"
    level_table: str = "t40"
    level_cap: int | None = None
    rotation_win: Literal["partner", "same"] = "partner"
    rotation_loss: Literal["next_seat", "last_trick_winner"] = "next_seat"

    # Added with the rule systems of the rule texts
    short_decks: str = "none"
    first_drawer: Literal["any", "dealer"] = "any"
    seating: Literal["free", "lots"] = "free"
    friends: int | None = None
    friend_call: Literal["nth", "holder"] = "nth"
    friend_cards: Literal["any", "side", "side_no_top", "side_no_points"] = "side"
    friend_reveal: Literal["played", "at_once"] = "played"
    friend_rejoin: Literal["used_up", "stays_open"] = "used_up"
    small_side_bonus: bool = False
    last_trick_demotion: Literal["off", "jack", "single_jack", "jack_by_suit", "jack_queen_ace"] = (
        "off"
    )
    no_level_card: Literal["off", "dealt", "captured"] = "off"
    titanic: bool = True
    bombs: Literal["off", "any_suit", "led_suit"] = "off"
    rainbow: int = 0
    declare_pair_first: bool = True
    later_declarers: Literal["any", "dealer_side_first"] = "any"
    overturn_single: Literal["any_suit", "higher_suit"] = "any_suit"
    reinforced_beaten_by: Literal["stronger", "jokers", "nothing"] = "stronger"
    partner_reinforce: bool = False
    overturn_count: Literal["unlimited", "once"] = "unlimited"
    overturn_later: Literal["during_deal", "after_burying"] = "during_deal"
    theft_order: Literal["free", "from_dealer"] = "free"
    match_dealer: bool = False
    nobody_demotion: Literal["none", "level"] = "none"
    mutiny_points: int = 0
    kitty_points_limit: int | None = None
    kitty_visible: Literal["last_burier", "dealer", "all"] = "last_burier"
    throw_whole_suit: bool = False
    ruff_structure: Literal["shape", "any_trump"] = "shape"
    kitty_award: Literal["points", "win"] = "points"
    stake_doubling: bool = False
    throw_stake: Literal["none", "half"] = "none"
    revoke: Literal["unruled", "hand_lost", "at_once"] = "unruled"
    card_count: Literal["unruled", "hand_lost", "adjusted"] = "unruled"
    false_claim: Literal["unruled", "as_alleged"] = "unruled"
    exposed: Literal["unruled", "10"] = "unruled"
    odd_cards: Literal["none", "left_out"] = "none"
    overturn_turned: bool = False

    def __post_init__(self) -> None:
        for field in dataclasses.fields(self):
            _check_type(field.name, getattr(self, field.name))
        _check_together(self)

    @property
    def kitty(self) -> int:
        """Cards in the kitty, stated or by default."""
        return _sizes(self.players, self.decks, self.short_decks, self.kitty_size)[0]

    @property
    def copies(self) -> Copies:
        """All cards of the decks, with those that are left out of the game (option odd_cards)."""
        return pack.copies_of(self.decks, self.short_decks)

    @property
    def cards(self) -> int:
        """How many cards the decks have."""
        return sum(self.copies)

    @property
    def odd(self) -> int:
        """How many cards are left out of the game, so that the others are dealt evenly."""
        if self.odd_cards == "none":
            return 0
        return (self.cards - self.kitty) % self.players

    @property
    def friend_number(self) -> int:
        """Friends that the dealer calls, stated or by default; 0 with fixed partners."""
        if self.partnership == "fixed":
            return 0
        return self.players // 2 - 1 if self.friends is None else self.friends

    @property
    def hand_size(self) -> int:
        """Cards dealt to each player."""
        return _sizes(self.players, self.decks, self.short_decks, self.kitty_size)[1]

    def copies_dealt(self, levels: Sequence[int | None], due: int | None, *, first: bool) -> Copies:
        """The cards of one hand; with all the decks where it is not known which are left out.

        `levels` are the ranks at which the seats stand, `due` the seat that is to deal.
        """
        if not self.odd:
            return self.copies
        known = tuple(level for level in levels if level is not None)
        level = None if due is None else levels[due]
        if level is None and not (first and len(known) == len(levels)):
            return self.copies
        return pack.without(self.copies, self.odd, level, known)


@functools.lru_cache(maxsize=256)
def _sizes(players: int, decks: int, short_decks: str, kitty: int | None) -> tuple[int, int]:
    """Cards in the kitty and dealt to each player; asked for many times a hand."""
    cards = sum(pack.copies_of(decks, short_decks))
    size = default_kitty_size(players, cards) if kitty is None else kitty
    return size, (cards - size) // players


@functools.cache
def default_kitty_size(players: int, cards: int) -> int:
    """Kitty where none is stated: what is left over, between 5 and what a round more leaves.

    The usual sizes 6 (one deck), 8 (two) and 6 (three) for four players follow; so do the default
    sizes of the tractor-online engine for any other table.
    """
    rest = cards % players or players
    return rest if rest >= 5 else rest + players


@functools.cache
def _types() -> Mapping[str, Any]:
    return typing.get_type_hints(Rules)


def values_of(name: str) -> tuple[str, ...]:
    """The values of an option as text; none for numbers and rank lists, names beside data."""
    if name in STATED:
        return STATED[name].names
    kind = _types()[name]
    if kind is bool:
        return ("no", "yes")
    return tuple(map(str, get_args(kind))) if get_origin(kind) is Literal else ()


def to_text(value: Any) -> str:
    """An option's value as a record writes it: yes, no, auto, a number, an id or ranks."""
    if value is None:
        return "auto"
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)


def from_text(name: str, text: str) -> Any:
    """The value that `text` stands for.

    :raises RuleError: there is no such option, or it cannot take this value.
    """
    kind = _types().get(name)
    if kind is None:
        raise RuleError(name, text, "an option that exists")
    if kind is bool:
        if text in ("yes", "no"):
            return text == "yes"
        raise RuleError(name, text, "yes or no")
    if text == "auto" and get_origin(kind) is types.UnionType:
        return None
    if kind is int or get_origin(kind) is types.UnionType:
        return _number(name, text)
    _check_type(name, text)
    return text


def closest(word: str, known: Collection[str]) -> str | None:
    """Of the known words the one most like another, if any is like it."""
    from difflib import get_close_matches

    return next(iter(get_close_matches(word, known, 1)), None)


def _number(name: str, text: str) -> int:
    if text.isascii() and text.isdigit() and len(text) < 4 and text == str(int(text)):
        return int(text)
    raise RuleError(name, text, "a whole number")


def replace(rules: Rules, changes: Mapping[str, str]) -> Rules:
    """The same rules with some options set from text.

    :raises RuleError: an option or a value does not exist, or options contradict.
    """
    return dataclasses.replace(rules, **{name: from_text(name, changes[name]) for name in changes})


def differences(rules: Rules, base: Rules) -> dict[str, str]:
    """The options in which `rules` departs from `base`, as text, in the order of the catalogue."""
    names = (field.name for field in dataclasses.fields(Rules))
    return {
        name: to_text(getattr(rules, name))
        for name in names
        if getattr(rules, name) != getattr(base, name)
    }


RANGES: Final = {
    "decks": (1, 12),
    "players": (4, 12),
    "kitty_size": (0, 60),
    "tractor_min_length": (2, 12),
    "tractor_min_width": (2, 12),
    "level_cap": (1, 99),
    "friends": (0, 11),
    "rainbow": (0, 99),
    "mutiny_points": (0, 200),
    "kitty_points_limit": (0, 200),
}
"""The least and the most that the options which are numbers can be."""
RANK_LISTS: Final = {
    "level_ladder": LEVELS,
    "must_play_levels": LEVELS,
    "permanent_trumps": LEVELS[:-1],
}
"""The letters that the options which list ranks are made of."""


@value
class Stated:
    """An option whose value is a name, or a text that states the rule itself."""

    names: tuple[str, ...]
    read: Callable[[str], object]
    """Raises :class:`StatedError` where the text states nothing."""


STATED: Final = {
    "short_decks": Stated((pack.NONE,), pack.read_short_decks),
    "throw_penalty": Stated(fines.USUAL, fines.read_fine),
    "kitty_multiplier": Stated(tuple(multipliers.NAMED), multipliers.read_multiplier),
    "level_table": Stated(
        tuple(leveltables.NAMED), lambda text: leveltables.read_table(text, decks=1)
    ),
}
"""The options that a record can also state as data."""


def _check_type(name: str, value: Any) -> None:
    if name in RANGES:
        _check_range(name, value)
    elif name in RANK_LISTS:
        _check_ranks(name, value, RANK_LISTS[name])
    elif name in STATED:
        _check_stated(name, value)
    elif (values := values_of(name)) and to_text(value) not in values:
        raise RuleError(name, to_text(value), " or ".join(values))


def _check_range(name: str, value: int | None) -> None:
    low, high = RANGES[name]
    if value is not None and not low <= value <= high:
        raise RuleError(name, str(value), f"a number from {low} to {high}")


def _check_ranks(name: str, value: str, letters: str) -> None:
    if value == "none" and name != "level_ladder":
        return
    places = [letters.find(letter) for letter in value]
    if not value or -1 in places or places != sorted(set(places)):
        raise RuleError(name, value, f"ranks out of {letters}, each once, from low to high")


def _check_stated(name: str, value: str) -> None:
    try:
        STATED[name].read(value)
    except StatedError as error:
        raise RuleError(name, value, error.expected) from None


def _check_together(rules: Rules) -> None:
    """Refuse options that contradict one another."""
    if rules.start_level not in rules.level_ladder or len(rules.start_level) != 1:
        raise RuleConflictError(
            "start_level", rules.start_level, f"a level of {rules.level_ladder}"
        )
    _check_sides(rules)
    _check_pack(rules)
    if rules.throw_penalty == "none" and rules.throw_penalty_basis != "attempted":
        raise RuleConflictError(
            "throw_penalty_basis", rules.throw_penalty_basis, "a fine by the card"
        )
    if rules.kitty_award == "win" and rules.kitty_multiplier != multipliers.NONE:
        raise RuleConflictError(
            "kitty_multiplier",
            rules.kitty_multiplier,
            "none where the last trick brings the hand, not the kitty's points",
        )
    if rules.nobody_demotion == "level" and rules.nobody_later == "redeal":
        raise RuleConflictError(
            "nobody_demotion", rules.nobody_demotion, "none where a hand is dealt again instead"
        )
    _check_shapes(rules)
    _check_declaring(rules)


def _check_declaring(rules: Rules) -> None:
    """Refuse what contradicts about declaring, overturning and the turned kitty."""
    if not rules.kitty_theft:
        needs = "kitty_theft, without which nobody is asked after the burying"
        if rules.overturn_later == "after_burying":
            raise RuleConflictError("overturn_later", rules.overturn_later, needs)
        if rules.theft_order == "from_dealer":
            raise RuleConflictError("theft_order", rules.theft_order, needs)
        if rules.overturn_turned:
            raise RuleConflictError("overturn_turned", "yes", needs)
    if not rules.kitty and (turns := _turns_the_kitty(rules)) is not None:
        expected = "redeal or no_trump, since there is no kitty of which a card could be turned"
        raise RuleConflictError(turns, getattr(rules, turns), expected)
    if rules.nobody_first == "kitty_match" and not rules.match_dealer:
        raise RuleConflictError(
            "nobody_first", rules.nobody_first, "match_dealer, since no dealer is due"
        )
    if rules.later_declarers == "dealer_side_first" and rules.declare_order == "asked":
        raise RuleConflictError("later_declarers", rules.later_declarers, "a free declare_order")
    if rules.partnership == "friends":
        sides = "fixed partners, since the friends are not known yet"
        if rules.later_declarers == "dealer_side_first":
            raise RuleConflictError("later_declarers", rules.later_declarers, sides)
        if rules.partner_reinforce:
            raise RuleConflictError("partner_reinforce", "yes", sides)


def _turns_the_kitty(rules: Rules) -> str | None:
    """The option by which a kitty card names trump where nobody declares."""
    if rules.nobody_first == "kitty_match":
        return "nobody_first"
    return "nobody_later" if rules.nobody_later.startswith("kitty") else None


def _check_shapes(rules: Rules) -> None:
    """Refuse what contradicts about combinations."""
    if rules.decks == 1 and rules.tractor_min_length > 2:
        raise RuleConflictError(
            "tractor_min_length", str(rules.tractor_min_length), "2 where one deck has no pairs"
        )
    if not rules.titanic and rules.tractor_min_width > 2:
        raise RuleConflictError(
            "tractor_min_width", str(rules.tractor_min_width), "2 where triples form no tractor"
        )
    if rules.tractor_min_width > max(2, rules.decks):
        expected = f"{max(2, rules.decks)} at most: of no card there are more copies"
        raise RuleConflictError("tractor_min_width", str(rules.tractor_min_width), expected)
    if 0 < rules.rainbow < 4:
        raise RuleConflictError("rainbow", str(rules.rainbow), "0, or a card of each suit")


def _check_pack(rules: Rules) -> None:
    """Can the cards be dealt?"""
    short = len(pack.read_short_decks(rules.short_decks))
    if short > rules.decks:
        raise RuleConflictError("short_decks", rules.short_decks, "as many decks at most")
    dealt = rules.cards - rules.kitty
    if dealt < rules.players or (dealt % rules.players and rules.odd_cards == "none"):
        raise RuleConflictError(
            "kitty_size", str(rules.kitty), "a size that leaves every player equally many cards"
        )
    if not all(rules.copies[LEVELS.index(level)] for level in rules.level_ladder if level != "N"):
        raise RuleConflictError(
            "level_ladder", rules.level_ladder, "levels of which some deck has the cards"
        )
    if rules.odd > 4 * rules.copies[pack.lowest_rank(rules.copies)]:
        raise RuleConflictError(
            "kitty_size", str(rules.kitty), "fewer cards left out than the lowest rank has"
        )


def _check_sides(rules: Rules) -> None:
    """Fixed partners, or friends that are found: what one needs, the other cannot have."""
    if rules.partnership == "fixed":
        if rules.players % 2:
            raise RuleConflictError(
                "players", str(rules.players), "an even number with fixed partners"
            )
        if rules.friends is not None:
            raise RuleConflictError("friends", str(rules.friends), "auto with fixed partners")
        return
    if rules.friends is not None and rules.friends + 1 >= rules.players:
        raise RuleConflictError(
            "friends", str(rules.friends), f"at most {rules.players - 2}, so that somebody attacks"
        )
    if rules.level_owner == "team":
        raise RuleConflictError("level_owner", "team", "player where friends are found")
    if rules.friend_reveal == "at_once" and rules.friend_call == "nth":
        raise RuleConflictError(
            "friend_reveal", "at_once", "played where the friend is who plays the copy called"
        )
