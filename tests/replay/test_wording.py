"""The catalogue of wording: complete in three languages, and proved by its own examples."""

import re
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, get_args

import pytest

from shengji.engine import catalogue, rules
from shengji.engine.events import Mark
from shengji.engine.hand import Phase
from shengji.engine.rules import RuleError
from shengji.notation import builder
from shengji.notation import record as rec
from shengji.notation.diagnostics import CODES, FAULTS, Code, Diagnostic, Severity, Value
from shengji.notation.grammar import LINE_RULES
from shengji.replay import check, wording
from shengji.replay.recording.asides import KINDS, OFFENCES, SIGNS, TAGS
from shengji.replay.recording.errors import Trouble
from shengji.replay.templates import Choice, Slot, Template, TemplateError, fill, read_template
from shengji.replay.wording import LANGUAGES

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "replay" / "wordings"
SCRIPTS = ROOT / "tests" / "data" / "simplified-traditional.txt"

# What a diagnostic of the engine is known to carry; for the rest it may have more.
EVIDENCE = {
    "card-count": "cards expected found",
    "hand-size": "expected found",
    "wrong-phase": "",
    "first-drawer": "seat",
    "declare-cards": "seat cards",
    "declare-not-held": "seat cards",
    "declare-too-low": "seat cards",
    "declare-self": "seat cards",
    "declare-window": "seat",
    "declare-turn": "seat",
    "flip-cards": "cards",
    "redeal-reason": "",
    "trump-mismatch": "written derived",
    "take-seat": "seat",
    "bury-count": "seat cards expected found",
    "bury-not-held": "seat cards",
    "bury-points": "seat cards expected found",
    "friend-card": "cards",
    "friend-copy": "cards expected found",
    "friend-repeated": "cards",
    "friend-count": "expected found",
    "leader": "seat cards other",
    "play-count": "seat expected found",
    "play-not-held": "seat cards",
    "lead-suit": "seat cards",
    "lead-reading": "seat cards",
    "follow-suit": "seat cards owed",
    "follow-shape": "seat cards owed",
    "throw-forbidden": "seat cards",
    "throw-fails": "seat cards owed other",
    "throw-stands": "seat cards",
    "throw-forced": "seat cards",
    "throw-beaten-by": "seat cards other",
    "trick-length": "expected found",
    "cards-left": "seat found",
    "mark-false": "seat cards",
}
# What other diagnostics may lack.
OPTIONAL = {
    "binary-file": "format",
    "unknown-statement": "suggestion",
    "unexpected": "found expected",
    "line-ends": "expected",
    "unknown-card": "card",
    "unknown-preset": "suggestion",
    "unknown-option": "suggestion",
    "wrong-join": "derived",
    "wrong-result": "captured fines kitty multiplier",
    "not-checkable-play": "cards",
    "not-checkable-throw": "cards",
    "not-checkable-declare": "cards",
    "not-checkable-flip": "cards",
    "not-checkable-mark": "mark",
}
SAMPLES: dict[str, Value] = {
    "seat": "b", "other": "d", "seats": "bd", "cards": "S77", "owed": "S88", "expected": 25,
    "found": 24, "number": 3, "limit": 100, "points": 10, "players": 4, "hand": 2,
}  # fmt: skip

# With what a failing example cannot but come: a hand with a bad line is not replayed, a jack is
# only doubted beside a joker, and winner, points, score and a play hang on one unknown card.
CONSEQUENCES = {
    "not-checkable-damaged": {"unknown-statement"},
    "jack-or-joker": {"ambiguous-joker"},
    "too-many-faults": {"unknown-statement"},
    "missing-trump": {"not-checkable-play"},
    "play-not-held": {"not-checkable-result"},
    "not-checkable-winner": {"not-checkable-play", "not-checkable-result"},
    "not-checkable-points": {
        "not-checkable-play",
        "not-checkable-winner",
        "not-checkable-result",
    },
}

FOREIGN_IN_TAIWAN = [
    "文件", "字符", "字節", "程序", "信息", "默認", "支持", "全角", "半角", "地址", "標識",
    "反斜杠", "轉義", "數據", "字段", "復盤",
]  # fmt: skip


