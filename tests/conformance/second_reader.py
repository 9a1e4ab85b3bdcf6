"""A second reader of SJN, written from notation/SPEC.md alone: canonical text → the twin's JSON.

It shares no code with the project and exists to check it, so it is short and takes sound canonical
text only. What it makes is compared with the twins in tests/conformance/sjn/valid.
"""

import re
from collections.abc import Iterator
from typing import Any

Json = dict[str, Any]

WORD = re.compile(r'"(?:[^"\\]|\\.)*"|\{(?:[^}\\]|\\.)*\}|#.*|[^\s#]+')
CARD = re.compile(r"\.[0-9]+|[SHDC][^SHDCLB.]+|[LB]")
SUITS, RANKS = "SHDC", "23456789TJQKA?"
KEEPS_LINES = ("deal", "hands")


def read(text: str) -> Json:
    """The JSON document of a canonical text."""
    records = [_record(block) for block in _matches(text.removesuffix("\n").split("\n"))]
    return {"format": "shengji-notation", "version": 1, "records": records}


def _matches(lines: list[str]) -> Iterator[list[str]]:
    """The lines of each match; comments directly above a %SJN line belong to it."""
    starts = [at for at, line in enumerate(lines) if line.startswith("%SJN")]
    heads = []
    for start in starts:
        while start and lines[start - 1].startswith("#"):
            start -= 1
        heads.append(start)
    heads[0] = 0
    for head, following in zip(heads, [*heads[1:], len(lines)], strict=True):
        yield lines[head:following]


# Cards


def cards_of(word: str) -> list[str]:
    """The cards of a set, one a string; n unknown ones are `.n`."""
    found: list[str] = []
    for piece in CARD.findall(word):
        if piece[0] in SUITS:
            found += [piece[0] + rank for rank in piece[1:]]
        else:
            found.append(piece)
    return found


def set_of(cards: list[str]) -> str:
    """The canonical word of known cards."""
    text = ""
    for suit in SUITS:
        ranks = sorted((card[1] for card in cards if card[0] == suit), key=RANKS.index)
        text += suit + "".join(ranks) if ranks else ""
    return text + "L" * cards.count("L") + "B" * cards.count("B")


# Lines


def _record(lines: list[str]) -> Json:
    record: Json = {"tags": []}
    reader = _Reader(record)
    for line in lines:
        reader.line(line)
    if reader.above:
        record["closing"] = reader.above
    return record


class _Reader:
    def __init__(self, record: Json) -> None:
        self.record = record
        self.above: list[str] = []
        self.hand: Json | None = None
        self.variation: Json | None = None

    def line(self, line: str) -> None:
        if not line:
            return
        if line.startswith("#"):
            self.above.append(_comment(line))
            return
        if line.startswith("x-"):
            self._add(self._remarked({"kind": "vendor", "line": line}, None))
            return
        words = WORD.findall(line)
        beside = _comment(words.pop()) if words[-1].startswith("#") else None
        self._statement(words, beside)

    def _statement(self, words: list[str], beside: str | None) -> None:
        first = words[0]
        if first == "%SJN":
            if words[1] != "1":
                self.record["version"] = words[1]
            if remarks := self._remarked({}, beside):
                self.record["opening"] = remarks["remarks"]
        elif first.startswith("["):
            tag = {"name": first[1:], "value": _unquoted(words[1])}
            owner = self.record if self.hand is None else self.hand
            owner.setdefault("tags", []).append(self._remarked(tag, beside))
        elif first == "hand":
            self.hand = self._remarked(_hand(words), beside)
            self.record.setdefault("hands", []).append(self.hand)
        elif first == "match":
            ended: Json = {"seats": words[1]} | ({"reason": words[2]} if words[2:] else {})
            self.record["match"] = self._remarked(ended, beside)
        else:
            assert self.hand is not None
            self._in_hand(self.hand, words, beside)

    def _in_hand(self, hand: Json, words: list[str], beside: str | None) -> None:
        first = words[0]
        if first == "end":
            del hand["ended"]
            if remarks := self._remarked({}, beside):
                hand["end_remarks"] = remarks["remarks"]
        elif first == "endvar":
            assert self.variation is not None
            if remarks := self._remarked({}, beside):
                self.variation["end_remarks"] = remarks["remarks"]
            self.variation = None
        elif first == "var":
            opened = {"kind": "variation", "address": words[1], "events": []}
            self._add(self._remarked(opened, beside))
            self.variation = hand["appendix"][-1]
        elif first in "abcdefghijkl":
            lines = hand["events"][-1]["lines"]
            lines.append(self._remarked({"seat": first, "cards": _drawn(words[1:])}, beside))
        else:
            self._add(self._remarked(_STATEMENTS.get(first, _trick)(words), beside))

    def _add(self, statement: Json) -> None:
        if self.variation is not None:
            self.variation["events"].append(statement)
        elif self.hand is None:
            self.record.setdefault("vendor", []).append(statement)
        elif "ended" in self.hand:
            self.hand.setdefault("events", []).append(statement)
        else:
            self.hand.setdefault("appendix", []).append(statement)

    def _remarked(self, statement: Json, beside: str | None) -> Json:
        remarks: Json = {"above": self.above} if self.above else {}
        if beside is not None:
            remarks["beside"] = beside
        self.above = []
        return statement | ({"remarks": remarks} if remarks else {})


