"""What import takes besides the canonical form, and the canonical line that it becomes."""

import pytest

from shengji.notation import Severity, dumps, loads

HEAD = '%SJN 1\n[Rules "standard@1"]\n'
HAND = "hand 1 ac=2 bd=2 dealer=?\n"


def canonical(lines: str, before: str = HEAD + HAND) -> list[str]:
    """The canonical lines behind the head of a hand, which must read without error."""
    parsed = loads(before + lines)
    errors = [each for each in parsed.diagnostics if each.severity is Severity.ERROR]
    assert errors == []
    text = dumps(parsed.records[0])
    assert dumps(loads(text).records[0]) == text
    at = text.splitlines().index(HAND.strip()) + 1 if before.endswith(HAND) else 0
    return text.splitlines()[at:]


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("1 a S10 H1010", "1 a ST HTT"),
        ("1 a ♠5 ♥️Q ♦︎T ♣10", "1 a S5 HQ DT CT"),
        ("1 a 10♥ T♡ ♤5 5♠6♥", "1 a HT HT S5 S5H6"),
        ("1 a 56♠ AK♠Q♥ TT♧J♧ A♠️", "1 a S56 SKAHQ CTTJ SA"),
        ("1 a A♠^turn A♠+SA SA/A♠ HQK/K♥<b", "1 a SA^turn SA+SA SA/SA HQK/HK<b"),
        ("1 a 大王 小王 大王小王", "1 a B L LB"),
        ("1 a 黑桃5 红桃5 紅桃5 红心5 紅心5", "1 a S5 H5 H5 H5 H5"),
        ("1 a 方块5 方塊5 方片5 梅花10 草花Q", "1 a D5 D5 D5 CT CQ"),
        ("１ ａ Ｓ５ ＨＱ Ｓ１０", "1 a S5 HQ ST"),
        ("1\ta\u3000S5\u00a0S6 \t ", "1 a S5 S6"),
        ("  1 a S5", "1 a S5"),
        ("1 a BLC3H2SA", "1 a SAH2C3LB"),
        ("1 a S?5 .2SA H??3", "1 a S5? SA.2 H3??"),
        ("1 a S5 ! H6 ?! {b} ~3 $7 {a}", "1 a S5 $1 H6 $6 $7 ~3 {b} {a}"),
        ("1 a S6+S6677", "1 a S6677+S6"),
        ("1 a S?+HK HK+S? L+.1+S?+B+H2", "1 a S?+HK S?+HK S?+H2+L+B+.1"),
        ("1 a S5^藏牌 S6^暴露", "1 a S5^revoke S6^exposed"),
        ("bury d S58 H9 S5 ?? {why}", "take d"),
        ("kitty S5 BH6", "kitty S5H6B"),
        ("declare 5 b H2 H2", "declare 5 b H22"),
        ("trump S 10 d", "trump S T d"),
        ("result 5 next=b up=bd-1,ac+2 kitty=5x2", "result 5 kitty=5x2 up=ac+2,bd-1 next=b"),
        ("result 85 底=20×2 升=0 下局=a", "result 85 kitty=20x2 up=0 next=a"),
        ("result 85 kitty=5×2", "result 85 kitty=5x2"),
        ("result 85 底牌=5×2", "result 85 kitty=5x2"),
        ("ruling 1.8.5 revoke b", "ruling 1.8.5 revoke b"),
        ("ruling 1.8.4 revoke b lost=b points=bd-10", "ruling 1.8 revoke b points=bd-10 lost=b"),
        ("friend SA 1", "friend SA"),
        ("start 3 a points=c5,a20", None),
        ("亮 23 b 红桃2", "declare 23 b H2"),
        ("反 57 d ♣2♣2", "declare 57 d C22"),
        ("主 无主 2 d", "trump - 2 d"),
        ("主 黑桃 2 d", "trump S 2 d"),
        ("取底 d", "take d"),
        ("罰 bd 10 甩牌", "penalty bd 10 throw"),
        ("认输 bd 得分=35", "concede bd points=35"),
        ("摊牌 a 其余", "claim a rest"),
        ("重发 无人亮", "redeal undeclared"),
        ("裁决 1 有牌不跟 b 输=b", "ruling 1 revoke b lost=b"),
        ("x-club  黑桃 \t kept  # so", "x-club  黑桃 \t kept  # so"),
        (" \u3000x-club e\u0301 \u3000 ", "x-club \u00e9"),
        ('[Ｂoard "红桃"]', '[Board "红桃"]'),
        ("1 a S5#beside", "1 a S5 # beside"),
        ("#   above\n1 a S5", "#   above"),
    ],
)
def test_line(written: str, expected: str | None) -> None:
    if expected is not None:
        assert canonical(written)[0] == expected


