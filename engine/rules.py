"""The rules of a table as one frozen value: every option with its id, values, names and source.

An option is a field of :class:`Rules`. Its type says which values exist, its default is the
`standard` preset, and its metadata carries the Chinese term, a meaning in a line and the source.
Sources are cited as `seed:line` of the rule texts the project was built from, or by the name of
the program whose setting it is.
"""

import dataclasses
import functools
import types
import typing
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal, get_args, get_origin

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


def option(default: Any, chinese: str, meaning: str, source: str) -> Any:
    """A dataclass field that carries the option's names and source."""
    return dataclasses.field(
        default=default, metadata={"chinese": chinese, "meaning": meaning, "source": source}
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """One table's rules. Fields are the options; see :func:`describe` for their metadata."""

    # Equipment, seats, deal
    decks: int = option(2, "副数", "decks of 54 cards in play", "000:7,85; 001:13; 002:5")
    players: int = option(4, "人数", "players at the table", "000:7,197")
    kitty_size: int | None = option(
        None, "底牌张数", "cards in the kitty; auto: see default_kitty_size", "000:7,207"
    )
    partnership: Literal["fixed"] = option(
        "fixed", "对家方式", "how sides are made: every second seat", "000:87,205"
    )
    direction: Literal["ccw", "cw"] = option(
        "ccw", "方向", "order of play as seen from above; seats a b c … follow it", "000:91,127"
    )

    # Levels and match
    level_ladder: str = option(
        "23456789TJQKA",
        "级牌序列",
        "levels from first to last; N is a no-trump level",
        "000:39,187",
    )
    start_level: str = option("2", "起始级", "level at which both sides begin", "000:39")
    level_owner: Literal["team", "player"] = option(
        "team", "各打各的级", "who has a level: a side or each player", "000:209; 003:65"
    )
    declare_level: Literal["dealer", "own"] = option(
        "dealer",
        "打几亮几",
        "whose level a declaration must show: the due dealer's (each his own while there is none),"
        " or always the declarer's own",
        "000:209; tractor-online landlord",
    )
    must_play_levels: str = option(
        "A", "必打", "levels that cannot be skipped; none for no such level", "002:8"
    )
    must_play_semantics: Literal["by_level", "stop_at", "win_as_dealer"] = option(
        "by_level",
        "必打含义",
        "stop_at: an advance stops there; win_as_dealer: besides, it is left only by the side that"
        " dealt and won; by_level: win_as_dealer for A and N, stop_at for others",
        "002:8; parameters B",
    )
    after_top: Literal["wrap", "win_on_passing", "win_on_reaching"] = option(
        "win_on_passing", "过A", "what follows the last level", "000:187,209; 001:147"
    )

    # Trumps and their order
    permanent_trumps: str = option(
        "none",
        "常主",
        "ranks that are trump besides jokers and the level; none for no such rank",
        "000:37; 002:193-195",
    )
    no_trump_set: Literal["jokers_level", "jokers"] = option(
        "jokers_level", "无主时的主牌", "what is trump in a no-trump hand", "000:111; 001:47"
    )

    # Combinations
    tractor_min_length: int = option(
        2, "拖拉机最少对数", "fewest consecutive ranks of a tractor", "000:61,269; 002:117"
    )
    tractor_min_width: int = option(
        2, "拖拉机最少张宽", "fewest copies of each rank in a tractor", "tractor-online min_count"
    )
    tractor_level_gap: bool = option(
        True,
        "隔级牌相邻",
        "the ranks on both sides of the level rank are neighbours",
        "000:63,345; 002:117",
    )
    tractor_level_natural: bool = option(
        False,
        "级牌与相邻点数",
        "the level card of the trump suit also joins its natural neighbours",
        "godot",
    )
    tractor_jokers: bool = option(
        True, "大王小王连", "little and big joker are neighbours", "000:65,345; 003:17"
    )
    tractor_little_joker_main: bool = option(
        True,
        "小王主级连",
        "the trump-suit level card and the little joker are neighbours",
        "000:345; 002:117,201",
    )
    tractor_main_side_level: bool = option(
        True,
        "主级副级连",
        "side-suit level cards and the trump-suit level card are neighbours",
        "000:65,345; 001:109; 003:18 says no",
    )
    tractor_side_level_ace: bool = option(
        True,
        "副级主A连",
        "the top of the trump suit and side-suit level cards are neighbours",
        "000:65,345; 001:109",
    )
    tractor_no_trump_joker_level: bool = option(
        False,
        "无主小王级牌连",
        "in no-trump, level cards and the little joker are neighbours",
        "002:117; tractor-online",
    )

    # Declaring and overturning
    declare_window: Literal["during_deal", "after_deal"] = option(
        "during_deal", "亮主时机", "when trump may be declared", "000:11,99; 000:253"
    )
    declare_order: Literal["free", "asked"] = option(
        "free",
        "亮主次序",
        "free: whoever is first; asked: in turn from the due dealer, one chance",
        "000:99; godot",
    )
    declare_cards: Literal["level", "level_joker"] = option(
        "level",
        "报主牌",
        "level: level cards alone; level_joker: with a joker of the same colour",
        "000:99,199; 001:29,33",
    )
    overturn_order: Literal["length_joker", "length_joker_suit", "length"] = option(
        "length_joker",
        "反主次序",
        "what beats a showing. length_joker: more cards, or as many of a higher kind (suited,"
        " little, big); length_joker_suit: also a higher suit D C H S with two cards or more;"
        " length: more cards only",
        "002:103; 000:23,117; tractor-online bid_policy",
    )
    joker_declare: Literal["two", "decks", "decks_big_less_one", "off"] = option(
        "two",
        "王亮无主",
        "fewest jokers of one kind that name no-trump, where any do",
        "000:111; tractor-online joker_bid_policy",
    )
    joker_declare_first: bool = option(
        False, "直接亮无主", "a joker pair may open, not only overturn", "000:107; 001:37"
    )
    reinforce: Literal["none", "same_suit"] = option(
        "same_suit", "自保", "the declarer may add copies of the card shown", "000:11,121; 002:10"
    )
    reinforce_when_equal: bool = option(
        False,
        "同张数再反",
        "who was overturned may show his own card again at the same count",
        "tractor-online ReinforceWhileEquivalent",
    )
    self_overturn: Literal["forbidden", "after_another", "allowed"] = option(
        "after_another",
        "自反",
        "may a declarer overturn himself with another suit",
        "002:10; 000:111; 002:207",
    )
    first_dealer: Literal["final_declarer", "first_declarer"] = option(
        "final_declarer", "第一局庄家", "who deals where no dealer is due", "000:113; 002:79,91"
    )
    declarer_deals: Literal["first_hand", "always", "never"] = option(
        "first_hand",
        "反主反庄",
        "in which hands declaring makes the dealer",
        "000:113-115; 002:10; godot",
    )
    kitty_theft: bool = option(
        False,
        "炒底",
        "after the burying others may overturn, take the kitty and bury",
        "000:19,115,119; 001:53",
    )
    nobody_first: Literal["redeal", "no_trump"] = option(
        "redeal", "第一局无人亮", "nobody declares and no dealer is due", "002:95; 003:24"
    )
    nobody_later: Literal[
        "kitty_third", "kitty_first", "kitty_level_or_highest", "no_trump", "redeal"
    ] = option(
        "kitty_third",
        "以后无人亮",
        "nobody declares and a dealer is due: the third or first kitty card turned names the suit,"
        " or cards are turned up to the first level card or joker, and where there is none the"
        " highest does (suits C D S H, then ranks)",
        "000:105; 002:11,95; tractor-online kitty_bid_policy",
    )
    nobody_joker: Literal["no_trump", "next_card"] = option(
        "no_trump", "翻到王", "the card turned from the kitty is a joker", "000:105; 002:95"
    )

    # Play
    follow_shape: Literal["cascade", "suit_only"] = option(
        "cascade",
        "跟牌牌型",
        "cascade: the led shape as nearly as the hand can; suit_only: suit and number",
        "000:131-133,193; tractor-online NoFormatBasedDraw",
    )
    follow_longer_protected: bool = option(
        False,
        "保护三张",
        "a wider set need not be broken for a narrower one",
        "tractor-online LongerTuplesProtected",
    )
    follow_new_tractor: bool = option(
        True,
        "跟新拖拉机",
        "a tractor may be owed where none was led (after four of a kind)",
        "tractor-online OnlyDrawTractorOnTractor is the contrary",
    )
    follow_tractor_partial: Literal["longest", "pairs"] = option(
        "longest",
        "跟短拖",
        "a shorter tractor is owed where the led length is not held",
        "parameters G; tractor-online",
    )
    follow_throw: Literal["best", "in_turn"] = option(
        "best",
        "跟甩牌",
        "what a throw draws where its shape is not held. best: the best of all that comes of"
        " weakening any of its units; in_turn: the units are weakened one at a time, first the one"
        " with the most steps left",
        "000:337-339; tractor-online follow_fallback_order",
    )
    break_tractor_for_pair: Literal["must", "protected"] = option(
        "must", "拆拖拉机", "a pair led draws a pair out of a tractor", "000:193; 002:218"
    )
    throw_compare: Literal["largest", "units", "highest", "all"] = option(
        "largest",
        "盖毙比较",
        "how ruffs of a throw compare. largest: by the largest unit alone (all singles: the highest"
        " card); units: from the largest unit on, equal ones passing on to the next, single cards"
        " only where nothing else was led; highest: by the highest card; all: every unit is higher",
        "000:193; 002:222; tractor-online throw_evaluation_policy",
    )
    throw_allowed: Literal["yes", "side_suits", "no"] = option(
        "yes", "甩牌", "may a lead hold several units", "000:67-71; 001:69"
    )
    throw_check: Literal["others", "opponents"] = option(
        "others", "最大性", "whose hands may stop a throw", "000:67; 002:147,214"
    )
    throw_fail_play: Literal["smallest_failing", "first_stopper"] = option(
        "smallest_failing",
        "甩失败出",
        "what a failed throw must play: the lowest unit that anybody beats (lowest rank, then fewer"
        " cards), or the smallest one that the first seat able to beat any of them beats",
        "002:216; tractor-online",
    )
    throw_penalty: Literal["none", "10", "5_per_card", "10_per_card"] = option(
        "none", "甩失败罚", "points that a failed throw gives the other side", "002:17,147,216"
    )
    throw_penalty_basis: Literal["attempted", "taken_back", "beaten"] = option(
        "attempted", "罚张数", "which cards a fine by the card counts", "002:147"
    )

    # Scoring
    last_trick_points: Literal["count", "excluded"] = option(
        "count", "最后一手分", "do the last trick's own points count", "000:141,213"
    )
    kitty_multiplier: Literal[
        "k4n", "kpow", "k248", "kcard", "kcardpow", "kbf3", "kcomp", "k2n"
    ] = option(
        "k4n",
        "抠底倍数",
        "k4n: single 2, pair 4, tractor of n pairs 4n; kpow: tractor 2x2^n; k248: 2, 4, 8; kcard:"
        " twice the cards of the unit; kcardpow: 2 to their number; kbf3: as kpow, triple 6,"
        " tractor of n triples 2x3^n; kcomp: 2, 4, 8; k2n: single 1, pair 2, tractor 2n; wider"
        " units go on by the formula that fits",
        "000:147-151,275-283; 002:22; 003:51-53; tractor-online; godot",
    )
    kitty_basis: Literal["winning_play", "lead"] = option(
        "winning_play",
        "倍数看谁",
        "which play of the last trick sets the multiplier",
        "000:145,273",
    )
    kitty_throw: Literal["largest", "single"] = option(
        "largest",
        "甩牌抠底",
        "a throw counts by its largest unit, or as a single",
        "000:153-155; 002:22",
    )
    level_table: Literal["t40", "tsteps"] = option(
        "t40", "升级表", "levels by the attackers' points; see scoring.TABLES", "000:289-299"
    )
    level_cap: int | None = option(None, "封顶", "most levels a side gains in a hand", "000:29")
    rotation_win: Literal["partner", "same"] = option(
        "partner", "庄家升级后", "who deals after the dealer's side held", "000:189; 002:228"
    )
    rotation_loss: Literal["next_seat", "last_trick_winner"] = option(
        "next_seat",
        "下台后",
        "who deals after the attackers took over: the next seat, or who won the last trick if he is"
        " one of them",
        "000:191; 002:229",
    )

    def __post_init__(self) -> None:
        for field in dataclasses.fields(self):
            _check_type(field.name, getattr(self, field.name))
        _check_together(self)

    @property
    def kitty(self) -> int:
        """Cards in the kitty, stated or by default."""
        if self.kitty_size is not None:
            return self.kitty_size
        return default_kitty_size(self.players, self.decks)

    @property
    def hand_size(self) -> int:
        """Cards dealt to each player."""
        return (54 * self.decks - self.kitty) // self.players


@functools.cache
def default_kitty_size(players: int, decks: int) -> int:
    """Kitty where none is stated: what is left over, between 5 and what a round more leaves.

    The usual sizes 6 (one deck), 8 (two) and 6 (three) for four players follow; so do the default
    sizes of the tractor-online engine for any other table.
    """
    rest = 54 * decks % players or players
    return rest if rest >= 5 else rest + players


@dataclass(frozen=True, slots=True)
class Option:
    """What is known of an option besides its value."""

    id: str
    values: tuple[str, ...]
    """The values it can take as text; empty for numbers and rank lists."""
    default: str
    chinese: str
    meaning: str
    source: str


@functools.cache
def _types() -> Mapping[str, Any]:
    return typing.get_type_hints(Rules)


def describe() -> tuple[Option, ...]:
    """Every option of :class:`Rules`, in the order of the catalogue."""
    return tuple(
        Option(
            field.name,
            _values(_types()[field.name]),
            to_text(field.default),
            field.metadata["chinese"],
            field.metadata["meaning"],
            field.metadata["source"],
        )
        for field in dataclasses.fields(Rules)
    )


def _values(kind: Any) -> tuple[str, ...]:
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


_RANGES: Final = {
    "decks": (1, 12),
    "players": (4, 12),
    "kitty_size": (0, 60),
    "tractor_min_length": (2, 12),
    "tractor_min_width": (2, 12),
    "level_cap": (1, 99),
}
_RANK_LISTS: Final = {
    "level_ladder": LEVELS,
    "must_play_levels": LEVELS,
    "permanent_trumps": LEVELS[:-1],
}


def _check_type(name: str, value: Any) -> None:
    if name in _RANGES:
        _check_range(name, value)
    elif name in _RANK_LISTS:
        _check_ranks(name, value, _RANK_LISTS[name])
    elif (values := _values(_types()[name])) and to_text(value) not in values:
        raise RuleError(name, to_text(value), " or ".join(values))


def _check_range(name: str, value: int | None) -> None:
    low, high = _RANGES[name]
    if value is not None and not low <= value <= high:
        raise RuleError(name, str(value), f"a number from {low} to {high}")


def _check_ranks(name: str, value: str, letters: str) -> None:
    if value == "none" and name != "level_ladder":
        return
    places = [letters.find(letter) for letter in value]
    if not value or -1 in places or places != sorted(set(places)):
        raise RuleError(name, value, f"ranks out of {letters}, each once, from low to high")


def _check_together(rules: Rules) -> None:
    """Refuse options that contradict one another."""
    if rules.start_level not in rules.level_ladder or len(rules.start_level) != 1:
        raise RuleConflictError(
            "start_level", rules.start_level, f"a level of {rules.level_ladder}"
        )
    if rules.players % 2:
        raise RuleConflictError("players", str(rules.players), "an even number with fixed partners")
    if 54 * rules.decks - rules.kitty < rules.players or (
        (54 * rules.decks - rules.kitty) % rules.players
    ):
        raise RuleConflictError(
            "kitty_size", str(rules.kitty), "a size that leaves every player equally many cards"
        )
    if rules.throw_penalty == "none" and rules.throw_penalty_basis != "attempted":
        raise RuleConflictError(
            "throw_penalty_basis", rules.throw_penalty_basis, "a fine by the card"
        )
