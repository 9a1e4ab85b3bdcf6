"""The end of a draft: the checker speaks, then its recorder publishes it.

What was published stays one entry of the archive: sent again, as after a double tap, nothing
happens; after a correction of the draft the entry gets a revision. The draft stays throughout.
"""

from flask import Blueprint, abort, current_app, make_response, redirect, render_template, request
from werkzeug.wrappers import Response as AnyResponse

from shengji.replay.archive import Kept, Licence, Visibility
from shengji.web.games import TOKEN
from shengji.web.language import t
from shengji.web.marking import marked
from shengji.web.presentation import url
from shengji.web.recorder.ending import STOP, Ending, ending
from shengji.web.recorder.entering import enter
from shengji.web.recorder.opened import drafts, opened, shown_token
from shengji.web.share import code_picture
from shengji.web.upload import licence, visibility

page = Blueprint("record_finish", __name__)


@page.get("/record/<name>/finish")
def show(name: str) -> str:
    """The verdict, what was found, and the form to publish."""
    kept = opened(name)
    return _page(kept, ending(kept))


@page.post("/record/<name>/finish")
def publish(name: str) -> AnyResponse:
    """Store the record that was shown; what changed since is shown first."""
    kept = opened(name)
    end = ending(kept)
    if request.form.get("version") != str(kept.version):
        return make_response(_page(kept, end, problem=t("finish.changed")), 409)
    if end.storable is None:
        return make_response(_page(kept, end), 422)
    if end.published is None and (missing := _missing()):
        return make_response(_page(kept, end, problem=t(missing)), 422)
    added = drafts().publish(
        name,
        shown_token(),
        end.storable,
        visibility=Visibility.PRIVATE if end.published else visibility(),
        licence=Licence.PRIVATE if end.published or not _is_public() else licence(),
        without_names=request.form.get("nameless") == "yes",
    )
    if drafts().entry(name, shown_token()) is None:
        return make_response(_page(kept, end, twin=added.public_id), 409)
    return redirect(_here(name), 303)


@page.post("/record/<name>/finish/stop")
def stop(name: str) -> AnyResponse:
    """The hand was broken off: it ends where it stands."""
    kept = opened(name)
    if request.form.get("version") != str(kept.version):
        return make_response(_page(kept, ending(kept), problem=t("finish.changed")), 409)
    if not ending(kept).stoppable:
        abort(400)
    enter(kept, kept.version, STOP)
    return redirect(_here(name), 303)


@page.get("/record/<name>/record.sjn")
def text(name: str) -> AnyResponse:
    """The record that would be published, as a file; 404 where nothing can be."""
    found = ending(opened(name)).found
    if not found.text:
        abort(404)
    response = current_app.response_class(found.text, mimetype="text/plain")
    response.headers["Content-Disposition"] = f'attachment; filename="{name}.sjn"'
    return response


def _missing() -> str:
    """What has to be chosen before anything is published, as a text of the site."""
    if not request.form.get("visibility"):
        return "finish.choose-visibility"
    if _is_public() and not request.form.get("licence"):
        return "finish.choose-licence"
    return ""


def _is_public() -> bool:
    """What others may do with a record is asked where everybody finds it."""
    return request.form.get("visibility") == Visibility.PUBLIC


def _here(name: str) -> str:
    return url("record_finish.show", name=name, **{TOKEN: shown_token()})


def _page(kept: Kept, end: Ending, *, problem: str = "", twin: str = "") -> str:
    """:param twin: the public entry that has this very record already."""
    found, text = end.found, kept.draft.text
    return render_template(
        "record-finish.html",
        name=kept.id,
        shown=shown_token(),
        version=kept.version,
        end=end,
        problem=problem,
        twin=twin,
        groups=[
            ("record.errors", marked(text, found.errors)),
            ("record.not-checked", marked(text, found.unchecked)),
        ],
        remarks=marked(text, found.remarks),
        code_picture=code_picture(end.published.link) if end.published else "",
        visibilities=tuple(Visibility),
        licences=tuple(Licence),
        asked=request.form,
        line_address=lambda line: _line(kept.id, line),
    )


def _line(name: str, line: int) -> str:
    """A line of the draft, to be corrected."""
    return url("record_desk.show", name=name, line=line, **{TOKEN: shown_token()}) + "#correct"