def test_a_whole_hand_in_chinese() -> None:
    text = """%SJN 1
[Event "周五牌局"]
[Rules "standard@1"]

局 1 新 bd=2 ac=2 庄=?
發牌 a
a 黑桃A ♦7 大王
b H2
底牌 D3 S5
亮 2 b H2
主 红桃 2 b
埋底 b S5 D3
1 b H2 S5 {主；从 b}
完
注 1.1 "好"
变化 1.0
1 b S5
变化完

比赛 ac 超时
"""
    assert canonical(text, "")[10:] == [
        "hand 1 fresh ac=2 bd=2 dealer=?",
        "deal a",
        "a SA D7 B",
        "b H2",
        "kitty D3 S5",
        "declare 2 b H2",
        "trump H 2 b",
        "take b",
        "bury b S5D3",
        "1 b H2 S5 {主；从 b}",
        "end",
        "var 1.0",
        "1 b S5",
        "endvar",
        'note 1.1 "好"',
        "",
        "match ac time",
    ]


def test_required_tags_are_filled_in_and_stand_first() -> None:
    text = '%SJN 1\n[Mode "x"]\n[PlayerB ""]\n[Rules "standard"]\n[Event "e"]\n'
    assert dumps(loads(text).records[0]).splitlines() == [
        "%SJN 1",
        '[Event "e"]',
        '[Site "?"]',
        '[Date "?"]',
        '[Rules "standard@1"]',
        '[PlayerA "?"]',
        '[PlayerB "?"]',
        '[PlayerC "?"]',
        '[PlayerD "?"]',
        '[Mode "x"]',
    ]


@pytest.mark.parametrize(
    ("rules", "players"),
    [
        ("standard@1 players=6 decks=3", "ABCDEF"),
        ("my-own@1", "ABCD"),
        ("standard@1 players=5", "ABCD"),
        ("", "ABCD"),
    ],
)
def test_a_player_tag_for_each_seat_of_the_rules(rules: str, players: str) -> None:
    hand = "hand 1 ace=2 bdf=2 dealer=?\n"
    lines = canonical("end\n", f'%SJN 1\n[Rules "{rules}"]\n{hand}')
    assert [line[7:8] for line in lines if line.startswith("[Player")] == list(players)


def test_line_ends_and_marks_are_accepted_and_noted() -> None:
    plain = HEAD + HAND + "1 a S5 {x}\nend\n"
    for end in ("\r\n", "\r"):
        parsed = loads(plain.replace("\n", end))
        assert parsed.records == loads(plain).records
        assert [each.code.id for each in parsed.diagnostics] == ["line-endings"]
    marked = loads(b"\xef\xbb\xbf" + plain.encode())
    assert marked.records == loads(plain).records
    assert [each.code.id for each in marked.diagnostics] == ["byte-order-mark"]


def test_the_take_of_a_bury_is_put_in_once() -> None:
    assert canonical("bury d S5\nbury a S6\n") == [
        "take d",
        "bury d S5",
        "take a",
        "bury a S6",
    ]
    assert canonical("take d\nbury d S5\n") == ["take d", "bury d S5"]


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        (["take a", "bury d S5"], ["take a", "bury d S5"]),
        (["take a", "take b", "bury c S5"], ["take a", "take b", "bury c S5"]),
        (
            ["take a", "bury a S5", "overturn b LL", "# so", "bury b S6"],
            ["take a", "bury a S5", "overturn b LL", "take b", "# so", "bury b S6"],
        ),
    ],
)
def test_a_take_is_put_in_where_none_of_any_seat_stands(
    lines: list[str], expected: list[str]
) -> None:
    assert canonical("\n".join(lines)) == expected


def test_points_by_seat_are_in_the_order_of_the_seats() -> None:
    assert canonical("hands\nstart 3 a points=c5,a20\n")[1] == "start 3 a points=a20,c5"


def test_names_with_anything_in_them_survive() -> None:
    names = [
        "Big C (host)",
        "N:",
        "东",
        'A"B',
        "王 {小}",
        "x" * 200,
        "🀄👨‍👩‍👧",
        "\u200fשם",
        "# no",
    ]
    for name in names:
        quoted = name.replace("\\", "\\\\").replace('"', '\\"')
        parsed = loads(f'{HEAD}[PlayerA "{quoted}"]\n[PlayerB "{quoted}"]\n')
        assert parsed.records[0].tag("PlayerA") == name
        assert loads(dumps(parsed.records[0])).records[0].tag("PlayerB") == name


def test_brackets_in_a_tag_or_text_are_text() -> None:
    value = "拖拉机(升级) 决赛 {A} ; [x] 1 a S5"
    parsed = loads(f'{HEAD}[Event "{value}"]\n{HAND}1 a S5 {{甩牌; then S5 [x] ；｛}} S6\n')
    assert parsed.records[0].tag("Event") == value
    trick = parsed.records[0].hands[0].events[0]
    assert len(trick.plays) == 2  # type: ignore[union-attr]


def test_a_comment_with_an_empty_line_in_it() -> None:
    text = HEAD + HAND + '3 a S5 {first\\n\\n[Event "fake"]\\nsecond}\nend\n'
    parsed = loads(text)
    assert parsed.diagnostics == () and len(parsed.records) == 1
    assert text.splitlines()[-2] in dumps(parsed.records[0]).splitlines()
