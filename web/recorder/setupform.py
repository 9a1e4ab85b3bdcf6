"""The form in which a draft is set up, as a page shows it: as filled in, or as usual."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from functools import lru_cache

from shengji.engine.cards import FACES
from shengji.engine.catalogue import describe
from shengji.engine.presets import Preset, find, names, rules_from_text, rules_to_text
from shengji.engine.rules import RuleError, Rules, to_text
from shengji.notation.tokens import SEATS
from shengji.replay.recording import Mode, first_levels, listed_levels
from shengji.replay.rulewords import preset_title, rule_name, section_name, value_told
from shengji.replay.wording import Language
from shengji.web.language import language
from shengji.web.recorder.setup import USUAL, own_options, rules_of
from shengji.web.staging import around


@dataclass(frozen=True, slots=True)
class Table:
    """What the rules say of the table: who sits there, and where the match may begin."""

    seats: str
    """Their letters."""
    sides: tuple[str, ...]
    """The seats that have a level together, by their letters."""
    start: str
    """The level at which all begin."""
    levels: tuple[str, ...]
    """All that there are, from the lowest up."""
    copies: tuple[int, ...]
    """Of each face: what a device counts on alone."""
    places: tuple[str, ...]
    """Where each seat is seen, of four; empty of others."""


@dataclass(frozen=True, slots=True)
class System:
    """A rule system to choose."""

    name: str
    title: str
    table: Table


@dataclass(frozen=True, slots=True)
class OptionField:
    """An option of the rules, as a field of the form."""

    id: str
    name: str
    value: str
    """What the rule system says."""
    chosen: str
    values: tuple[tuple[str, str], ...]
    """What it can be, with its words; empty for numbers and lists."""


@dataclass(frozen=True, slots=True)
class Section:
    """Options that belong together."""

    title: str
    fields: tuple[OptionField, ...]
    changed: bool
    """Something in it is not as the rule system has it, or wrong."""


def setup_context(
    form: Mapping[str, str], problems: Mapping[str, str], preset: Preset
) -> dict[str, object]:
    """What the template shows of a form and of what is wrong with it."""
    form = own_options(form, preset)
    table = _table_of(form, preset)
    return {
        "form": form,
        "problems": problems,
        "preset": preset,
        "systems": systems(language()),
        "table": table,
        "modes": tuple(Mode),
        "level_fields": tuple(_levels(form, problems, table)),
        "seat_names": _seats(form, table),
        "sections": tuple(_sections(form, problems, preset)),
        "today": date.today().isoformat(),
    }


def preset_of(name: str) -> Preset:
    """The rule system of that name; the usual one where there is none."""
    try:
        return rules_from_text(name)[0]
    except RuleError:
        return find(USUAL)


@lru_cache(maxsize=3)
def systems(tongue: Language) -> tuple[System, ...]:
    """All rule systems, the usual one first."""
    found = [find(name) for name in sorted(names(), key=lambda name: name != USUAL)]
    return tuple(
        System(preset.name, preset_title(preset, tongue), _table(preset, preset.rules))
        for preset in found
    )


def _table_of(form: Mapping[str, str], preset: Preset) -> Table:
    """The table under the options of a form; of the system alone where these cannot be."""
    try:
        return _table(preset, rules_from_text(rules_of({**form, "preset": preset.name}))[1])
    except RuleError:
        return _table(preset, preset.rules)


def _table(preset: Preset, rules: Rules) -> Table:
    text = rules_to_text(preset, rules)
    begun = first_levels(text)
    return Table(
        seats=SEATS[: rules.players],
        sides=tuple(begun),
        start=rules.start_level,
        levels=listed_levels(text),
        copies=tuple(rules.copies[:FACES]),
        places=around(rules),
    )


def _levels(
    form: Mapping[str, str], problems: Mapping[str, str], table: Table
) -> Iterator[tuple[str, str, tuple[str, ...]]]:
    """The seats of each side, the level that is chosen, and all that can be. One that cannot be is
    listed only while it is complained about."""
    for seats in table.sides:
        field = f"level.{seats}"
        chosen = form.get(field, "")
        if field in problems and chosen not in table.levels:
            yield seats, chosen, (*table.levels, chosen)
        else:
            yield seats, chosen if chosen in table.levels else table.start, table.levels


def _sections(
    form: Mapping[str, str], problems: Mapping[str, str], preset: Preset
) -> Iterator[Section]:
    found: dict[str, list[OptionField]] = {}
    for option in describe():
        value = to_text(getattr(preset.rules, option.id))
        field = OptionField(
            option.id,
            rule_name(option, language()),
            value,
            form.get(f"option.{option.id}", value),
            tuple((each, value_told(option.id, each, language())) for each in option.values),
        )
        found.setdefault(option.section, []).append(field)
    for section, fields in found.items():
        changed = any(
            each.chosen != each.value or f"option.{each.id}" in problems for each in fields
        )
        yield Section(section_name(section, language()), tuple(fields), changed)


def _seats(form: Mapping[str, str], table: Table) -> list[tuple[str, str]]:
    """The letter of each seat, and what it is called in a list to choose from."""
    named = [(seat, form.get(f"player.{seat}", "").strip()) for seat in table.seats]
    return [(seat, f"{seat.upper()} {name}".strip()) for seat, name in named]
