"""The end of a draft: the checker speaks, then the upload takes the record over."""

from flask import Blueprint, render_template

from shengji.replay.recording import finish
from shengji.web.marking import marked
from shengji.web.recorder.opened import opened, shown_token

page = Blueprint("record_finish", __name__)


@page.get("/record/<name>/finish")
def show(name: str) -> str:
    kept = opened(name)
    found = finish(kept.draft)
    text = kept.draft.text
    return render_template(
        "record-finish.html",
        name=name,
        shown=shown_token(),
        found=found,
        errors=marked(text, found.errors),
        unchecked=marked(text, found.unchecked),
        remarks=marked(text, found.remarks),
    )
