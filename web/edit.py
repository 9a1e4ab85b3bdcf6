"""The text editor: SJN with what is wrong at its place, completion, and the table beside it.

The page alone is a form that checks; its script asks the service below, which keeps nothing.
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import lru_cache
from typing import Final

from flask import (
    Blueprint,
    Response,
    abort,
    current_app,
    jsonify,
    make_response,
    redirect,
    render_template,
    request,
)
from werkzeug.wrappers import Response as AnyResponse

from shengji.engine.rules import RuleError
from shengji.notation import dumps
from shengji.notation import record as rec
from shengji.notation.builder import PLACES
from shengji.notation.diagnostics import Diagnostic
from shengji.notation.spelling import STATEMENTS as SPELLED
from shengji.replay import NoSuchPosition
from shengji.replay.archive import Kept
from shengji.replay.film import Film, film
from shengji.replay.findings import finding
from shengji.replay.language import complete as completions
from shengji.replay.language import diagnose, fixes, formatted, place_at, say_fix
from shengji.replay.recording import Conflict, Draft, lines_of, opening, replacing
from shengji.replay.recording.judging import judge
from shengji.replay.wording import say_basis
from shengji.web.games import TOKEN
from shengji.web.given import json_body, number_of
from shengji.web.language import language, t
from shengji.web.marking import marked
from shengji.web.presentation import url
from shengji.web.recorder.opened import drafts, opened, shown_token
from shengji.web.recorder.table import empty_table, table_of
from shengji.web.scene import Seen
from shengji.web.staging import seat_places
from shengji.web.uploading import MOST_CHARACTERS

STATEMENTS: Final = tuple(
    sorted(
        {*PLACES, *SPELLED, "end", "endvar", "hand", "match", "note", "var"} - {"trick", "vendor"}
    )
)
"""Words that a line may begin with, in English and Chinese, to be coloured."""
SHOWN: Final = 200
"""Findings that are sent; the rest is counted."""

page = Blueprint("edit", __name__)
service = Blueprint("edit_service", __name__)


@page.get("/edit")
def show() -> str:
    """The editor; with `?draft=` and its token, over the text of that draft."""
    name = request.args.get("draft")
    kept = None if name is None else opened(name)
    return _page(_blank() if kept is None else kept.draft.text, kept=kept)


@page.post("/edit")
def check() -> str:
    """What a form without a script sends: the same page, with what was found."""
    return _page(_sent(), checked=True)


@page.post("/record/<name>/text")
def save(name: str) -> AnyResponse:
    """Put the text of a form into the draft that it was opened from, as one correction of it."""
    kept = opened(name)
    if "text" not in request.form:
        abort(400)
    text = _sent()
    base = number_of(request.form.get("base", "")) or kept.version
    if not 0 < base <= kept.version:
        abort(400)
    if judge(text).refused:
        return make_response(_page(text, kept=kept, checked=True, trouble="unreadable"), 422)
    before = Draft.of(kept.draft.log[:base])
    splice = replacing(before.lines, lines_of(text))
    if splice is not None:
        came = drafts().receive(name, shown_token(), base, (splice,))
        if isinstance(came, Conflict):
            return make_response(_page(text, kept=kept, base=base, trouble="parted"), 409)
    return redirect(url("record_desk.show", name=name, **{TOKEN: shown_token()}), 303)


def _sent() -> str:
    text = request.form.get("text", "").replace("\r\n", "\n")
    if len(text) > MOST_CHARACTERS:
        abort(413)
    return text


@service.post("/edit/look")
def look() -> Response:
    """The table where the cursor stands; what is wrong with the text and how the line may go on.

    The last two are left out where nobody asks: a cursor that moves changes neither.
    """
    asked = _asked()
    told: dict[str, object] = {}
    if asked.all:
        told |= _findings(asked.text)
        told["offers"] = _offers(asked)
    shown, at = _shown(asked)
    if shown is None:
        return jsonify(told)
    seen = Seen("open", 0, language())
    context = table_of(shown, seen, shown.steps[at], current_app.jinja_env)
    around = "·".join(each.name or each.label for each in seat_places(shown, seen))
    told |= {"scene": context["s"], "around": around}
    if asked.around != around:
        told["html"] = render_template("board.html", address=lambda at: f"#{at}", **context)
    return jsonify(told)


def _findings(text: str) -> dict[str, object]:
    """The first findings with their mendings, and how many there are."""
    found, lines = diagnose(text), text.split("\n")
    return {"found": [_finding(each, lines) for each in found[:SHOWN]], "number": len(found)}


def _finding(found: Diagnostic, lines: Sequence[str]) -> Mapping[str, object]:
    return {
        **asdict(finding(found, language())),
        "label": t(f"severity.{found.severity}"),
        "basis": say_basis(found, language()),
        "page": url("notation.show", code=found.code.id, token=None),
        "fixes": [
            {"title": say_fix(fix, language()), "text": fix.edit.text, **asdict(fix.edit.span)}
            for fix in fixes(lines, found)
        ],
    }


@service.post("/edit/complete")
def complete() -> Response:
    """How the line may go on where the cursor stands."""
    return jsonify(_offers(_asked()))


def _offers(asked: "_Asked") -> list[Mapping[str, object]]:
    found = completions(asked.text, asked.line, asked.column, language())
    return [asdict(each) for each in found[:SHOWN]]


@service.post("/edit/format")
def layout() -> AnyResponse:
    """The canonical form, or null where not all of it can be read."""
    return jsonify(text=formatted(_asked().text))


@dataclass(frozen=True, slots=True)
class _Asked:
    """A question about a text, with the cursor in it; line and column count from 1."""

    text: str
    line: int
    column: int
    around: str
    """Whom the table shows that is there already."""
    all: bool
    """The text has changed, and not only the cursor moved."""


def _asked() -> _Asked:
    told = json_body()
    if not isinstance(told, dict) or not isinstance(told.get("text"), str):
        abort(400)
    if len(told["text"]) > MOST_CHARACTERS:
        abort(413)
    line, column = told.get("line", 1), told.get("column", 1)
    if type(line) is not int or type(column) is not int:
        abort(400)
    return _Asked(told["text"], line, column, str(told.get("around")), told.get("all") is True)


def _shown(asked: _Asked) -> tuple[Film | None, int]:
    """The hand that the cursor is in, and the step after the statement there, or before a blank."""
    lines = asked.text.split("\n")[: max(0, asked.line)]
    while lines and not lines[-1].strip():
        lines.pop()
    behind = len(lines) < asked.line
    column = len(lines[-1]) + 1 if lines and behind else asked.column
    place = place_at(asked.text, len(lines), column)
    if place is None:
        return None, 0
    index = judge(asked.text).parsed.records.index(place.record)
    found = _film(asked.text, index, place.hand.number)
    if found is None:
        return None, 0
    step = found.find(place.address)
    return found, len(found.steps) - 1 if step is None else step


@lru_cache(maxsize=32)
def _film(text: str, index: int, number: int) -> Film | None:
    try:
        return film(judge(text).parsed.records[index], number)
    except (NoSuchPosition, RuleError):
        return None


def _blank() -> str:
    """The head of a record."""
    draft = opening("standard")
    record = judge(draft.text).record or rec.Record(())
    return dumps(record)


def _page(
    text: str,
    *,
    kept: Kept | None = None,
    base: int | None = None,
    checked: bool = False,
    trouble: str = "",
) -> str:
    """The editor over a text.

    :param kept: the draft that it is of, if it is of one, and that many of its actions.
    :param trouble: why the draft did not take it.
    """
    found = diagnose(text) if checked else ()
    return render_template(
        "edit.html",
        text=text,
        draft=kept,
        base=kept.version if kept and base is None else base,
        draft_token=shown_token() if kept else None,
        trouble=trouble,
        checked=checked,
        marks=marked(text, found),
        statements=" ".join(STATEMENTS),
        most=MOST_CHARACTERS,
        address=lambda at: f"#{at}",
        **empty_table(language(), current_app.jinja_env),
    )
