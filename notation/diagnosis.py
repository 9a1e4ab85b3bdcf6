"""A line that the grammar refuses → what is wrong with it, where, and what was expected.

The word at which the line's own rule fails is looked at by the examples of mistakes below; where
none fits, the grammar's expectation is told. Places are those of the line as it was written.
"""

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from shengji.notation import diagnostics as codes
from shengji.notation.diagnostics import Code, Value
from shengji.notation.grammar import LINE_RULES, line_parser
from shengji.notation.limits import FINDINGS_A_LINE, LONG_LINE
from shengji.notation.lines import LineError, joins
from shengji.notation.spelling import RANKS_FIRST, pieces, spell
from shengji.notation.tokens import SEATS

_CONTROL: Final = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]")
# A text that does not end goes to the end of the line: no character is then looked at twice.
_PIECE: Final = re.compile(
    r'"(?:[^"\\]|\\.)*(?P<quote>")?|\{(?:[^}\\]|\\.)*(?P<brace>\})?|#.*|[^\s#]+'
)
_WORD: Final = re.compile(r'(?:"(?:[^"\\]|\\.)*"?|\{(?:[^}\\]|\\.)*\}?|[^\s"{#])+')
"""All up to the next blank that stands in no text."""
_TAG_SO_FAR: Final = re.compile(r'\[[ \t]*[A-Za-z][A-Za-z0-9_-]{0,63}[ \t]+"(?:[^"\\]|\\.)*"[ \t]*')
_BEFORE_COMMENT: Final = re.compile(r'(?:"(?:[^"\\]|\\.)*"?|\{(?:[^}\\]|\\.)*\}?|[^#"{])*')

_RANKS: Final = "(?:10|[2-9TJQKA?])"
_SET: Final = rf"(?:[SHDC]{_RANKS}+|[LB]|\.[1-9][0-9]{{0,2}})+"
_CARDS: Final = re.compile(_SET)
_JOKER: Final = re.compile("[BLR]J|[王🃏🂿🃟]")
_JACK: Final = re.compile(r"(?<!\S)[SH]J(?!\S)")
_BARE_RANKS: Final = re.compile(f"{_RANKS}+")
_RANK_FIRST: Final = re.compile(f"({_RANKS}+)([SHDC])")
_ANNOTATION: Final = r"\$[1-9][0-9]{0,2}|[!?]{1,2}|~[0-9]+(?:\.[0-9]+)?|\{(?:[^}\\]|\\.)*\}"
_ANNOTATIONS: Final = re.compile(f"(?:{_ANNOTATION})+")
_EACH_ANNOTATION: Final = re.compile(_ANNOTATION)
_TOUCHING_SIGN: Final = re.compile(f"({RANKS_FIRST})([!?$~].*)")
_TOUCHING: Final = re.compile(rf"({_SET}(?:[+/]{_SET})*(?:<[a-l])?(?:\^[a-z]+)?)([!?$~{{].*)")
_PLAY_HEAD: Final = re.compile(rf"{_SET}(?:[+/]{_SET})*(?:<[a-l](?=\^))?([+/<^])")
_LIKE_CARDS: Final = re.compile("[0-9A-Zx?.]+")
_BREAK: Final = re.compile(r"\\(?:n(.)|.)")
_SIDE: Final = re.compile(r"(?:lost=|up=|points=|level=)?([a-l]{2,})(?=[-+=,]|$)")
_NUMBER: Final = re.compile(r"[+-]?[0-9]+")
_CARD_WORDS: Final = frozenset(("W_CARDS", "W_PLAY", "W_CARD"))
_CARD_CODES: Final = (
    codes.UNKNOWN_CARD,
    codes.AMBIGUOUS_JOKER,
    codes.RANK_WITHOUT_SUIT,
    codes.LOWER_CASE_CARD,
)
"""A word that is wrong as cards: what stands behind it is judged as if it had been sound."""
_SEAT_WORDS: Final = frozenset(("W_SEAT", "W_SEAT_OR_UNKNOWN", "W_SEAT_OR_MORE"))
_SIDE_WORDS: Final = frozenset(
    ("W_SEATS", "W_MATCH_SIDE", "W_LEVEL_FIELD", "W_RULING_FIELD", "W_RESULT_FIELD")
)
_NUMBER_WORDS: Final = frozenset(
    ("W_TRICK_NUMBER", "W_HAND_NUMBER", "W_AFTER", "W_COPY", "W_AMOUNT", "W_POINTS", "W_VERSION")
)

