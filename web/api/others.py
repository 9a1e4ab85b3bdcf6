"""Players, rule systems, and how much there is."""

from flask import abort, request

from shengji.engine.presets import Preset, rules_from_text
from shengji.engine.presets import find as find_preset
from shengji.engine.presets import names as preset_names
from shengji.engine.rules import RuleError
from shengji.replay.archive import FACETS, Query
from shengji.replay.rulebook import Entry, entries
from shengji.replay.rulewords import preset_title, reason, rule_name, section_name
from shengji.web.api import models, parameters
from shengji.web.api.operations import Answer, Example, Operation, operation
from shengji.web.games import archive
from shengji.web.language import language
from shengji.web.search import facet_value


@operation(
    Operation(
        "get", "/players", models.Players, Example("/players?q=a"),
        parameters=(parameters.PREFIX, parameters.LIMIT, parameters.AFTER), errors=(400, 429),
    )
)  # fmt: skip
def players() -> Answer:
    """Players of public games whose name begins like `q`, by the name in their address."""
    most = parameters.limit()
    text, after = request.args.get("q", ""), request.args.get("after", "")
    found = archive().players(text[:80], most, after[:80])
    return Answer(models.Players(found, found[-1].slug if len(found) == most else None))


@operation(
    Operation(
        "get", "/rules", models.Systems, Example("/rules?lang=zh-Hant"),
        parameters=(parameters.LANGUAGE,),
    )
)  # fmt: skip
def systems() -> Answer:
    """Every rule system."""
    return Answer(models.Systems(tuple(_system(find_preset(name)) for name in preset_names())))


@operation(
    Operation(
        "get", "/rules/{name}", models.SystemInFull, Example("/rules/standard"),
        parameters=(parameters.RULES, parameters.LANGUAGE), errors=(404,),
    )
)  # fmt: skip
def system(name: str) -> Answer:
    """A rule system: every option with its value, and who says so."""
    try:
        preset, rules = rules_from_text(name)
    except RuleError:
        abort(404)
    told = tuple(_setting(entry) for entry in entries(preset, rules))
    return Answer(models.SystemInFull(_system(preset), told))


@operation(
    Operation("get", "/stats", models.Numbers, Example("/stats"), errors=(503,))
)  # fmt: skip
def stats() -> Answer:
    """How many games there are for everybody, and of which kinds."""
    found = {
        facet: {facet_value(facet, value)[1]: number for value, number in hits.items()}
        for facet in FACETS
        if (hits := archive().facets(Query(), facet))
    }
    return Answer(models.Numbers(archive().count(Query()), found))


def _system(preset: Preset) -> models.System:
    title = preset_title(preset, language())
    return models.System(preset.name, title, preset.inherits, preset.aliases, preset.source)


def _setting(entry: Entry) -> models.Setting:
    option = entry.option
    return models.Setting(
        option.id,
        rule_name(option, language()),
        section_name(option.section, language()),
        entry.value,
        option.default,
        entry.whence.value,
        entry.by or None,
        None if entry.stated is None else reason(entry.stated, language()),
    )
