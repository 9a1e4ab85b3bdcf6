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
    said, held = hovered("1 a ", "H4").split("\n")
    assert said == "1.1.2 Li Na plays 4 of hearts. 陈伟 is winning · attackers 0"
    # What the `deal` line of b has, less this card.
    assert held == "b still holds S345789J H7TA D26TJJQKA C37TQKA"
    said, held = hovered("1 a ", "H4", "zh-Hans").split("\n")
    assert said == "1.1.2 Li Na 出红桃 4。陈伟目前最大 · 闲家 0"
    assert held.startswith("b 手里还有 S345789J")
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


@pytest.mark.parametrize(
    ("start", "typed", "expected"),
    [
        ("declare", "declare ", ["100", "?"]),
        ("declare", "declare 22 ", list("abcd")),
        ("declare", "declare 22 d C", ["C2", "C22"]),
        ("declare", "trump ", ["S", "H", "D", "C", "-"]),
        ("declare", "trump S ", ["2"]),
        ("redeal", "redeal ", ["undeclared", "mutiny", "misdeal", "director"]),
        ("6 d", "penalty ", ["ac", "bd", *"abcd"]),
        ("penalty", "penalty ac 10 t", ["throw"]),
        ("6 d", "ruling 1.5 rev", ["revoke"]),
        ("6 d", "match ", ["ac", "bd", "-"]),
        ("6 d", "ruling 1.5 revoke c ", ["points=", "level=", "lost="]),
        ("6 d", "claim d ", ["rest"]),
        ("2 ", "note 1.1", ["1.1.3", "1.1.2", "1.1.1", "1.1"]),
        ("6 d", "罚 ac 10 ", ["director"]),
        ("1 a", "1 a SK^", ["SK^revoke", "SK^exposed", "SK^turn", "SK^count"]),
        ("1 a", "1 a s", ["ST", "SK"]),
    ],
)  # fmt: skip
def test_words_of_a_statement_are_offered(start: str, typed: str, expected: list[str]) -> None:
    """By the grammar (SPEC 4), the reasons of SPEC 3.4 and what stands in the hand."""
    text = above("declare 22") if start == "redeal" else above(start)
    assert words_at(text + typed) == expected


def test_what_is_offered_takes_the_place_of_what_was_begun() -> None:
    """In front of it nothing is lost: the bracket and the quote of a tag stay."""
    for text, word, begun in (
        ("%SJN 1\n[Pl", "PlayerA", 2),
        ('%SJN 1\n[Rules "st', "standard@1", 2),
        ('%SJN 1\n[Rules "standard@1 throw_chec', "throw_check=", 10),
        (above("take ") + "取", "take a", 1),
        (above("6 d ") + "6 d ♦", "D5", 1),
        ("", "%SJN 1", 0),
    ):
        lines = text.split("\n")
        found = language.complete(text, len(lines), len(lines[-1]) + 1)
        assert (word, begun) in {(each.text, each.begun) for each in found}


def test_only_statements_that_have_their_place_are_offered() -> None:
    """SPEC 5: once cards are played nothing is dealt; behind a hand comes another, or the end."""
    playing = set(words_at(above("6 d ")))
    assert {"claim", "penalty", "result", "note"} <= playing
    assert not {"deal", "kitty", "declare", "take", "hand"} & playing
    behind = words_at(WHOLE)
    assert behind[0].startswith("hand 2 ")
    assert not {"claim", "result", "end"} & set(behind)


def test_names_of_players_are_offered_again() -> None:
    assert words_at(WHOLE + '\n%SJN 1\n[PlayerC "') == ["陈伟", "Li Na", "王强", "赵敏"]
    assert words_at(WHOLE + '\n%SJN 1\n[PlayerC "L') == ["Li Na"]


def test_values_of_an_option_say_what_they_mean() -> None:
    text = '%SJN 1\n[Rules "standard@1 partnership='
    found = language.complete(text, 2, len(text), "zh-Hans")
    assert [each.text for each in found] == ["partnership=fixed", "partnership=friends"]
    assert all(each.detail for each in found)
    assert words_at('%SJN 1\n[Rules "standard@1 decks=') == ["decks=2"]


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


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: path.stem)
def test_formatting_again_changes_nothing(path: Path) -> None:
    made = language.formatted(path.read_text(encoding="utf-8"))
    assert made is not None
    assert language.formatted(made) == made


