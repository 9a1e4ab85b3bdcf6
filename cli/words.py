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
    "stake": (
        "played for {due} (stake {base}, overturns {overturns})",
        "本局 {due} 金币（底金 {base}，反主 {overturns} 次）",
        "本局 {due} 金幣（底金 {base}，反主 {overturns} 次）",
    ),
    "throw-cost": ("{seat} pays {cost} for a throw", "{seat} 甩牌失败付 {cost}",
                   "{seat} 甩牌失敗付 {cost}"),
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
    # rules
    "rule-systems": (
        "rule systems; behind the title, the system that says the rest",
        "规则体系；名称之后是它所依据的体系",
        "規則體系；名稱之後是它所依據的體系",
    ),
    "name-and-value": ("{name}: {value}", "{name}：{value}", "{name}：{value}"),
    "no-departures": (
        "nothing differs from the defaults; --all shows every option",
        "与默认完全相同，用 --all 查看全部规则项",
        "與預設完全相同，用 --all 查看全部規則項",
    ),
    "no-such-rule-near": (
        "there is no rule option {name!r}; did you mean {near}?",
        "没有名为 {name!r} 的规则项；是不是 {near}？",
        "沒有名為 {name!r} 的規則項；是不是 {near}？",
    ),
    "no-such-rule": (
        "there is no rule option {name!r}; `shengji rules show standard --all` lists all",
        "没有名为 {name!r} 的规则项；用 shengji rules show standard --all 查看全部",
        "沒有名為 {name!r} 的規則項；用 shengji rules show standard --all 查看全部",
    ),
    "rule-fixed": (
        "{name} is the same at all tables; `shengji rules explain {name}` tells it",
        "{name} 各处都一样，用 shengji rules explain {name} 查看",
        "{name} 各處都一樣，用 shengji rules explain {name} 查看",
    ),
    "no-system-has": (
        "no rule system has {option}={value}",
        "没有规则体系是 {option}={value}",
        "沒有規則體系是 {option}={value}",
    ),
    "rule-parameters": (
        "in the rule texts' list {names}",
        "规则文本中称 {names}",
        "規則文本中稱 {names}",
    ),
    "rule-interacts": ("goes together with {names}", "与 {names} 相关", "與 {names} 相關"),
    "match-number": ("match {number}", "第{number}场", "第{number}場"),
    "hands-number": ("hands {number}", "{number}局", "{number}局"),
    "names-rules": ("it names {rules}", "自称 {rules}", "自稱 {rules}"),
    "names-no-rules": (
        "it names no rules that are known",
        "未写明已知的规则",
        "未寫明已知的規則",
    ),
    "fits": ("nothing speaks against", "与记录相符", "與記錄相符"),
    "fits-none": (
        "no rule system fits; the first reason, with the systems that it refuses and their errors",
        "没有相符的规则体系：第一条理由，及据此排除的体系和各自的错误数",
        "沒有相符的規則體系：第一條理由，及據此排除的體系和各自的錯誤數",
    ),
    "fits-not": (
        "these do not fit; the first reason, with the systems that it refuses and their errors",
        "以下不符：第一条理由，及据此排除的体系和各自的错误数",
        "以下不符：第一條理由，及據此排除的體系和各自的錯誤數",
    ),
    "fit-confirmed": (
        "statements confirmed {number}",
        "核实的陈述 {number}",
        "核實的陳述 {number}",
    ),
    "fit-errors": (
        "{rules} ({number})",
        "{rules}（{number}）",
        "{rules}（{number}）",
    ),
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
    # archive
    "imported": (
        "added {added}, known before {known}, refused {refused}",
        "新增 {added}，已有 {known}，拒收 {refused}",
        "新增 {added}，已有 {known}，拒收 {refused}",
    ),
    "resumed": (
        "an earlier run broke off; it goes on behind {number} bytes",
        "上次导入中断，从第 {number} 字节之后继续",
        "上次匯入中斷，從第 {number} 位元組之後繼續",
    ),
    "verified": (
        "revisions {number}, differences {differences}",
        "版本 {number}，不一致 {differences}",
        "版本 {number}，不一致 {differences}",
    ),
    "differs": (
        "{what} is {stored}, and would be {found}",
        "{what}：存的是 {stored}，应为 {found}",
        "{what}：存的是 {stored}，應為 {found}",
    ),
    "copied": (
        "entries {entries}, bytes {bytes}, sha256 {sha256}",
        "条目 {entries}，字节 {bytes}，sha256 {sha256}",
        "條目 {entries}，位元組 {bytes}，sha256 {sha256}",
    ),
    "exported": ("records {number}", "牌谱 {number}", "牌譜 {number}"),
    "published": ("entries {number}", "条目 {number}", "條目 {number}"),
    "hits": ("hits {number}", "命中 {number}", "命中 {number}"),
    "hits-more": ("hits more than {number}", "命中超过 {number}", "命中超過 {number}"),
    "next-page": (
        "more with --after {next}",
        "更多：--after {next}",
        "更多：--after {next}",
    ),
    "erased": ("erased {ids}", "已删除 {ids}", "已刪除 {ids}"),
    "made-nameless": ("without names now: {ids}", "已隐去姓名：{ids}", "已隱去姓名：{ids}"),
    "forgotten": (
        "entries without this name now: {number}",
        "已隐去此姓名的条目：{number}",
        "已隱去此姓名的條目：{number}",
    ),
    "archive.id": ("id", "编号", "編號"),
    "archive.revision": ("revision", "版本", "版本"),
    "archive.visibility": ("visibility", "可见性", "可見性"),
    "archive.licence": ("licence", "许可", "授權"),
    "archive.date": ("date", "日期", "日期"),
    "archive.event": ("event", "赛事", "賽事"),
    "archive.players": ("players", "牌手", "牌手"),
    "archive.rules": ("rules", "规则", "規則"),
    "archive.hands": ("hands", "局数", "局數"),
    "archive.plays": ("plays", "出牌", "出牌"),
    "archive.points": ("most points", "最高得分", "最高得分"),
    "archive.errors": ("errors", "错误", "錯誤"),
    "archive.found": ("found", "发现", "發現"),
    "archive.same-play": ("same play", "同一牌局", "同一牌局"),
    "archive.record-id": ("record id", "牌谱标识", "牌譜識別碼"),
    "archive.entries": ("entries", "条目", "條目"),
    "archive.revisions": ("revisions", "版本", "版本"),
    "archive.bytes": ("bytes", "字节", "位元組"),
    "archive.with-errors": ("with errors", "有错误的", "有錯誤的"),
    # drafts
    "drafts.title": ("drafts", "草稿", "草稿"),
    "drafts.id": ("id", "编号", "編號"),
    "drafts.age": ("days", "天数", "天數"),
    "drafts.hands": ("hands", "局数", "局數"),
    "drafts.actions": ("actions", "动作", "動作"),
    "drafts.changed": ("changed (UTC)", "最后改动 (UTC)", "最後更動 (UTC)"),
    "drafts.watched": ("spectators see", "观众可见", "觀眾可見"),
    "drafts.live-nothing": ("nothing", "不可见", "看不到"),
    "drafts.live-table": ("the table", "牌桌", "牌桌"),
    "drafts.live-after": ("all hands when over", "局后全部手牌", "局後全部手牌"),
    "drafts.number": ("drafts {number}", "草稿 {number}", "草稿 {number}"),
    "drafts.would": (
        "would be erased with --yes: {number}; nothing was erased",
        "加 --yes 将删除 {number} 份；现在什么也没有删除",
        "加 --yes 將刪除 {number} 份；現在什麼也沒有刪除",
    ),
    "drafts.erased": ("erased {number}", "已删除 {number} 份", "已刪除 {number} 份"),
    # record
    "record.anyway": ("written down all the same", "照实记下", "照實記下"),
    "record.confirm": (
        ":anyway writes down that it happened",
        "确实如此，用 :anyway 照实记下",
        "確實如此，用 :anyway 照實記下",
    ),
    "record.waiting": ("not taken yet: {words}", "尚未记下：{words}", "尚未記下：{words}"),
    "record.nothing-refused": (
        "nothing waits to be confirmed",
        "没有等待确认的内容",
        "沒有等待確認的內容",
    ),
    "record.no-command": (
        "there is no command :{name}; :help lists them",
        "没有命令 :{name}，用 :help 查看",
        "沒有命令 :{name}，用 :help 查看",
    ),
    "record.undone": ("taken back: {action}", "已撤销：{action}", "已復原：{action}"),
    "record.redone": ("again: {action}", "已重做：{action}", "已重做：{action}"),
    "record.fix": (
        ":fix 12 TEXT puts TEXT in the place of line 12; :text shows the numbers",
        ":fix 12 文本：用文本替换第 12 行；:text 显示行号",
        ":fix 12 文字：用文字取代第 12 行；:text 顯示行號",
    ),
    "record.aside": (
        ":aside KIND shows its fields; . is the first choice (the last play), - leaves one out",
        ":aside 种类 显示各项；. 为首选（最后一手牌），- 表示不填",
        ":aside 種類 顯示各項；. 為首選（最後一手牌），- 表示不填",
    ),
    "record.left": ("left", "余牌", "餘牌"),
    "record.legal": ("may play", "可出", "可出"),
    "record.commands": (
        ":undo :redo · :anyway :take N · :fix N TEXT · :aside · :cards :text :help · :finish :quit",
        ":undo 撤销 :redo 重做 · :anyway 照实记下 :take N 改记 · :fix N 文本 改正 · :aside 注释裁决"
        " · :cards 余牌 :text 全文 :help 帮助 · :finish 完成 :quit 离开",
        ":undo 復原 :redo 重做 · :anyway 照實記下 :take N 改記 · :fix N 文字 改正 · :aside 註釋裁決"
        " · :cards 餘牌 :text 全文 :help 說明 · :finish 完成 :quit 離開",
    ),
    "record.kept": (
        "kept in {place}; the same command goes on",
        "已保存在 {place}，再次运行同一命令即可继续",
        "已保存在 {place}，再次執行同一命令即可繼續",
    ),
    "record.unreadable": (
        "not all of it can be read; it stays a draft",
        "有无法读取的内容，仍为草稿",
        "有無法讀取的內容，仍為草稿",
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

    def say(key: str, **arguments: object) -> str:
        own = TEXTS.get(key)
        if own is not None:
            return own[column].format(**arguments)
        if not arguments:
            return wording.words(language)[key]
        return wording.sentence(key, language, **arguments)  # type: ignore[arg-type]

    return say
