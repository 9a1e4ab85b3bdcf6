"""The description of the API, OpenAPI 3.1: read off the operations and their models."""

import functools
import re
from importlib.metadata import version
from typing import Any, Final

from pydantic import TypeAdapter

from shengji.notation import twin
from shengji.web.api.operations import OPERATIONS, VERSION, Body, Operation, Parameter, Schema
from shengji.web.language import texts
from shengji.web.negotiation import JSON
from shengji.web.problems import NAMES, TYPE, Problem

MODELS: Final = "#/components/schemas/{model}"
FOREIGN: Final[Schema] = {"type": ["object", "array"], "description": "Of another program."}


@functools.cache
def description() -> dict[str, Any]:
    """The whole document, in English."""
    kinds = _kinds()
    adapters: list[tuple[str, Any, TypeAdapter[Any]]] = [
        (_name(kind), "validation", twin.adapter(kind)) for kind in kinds
    ]
    schemas, shared = TypeAdapter.json_schemas(adapters, ref_template=MODELS)
    found = {name: schema for (name, _), schema in schemas.items()}
    paths: dict[str, dict[str, Any]] = {}
    for each in OPERATIONS:
        paths.setdefault(each.path, {})[each.method] = _operation(each, found)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Shengji",
            "version": version("shengji"),
            "description": texts("en")("api.about"),
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "servers": [{"url": VERSION}],
        "paths": paths,
        "components": {
            "schemas": shared.get("$defs", {}),
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
        },
    }


def _kinds() -> list[type[Any]]:
    """Every model that an operation takes or answers, once."""
    answers = [each.answer for each in OPERATIONS]
    bodies = [body.model for each in OPERATIONS for body in each.bodies if body.model is not None]
    return list(dict.fromkeys((*answers, *bodies, Problem)))


def _name(kind: type[Any]) -> str:
    return kind.__name__


def _operation(each: Operation, schemas: dict[str, Schema]) -> dict[str, Any]:
    say = texts("en")
    told: dict[str, Any] = {
        "operationId": each.key,
        "summary": say(f"api.{each.key}"),
        "parameters": [_parameter(parameter) for parameter in each.parameters],
        "responses": _responses(each, schemas),
    }
    if each.owners:
        told["security"] = [{"token": []}]
    elif each.method == "get":
        told["security"] = [{}, {"token": []}]
    if each.bodies:
        content = {body.mimetype: {"schema": _body(body, schemas)} for body in each.bodies}
        told["requestBody"] = {"required": True, "content": content}
    return told


def _parameter(each: Parameter) -> dict[str, Any]:
    return {
        "name": each.name,
        "in": each.place,
        "required": each.place == "path",
        "description": _plain(texts("en")(each.told)),
        "schema": each.schema,
    }


def _responses(each: Operation, schemas: dict[str, Schema]) -> dict[str, Any]:
    answer = {JSON: {"schema": schemas[_name(each.answer)]}}
    found: dict[str, Any] = {
        str(status): {"description": "OK" if status == 200 else "Created", "content": answer}
        for status in each.statuses
    }
    problem = {TYPE: {"schema": schemas[_name(Problem)]}}
    for status in each.errors:
        found[str(status)] = {"description": NAMES[status], "content": problem}
    if each.method == "get":
        found["304"] = {"description": "Not modified"}
    return found


def _body(body: Body, schemas: dict[str, Schema]) -> Schema:
    own = {"type": "string"} if body.model is None else schemas[_name(body.model)]
    return {"anyOf": [own, FOREIGN]} if body.foreign else own


def _plain(text: str) -> str:
    return re.sub(r"\s+", " ", text)
