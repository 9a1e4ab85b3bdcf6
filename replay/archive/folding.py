"""Text as search sees it: one function for what is stored and for what is asked.

Width, case, accents and the two Chinese scripts make no difference, and every Chinese character is
a word of its own: names of two characters are found, which whole words or trigrams would miss. A
character alone is in very many texts, though, so every pair of neighbours is a word as well, in a
column of its own, and what is asked in two characters or more is found by pairs.
"""

import functools
import re
import tomllib
import unicodedata
from collections.abc import Iterable
from importlib.resources import files
from itertools import groupby, pairwise
from typing import Final

BREAK: Final = "\ue000"
"""Stands between two texts, so that no phrase runs from one into the other."""

_IDEOGRAPHS: Final = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
"""Scripts written without blanks: kana and Chinese characters."""
_IDEOGRAPH: Final = re.compile(f"[{_IDEOGRAPHS}]")
_TOKEN: Final = re.compile(rf"(?=[^\W_])[{_IDEOGRAPHS}]|[^\W_{_IDEOGRAPHS}]+")


def fold(text: str) -> str:
    """One spelling for all that means the same: simplified, half width, small, without accents."""
    text = unicodedata.normalize("NFKC", text).casefold()
    if text.isascii():
        return text
    plain = (
        sign for sign in unicodedata.normalize("NFKD", text) if not unicodedata.combining(sign)
    )
    return unicodedata.normalize("NFC", "".join(plain)).translate(_simplified())


def fold_name(name: str) -> str:
    """A player's name as it is compared: folded, its blanks made one each."""
    return " ".join(fold(name).split())


def tokens(text: str) -> list[str]:
    """The words of a text: runs of letters and digits, each ideograph alone."""
    return _TOKEN.findall(fold(text))


def searchable(texts: Iterable[str]) -> str:
    """Texts as they stand in the index: words with blanks between, breaks between texts."""
    return f" {BREAK} ".join(" ".join(tokens(text)) for text in texts)


def paired(words: str) -> str:
    """The neighbouring ideographs of a :func:`searchable` text, with breaks between the runs."""
    runs = groupby(words.split(), lambda word: _IDEOGRAPH.fullmatch(word) is not None)
    pairs = (_pairs(list(run)) for ideographs, run in runs if ideographs)
    return f" {BREAK} ".join(" ".join(each) for each in pairs if each)


def _pairs(words: list[str]) -> list[str]:
    return [one + other for one, other in pairwise(words)]


def match_expression(text: str) -> str | None:
    """The question as SQLite's full text search takes it; None where there is no word in it.

    What blanks set apart may stand anywhere; what they do not is a phrase. Every phrase is quoted,
    so nothing in it can be an operator. A last word of two letters or more may be a beginning.
    A phrase of ideographs alone is looked for among the pairs.
    """
    phrases = [words for part in text.split() if (words := tokens(part))]
    if not phrases:
        return None
    return " AND ".join(map(_phrase, phrases))


def _phrase(words: list[str]) -> str:
    if len(words) > 1 and all(map(_IDEOGRAPH.fullmatch, words)):
        return f'pairs : "{" ".join(_pairs(words))}"'
    return f'text : "{" ".join(words)}"{" *" if may_go_on(words[-1]) else ""}'


def may_go_on(word: str) -> bool:
    """Whether a word that ends a phrase also finds longer words."""
    return len(word) > 1


@functools.cache
def _simplified() -> dict[int, str]:
    """Traditional characters to simplified ones."""
    table = tomllib.loads(files(__package__).joinpath("hant.toml").read_text("utf-8"))
    pairs = dict(zip("".join(table["hant"].split()), "".join(table["hans"].split()), strict=True))
    return {ord(old): pairs.get(new, new) for old, new in pairs.items()}