def _comment(written: str) -> str:
    return written[1:].removeprefix(" ")


def _unquoted(written: str) -> str:
    text = written.removesuffix("]")[1:-1]
    return re.sub(r"\\(.)", lambda match: "\n" if match[1] == "n" else match[1], text)


def _drawn(words: list[str]) -> str:
    return " ".join(card for word in words for card in cards_of(word))


# Statements, by their first word


def _fields(words: list[str]) -> dict[str, str]:
    return dict(word.split("=", 1) for word in words if "=" in word)


def _level(word: str) -> str | None:
    return None if word == "?" else word


def _changes(word: str) -> list[Json]:
    if word == "0":
        return []
    pairs = [re.fullmatch(r"([a-l]+)([+-][0-9]+)", piece) for piece in word.split(",")]
    return [{"seats": pair[1], "change": int(pair[2])} for pair in pairs if pair]


def _hand(words: list[str]) -> Json:
    fields = _fields(words)
    dealer = fields.pop("dealer")
    levels = [{"seats": seats, "level": _level(level)} for seats, level in fields.items()]
    hand: Json = {"number": int(words[1]), "levels": levels, "dealer": dealer, "ended": False}
    return hand | ({"fresh": True} if "fresh" in words else {})


def _annotations(words: list[str]) -> list[Json]:
    found: list[Json] = []
    for word in words:
        if word[0] == "$":
            found.append({"kind": "glyph", "number": int(word[1:])})
        elif word[0] == "~":
            found.append({"kind": "clock", "seconds": word[1:]})
        else:
            found.append({"kind": "text", "text": _unquoted(word)})
    return found


def _play(words: list[str]) -> Json:
    match = re.fullmatch(r"([^/^]+)(?:/([^<^]+)(?:<(.))?)?(?:\^(.+))?", words[0])
    assert match is not None
    units = match[1].split("+")
    play: Json = {"cards": units[0]}
    if len(units) > 1:
        play = {"cards": set_of([card for unit in units for card in cards_of(unit)])}
        play["units"] = units
    for name, value in (("forced", match[2]), ("beaten_by", match[3]), ("mark", match[4])):
        if value:
            play[name] = value
    return play | ({"annotations": _annotations(words[1:])} if words[1:] else {})


def _trick(words: list[str]) -> Json:
    trick: Json = {"kind": "trick", "number": int(words[0]), "leader": words[1]}
    rest = words[2:]
    won = rest.pop() if rest[-1].startswith("=") else None
    plays: list[list[str]] = []
    for word in rest:
        if word[0] in "$~{":
            plays[-1].append(word)
        else:
            plays.append([word])
    trick["plays"] = [_play(play) for play in plays]
    if won:
        seat, points = won[1:].split("+")
        trick["won"] = {"seat": seat, "points": None if points == "?" else int(points)}
    return trick