def load(name: str) -> dict[str, Any]:
    return tomllib.loads((FOLDER / f"{name}.toml").read_text(encoding="utf-8"))


MESSAGES = load("messages")
EXPLANATIONS = load("explanations")


def entries(data: dict[str, Any], path: str = "") -> Iterator[tuple[str, dict[str, str]]]:
    """Every text of a file with its languages, by its place."""
    for key, value in data.items():
        if isinstance(value, dict):
            if "en" in value:
                yield f"{path}{key}", {k: v for k, v in value.items() if isinstance(v, str)}
            yield from entries(value, f"{path}{key}.")


TEXTS = [
    (f"{name}: {place}", texts)
    for name in ("messages", "explanations", "words", "rules", "rulings")
    for place, texts in entries({k: v for k, v in load(name).items() if k != "options"})
]
RULES = load("rules")


def messages(code: str) -> Iterator[tuple[str, str, str]]:
    """The templates of a code: rule option, language, text."""
    for option in ["", *(key for key, value in MESSAGES[code].items() if isinstance(value, dict))]:
        entry = MESSAGES[code][option] if option else MESSAGES[code]
        for language in LANGUAGES:
            yield option, language, entry[language]


def slots(template: Template) -> Iterator[Slot]:
    for piece in template:
        if isinstance(piece, Choice):
            for sentence in piece.alternatives:
                yield from slots(sentence)
        elif isinstance(piece, Slot):
            yield piece


def required(text: str) -> set[str]:
    return {piece.name for piece in read_template(text) if isinstance(piece, Slot)}


def test_catalogue_and_codes_agree() -> None:
    assert set(MESSAGES) == set(CODES)
    assert set(EXPLANATIONS) == set(CODES)
    assert set(load("examples")) == set(CODES)
    assert set(EVIDENCE) == {code.id for code in FAULTS.values()}


def test_every_text_has_every_language() -> None:
    assert [place for place, texts in TEXTS if set(texts) != set(LANGUAGES)] == []
    assert [
        place for place, texts in TEXTS if not all(text.strip() for text in texts.values())
    ] == []


@pytest.mark.parametrize("code", CODES.values(), ids=str)
def test_templates_use_declared_arguments(code: Code) -> None:
    for option, _, text in messages(code.id):
        assert {slot.name for slot in slots(read_template(text))} <= set(code.arguments)
        assert not option or option in {each.id for each in catalogue.describe()}


@pytest.mark.parametrize("code", CODES.values(), ids=str)
def test_templates_need_what_is_always_there(code: Code) -> None:
    if code.id in EVIDENCE:
        guaranteed = set(EVIDENCE[code.id].split())
    else:
        guaranteed = set(code.arguments) - set(OPTIONAL.get(code.id, "").split())
    for option, language, text in messages(code.id):
        assert required(text) <= guaranteed
        for names in (guaranteed, set(code.arguments)):
            arguments = {name: SAMPLES.get(name, "x") for name in names}
            said = wording.say(Diagnostic(code, arguments=arguments, option=option), language)
            assert_reads_well(said)


def assert_reads_well(text: str) -> None:
    """Blanks and punctuation are those of the language: full width in Chinese, none doubled."""
    assert text == text.strip()
    assert not re.search(r"  | [,;:)]|\( ", text)
    assert not re.search("[一-鿿] [一-鿿]|[，；：。（）「」] | [，；：。（）「」]", text)
    assert not re.search("[一-鿿][A-Za-z0-9]|[A-Za-z0-9][一-鿿]", text)
    if not re.match("[ -~]*[a-z]{3} [a-z]", text):
        assert not re.search("[一-鿿][,;:()]|[,;:()][一-鿿]", text)


@pytest.mark.parametrize(
    "text", [text for place, texts in TEXTS if place[0] == "e" for text in texts.values()]
)
def test_explanations_read_well(text: str) -> None:
    assert_reads_well(text)


