"""Notes that the owner of a game adds to it: each makes a revision."""

from dataclasses import replace
from typing import Final

from flask import abort

from shengji import notation
from shengji.notation import record as rec
from shengji.replay import NoSuchPosition
from shengji.web.api import models, parameters
from shengji.web.api.bodies import read_body
from shengji.web.api.games import notes_of
from shengji.web.api.operations import Answer, Body, Example, Operation, operation
from shengji.web.games import archive, open_game, viewer
from shengji.web.negotiation import JSON
from shengji.web.problems import BadInput, Fault
from shengji.web.spots import read_address, spot
from shengji.web.uploading import examined

LONGEST: Final = 2000
"""Characters of a note."""


@operation(
    Operation(
        "post", "/games/{id}/notes", models.Noted,
        Example("/games/{game}/notes", '{"at": "1.3.2", "text": "The last club."}'),
        parameters=(parameters.ID, parameters.SHOWN_TOKEN), bodies=(Body(JSON, models.NewNote),),
        errors=(400, 403, 404, 409, 411, 413, 415, 422, 429, 503), statuses=(201,), owners=True,
    )
)  # fmt: skip
def add_note(id: str) -> Answer:
    """Say something about a position; the edit token is needed, and a new revision has it."""
    if "@" in id:
        abort(404)
    game = open_game(id)
    if not game.entry.may_edit:
        abort(403)
    asked = read_body(models.NewNote)
    if asked.revision not in (None, game.revision):
        abort(409)
    address = read_address(asked.at)
    if address is None:
        raise BadInput([Fault("/at", "an address such as 3.8.3")])
    if not asked.text.strip() or len(asked.text) > LONGEST:
        raise BadInput([Fault("/text", f"from 1 to {LONGEST} characters")])
    try:
        address = spot(game, address).address
    except NoSuchPosition:
        raise BadInput([Fault("/at", "a position of the game")]) from None
    record = _with_note(game.entry.record, rec.Note(address, asked.text.strip()))
    try:
        raw = notation.dumps(record).encode()
    except notation.WriteError as error:
        raise BadInput([Fault("/text", str(error))]) from None
    added = archive().revise(game.id, examined(raw), viewer())
    told = models.Noted(added.revision, notes_of(open_game(id)))
    return Answer(told, 201, {"Cache-Control": "private, no-store"})


def _with_note(record: rec.Record, note: rec.Note) -> rec.Record:
    """The record with a note behind the others of its hand."""
    return replace(
        record,
        hands=tuple(
            replace(hand, appendix=(*hand.appendix, note))
            if hand.number == note.address.hand
            else hand
            for hand in record.hands
        ),
    )