_PUNCTUATION: Final[dict[str, str]] = {
    **{chr(code): chr(code - 0xFEE0) for code in range(0xFF01, 0xFF5F) if not chr(code).isalnum()},
    "【": "[", "】": "]", "“": '"', "”": '"', "《": "<", "。": ".", "、": ",", "￥": "$", "…": "^",
}  # fmt: skip
"""Chinese punctuation and the plain sign that was meant."""
_WIDE: Final = re.compile(
    r'"(?:[^"\\]|\\.)*"?|\{(?:[^}\\]|\\.)*\}?|(?P<sign>[' + "".join(_PUNCTUATION) + "])"
)


class Finding(NamedTuple):
    """Something wrong with a line; column counts from 1."""

    code: Code
    column: int
    length: int
    arguments: dict[str, Value]


class _Line:
    """A line in plain spelling that knows where each part of it was written."""

    def __init__(self, line: str) -> None:
        self._pieces = pieces(line)
        plain = "".join(plain for plain, _ in self._pieces)
        self.vendor = plain.lstrip().startswith("x-")
        body = None if self.vendor else _BEFORE_COMMENT.match(plain)
        self.text = (body[0] if body else plain).rstrip()
        """Without the comment and the blanks that end it."""

    def finding(self, code: Code, start: int, end: int, /, **arguments: Value) -> Finding:
        """A finding about a part of the plain text; `found` is filled in as it was written."""
        column, length, written = self._written(start, end)
        if "found" in code.arguments and "found" not in arguments:
            arguments["found"] = written
        return Finding(code, column + 1, length, arguments)

    def written(self, start: int, end: int) -> str:
        """A part of the plain text as it was written."""
        return self._written(start, end)[2]

    def _written(self, start: int, end: int) -> tuple[int, int, str]:
        plain_at = written_at = 0
        first, text = -1, ""
        for plain, written in self._pieces:
            low, high = max(start - plain_at, 0), min(end - plain_at, len(plain))
            if low < high or (first < 0 and low == 0 and plain_at == start and plain):
                part = written[low:high] if plain == written else written
                if first < 0:
                    first = written_at + (low if plain == written else 0)
                text += part
            plain_at += len(plain)
            written_at += len(written)
        return (written_at if first < 0 else first), len(text), text


def diagnose(written: str) -> list[Finding]:
    """What is wrong with a line that is not sound; always something."""
    if match := _CONTROL.search(written):
        return [_control(match)]
    line = _Line(written)
    found = _vendor(line) if line.vendor else _texts(line) or _whole(line)
    return found or [line.finding(codes.UNEXPECTED, 0, len(line.text), expected=())]


def refused(written: str, error: LineError) -> Finding:
    """What the grammar lets pass and the reader of the line refuses.

    Of several equal words the last one is at fault: it is what stands there again.
    """
    line = _Line(written)
    if error.code is codes.COMBINING_MARK:
        at = next(match.end() - 1 for match in _BREAK.finditer(line.text) if joins(match[1] or ""))
        return line.finding(codes.COMBINING_MARK, at, at + 1)
    starts = [match.start() for match in _WORD.finditer(line.text) if match[0] == error.found]
    start = starts[-1] if starts else 0
    return line.finding(error.code, start, start + len(error.found), **error.arguments)


def _control(match: re.Match[str]) -> Finding:
    code = ord(match[0])
    if 0xDC80 <= code <= 0xDCFF:
        arguments: dict[str, Value] = {"byte": f"{code - 0xDC00:02X}", "encoding": "UTF-8"}
        return Finding(codes.BAD_BYTE, match.start() + 1, 1, arguments)
    return Finding(codes.BAD_CHARACTER, match.start() + 1, 1, {"character": f"U+{code:04X}"})


def _vendor(line: _Line) -> list[Finding]:
    """The name of a vendor line is no name, or something touches it."""
    start = len(line.text) - len(line.text.lstrip())
    word = line.text.split()[0]
    return [line.finding(codes.UNEXPECTED, start, start + len(word), expected=("vendor",))]


def _texts(line: _Line) -> list[Finding]:
    """Quoted texts and texts in braces that do not end, or that hold no good escape."""
    for match in _PIECE.finditer(line.text):
        word, start = match[0], match.start()
        if word[0] not in '"{':
            continue
        if not (match["quote"] or match["brace"]):
            code = codes.UNCLOSED_TEXT if word[0] == "{" else codes.UNCLOSED_QUOTE
            return [line.finding(code, start, len(line.text))]
        if escape := _bad_escape(line, word):
            at = start + escape.start()
            return [line.finding(codes.BAD_ESCAPE, at, at + 2)]
    return []


def _bad_escape(line: _Line, word: str) -> re.Match[str] | None:
    allowed = "}\\n" if word[0] == "{" else '"\\' if line.text.lstrip()[0] == "[" else '"\\n'
    for match in re.finditer(r"\\(.)", word):
        if match[1] not in allowed:
            return match
    return None


