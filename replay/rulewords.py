"""The words for rules: what an option decides, what a value says, how a worked example is told."""

from collections.abc import Mapping
from typing import Any, Final

from shengji.engine.cards import points
from shengji.engine.catalogue import Fixed, Option, describe, fixed
from shengji.engine.conflicts import Conflict
from shengji.engine.presets import Preset, Stated
from shengji.notation.diagnostics import Value
from shengji.notation.tokens import read_cards, read_seat
from shengji.replay.rulings import Ruling
from shengji.replay.wording import Language, catalogue, fill_in, language_of, option_name

_SIGNS: Final = str.maketrans("SHDC", "♠♥♦♣")
_NO_TRUMP: Final = "-"


def rule_name(rule: Option | Fixed, language: str = "en") -> str:
    """What players call a rule: in English with the Chinese term."""
    tongue = language_of(language)
    if tongue == "en":
        return f"{rule.english} ({rule.chinese})"
    if isinstance(rule, Option):
        return option_name(rule.id, tongue)
    return rule.chinese if tongue == "zh-Hans" else str(_words()["name"][rule.id])


def rule_meaning(rule: Option | Fixed, language: str = "en") -> str:
    """What a rule decides."""
    tongue = language_of(language)
    return rule.meaning if tongue == "en" else str(_words()["meaning"][rule.id][tongue])


def fixed_value(rule: Fixed, language: str = "en") -> str:
    """What every table plays."""
    tongue = language_of(language)
    return rule.value if tongue == "en" else str(_words()["fixed"][rule.id][tongue])


def value_meaning(option: str, value: str, language: str = "en") -> str:
    """What a value says in words; the value itself where it is a number or a list of ranks."""
    tongue = language_of(language)
    values = _words()["value"]
    own = values.get(option, {}).get(value)
    entry = own or (values[value] if value in _COMMON else None)
    return value if entry is None else str(entry[tongue])


def value_told(option: str, value: str, language: str = "en") -> str:
    """A value with its words, if it has any: `jack: from J to the first level`."""
    meaning = value_meaning(option, value, language)
    return value if meaning == value else f"{value}: {meaning}"


def value_words(option: str) -> bool:
    """Have the values of an option words of their own, beside yes and no?"""
    return option in _words()["value"]


_COMMON: Final = ("yes", "no", "none", "auto")
"""Values that say the same of any option."""


def conflict_told(conflict: Conflict, language: str = "en") -> tuple[str, str]:
    """What contradicts what, and what was made of it."""
    match language_of(language):
        case "en":
            return conflict.problem, conflict.resolution
        case "zh-Hans":
            return conflict.chinese_problem, conflict.chinese_resolution
        case "zh-Hant":
            return conflict.traditional_problem, conflict.traditional_resolution


def section_name(section: str, language: str = "en") -> str:
    """The heading over the options of a section."""
    return str(_words()["section"][section][language_of(language)])


def preset_title(preset: Preset, language: str = "en") -> str:
    """The title of a rule system."""
    titles: Mapping[Language, str] = {
        "en": preset.english, "zh-Hans": preset.chinese, "zh-Hant": preset.traditional,
    }  # fmt: skip
    return titles[language_of(language)]


def preset_note(preset: Preset, language: str = "en") -> str:
    """What else is to be known of a rule system; empty where there is nothing."""
    notes: Mapping[Language, str] = {
        "en": preset.note, "zh-Hans": preset.chinese_note, "zh-Hant": preset.traditional_note,
    }  # fmt: skip
    return notes[language_of(language)]


def reason(stated: Stated, language: str = "en") -> str:
    """Where a value is stated, or why it is recommended."""
    if not stated.recommended:
        return stated.source
    reasons: Mapping[Language, str] = {
        "en": stated.source, "zh-Hans": stated.chinese, "zh-Hant": stated.traditional,
    }  # fmt: skip
    return reasons[language_of(language)]


def all_rules() -> tuple[Option | Fixed, ...]:
    """Every option, then the rules that no table plays otherwise."""
    return (*describe(), *fixed())


def find_rules(name: str) -> tuple[Option | Fixed, ...]:
    """The rules of that name: an id, a parameter of the rule texts, an English or Chinese name.

    Several where a parameter of the texts is several options; none where there is no such name.
    """
    word = name.strip().lower().replace(" ", "_").replace("-", "_")
    exact = tuple(rule for rule in all_rules() if rule.id == word)
    if exact:
        return exact
    aliases = tuple(option for option in describe() if word in option.parameters)
    return aliases or tuple(rule for rule in all_rules() if word in _names(rule))


