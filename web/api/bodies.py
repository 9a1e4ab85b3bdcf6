"""What is sent as JSON, read as the model that its operation declares."""

from typing import TypeVar

from flask import request
from pydantic import ValidationError
from werkzeug.exceptions import UnsupportedMediaType

from shengji.notation import twin
from shengji.web.negotiation import JSON
from shengji.web.problems import BadInput, Fault

M = TypeVar("M")


def read_body(kind: type[M]) -> M:
    """The body of the request.

    :raises UnsupportedMediaType: it is not JSON.
    :raises BadInput: it is none of the model.
    """
    if request.mimetype != JSON:
        raise UnsupportedMediaType("This is sent as application/json.")
    try:
        return twin.adapter(kind).validate_json(request.get_data())
    except ValidationError as error:
        found = error.errors(include_url=False, include_context=False, include_input=False)
        raise BadInput(
            Fault("/" + "/".join(map(str, each["loc"])), each["msg"]) for each in found
        ) from None