def _showing(words: list[str]) -> Json:
    shown: Json = {"kind": words[0]}
    rest = words[1:]
    if words[0] == "declare":
        after = rest.pop(0)
        shown["after"] = None if after == "?" else int(after)
    shown |= {"seat": rest[0], "cards": rest[1]}
    return shown | ({"annotations": _annotations(rest[2:])} if rest[2:] else {})


def _start(words: list[str]) -> Json:
    start: Json = {"kind": "start", "trick": int(words[1]), "seat": words[2]}
    points = _fields(words).get("points")
    if points and points[0].isalpha():
        by_seat = [{"seat": each[0], "points": int(each[1:])} for each in points.split(",")]
        return start | {"points_by_seat": by_seat}
    return start | ({"points": int(points)} if points else {})


def _trump(words: list[str]) -> Json:
    return {"kind": "trump", "suit": words[1], "level": _level(words[2]), "declarer": words[3]}


def _friend(words: list[str]) -> Json:
    copy = {"copy": int(words[2])} if words[2:] else {}
    return {"kind": "friend", "card": words[1]} | copy


def _early(words: list[str]) -> Json:
    name = "seat" if words[0] == "claim" else "seats"
    points = _fields(words).get("points")
    ended: Json = {"kind": words[0], name: words[1]}
    return ended | ({"points": int(points)} if points else {})


def _with_reason(words: list[str]) -> Json:
    names = {"abandon": ("reason",), "redeal": ("reason", "seat"), "forfeit": ("seats", "reason")}
    return {"kind": words[0]} | dict(zip(names[words[0]], words[1:], strict=False))


def _penalty(words: list[str]) -> Json:
    return {"kind": "penalty", "seats": words[1], "points": int(words[2]), "reason": words[3]}


def _ruling(words: list[str]) -> Json:
    ruling: Json = dict(zip(("kind", "address", "offence", "seats"), words, strict=False))
    fields = _fields(words)
    for name, key in (("points", "points"), ("level", "levels")):
        if name in fields:
            ruling[key] = _changes(fields[name])
    return ruling | ({"lost": fields["lost"]} if "lost" in fields else {})


def _result(words: list[str]) -> Json:
    result: Json = {"kind": "result", "points": int(words[1])}
    fields = _fields(words)
    if "kitty" in fields:
        points, multiplier = map(int, fields["kitty"].split("x"))
        result |= {"kitty_points": points, "multiplier": multiplier}
    if "up" in fields:
        result["up"] = _changes(fields["up"])
    return result | ({"next_dealer": fields["next"]} if "next" in fields else {})


_STATEMENTS = {
    "deal": lambda words: {"kind": "deal", "first": words[1], "lines": []},
    "hands": lambda words: {"kind": "hands", "lines": []},
    "start": _start,
    "kitty": lambda words: {"kind": "kitty", "cards": _drawn(words[1:])},
    "flip": lambda words: {"kind": "flip", "cards": _drawn(words[1:])},
    "declare": _showing,
    "overturn": _showing,
    "bury": _showing,
    "pass": lambda words: {"kind": "pass", "seat": words[1]},
    "take": lambda words: {"kind": "take", "seat": words[1]},
    "join": lambda words: {"kind": "join", "seat": words[1]},
    "trump": _trump,
    "friend": _friend,
    "claim": _early,
    "concede": _early,
    "abandon": _with_reason,
    "forfeit": _with_reason,
    "redeal": _with_reason,
    "sheet": lambda words: {"kind": "sheet"},
    "penalty": _penalty,
    "ruling": _ruling,
    "retract": lambda words: {"kind": "retract", "address": words[1], "cards": words[2]},
    "result": _result,
    "note": lambda words: {"kind": "note", "address": words[1], "text": _unquoted(words[2])},
}