def _names(rule: Option | Fixed) -> set[str]:
    names = {rule.english.lower().replace(" ", "_").replace("-", "_")}
    return names | {rule_name(rule, tongue) for tongue in ("zh-Hans", "zh-Hant")}


def _words() -> Mapping[str, Any]:
    return catalogue("rules")


# Worked examples


def tell(ruling: Ruling, language: str = "en") -> str:
    """What a worked example is about: `level 2, trump ♠: ♥A is led; …`."""
    tongue = language_of(language)
    texts, facts = catalogue("rulings"), ruling.facts
    case = fill_in(tongue, texts["case"][_case(ruling)][tongue], _arguments(ruling, tongue))
    if "trump" not in facts:
        return case
    bare = facts["trump"] == _NO_TRUMP
    told = texts["setting"]["none" if bare else "trump"][tongue]
    level: dict[str, Value] = {"level": facts["level"], "trump": shown(facts["trump"])}
    setting = fill_in(tongue, told, level)
    return fill_in(tongue, texts["setting"]["decides"][tongue], {"setting": setting, "case": case})


def _case(ruling: Ruling) -> str:
    """The id of the sentence that tells a case."""
    if ruling.kind == "advance":
        return f"advance-{ruling.facts['dealt']}"
    if ruling.kind == "declare" and "kitty" in ruling.facts:
        return "declare-turned"
    if ruling.kind == "score":
        return next((f"score-{name}" for name in ("last", "side") if name in ruling.facts), "score")
    return ruling.kind


def _arguments(ruling: Ruling, language: Language) -> dict[str, Value]:
    """The facts of a case as a sentence takes them: cards with suit signs, numbers as numbers."""
    told: dict[str, Value] = {
        name: int(fact) if name in _NUMBERS else shown(fact) if name in _CARDS else fact
        for name, fact in ruling.facts.items()
    }
    comma = catalogue("words")["list"]["comma"][language]
    if "plays" in ruling.facts:
        plays = zip("abcd", ruling.facts["plays"].split(), strict=False)
        told["plays"] = comma.join(f"{seat} {shown(cards)}" for seat, cards in plays)
    if ruling.kind == "mutiny":
        hands = ruling.facts["holdings"].split()
        told["worth"] = points(read_cards([hands[read_seat(ruling.facts["seat"])]]))
    for name in _BY_SEAT & ruling.facts.keys():
        told[name] = comma.join(map(shown, ruling.facts[name].split()))
    for name in _SHOWINGS & ruling.facts.keys():
        each = ruling.facts[name].split(", ")
        told[name] = comma.join(_showing(showing, language) for showing in each)
    return told


_NUMBERS: Final = frozenset(("gain", "points", "after", "base", "overturns"))
_SHOWINGS: Final = frozenset(("showings", "later"))
_BY_SEAT: Final = frozenset(("others", "holdings", "copies"))
_CARDS: Final = frozenset((
    "cards", "card", "first", "second", "lead", "hand", "play", "kitty", "held", "won",
))  # fmt: skip


def _showing(text: str, language: Language) -> str:
    seat, cards = text.split()
    passes = cards == "-"
    return f"{seat} {catalogue('words')['event']['pass'][language] if passes else shown(cards)}"


def shown(cards: str) -> str:
    """Cards as records write them, with suit signs; jokers keep their letters."""
    return cards.translate(_SIGNS)


def tell_outcome(outcome: str, language: str = "en") -> str:
    """What comes of a worked example."""
    tongue = language_of(language)
    word, *rest = outcome.split()
    if outcome == "attackers 0":
        word = "takeover"
    arguments = dict(zip(_PARTS.get(word, ()), map(_part, rest), strict=False))
    if word == "level":
        rank, _, lap = rest[0].partition(":")
        arguments = {"level": rank, **({"lap": int(lap)} if lap else {})}
    return fill_in(tongue, catalogue("rulings")["outcome"][word][tongue], arguments)


_PARTS: Final[Mapping[str, tuple[str, ...]]] = {
    "forced": ("cards",),
    "points": ("points",),
    "times": ("times", "points"),
    "dealer": ("levels",),
    "attackers": ("levels",),
    "wins": ("seat",),
    "deals": ("seat",),
    "trump": ("suit", "seat"),
    "suit": ("suit",),
    "cards": ("hand", "kitty"),
    "dealer-at": ("level",),
    "attackers-at": ("level",),
    "seers": ("seats",),
    "friends": ("number",),
    "friend": ("seat",),
    "stake": ("number",),
}
"""By the word of an outcome, what stands behind it."""


def _part(text: str) -> Value:
    return int(text) if text.lstrip("-").isdecimal() else shown(text)
