"""A new draft: rules, players, levels, dealer."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Final

from flask import Blueprint, abort, make_response, redirect, render_template, request
from werkzeug.wrappers import Response as AnyResponse

from shengji.engine.catalogue import describe
from shengji.engine.presets import Preset, find, names, rules_from_text, rules_to_text
from shengji.engine.rules import RuleError, replace, to_text
from shengji.notation import WriteError
from shengji.notation.tokens import SEATS
from shengji.replay.recording import (
    DraftError,
    Grade,
    Mode,
    first_hand,
    first_levels,
    opening,
    propose,
    resumed,
    say_trouble,
)
from shengji.replay.rulestag import rules_problem
from shengji.replay.rulewords import preset_title, rule_name, section_name, value_told
from shengji.replay.wording import say
from shengji.web.games import TOKEN
from shengji.web.language import language, t
from shengji.web.presentation import url
from shengji.web.recorder.opened import drafts
from shengji.web.uploading import MOST_CHARACTERS

USUAL: Final = "standard"
TAGS: Final = ("Event", "Site")

page = Blueprint("record", __name__)


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


@page.get("/record")
def show() -> AnyResponse | str:
    """The form, for the rule system that the address names."""
    return _form({})


@page.post("/record")
def begin() -> AnyResponse | str:
    """Start a draft and go to its page, whose address holds the token."""
    form = request.form
    if len(form.get("text", "")) > MOST_CHARACTERS:
        abort(413)
    if form.get("text", "").strip():
        draft = resumed(form["text"].replace("\r\n", "\n"))
        return _started(*drafts().start(draft))
    try:
        rules = _rules(form)
        draft = opening(
            rules,
            _mode(form),
            players=[form.get(f"player.{seat}", "").strip() for seat in SEATS],
            seat=_seat(form.get("seat", "")) if _mode(form) is Mode.SEAT else None,
            day=_day(form.get("date", "")),
            tags={name: form[name].strip() for name in TAGS if form.get(name, "").strip()},
        )
        levels = {seats: form.get(f"level.{seats}", "") for seats in first_levels(rules)}
        verdict = propose(draft, first_hand(rules, levels, form.get("dealer", "")))
    except RuleError as error:
        return _refused(say(rules_problem(error), language()))
    except WriteError as error:
        return _refused(str(error))
    except DraftError as error:
        return _refused(say_trouble(error, language()))
    if verdict.grade >= Grade.BREAKS:
        return _refused(" ".join(say(found, language()) for found in verdict.found))
    return _started(*drafts().start(verdict.after))


def _started(name: str, token: str) -> AnyResponse:
    return redirect(url("record_desk.show", name=name, **{TOKEN: token}), 303)


def _refused(problem: str) -> AnyResponse:
    return make_response(_form(request.form, problem), 422)


def _form(form: Mapping[str, str], problem: str = "") -> str:
    preset = _preset(form.get("preset") or request.args.get("preset", USUAL))
    return render_template(
        "record-start.html",
        preset=preset,
        presets=[(find(each).name, preset_title(find(each), language())) for each in names()],
        sections=_sections(preset, form),
        modes=[(mode.value, t(f"mode.{mode.value}")) for mode in Mode],
        seats=SEATS[: preset.rules.players],
        levels=first_levels(preset.name),
        form=form,
        today=date.today().isoformat(),
        problem=problem,
    )


def _preset(name: str) -> Preset:
    """The rule system of that name; the usual one where there is none."""
    try:
        return rules_from_text(name)[0]
    except RuleError:
        return find(USUAL)


def _sections(preset: Preset, form: Mapping[str, str]) -> list[tuple[str, list[OptionField]]]:
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
    return [(section_name(section, language()), fields) for section, fields in found.items()]


def _rules(form: Mapping[str, str]) -> str:
    """:raises RuleError: something of it does not exist, or contradicts something else."""
    preset = rules_from_text(form.get("preset", USUAL))[0]
    changes = {
        option.id: form[f"option.{option.id}"].strip()
        for option in describe()
        if form.get(f"option.{option.id}", "").strip()
    }
    return rules_to_text(preset, replace(preset.rules, changes))


def _mode(form: Mapping[str, str]) -> Mode:
    asked = form.get("mode", "")
    return Mode(asked) if asked in {*Mode} else Mode.FULL


def _seat(letter: str) -> int:
    return SEATS.index(letter) if len(letter) == 1 and letter in SEATS else 0


def _day(text: str) -> date | None:
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None
