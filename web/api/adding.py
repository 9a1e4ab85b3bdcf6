"""Records that are sent: checked, stored, asked about."""

from flask import abort, request
from werkzeug.exceptions import UnsupportedMediaType

from shengji import notation
from shengji.engine.rules import RuleError
from shengji.notation import record as rec
from shengji.notation.twin import Document
from shengji.replay import NoSuchPosition
from shengji.replay.archive import Licence, RefusedError, Viewer, Visibility
from shengji.replay.findings import finding
from shengji.replay.intake import IntakeError
from shengji.replay.playable import playable
from shengji.web.api import models, parameters
from shengji.web.api.bodies import read_body
from shengji.web.api.operations import Answer, Body, Example, Operation, operation
from shengji.web.games import archive, open_game, viewer
from shengji.web.language import language
from shengji.web.negotiation import BYTES, JSON, TEXT
from shengji.web.preview import absolute
from shengji.web.problems import BadInput, Fault, NoRecord
from shengji.web.spots import read_address
from shengji.web.uploading import Sent, as_sjn, checked, examined

RECORD = (Body(TEXT), Body(JSON, Document, foreign=True), Body(BYTES))
"""A record is sent as SJN, as its JSON twin, or as the file of another program: whatever it is
called, what it is, its content tells."""
MALFORMED = ("no-twin", "no-record")
"""Refusals of JSON that no record can be read from, nor a log of another program."""


@operation(
    Operation(
        "post", "/check", models.Checked, Example("/check", "{sample}", TEXT),
        parameters=(parameters.LANGUAGE,), bodies=RECORD, errors=(400, 411, 413, 415, 422, 429),
    )
)  # fmt: skip
def judge() -> Answer:
    """Judge a record; nothing of it is kept."""
    return Answer(checked(_sent()))


@operation(
    Operation(
        "post", "/games", models.Stored, Example("/games?visibility=unlisted", "{sample}", TEXT),
        parameters=(
            parameters.VISIBILITY, parameters.LICENCE, parameters.NAMELESS, parameters.LANGUAGE,
        ),
        bodies=RECORD, errors=(400, 411, 413, 415, 422, 429, 503), statuses=(200, 201),
    )
)  # fmt: skip
def add() -> Answer:
    """Store a record; the answer has the edit token, this once."""
    visibility = Visibility(parameters.chosen(parameters.VISIBILITY))
    licence = Licence(parameters.chosen(parameters.LICENCE))
    nameless = parameters.chosen(parameters.NAMELESS) == "yes"
    sent = _sent()
    try:
        found = examined(sent.raw)
    except RefusedError as error:
        raise NoRecord(422, sent.format, str(error), (), error.diagnostics) from None
    added = archive().add(
        found, viewer=viewer(), visibility=visibility, licence=licence, without_names=nameless
    )
    tokens = () if added.edit_token is None else (added.edit_token,)
    row = archive().get(added.public_id, Viewer((*viewer().tokens, *tokens))).row
    address = absolute("api.get_one_games", id=added.public_id)
    told = models.Stored(
        added.public_id,
        added.revision,
        added.created,
        added.edit_token,
        row.visibility,
        row.licence,
        sent.format,
        sent.remarks,
        tuple(finding(each, language()) for each in found.report.diagnostics),
        {"self": address, "html": absolute("overview.show", name=added.public_id)},
    )
    headers = {"Location": address, "Cache-Control": "private, no-store"}
    return Answer(told, 201 if added.created else 200, headers)


@operation(
    Operation(
        "post", "/legal", models.Plays, Example("/legal", '{"game": "{game}", "at": "1.3.2"}'),
        parameters=(parameters.SHOWN_TOKEN,), bodies=(Body(JSON, models.Question),),
        errors=(400, 404, 411, 413, 415, 429),
    )
)  # fmt: skip
def legal() -> Answer:
    """What the seat to move may play at a position, and what it owes."""
    asked = read_body(models.Question)
    address = read_address(asked.at)
    if address is None:
        raise BadInput([Fault("/at", "an address such as 3.8.3")])
    if not 1 <= asked.limit <= 100:
        raise BadInput([Fault("/limit", "a number from 1 to 100")])
    try:
        return Answer(models.Plays(playable(_asked_about(asked), address, asked.limit)))
    except NoSuchPosition:
        abort(404)
    except RuleError as error:
        raise BadInput([Fault("/text", str(error))]) from None


def _asked_about(asked: models.Question) -> rec.Record:
    if (asked.game is None) == (asked.text is None):
        raise BadInput([Fault("/game", "either a game or a text, and not both")])
    if asked.game is not None:
        return open_game(asked.game).record
    found = notation.loads(asked.text or "").records
    if len(found) != 1:
        raise BadInput([Fault("/text", f"one match is wanted, and there are {len(found)}")])
    return found[0]


def _sent() -> Sent:
    """The record of the body, as SJN.

    :raises UnsupportedMediaType: it is sent as nothing that a record is sent as.
    :raises NoRecord: it is none. JSON that is nobody's is a body out of its schema, 400; a file
        that its importer refuses is well-formed and cannot be used, 422.
    """
    if request.mimetype not in (body.mimetype for body in RECORD):
        raise UnsupportedMediaType(
            "Records are sent as text/plain (SJN), application/json or application/octet-stream"
            " (any format that is read)."
        )
    try:
        return as_sjn(request.get_data(), json=request.mimetype == JSON)
    except IntakeError as error:
        code = 400 if error.id in MALFORMED else 422
        reason = error.say(language())
        raise NoRecord(code, error.format, reason, [Fault(error.place, reason)]) from None
