"""Parts that the pages of a hand have in common, made once.

Two positions of a hand differ in a few cards; the list of tricks, the rows of most seats, what the
panel tells of the match and all that the page holds ready are the same. A template says
`same(macro, arguments)` where a macro shows nothing but its arguments and what the pages of one
owner share.
"""

from collections.abc import Callable, Hashable
from typing import Final, TypeAlias

from jinja2 import Environment
from jinja2.runtime import Macro

from shengji.web.pages import Pages

Same: TypeAlias = Callable[..., str]
"""Calls a macro, or remembers what it gave."""

PARTS: Final = Pages(16384)
"""Some twenty-five megabytes."""


def shared_by(*owner: Hashable) -> Same:
    """Remember what macros gave for this owner, who is all that they depend on besides their
    arguments."""

    def same(macro: Macro, *arguments: str | int) -> str:
        return PARTS.get((owner, macro.name, arguments), lambda: macro(*arguments))

    return same


def plain(macro: Macro, *arguments: str | int) -> str:
    """Remember nothing: for pages that are made once."""
    return macro(*arguments)


def register(environment: Environment) -> None:
    environment.globals["same"] = plain