def test_scripts_are_not_mixed() -> None:
    lines = SCRIPTS.read_text(encoding="utf-8").splitlines()[1:]
    simplified, traditional = {line[0] for line in lines}, {line[1] for line in lines}
    assert simplified and not simplified & traditional
    names = "".join([*load("words")["options"].values(), *RULES["name"].values()])
    found = [place for place, texts in TEXTS if set(texts["zh-Hans"]) & traditional]
    found += [place for place, texts in TEXTS if set(texts["zh-Hant"]) & simplified]
    found += [rule for rule, texts in chinese() if set(texts["zh-Hans"]) & traditional]
    found += [rule for rule, texts in chinese() if set(texts["zh-Hant"]) & simplified]
    assert found == []
    assert set(names) & simplified == set()


def test_traditional_texts_use_the_words_of_their_readers() -> None:
    said = [(place, word) for place, texts in TEXTS for word in FOREIGN_IN_TAIWAN
            if word in texts["zh-Hant"]]  # fmt: skip
    assert said == []


def test_ambiguous_term_is_not_used() -> None:
    everything = "".join(path.read_text(encoding="utf-8") for path in FOLDER.glob("*.toml"))
    assert not re.search("[对對]家", everything)


# -- examples -------------------------------------------------------------------------------------


@pytest.mark.parametrize("code", CODES)
def test_examples_prove_themselves(code: str) -> None:
    failing, mended = wording.example(code)
    found = check(failing).diagnostics
    ids = {each.code.id for each in found}
    if any(each.severity is Severity.ERROR for each in found):
        ids.discard("not-checkable-damaged")
    assert ids - CONSEQUENCES.get(code, set()) - {code} == set()
    assert code in {each.code.id for each in found}
    assert [each.code.id for each in check(mended).diagnostics] == []


@pytest.mark.parametrize("code", CODES)
def test_examples_are_told_without_gaps(code: str) -> None:
    assert_told_without_gaps(wording.example(code)[0])


def test_samples_are_told_without_gaps() -> None:
    samples = [
        path for kind in ("broken", "remarks") for path in (ROOT / "samples" / kind).iterdir()
    ]
    assert samples
    for path in samples:
        if path.suffix == ".sjn":
            assert_told_without_gaps(path.read_bytes())


def assert_told_without_gaps(data: bytes) -> None:
    """Everything that is found in a text has what its message cannot do without."""
    told = {(each.code, each.option, *given(each)): each for each in check(data).diagnostics}
    for each in told.values():
        entry = MESSAGES[each.code.id]
        entry = entry.get(each.option, entry)
        for language in LANGUAGES:
            assert required(entry[language]) <= set(given(each))
            assert wording.say(each, language)
            assert wording.say_basis(each, language)


def given(diagnostic: Diagnostic) -> list[str]:
    return sorted(name for name, value in diagnostic.arguments.items() if value not in ("", ()))


def test_explanation_has_both_examples() -> None:
    told = wording.explain("byte-order-mark", "zh-TW")
    assert told.title == "位元組順序記號"
    assert told.failing_bytes.startswith(b"\xef\xbb\xbf%SJN 1\n")
    assert told.mended.startswith("%SJN 1\n")
    assert wording.explain("bad-byte").failing.splitlines()[2] == '[Event "\\xff"]'
    assert wording.explain("too-many-faults").failing.endswith("1. e4 e5 ×2000\n")
    with pytest.raises(wording.UnknownCodeError, match="no-such-code"):
        wording.explain("no-such-code")


# -- words ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_words_cover_what_they_name(language: str) -> None:
    known = wording.words(language)
    statements = {kind.__dataclass_fields__["kind"].default for kind in members(rec.Statement)}
    wanted = [
        *(f"phase.{phase.value}" for phase in Phase),
        *(f"event.{kind}" for kind in statements - {"trick"} | {"play", "draw", "end"}),
        *(f"severity.{severity.value}" for severity in Severity),
        *(f"marks.{mark}" for mark in get_args(Mark)),
        *(f"statements.{name}" for name in builder.PLACES),
        *(f"states.{phase.name.lower()}" for phase in builder.Phase),
        *(f"statements.{name}" for name in LINE_RULES if name not in ("seat_line", "magic")),
        *(f"syntax.{name}" for name in terminals()),
        *(f"aside.{kind}" for kind in KINDS),
        *(f"sign.{sign}" for sign in SIGNS),
        *(f"reason.{offence}" for offence in OFFENCES),
        *(f"tag.{name}" for name in TAGS),
        *(f"trouble.{trouble.value}" for trouble in Trouble),
    ]
    assert [name for name in wanted if name not in known] == []