def _whole(line: _Line) -> list[Finding]:
    match = _WORD.search(line.text)
    if match is None:
        return []
    word, start, end = match[0], match.start(), match.end()
    if word.startswith("["):
        return _tag(line, start)
    if word.upper().startswith("%SJN") and word != "%SJN":
        return [line.finding(codes.UNEXPECTED, start, end, expected=("magic",))]
    if word.startswith("%") and word != "%SJN":
        return [line.finding(codes.PERCENT_LINE, start, end)]
    if (rule := _rule(match)) is not None:
        return list(_by_rule(line, *rule))
    return [_unknown_statement(line, word, start, end)]


def _rule(first: re.Match[str]) -> tuple[str, int] | None:
    """The rule of a line by its first word, and where its text begins; None: there is none."""
    word = first[0]
    if word.isdecimal():
        return "trick", first.start()
    if len(word) == 1 and word in SEATS:
        return "seat_line", first.start()
    name = "magic" if word == "%SJN" else word
    return (name, first.end()) if name in LINE_RULES else None


def may_follow(typed: str) -> tuple[str, ...]:
    """What the next word of a line may be, behind whole words and a blank.

    By the names that :data:`diagnostics.UNEXPECTED` uses, such as `seat` or `trick-number`; none
    where nothing may follow, where the words are wrong already, and for the first word.
    """
    line = spell(typed)
    first = _WORD.search(line)
    rule = None if first is None else _rule(first)
    if rule is None:
        return ()
    # No word of any rule begins with this sign: all that might are told.
    text = f"{line[rule[1] :]}\0"
    failure = _failure(rule[0], text)
    if failure is None or failure[0] < len(text) - 1:
        return ()
    return tuple(name for name in _names(failure[1]) if name != "end-of-line")


def _tag(line: _Line, start: int) -> list[Finding]:
    end = len(line.text)
    if wide := _full_width(line, start, end):
        return [wide]
    sound = _TAG_SO_FAR.match(line.text, start)
    at = sound.end() if sound else start
    return [line.finding(codes.TAG_FORM, at, max(end, at + 1))]


def _unknown_statement(line: _Line, word: str, start: int, end: int) -> Finding:
    if wide := _full_width(line, start, end):
        return wide
    if word.lower() in LINE_RULES:
        return line.finding(codes.UNKNOWN_STATEMENT, start, end, word=word, suggestion=word.lower())
    if _CARDS.match(word) or word[0] in "{~$=+/^<!?":
        return line.finding(codes.LINE_CONTINUED, start, end)
    rest = line.text[end:].split()
    if len(word) == 1 and rest and _CARDS.fullmatch(rest[0]):
        return line.finding(codes.UNKNOWN_SEAT, start, end)
    suggestion = _closest(word)
    return line.finding(codes.UNKNOWN_STATEMENT, start, end, word=word, suggestion=suggestion)


def _closest(word: str) -> str:
    """The statement that a misspelt word is nearest to, or nothing."""
    import difflib

    names = [name for name in LINE_RULES if name not in ("trick", "seat_line", "magic", "tag")]
    return next(iter(difflib.get_close_matches(word.lower(), names, 1)), "")


# By the rule of the statement


def _by_rule(line: _Line, rule: str, start: int) -> Iterator[Finding]:
    """Where the rule fails on the text from `start`; a wrong card does not hide the next one."""
    text = line.text
    jokers = False
    for _ in range(FINDINGS_A_LINE if len(text) < LONG_LINE else 1):
        failure = _failure(rule, text[start:].rstrip())
        if failure is None:
            break
        at, expected = start + failure[0], failure[1]
        match = _WORD.search(text, at)
        if match is None:
            yield line.finding(codes.LINE_ENDS, at, at, expected=_names(expected))
            return
        finding = _wrong_word(line, match, expected)
        yield finding
        jokers = jokers or finding.code is codes.AMBIGUOUS_JOKER
        if finding.code not in _CARD_CODES:
            break
        text = text[: match.start()] + "L".ljust(len(match[0])) + text[match.end() :]
    if jokers:
        for match in _JACK.finditer(line.text):
            readings = ("SJ", "L") if match[0] == "SJ" else ("HJ", "B")
            yield line.finding(codes.JACK_OR_JOKER, match.start(), match.end(), readings=readings)


def _failure(rule: str, text: str) -> tuple[int, frozenset[str]] | None:
    """The place at which a rule fails, and the words that it would have taken there."""
    from lark.exceptions import UnexpectedCharacters, UnexpectedToken

    try:
        line_parser().parse(text, start=rule)
    except UnexpectedToken as error:
        at = error.token.start_pos if error.token.type != "$END" else len(text)
        expected = frozenset(error.expected)
    except UnexpectedCharacters as error:
        at, expected = error.pos_in_stream, frozenset(error.allowed)
    else:
        return None
    if at >= len(text) and "_B" in expected and not text.endswith(" "):
        return _failure(rule, text + " ")
    return at, expected


