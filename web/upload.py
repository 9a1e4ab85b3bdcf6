"""Sending a record: what is found in it is shown first, and then it is stored."""

from typing import Final

from flask import Blueprint, abort, g, make_response, redirect, render_template, request
from werkzeug.wrappers import Response as AnyResponse

from shengji.notation import loads
from shengji.replay import Report, check
from shengji.replay.archive import Examined, Licence, RefusedError, Viewer, Visibility
from shengji.replay.exports.extract import Extract, parse_part
from shengji.replay.intake import SJN, IntakeError
from shengji.replay.remarking import say_format
from shengji.web.games import TOKEN, archive, reading_token, viewer
from shengji.web.language import language, t
from shengji.web.marking import marked
from shengji.web.offline import MOST_HANDS as MOST_OFFLINE
from shengji.web.offline import export, policy
from shengji.web.packed import PackedError, unpack
from shengji.web.presentation import url
from shengji.web.preview import absolute
from shengji.web.share import code_picture
from shengji.web.uploading import Sent, as_sjn, examined

NOTHING: Final = Report()
ALONE: Final = "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

page = Blueprint("upload", __name__)


@page.get("/upload")
def show() -> str:
    """A form: empty, or with the record that a link of another site brings."""
    try:
        return _form(Sent(unpack(request.args.get("record", ""))), None, None)
    except PackedError:
        reason = t("upload.bad-link")
        return _form(Sent(b""), None, RefusedError(reason), reason=reason)


@page.post("/upload/preview")
def preview() -> str:
    """What would be stored, and everything that a check finds; nothing is."""
    try:
        taken = as_sjn(sent())
    except IntakeError as error:
        return _unread(error)
    try:
        found: Examined | None = examined(taken.raw)
        refused = None
    except RefusedError as error:
        found, refused = None, error
    return _form(taken, found, refused, check(taken.raw))


def _accepted() -> tuple[Sent, Examined]:
    """What was sent and may be stored; else the form is answered with the reason."""
    try:
        taken = as_sjn(sent())
    except IntakeError as error:
        abort(make_response(_unread(error), 422))
    try:
        return taken, examined(taken.raw)
    except RefusedError as error:
        abort(make_response(_form(taken, None, error, check(taken.raw)), 422))


@page.post("/upload")
def publish() -> AnyResponse:
    """Store it. The page that follows is the only one to tell the edit token."""
    _, found = _accepted()
    added = archive().add(
        found,
        viewer=viewer(),
        visibility=visibility(),
        licence=licence(),
        without_names=request.form.get("nameless") == "yes",
    )
    if added.edit_token is None:
        return redirect(url("overview.show", name=added.public_id), 303)
    g.confidential = True
    told = _stored(added.public_id, added.edit_token)
    return make_response(told, 201)


def _stored(public_id: str, edit: str) -> str:
    """The page that tells the edit token, and with an unlisted record a link for others."""
    link = ""
    if visibility() is Visibility.UNLISTED:
        token = archive().share(public_id, Viewer((edit,)))
        link = absolute("overview.show", name=public_id, **{TOKEN: token})
    return render_template(
        "stored.html",
        name=public_id,
        token=edit,
        reading=reading_token(visibility(), edit),
        link=link,
        code_picture=code_picture(link) if link else "",
    )


@page.post("/upload/watch")
def watch() -> AnyResponse:
    """It, or a hand of it, to step through in a page that holds all it needs; none is stored."""
    taken, found = _accepted()
    (record,) = loads(taken.raw).records
    numbers = [hand.number for hand in record.hands]
    if not numbers:
        return make_response(_form(taken, found, None, check(taken.raw)), 422)
    whole = not request.form.get("hand") and len(numbers) <= MOST_OFFLINE
    number = request.form.get("hand", numbers[0], int)
    if number not in numbers:
        abort(400)
    g.confidential = True
    part = None if whole else parse_part(f"{number}")
    response = make_response(export(Extract(record, part, language=language())))
    response.headers["Content-Security-Policy"] = f"{policy()}; {ALONE}"
    return response


def sent() -> bytes:
    """The record of a form: the file where there is one, else the text."""
    file = request.files.get("file")
    data = file.read() if file else b""
    return data or request.form.get("text", "").replace("\r\n", "\n").encode()


def shown_text(raw: bytes) -> str:
    """A record as it can stand in a form again."""
    return raw.decode("utf-8", "replace").replace("\r\n", "\n")


def visibility() -> Visibility:
    """Who may see it, as the form says; 400 where it means nothing."""
    try:
        return Visibility(request.form.get("visibility", ""))
    except ValueError:
        abort(400)


def licence() -> Licence:
    """What others may do with it, as the form says; 400 where it means nothing."""
    try:
        return Licence(request.form.get("licence", ""))
    except ValueError:
        abort(400)


def _unread(error: IntakeError) -> str:
    """The form again, with why nothing could be made of what was sent."""
    reason = error.say(language())
    return _form(Sent(b""), None, RefusedError(reason), reason=reason)


def _form(
    taken: Sent,
    found: Examined | None,
    refused: RefusedError | None,
    report: Report = NOTHING,
    reason: str = "",
) -> str:
    text = shown_text(taken.raw)
    return render_template(
        "upload.html",
        text=text,
        converted="" if taken.format == SJN else say_format(taken.format, language()),
        remarks=taken.remarks,
        reason=reason,
        found=found,
        refused=refused,
        report=report,
        marks=marked(text, report.diagnostics),
        visibilities=tuple(Visibility),
        licences=tuple(Licence),
        asked=request.form,
    )