def test_the_outline_of_a_library_has_its_hands() -> None:
    """Nobody looks through ten thousand tricks: of so many hands only the hands are told."""
    text = "\n".join([WHOLE] * (language.MOST_HANDS + 1))
    nodes = language.outline(text)
    assert len(nodes) == language.MOST_HANDS + 1
    assert [len(node.children) for node in nodes] == [1] * len(nodes)
    assert all(not hand.children for node in nodes for hand in node.children)


# -- mending --------------------------------------------------------------------------------------

BROKEN = SAMPLES / "broken"
MENDED = {
    "ambiguous-joker": ["B", "L"],
    "dealer-carry": ["c"],
    "follow-shape": ["^revoke"],
    "full-width": ["="],
    "hand-level-carry": ["4"],
    "hand-order": ["2"],
    "leader": ["^turn"],
    "lower-case-card": ["SAA"],
    "missing-take": ["take a"],
    "no-magic": ["%SJN 1"],
    "play-count": ["^count"],
    "seat-order": ["ac=2"],
    "throw-fails": ["/SQ<c"],
    "throw-forced": ["SQKA/SQ"],
    "touching-annotation": ["SAA !"],
    "trick-number": ["25"],
    "trump-mismatch": ["C 2 a"],
    "unknown-card-order": ["SA"],
    "unknown-card-x": ["ST"],
    "unknown-option": ["throw_stake"],
    "unknown-preset": ["standard"],
    "unknown-preset-version": ["standard@1"],
    "unknown-statement": ["sheet"],
    "wrong-kitty": [],
    "wrong-levels": ["ac+2"],
    "wrong-match": ["ac"],
    "wrong-next": ["c"],
    "wrong-penalty": ["ac 10"],
    "wrong-penalty-none": [],
    "wrong-points": ["15"],
    "wrong-result": ["35"],
    "wrong-winner": ["a"],
    "tag-form": [],
}
"""By the file of a mistake, what is proposed: what its comment says would have been right."""


@pytest.mark.parametrize("name", MENDED)
def test_the_right_word_is_proposed(name: str) -> None:
    text = (BROKEN / f"{name}.sjn").read_text(encoding="utf-8")
    lines = text.split("\n")
    proposed = [fix for found in language.diagnose(text) for fix in language.fixes(lines, found)]
    assert [fix.text for fix in proposed] == MENDED[name]


FAULTY = sorted((*BROKEN.glob("*.sjn"), *(SAMPLES / "remarks").glob("*.sjn")))


@pytest.mark.parametrize("path", FAULTY, ids=lambda path: path.stem)
def test_whatever_is_proposed_does_away_with_its_finding(path: Path) -> None:
    text = path.read_bytes().decode("utf-8", "replace")
    found = language.diagnose(text)
    for each in found:
        for fix in language.fixes(text.split("\n"), each):
            after = language.diagnose(language.apply(text, [fix.edit]))
            left = [other.code for other in after].count(each.code)
            assert left < [other.code for other in found].count(each.code), (each.code.id, fix.text)
            assert all(language.say_fix(fix, tongue) for tongue in LANGUAGES)


def test_what_is_missing_is_no_proposal() -> None:
    assert language.fixes([], language.diagnose("")[0]) == ()


def test_a_fault_leads_to_the_play_that_it_broke() -> None:
    text = (BROKEN / "follow-shape.sjn").read_text(encoding="utf-8")
    (found,) = language.diagnose(text)
    (place,) = language.related(text, found)
    assert (place.kind, place.span) == ("lead", Span(14, 6, 3))
    assert language.say_related(place) == "the lead of the trick"
    text = (BROKEN / "repeated-tag.sjn").read_text(encoding="utf-8")
    (found,) = language.diagnose(text)
    (place,) = language.related(text, found)
    assert (place.kind, place.span.line) == ("first", 6)
    assert all(language.say_related(place, tongue) for tongue in LANGUAGES)


# -- names ----------------------------------------------------------------------------------------


def test_a_player_is_renamed_in_every_match() -> None:
    text = WHOLE + "\n" + WHOLE
    line = line_of("[PlayerB")
    column = LINES[line - 1].index("Li Na") + 1
    assert language.player_at(text, line, column + 2) == Span(line, column, 5)
    made = language.apply(text, language.rename(text, line, column, 'Li "Nana" Na'))
    assert made.count('[PlayerB "Li \\"Nana\\" Na"]') == 2
    assert made.count("Li Na") == 0
    records = notation.loads(made).records
    assert [record.tag("PlayerB") for record in records] == ['Li "Nana" Na'] * 2
    assert language.player_at(text, 1, 1) is None
    assert language.rename(text, 1, 1, "x") == ()
    for name in ("", " ", "a\nb"):
        with pytest.raises(language.WrongNameError):
            language.rename(text, line, column, name)
