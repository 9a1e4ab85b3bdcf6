"""A new draft: what is recorded, rules, players, levels, dealer. Without JavaScript a form."""

from collections.abc import Mapping

from flask import Blueprint, make_response, redirect, render_template, request
from werkzeug.wrappers import Response as AnyResponse

from shengji.replay.archive import ReadOnlyError
from shengji.replay.intake import IntakeError
from shengji.replay.recording import Draft, DraftError, resumed, say_trouble
from shengji.web.games import TOKEN, archive
from shengji.web.language import language, t
from shengji.web.presentation import url
from shengji.web.recorder.opened import drafts
from shengji.web.recorder.setup import USUAL, SetupError, draft_of
from shengji.web.recorder.setupform import preset_of, setup_context
from shengji.web.uploading import MOST_CHARACTERS, as_sjn

NOTHING: Mapping[str, str] = {}

page = Blueprint("record", __name__)
choosing = Blueprint("record_form", __name__)
"""Changes nothing: no form of another site can do harm, and a page of yesterday can ask."""


@page.get("/record")
def show() -> str:
    """The form, for the rule system that the address names.

    :raises ReadOnlyError: no draft can be kept here.
    """
    if archive().read_only:
        raise ReadOnlyError("a draft needs an archive that can be written to")
    return _form({"preset": request.args.get("preset", USUAL)}, NOTHING)


@page.post("/record")
def begin() -> AnyResponse | str:
    """Start a draft and go to its page, whose address holds the token."""
    form = request.form
    try:
        draft = _resumed() if "text" in form else draft_of(form)
    except SetupError as error:
        return make_response(_form(form, error.problems), error.status)
    name, token = drafts().start(draft)
    return redirect(url("record_desk.show", name=name, **{TOKEN: token}), 303)


@choosing.post("/record/form")
def choose() -> str:
    """The form again for another rule system or other options; all else stays as filled in.

    With `told=yes` also what is wrong with it.
    """
    form = request.form
    return _form(form, _problems(form) if form.get("told") == "yes" else NOTHING)


@choosing.get("/record/form")
def again() -> AnyResponse:
    """Where a page that was shown by :func:`choose` is loaded once more."""
    return redirect(url("record.show"), 303)


def _problems(form: Mapping[str, str]) -> Mapping[str, str]:
    try:
        draft_of(form)
    except SetupError as error:
        return error.problems
    return NOTHING


def _resumed() -> Draft:
    """The draft that goes on with a text or a file.

    :raises SetupError: it is too long, or cannot be read at all.
    """
    file = request.files.get("file")
    raw = file.read() if file else b""
    if not raw and not request.form["text"].strip():
        raise SetupError({"text": t("record.no-record")})
    try:
        text = as_sjn(raw).raw.decode() if raw else request.form["text"]
        if len(text) > MOST_CHARACTERS:
            long = t("record.too-long", number=len(text), most=MOST_CHARACTERS)
            raise SetupError({"text": long}, 413)
        return resumed(text.replace("\r\n", "\n"))
    except UnicodeDecodeError:
        raise SetupError({"text": t("record.no-text")}) from None
    except IntakeError as error:
        raise SetupError({"text": error.say(language())}) from None
    except DraftError as error:
        raise SetupError({"text": say_trouble(error, language())}) from None


def _form(form: Mapping[str, str], problems: Mapping[str, str]) -> str:
    context = setup_context(form, problems, preset_of(form.get("preset", USUAL)))
    return render_template("record-start.html", **context)
