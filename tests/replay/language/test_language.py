"""What an editor is told of a text: places, meanings, ways to go on, the outline, the way there."""

from pathlib import Path

import pytest

from shengji import notation
from shengji.notation.address import parse_address, write_address
from shengji.notation.diagnostics import Span
from shengji.replay import language
from shengji.replay.recording import judge
from shengji.replay.steps import steps
from shengji.replay.wording import LANGUAGES

SAMPLES = Path(__file__).parents[3] / "samples"
WHOLE = (SAMPLES / "teaching" / "whole-hand.sjn").read_text(encoding="utf-8")
LINES = WHOLE.split("\n")
TEXTS = sorted((SAMPLES / "games").glob("*.sjn")) + sorted((SAMPLES / "teaching").glob("*.sjn"))


def line_of(start: str) -> int:
    """The number of the first line that begins so."""
    return next(number for number, line in enumerate(LINES, 1) if line.startswith(start))


def hovered(start: str, word: str, tongue: str = "en") -> str:
    line = line_of(start)
    found = language.hover(WHOLE, line, LINES[line - 1].index(word) + 1, tongue)
    assert found is not None
    column = found.span.column - 1
    assert word in LINES[line - 1][column : column + found.span.length]
    return found.text


def test_a_play_says_what_it_means_and_who_is_winning() -> None:
    assert hovered("1 a ", "H4") == ("1.1.2 Li Na plays 4 of hearts. 陈伟 is winning · attackers 0")
    assert hovered("1 a ", "H4", "zh-Hans") == "1.1.2 Li Na 出红桃 4。陈伟目前最大 · 闲家 0"
    assert hovered("5 c ", "SKA").startswith(
        "1.5.1 王强 throws ace, king of spades; the throw fails"
    )
    assert "赵敏 declares" in hovered("declare 22", "declare")
    assert "buries" in hovered("bury ", "S36")
    assert "attackers have 125 points" in hovered("end", "end")
    assert hovered("kitty ", "CJ") == "1 kitty"


def test_an_option_of_the_rules_says_what_it_is() -> None:
    told = hovered("[Rules", "throw_penalty")
    assert "throw_penalty" in told and len(told) > 30
    assert hovered("[Rules", "throw_penalty", "zh-Hans") != told


def test_nothing_is_said_of_nothing() -> None:
    assert language.hover(WHOLE, 0, 1) is None
    assert language.hover(WHOLE, len(LINES) + 5, 1) is None
    assert language.hover(WHOLE, 1, 1) is None
    assert language.hover("", 1, 1) is None
    unknown = WHOLE.replace("standard@1", "nobody@1")
    assert language.hover(unknown, line_of("1 a "), 5) is None


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: path.stem)
def test_every_position_of_a_text_is_found_and_leads_back(path: Path) -> None:
    """Whatever a viewer steps through has its line, and pointing there gives the same address."""
    text = path.read_text(encoding="utf-8")
    parsed = judge(text).parsed
    for record, lines in zip(parsed.records, parsed.lines, strict=True):
        near = lines.head.magic
        for position in steps(record):
            address = position.address
            span = language.find(text, address, near)
            assert span is not None, write_address(address)
            place = language.place_at(text, span.line, span.column)
            assert place is not None
            if address.part == "lead":
                assert place.address.part == "trick"
            elif address.part == "trick" and address.play is None:
                assert (place.address.number, place.hand.number) == (address.number, address.hand)
            else:
                assert place.address == address


def test_an_address_in_a_note_leads_to_its_line() -> None:
    text = (SAMPLES / "teaching" / "notes.sjn").read_text(encoding="utf-8")
    lines = text.split("\n")
    found = 0
    for number, line in enumerate(lines, 1):
        words = line.split()
        if words[:1] == ["note"]:
            span = language.definition(text, number, line.index(words[1]) + 2)
            assert span is not None, line
            assert span == language.find(text, parse_address(words[1]), number)
            found += 1
    assert found > 2
    assert language.definition(text, 1, 2) is None
    assert language.definition("note 9.9.9 x", 1, 7) is None


