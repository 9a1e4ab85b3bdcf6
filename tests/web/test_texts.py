"""The texts of the site: each is asked for with what its gaps need."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from shengji.replay.templates import Choice, Slot, read_template
from shengji.web.language import texts

WEB = Path(__file__).parents[2] / "web"
BARE = re.compile(r"""\bt\(["']([a-z-]+\.[\w-]+)["']\)""")
"""A text that is asked for with nothing to fill in."""


def bare() -> Iterator[tuple[str, str]]:
    for folder, kind in (("templates", "*.html"), (".", "*.py")):
        for path in sorted((WEB / folder).rglob(kind)):
            for key in BARE.findall(path.read_text(encoding="utf-8")):
                yield path.name, key


def gaps(text: str) -> list[str]:
    return [part.name for part in read_template(text) if isinstance(part, Slot)] + [
        "[…]" for part in read_template(text) if isinstance(part, Choice)
    ]


@pytest.mark.parametrize("language", ["en", "zh-Hans", "zh-Hant"])
def test_a_text_without_arguments_has_no_gaps(language: str) -> None:
    found = sorted(set(bare()))
    assert len(found) > 300
    say = texts(language)
    assert [(file, key) for file, key in found if gaps(say(key))] == []