def members(union: Any) -> Iterator[Any]:
    """The classes of a union, however it is annotated."""
    for member in get_args(union):
        yield from (member,) if isinstance(member, type) else members(member)


def terminals() -> set[str]:
    grammar = (ROOT / "notation" / "sjn.lark").read_text(encoding="utf-8")
    names = re.findall("^W_([A-Z_]+):", grammar, re.MULTILINE)
    assert len(names) > 20
    return {name.lower().replace("_", "-") for name in names}


def refusals() -> Iterator[str]:
    """What the rules say they expected, for a wrong value of every option and for presets."""
    for option in catalogue.describe():
        try:
            rules.replace(rules.Rules(), {option.id: "xyz"})
        except RuleError as error:
            yield error.expected
    found = {"partnership": "friends", "level_owner": "player"}
    for changes in (
        {"decks": "99"}, {"players": "5"}, {"kitty_size": "9"}, {"start_level": "N"},
        {"throw_penalty_basis": "beaten"}, {"level_table": "0:d3,7:s"},
        {"level_table": "0:d3,5:d4,80:s"}, {"level_table": "0:d3"}, {"kitty_multiplier": "2:4"},
        {"kitty_award": "win"}, {"nobody_later": "redeal", "nobody_demotion": "level"},
        {"throw_penalty_basis": "beaten"}, {"overturn_later": "after_burying"},
        {"theft_order": "from_dealer"}, {"overturn_turned": "yes"}, {"nobody_first": "kitty_match"},
        {"decks": "1", "tractor_min_length": "3"},
        {"decks": "4", "kitty_size": "0"},
        {"later_declarers": "dealer_side_first", "declare_order": "asked"},
        {"throw_penalty_basis": "beaten"}, {"friends": "1"}, {"partnership": "friends"},
        found | {"friends": "3"}, found | {"friend_reveal": "at_once"},
    ):  # fmt: skip
        with pytest.raises(RuleError) as caught:
            rules.replace(rules.Rules(), changes)
        yield caught.value.expected


def test_refused_rules_are_told_in_the_language() -> None:
    for expected in refusals():
        diagnostic = Diagnostic(
            CODES["option-value"], arguments={"found": "x=1", "expected": expected}
        )
        for language in ("zh-Hans", "zh-Hant"):
            said = wording.say(diagnostic, language)
            assert not re.search(r"\b(or|a|an|the|number|to|out|of|each)\b", said), said
            assert "#" not in said
            assert_reads_well(said)


def test_options_have_names() -> None:
    ids = [option.id for option in catalogue.describe()]
    assert list(load("words")["options"]) == ids
    assert wording.say_option("throw_penalty") == "under throw_penalty (甩失败罚)"
    assert wording.say_option("throw_penalty", "zh") == "依规则项 throw_penalty（甩失败罚）"
    assert wording.say_option("throw_penalty", "zh-HK") == "依規則項 throw_penalty（甩失敗罰）"


def chinese() -> Iterator[tuple[str, dict[str, str]]]:
    """Texts on rules that stand in English elsewhere."""
    for group in ("meaning", "fixed"):
        yield from RULES[group].items()


def test_rules_are_told_in_chinese() -> None:
    options = [option.id for option in catalogue.describe()]
    fixed = [rule.id for rule in catalogue.fixed()]
    assert list(RULES["meaning"]) == [*options, *fixed]
    assert list(RULES["fixed"]) == list(RULES["name"]) == fixed
    for _, texts in chinese():
        assert set(texts) == {"zh-Hans", "zh-Hant"}
        for text in texts.values():
            assert_reads_well(text)


