"""Forms: the page of a hand with gaps, and what positions put into them."""

import pytest
from flask import Flask
from flask.testing import FlaskClient

from shengji.replay.film import film
from shengji.replay.views import View
from shengji.web.deck import drawn
from shengji.web.filling import Form, Gaps, Writer
from shengji.web.language import texts
from shengji.web.recorder.table import table_of
from shengji.web.scene import Seen

from .shelf import Shelf


def below(at: str) -> str:
    return f"/g/x/{at}?a=1&b=2"


@pytest.mark.parametrize("kind", ["open", "seat", "table"])
@pytest.mark.parametrize("name", ["short-match", "follow-shape", "throw-fails"])
def test_templates_cannot_tell_a_scene_from_gaps(
    app: Flask, shelf: Shelf, name: str, kind: View
) -> None:
    """The table rendered with a scene is the form of its hand filled with that scene."""
    seen = Seen(kind, 1, "zh-Hans")
    reel = film(shelf.records[name], shelf.records[name].hands[0].number)
    template = app.jinja_env.get_template("board.html")
    writer = Writer(app.jinja_env, drawn(seen.language, app.jinja_env), below)

    def shown(place: int) -> dict[str, object]:
        table = table_of(reel, seen, reel.steps[place], app.jinja_env)
        return {**table, "t": texts(seen.language), "address": below}

    gaps = Gaps()
    form = Form(template.render({**shown(0), "s": gaps}), gaps, writer)
    for place in range(len(reel.steps)):
        context = shown(place)
        assert form.filled(context["s"]) == template.render(context)  # type: ignore[arg-type]


def test_what_is_filled_in_is_text(app: Flask) -> None:
    gaps = Gaps()
    writer = Writer(app.jinja_env, drawn("en", app.jinja_env), below)
    form = Form(f"<a{gaps.gap('way', 'to')}>{gaps['say']}</a>", gaps, writer)
    assert form.filled({"say": "<b>", "to": "1.2", "trick": ""}) == (
        '<a href="/g/x/1.2?a=1&amp;b=2">&lt;b&gt;</a>'
    )
    assert form.filled({"say": "", "to": "", "trick": ""}) == '<a aria-disabled="true"></a>'


def test_a_name_that_looks_like_a_gap_stays_a_name(client: FlaskClient, shelf: Shelf) -> None:
    text = (
        '%SJN 1\n[Event "~text~say~"]\n[Site "?"]\n[Date "?"]\n[Rules "standard@1"]\n'
        '[PlayerA "0123456789abcdef~text~at~"]\n'
        + "".join(f'[Player{seat} "?"]\n' for seat in "BCD")
        + "\nhand 1 ac=2 bd=2 dealer=a\nsheet\nresult 80\nend\n"
    )
    game = shelf.archive.add(text.encode()).public_id
    page = client.get(f"/g/{game}/1", query_string={"x": "~text~at~"}).text
    assert "~text~say~" in page
    assert "0123456789abcdef~text~at~" in page
    assert "x=~text~at~" in page


def test_a_form_is_for_one_way_of_asking(client: FlaskClient, shelf: Shelf) -> None:
    """Language, names, look and host are part of it; positions are not."""
    game = shelf.ids["short-match"]
    first, second = f"/g/{game}/1.3", f"/g/{game}/1.4"
    name = shelf.records["short-match"].tag("PlayerA")
    assert name
    assert name in client.get(first).text
    assert name not in client.get(f"{second}?names=off").text
    assert 'lang="zh-Hant"' in client.get(f"{second}?lang=zh-Hant").text
    assert 'data-theme="dark"' in client.get(f"{second}?theme=dark").text
    assert "http://else.example/g/" in client.get(second, headers={"Host": "else.example"}).text
    assert "else.example" not in client.get(f"/g/{game}/1.5").text
