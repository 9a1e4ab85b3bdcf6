"""A draft that may be watched: spectators ask every two seconds and are answered from memory.

What everybody sees of one draft in one language is made once and kept for a second; a question with
the ETag of what is kept is answered without a body. So no thread waits for anybody, and what stands
before the site may keep the answers for a second too.
"""

import threading
import time
from collections import OrderedDict
from dataclasses import dataclass
from typing import Final

from flask import (
    Blueprint,
    Response,
    abort,
    current_app,
    g,
    make_response,
    render_template,
    request,
)
from werkzeug.wrappers import Response as AnyResponse

from shengji.replay.archive import NotFoundError, Watched
from shengji.replay.recording import DraftError
from shengji.replay.wording import Language
from shengji.web.language import language
from shengji.web.preview import absolute
from shengji.web.recorder.audience import scene_for, seen_by, table_told
from shengji.web.recorder.opened import drafts
from shengji.web.recorder.table import Empty, table_context
from shengji.web.share import code_picture

FRESH: Final = 1.0
"""Seconds for which an answer is given again."""
MOST: Final = 256
CLOSED: Final = b'{"shown":false}'
"""What is told of a draft that is not shown, or no longer, or that never was."""

page = Blueprint("live", __name__)


@dataclass(frozen=True, slots=True)
class Answer:
    """What spectators get until `until`; the etag is empty where nothing is shown."""

    until: float
    etag: str
    body: bytes


class Answers:
    """The last answers, by draft and language."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[str, Language], Answer] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, name: str, tongue: Language) -> Answer:
        key = (name, tongue)
        with self._lock:
            known = self._kept.get(key)
        if known is not None and known.until > time.monotonic():
            return known
        answer = _answer(name, tongue, known)
        with self._lock:
            self._kept[key] = answer
            self._kept.move_to_end(key)
            while len(self._kept) > MOST:
                self._kept.popitem(last=False)
        return answer

    def forget(self, name: str) -> None:
        """The next question about a draft is answered anew."""
        with self._lock:
            for key in [key for key in self._kept if key[0] == name]:
                del self._kept[key]


ANSWERS: Final = Answers()


@page.get("/live/<name>")
def show(name: str) -> AnyResponse:
    # Who watches shows no token; where there is one in the address, no link takes it on.
    g.own_token = True
    found = _watched(name)
    if found is None:
        abort(404)
    view, tongue = seen_by(found, language()).view, language()
    context = table_context(found.draft, view, tongue, current_app.jinja_env)
    link = absolute("live.show", name=name)
    page = render_template(
        "live.html",
        **{**context, "s": Empty(scene_for(found, tongue))},
        name=name,
        table_told=table_told(found),
        link=link,
        code_picture=code_picture(link),
        address=lambda at: f"#{at}",
    )
    response = make_response(page)
    response.headers["Cache-Control"] = "no-cache"
    return response


@page.get("/live/<name>/scene.json")
def scene(name: str) -> AnyResponse:
    """The table now; 304 where it is what the spectator has.

    What is not shown is told and is no error: pages that followed it ask on, and say so.
    """
    answer = ANSWERS.get(name, language())
    if answer.etag and request.headers.get("If-None-Match") == answer.etag:
        response = Response(status=304)
    else:
        response = Response(answer.body, mimetype="application/json")
    if answer.etag:
        response.headers["ETag"] = answer.etag
    response.headers["Cache-Control"] = "public, max-age=1"
    return response


def _answer(name: str, tongue: Language, known: Answer | None) -> Answer:
    until = time.monotonic() + FRESH
    found = _watched(name)
    if found is None:
        return Answer(until, "", CLOSED)
    etag = f'"{found.version}-{found.live}-{found.delay}-{tongue}"'
    if known is not None and known.etag == etag:
        return Answer(until, etag, known.body)
    told = {"shown": True, "table": table_told(found), "scene": scene_for(found, tongue)}
    return Answer(until, etag, current_app.json.dumps(told).encode())


def _watched(name: str) -> Watched | None:
    try:
        return drafts().watched(name)
    except (NotFoundError, DraftError):
        return None