@pytest.mark.parametrize("option", catalogue.describe(), ids=lambda option: option.id)
def test_every_value_is_told_in_words(option: catalogue.Option) -> None:
    told = RULES["value"].get(option.id, {})
    named = set() if option.values == ("no", "yes") else {*option.values}
    assert named <= set(told)
    assert set(told) <= {*option.values, "auto"}
    for text in (text for texts in told.values() for text in texts.values()):
        assert_reads_well(text)


def test_every_section_of_options_has_a_heading() -> None:
    assert set(RULES["section"]) == {option.section for option in catalogue.describe()}


def test_basis_names_option_and_source_or_section() -> None:
    fault = Diagnostic(CODES["throw-forbidden"], option="throw_allowed")
    assert wording.say_basis(fault) == "under throw_allowed (甩牌), source 000:67-71; 001:69"
    assert wording.say_basis(Diagnostic(CODES["no-magic"]), "zh-TW") == "見 SPEC 2.2"
    leader = Diagnostic(CODES["leader"])
    assert wording.say_basis(leader) == "source 000:127,141,325; 002:14"
    assert wording.say_basis(leader, "zh") == "出处 000:127,141,325; 002:14"


@pytest.mark.parametrize(
    ("name", "language"),
    [
        ("en", "en"), ("EN-gb", "en"), ("zh", "zh-Hans"), ("zh-CN", "zh-Hans"),
        ("zh_SG", "zh-Hans"), ("zh-Hans-HK", "zh-Hans"), ("zh-TW", "zh-Hant"),
        ("zh_HK", "zh-Hant"), ("zh-Hant", "zh-Hant"), ("zh-MO", "zh-Hant"),
    ],
)  # fmt: skip
def test_names_of_languages(name: str, language: str) -> None:
    assert wording.language_of(name) == language


@pytest.mark.parametrize(
    "ask",
    [
        lambda language: wording.language_of(language),
        lambda language: wording.say(Diagnostic(CODES["no-magic"]), language),
        lambda language: wording.explain("no-magic", language),
        lambda language: wording.words(language),
        lambda language: wording.say_option("decks", language),
    ],
)
def test_unknown_language_is_refused(ask: Callable[[str], object]) -> None:
    with pytest.raises(wording.LanguageError, match="'fr': expected one of en, zh-Hans, zh-Hant"):
        ask("fr")


# -- the template language ------------------------------------------------------------------------


def filled(text: str, **arguments: Value) -> str:
    words = {("list", "comma"): "、", ("list", "or"): "或", ("suits", "S"): "黑桃"}
    return fill(read_template(text), arguments, lambda *word: words.get(word))


def test_segments_vanish_or_give_way() -> None:
    assert filled("{seat} plays[ {cards}]", seat="b", cards="S77") == "b plays S77"
    assert filled("{seat} plays[ {cards}]", seat="b") == "b plays"
    assert filled("[{seat} plays|somebody plays]") == "somebody plays"
    assert filled("x[ {a}| {b}| c]", b="B") == "x B"
    assert filled("[a {cards}]", cards="") == ""
    assert filled("{seat} plays") == "? plays"


def test_numbers_have_their_noun() -> None:
    assert filled("{found:card/cards}", found=1) == "1 card"
    assert filled("{found:card/cards}", found=0) == "0 cards"


def test_words_are_looked_up_and_joined() -> None:
    assert filled("用{suit@suits}", suit="S") == "用黑桃"
    assert filled("写{found}", found=("S", "H", "D")) == "写 S、H 或 D"


def test_doubled_signs_stand_for_themselves() -> None:
    assert filled("{{a}} [[b]]") == "{a} [b]"


def test_arguments_are_data() -> None:
    assert filled("'{found}'", found="{seat} [x]") == "'{seat} [x]'"
    assert filled("'{found}'", found="a\x1b[31m\u202e\ud800") == "'a\\u{1b}[31m\\u{202e}\\u{d800}'"
    assert filled("{found}", found="x" * 5000) == "x" * 120 + "…"


@pytest.mark.parametrize("text", ["{seat", "a}", "[a", "a]", "[a[b]]c]", "[[a[b", "a|b", "{a:b}"])
def test_malformed_templates_are_refused(text: str) -> None:
    with pytest.raises(TemplateError):
        read_template(text)