def _names(expected: frozenset[str]) -> tuple[str, ...]:
    """Terminals of the grammar as diagnostics name them: W_TRICK_NUMBER is trick-number."""
    words = {name.removeprefix("W_").lower().replace("_", "-") for name in expected}
    words -= {"-b", "<end-of-file>", "$end"}
    return tuple(sorted(words)) or ("end-of-line",)


def _wrong_word(line: _Line, match: re.Match[str], expected: frozenset[str]) -> Finding:
    """What is wrong with the word at which a rule fails: the first example that it is like."""
    word, start, end = match[0], match.start(), match.end()
    if wide := _full_width(line, start, end):
        if expected & _CARD_WORDS and wide.arguments["suggestion"] == ",":
            return wide._replace(arguments={**wide.arguments, "suggestion": " "})
        return wide
    if expected & _CARD_WORDS and (finding := _wrong_cards(line, word, start, end, expected)):
        return finding
    if word[0] in "{~$!?" and "W_PLAY" in expected and "W_GLYPH" not in expected:
        return line.finding(codes.EARLY_ANNOTATION, start, end)
    if "W_GLYPH" in expected and word.strip("!?") and _ANNOTATIONS.fullmatch(word):
        return line.finding(codes.TOUCHING_ANNOTATION, start, end, suggestion=_set_off(word))
    if expected & _SIDE_WORDS and (side := _SIDE.match(word)):
        ascending = "".join(sorted(set(side[1])))
        if ascending != side[1]:
            suggestion = word.replace(side[1], ascending, 1)
            return line.finding(codes.SEAT_ORDER, start, end, suggestion=suggestion)
    if expected & _SEAT_WORDS and len(word) == 1:
        return line.finding(codes.UNKNOWN_SEAT, start, end)
    if expected & _NUMBER_WORDS and _NUMBER.fullmatch(word):
        return line.finding(codes.NUMBER_SIZE, start, end)
    return line.finding(codes.UNEXPECTED, start, end, expected=_names(expected))


def _wrong_cards(
    line: _Line, word: str, start: int, end: int, expected: frozenset[str]
) -> Finding | None:
    """What is wrong with a word that stands where cards are due, if it looks like cards."""
    if joker := _JOKER.search(word):
        at = start + joker.start()
        return line.finding(codes.AMBIGUOUS_JOKER, at, at + len(joker[0]), readings=("B", "L"))
    touching = _TOUCHING.fullmatch(word) or _TOUCHING_SIGN.fullmatch(line.written(start, end))
    if touching:
        suggestion = f"{touching[1]} {_set_off(touching[2])}"
        return line.finding(codes.TOUCHING_ANNOTATION, start, end, suggestion=suggestion)
    if word != word.upper() and _CARDS.fullmatch(word.upper()):
        return line.finding(codes.LOWER_CASE_CARD, start, end, suggestion=word.upper())
    if _BARE_RANKS.fullmatch(word):
        return line.finding(codes.RANK_WITHOUT_SUIT, start, end)
    if first := _RANK_FIRST.fullmatch(word):
        return line.finding(codes.UNKNOWN_CARD, start, end, card=first[2] + first[1])
    if "W_PLAY" in expected and (head := _PLAY_HEAD.match(word)):
        due = {"^": "mark", "<": "seat"}.get(head[1], "cards")
        return line.finding(codes.UNEXPECTED, head.end(1) + start, end, expected=(due,))
    if _CARDS.match(word) or _LIKE_CARDS.fullmatch(word):
        guess = word.upper().replace("X", "T")
        return line.finding(
            codes.UNKNOWN_CARD, start, end, card=guess if _CARDS.fullmatch(guess) else ""
        )
    return None


def _set_off(annotations: str) -> str:
    """Annotations that touch one another, with blanks between them."""
    if not _ANNOTATIONS.fullmatch(annotations):
        return annotations
    return " ".join(_EACH_ANNOTATION.findall(annotations))


def _full_width(line: _Line, start: int, end: int) -> Finding | None:
    """The first sign of Chinese punctuation outside of texts."""
    for match in _WIDE.finditer(line.text, start, end):
        if letter := match["sign"]:
            at, plain = match.start(), _PUNCTUATION[letter]
            whole = line.finding(codes.FULL_WIDTH, at, at + 1, suggestion=plain)
            column = whole.column + str(whole.arguments["found"]).index(letter)
            return Finding(whole.code, column, 1, {**whole.arguments, "found": letter})
    return None
