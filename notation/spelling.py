"""Spellings that import takes and export never writes: Chinese words, suit signs, full width.

They are written out in the plain form before the grammar sees the line, so the grammar is ASCII
outside of free text. Comments, quoted text and vendor lines are left alone. The tables below are
the ones of SPEC 3.5 and 3.6.
"""

import re
import unicodedata
from typing import Final

STATEMENTS: Final[dict[str, str]] = {
    "局": "hand",
    "发牌": "deal", "發牌": "deal",
    "手牌": "hands",
    "残局": "start", "殘局": "start",
    "底牌": "kitty",
    "亮": "declare", "亮主": "declare", "反": "declare", "反主": "declare",
    "炒底": "overturn",
    "过": "pass", "過": "pass", "不反": "pass",
    "翻底": "flip", "翻底牌": "flip",
    "主": "trump", "主牌": "trump",
    "取底": "take", "拿底": "take",
    "埋": "bury", "埋底": "bury", "扣底": "bury",
    "朋友": "friend",
    "入伙": "join", "入夥": "join",
    "摊牌": "claim", "攤牌": "claim",
    "认输": "concede", "認輸": "concede",
    "中止": "abandon",
    "判负": "forfeit", "判負": "forfeit",
    "重发": "redeal", "重發": "redeal", "重新发牌": "redeal", "重新發牌": "redeal",
    "罚": "penalty", "罰": "penalty", "罚分": "penalty", "罰分": "penalty",
    "裁决": "ruling", "裁決": "ruling",
    "悔牌": "retract",
    "结果": "result", "結果": "result",
    "记分": "sheet", "記分": "sheet",
    "完": "end",
    "注": "note", "註": "note",
    "变化": "var", "變化": "var",
    "变化完": "endvar", "變化完": "endvar",
    "比赛": "match", "比賽": "match",
}  # fmt: skip
"""The first word of a line."""

FIELDS: Final[dict[str, str]] = {
    "庄": "dealer", "莊": "dealer", "庄家": "dealer", "莊家": "dealer",
    "得分": "points",
    "底": "kitty", "底牌": "kitty",
    "升": "up", "升级": "up", "升級": "up",
    "下局": "next", "下局庄": "next", "下局莊": "next",
    "级": "level", "級": "level",
    "输": "lost", "輸": "lost",
}  # fmt: skip
"""What stands before an equals sign."""

WORDS: Final[dict[str, str]] = {
    "新": "fresh", "另起": "fresh",
    "其余": "rest", "其餘": "rest",
    "无主": "-", "無主": "-",
    "无人亮": "undeclared", "無人亮": "undeclared",
    "无人亮主": "undeclared", "無人亮主": "undeclared",
    "暴动": "mutiny", "暴動": "mutiny",
    "错发": "misdeal", "錯發": "misdeal", "发错牌": "misdeal", "發錯牌": "misdeal",
    "甩牌": "throw",
    "裁判": "director",
    "有牌不跟": "revoke", "藏牌": "revoke",
    "暴露": "exposed",
    "抢出": "turn", "搶出": "turn", "抢出牌": "turn", "搶出牌": "turn",
    "张数": "count", "張數": "count",
    "超时": "time", "超時": "time", "时间": "time", "時間": "time",
}  # fmt: skip
"""A whole word elsewhere, and the mark behind `^`."""

CARDS: Final[dict[str, str]] = {
    "黑桃": "S", "红桃": "H", "紅桃": "H", "红心": "H", "紅心": "H",
    "方块": "D", "方塊": "D", "方片": "D",
    "梅花": "C", "草花": "C",
    "大王": "B", "小王": "L",
    "♠": "S", "♤": "S", "♥": "H", "♡": "H", "♦": "D", "♢": "D", "♣": "C", "♧": "C",
}  # fmt: skip
"""Names and signs within a word of cards; a sign may carry U+FE0E or U+FE0F."""

_CARD: Final = re.compile("|".join(f"{name}[\ufe0e\ufe0f]?" for name in CARDS))
_RANKS: Final = "(?:10|[2-9TJQKA])+"
_SIGN: Final = "[♠♤♥♡♦♢♣♧][\ufe0e\ufe0f]?"
RANKS_FIRST: Final = f"(?:{_RANKS}{_SIGN})+"
"""A set of cards that is written ranks first, such as `10♥` or `56♠A♥`."""
_RANKS_FIRST: Final = re.compile(RANKS_FIRST)
_GROUP: Final = re.compile(f"({_RANKS})({_SIGN})")
_SET: Final = re.compile("[^+/<]+")
_PIECE: Final = re.compile(
    r'(?P<text>"(?:[^"\\]|\\.)*"?|\{(?:[^}\\]|\\.)*\}?|\#.*)'
    r'|(?P<blank>\s+)|(?P<word>[^\s"{#]+)'
)
_LETTERS: Final[dict[str, str]] = {}


def spell(line: str) -> str:
    """The line in plain spelling; what has none stays as it is."""
    return "".join(plain for plain, _ in pieces(line))


def pieces(line: str) -> list[tuple[str, str]]:
    """The words, blanks and texts of a line, each in plain spelling and as written."""
    stripped = line.lstrip()
    if stripped.startswith("x-"):
        blanks = line[: len(line) - len(stripped)]
        return [(_plain_blanks(blanks), blanks), (stripped, stripped)]
    found: list[tuple[str, str]] = []
    first, in_tag = True, stripped.startswith("[")
    for match in _PIECE.finditer(line):
        written = match[0]
        if match["word"]:
            found.append((_plain_word(written, first, in_tag), written))
            first = False
        elif match["blank"]:
            found.append((_plain_blanks(written), written))
        else:
            found.append((written, written))
    return found


def _plain_blanks(written: str) -> str:
    """Spaces for blanks; controls that count as white space are left to be refused."""
    return "".join(c if c < "\xa0" else " " for c in written)


def _plain_word(written: str, first: bool, in_tag: bool) -> str:
    if written.isascii():
        return written
    word = "".join(_LETTERS.get(c) or _plain_letter(c) for c in written)
    if in_tag:
        return word
    if first and word.startswith("x-"):
        # A vendor line begins with these two letters as they are: all of it is kept as written.
        return written
    if first and word in STATEMENTS:
        return STATEMENTS[word]
    if word in WORDS:
        return WORDS[word]
    field, equals, value = word.partition("=")
    name = FIELDS.get(field, field)
    if equals and (name != field or name == "kitty"):
        return f"{name}={value.replace('×', 'x') if name == 'kitty' else value}"
    cards, caret, mark = word.partition("^")
    return _SET.sub(_plain_cards, cards) + caret + WORDS.get(mark, mark)


def _plain_cards(match: re.Match[str]) -> str:
    """The cards of one set, suits first and in letters."""
    word = match[0]
    if _RANKS_FIRST.fullmatch(word):
        word = _GROUP.sub(r"\2\1", word)
    return _CARD.sub(lambda card: CARDS[card[0].rstrip("\ufe0e\ufe0f")], word)


def _plain_letter(letter: str) -> str:
    """Full-width letters and digits, and whatever else NFKC makes a letter or digit of."""
    plain = unicodedata.normalize("NFKC", letter)
    fits = len(plain) == 1 and plain.isalnum()
    if len(_LETTERS) < 1 << 16:
        _LETTERS[letter] = plain if fits else letter
    return plain if fits else letter