def test_several_matches_keep_apart() -> None:
    text = (SAMPLES / "teaching" / "several-matches.sjn").read_text(encoding="utf-8")
    magics = [n for n, line in enumerate(text.split("\n"), 1) if line.startswith("%SJN")]
    assert len(magics) > 1
    first, second = (language.find(text, parse_address("1"), near) for near in magics[:2])
    assert first is not None and second is not None and first.line < magics[1] < second.line
    assert [node.kind for node in language.outline(text)] == ["match"] * len(magics)


# -- ways to go on --------------------------------------------------------------------------------


def words_at(text: str, tongue: str = "en") -> list[str]:
    """What is offered at the end of a text."""
    lines = text.split("\n")
    found = language.complete(text, len(lines), len(lines[-1]) + 1, tongue)
    return [each.text for each in found]


def above(start: str) -> str:
    return "\n".join(LINES[: line_of(start) - 1]) + "\n"


def test_what_follows_is_offered_whole() -> None:
    assert words_at(above("take "))[0] == "take a"
    assert words_at(above("trump "))[0] == "trump - 2 a"
    assert words_at(above("result "))[0] == LINES[line_of("result ") - 1]
    assert words_at(above("take ") + "ta") == ["take a", "take"]


def test_cards_that_may_be_played_are_offered() -> None:
    line = LINES[line_of("2 ") - 1].split()
    offered = words_at(above("2 ") + " ".join(line[:3]) + " ")
    assert line[3] in offered
    assert all(word[0] in "SHDCLB" for word in offered)
    whole = words_at(above("2 ") + " ".join(line[:6]) + " ")
    assert whole == [line[6]], "who won, with the points"
    assert line[2] in words_at(above("2 ") + " ".join(line[:2]) + " ")


def test_tags_rule_systems_options_and_values_are_offered() -> None:
    head = "%SJN 1\n["
    assert "PlayerA" in words_at(head + "Pl")
    assert "standard@1" in words_at(head + 'Rules "st')
    assert words_at(head + 'Rules "standard@1 throw_chec') == ["throw_check="]
    assert "throw_check=seen" in words_at(head + 'Rules "standard@1 throw_check=')


@pytest.mark.parametrize("tongue", LANGUAGES)
def test_statements_are_offered_everywhere(tongue: str) -> None:
    assert {"declare", "penalty", "note", "end"} <= set(words_at("", tongue))
    assert words_at("nothing sensible ", tongue) == []
    assert words_at("\x00 ", tongue) == []


def test_chinese_words_are_understood() -> None:
    assert words_at(above("take ") + "取底 ") == ["a"]


# -- the whole text -------------------------------------------------------------------------------


def test_formatting_is_the_canonical_form() -> None:
    text = WHOLE.replace("declare 22", "亮 22").replace("\n", "\r\n")
    assert language.formatted(text) == notation.dumps(notation.loads(WHOLE).records[0])
    assert language.formatted(WHOLE + "buzz\n") is None
    assert language.formatted("") is None


def test_diagnostics_are_those_of_the_check() -> None:
    text = (SAMPLES / "broken" / "follow-shape.sjn").read_text(encoding="utf-8")
    assert [(each.code.id, each.span) for each in language.diagnose(text)] == [
        ("follow-shape", Span(14, 10, 3))
    ]


def test_the_outline_has_hands_and_tricks() -> None:
    (match,) = language.outline(WHOLE)
    (hand,) = match.children
    names = [node.name for node in hand.children]
    assert names[:4] == ["deal", "kitty", "declare", "declare"]
    assert "1.5" in names
    assert hand.last >= line_of("end")
    assert all(hand.span.line <= node.span.line <= node.last <= hand.last for node in hand.children)
