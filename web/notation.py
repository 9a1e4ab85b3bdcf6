"""The notation on the site: its definition, and every diagnostic with examples to be tried."""

import functools
from importlib.resources import files

from flask import Blueprint, abort, render_template
from markdown_it import MarkdownIt
from markdown_it.tree import SyntaxTreeNode

from shengji.notation.diagnostics import CODES
from shengji.replay.archive import Archive, RefusedError
from shengji.replay.wording import UnknownCodeError, explain
from shengji.web.language import language

page = Blueprint("notation", __name__)


@page.get("/notation")
def index() -> str:
    """The definition, section by section, and all diagnostics."""
    codes = [(code, explain(code, language()).title) for code in CODES]
    return render_template("notation.html", sections=definition(), codes=codes, watchable=watchable)


@page.get("/notation/<code>")
def show(code: str) -> str:
    """What lies behind a diagnostic, with a record that has it and the same put right."""
    try:
        found = explain(code, language())
    except UnknownCodeError:
        abort(404)
    return render_template("diagnostic.html", code=CODES[code], found=found, watchable=watchable)


@functools.lru_cache(maxsize=512)
def watchable(text: str) -> bool:
    """Whether a hand of it can be stepped through: it is one match that could be stored."""
    try:
        return Archive.preview(text.encode()).facts.hands > 0
    except RefusedError:
        return False


@functools.cache
def definition() -> tuple[tuple[str, list[SyntaxTreeNode]], ...]:
    """The sections of SPEC.md: the heading of each, and its text as nodes."""
    text = files("shengji.notation").joinpath("SPEC.md").read_text("utf-8")
    _, *parts = text.split("\n## ")
    return tuple((heading, parsed(body)) for heading, _, body in (p.partition("\n") for p in parts))


def parsed(text: str) -> list[SyntaxTreeNode]:
    """The nodes of a text in Markdown; HTML in it is text."""
    reader = MarkdownIt("commonmark", {"html": False}).enable("table")
    return SyntaxTreeNode(reader.parse(text)).children
