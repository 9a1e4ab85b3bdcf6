"""The program's own words in each language; those of the game come from the catalogue."""

from collections.abc import Callable
from typing import Final, TypeAlias

from shengji.replay import wording
from shengji.replay.wording import LANGUAGES

Say: TypeAlias = Callable[..., str]
"""The text of a key in one language, its gaps filled from named arguments."""

TEXTS: Final[dict[str, tuple[str, str, str]]] = {
    # check
    "read": (
        "files {files}, matches {records}, hands {hands}, plays {plays},"
        " statements confirmed {confirmed}",
        "文件 {files}，比赛 {records}，牌局 {hands}，出牌 {plays}，核实的陈述 {confirmed}",
        "檔案 {files}，比賽 {records}，牌局 {hands}，出牌 {plays}，核實的陳述 {confirmed}",
    ),
    "found": (
        "errors {error}, warnings {warning}, not checkable {unchecked}, notes {note}",
        "错误 {error}，警告 {warning}，无法核对 {unchecked}，提示 {note}",
        "錯誤 {error}，警告 {warning}，無法核對 {unchecked}，提示 {note}",
    ),
    "unusable": (
        "files not usable {number}",
        "无法使用的文件 {number}",
        "無法使用的檔案 {number}",
    ),
    # the table
    "hand": ("hand {number}", "第{number}局", "第{number}局"),
    "trick": ("trick {number}", "第{number}轮", "第{number}輪"),
    "attackers": ("attackers' points", "闲家得分", "閒家得分"),
    "with-kitty": ("with the kitty", "连底共", "連底共"),
    "after-cards": ("after {number} cards", "（已发{number}张）", "（已發{number}張）"),
    "failed": ("thrown {cards}", "甩{cards}", "甩{cards}"),
    "won": ("{seat} wins", "{seat}赢", "{seat}贏"),
    "count": ("{number} cards", "{number}张", "{number}張"),
    "view": ("view", "视角", "視角"),
    "open": ("open", "明牌", "明牌"),
    "seat": ("seat {seat}", "{seat}家", "{seat}家"),
    "table": ("table", "旁观", "旁觀"),
    "keys": (
        "n next  p back  t/T trick  h/H hand  g address  s view  q quit",
        "n 下一步  p 上一步  t/T 轮  h/H 局  g 地址  s 视角  q 退出",
        "n 下一步  p 上一步  t/T 輪  h/H 局  g 地址  s 視角  q 退出",
    ),
    "failing": ("this fails", "错误示例", "錯誤示例"),
    "mended": ("this is right", "改正以后", "改正以後"),
    "departures": (
        "options that differ from the defaults",
        "与默认不同的规则项",
        "與預設不同的規則項",
    ),
    "all-options": ("all options", "全部规则项", "全部規則項"),
    # diff
    "same-play": (
        "both say the same: hands {hands}, plays {plays}",
        "两份牌谱说法一致：牌局 {hands}，出牌 {plays}",
        "兩份牌譜說法一致：牌局 {hands}，出牌 {plays}",
    ),
    "matches-differ": (
        "A has {first} matches, B {second}",
        "A 有{first}场比赛，B 有{second}场",
        "A 有{first}場比賽，B 有{second}場",
    ),
    "part-at": (
        "hand {number}: they part at {address}",
        "第{number}局：从 {address} 起说法不同",
        "第{number}局：從 {address} 起說法不同",
    ),
    "and-more": ("and {number} more", "另有{number}处", "另有{number}處"),
    "nothing": ("-", "无", "無"),
    "support-first": ("the rules support A", "规则支持 A", "規則支持 A"),
    "support-second": ("the rules support B", "规则支持 B", "規則支持 B"),
    "support-both": (
        "the rules allow both; the cards known do not decide",
        "两种说法都不违反规则，已知的牌不能断定",
        "兩種說法都不違反規則，已知的牌不能斷定",
    ),
    "support-neither": (
        "the rules contradict both",
        "两种说法都与规则不符",
        "兩種說法都與規則不符",
    ),
    "go-to": ("address", "地址", "地址"),
    "text-faults": (
        "faults in the text: {number}; `shengji check` lists them",
        "文本有{number}处错误，用 shengji check 查看",
        "文字有{number}處錯誤，用 shengji check 查看",
    ),
}  # fmt: skip


def words(language: str) -> Say:
    """The words of one language, by the keys of this file and those of the catalogue."""
    column = [*LANGUAGES].index(wording.language_of(language))
    catalogue = wording.words(language)

    def say(key: str, **arguments: object) -> str:
        own = TEXTS.get(key)
        return catalogue[key] if own is None else own[column].format(**arguments)

    return say
