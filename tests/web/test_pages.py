"""Pages that are kept: the last ones asked for, never another's."""

from flask.testing import FlaskClient

from shengji.notation import dumps
from shengji.notation.record import Record, Tag
from shengji.replay.archive import OPERATOR
from shengji.web.pages import Pages

from .shelf import Shelf


def test_the_page_that_was_not_asked_for_longest_goes_first() -> None:
    pages, made = Pages(2), []

    def make(name: str) -> str:
        return pages.get(name, lambda: made.append(name) or name)

    assert [make(name) for name in "abacab"] == list("abacab")
    assert made == list("abcb")


def test_a_page_follows_its_record_and_its_language(client: FlaskClient, shelf: Shelf) -> None:
    record = shelf.records["short-match"]

    def named(name: str) -> bytes:
        tags = tuple(Tag(t.name, name if t.name == "PlayerA" else t.value) for t in record.tags)
        return dumps(Record(tags, record.hands)).encode()

    game = shelf.archive.add(named("Somebody One")).public_id
    assert "Somebody One" in client.get(f"/g/{game}/1.3").text
    assert (
        'lang="zh-Hant"' in client.get(f"/g/{game}/1.3", headers={"Accept-Language": "zh-TW"}).text
    )
    shelf.archive.revise(game, named("Somebody Two"), OPERATOR)
    assert "Somebody Two" in client.get(f"/g/{game}/1.3").text
    assert "Somebody One" in client.get(f"/g/{game}@r1/1.3").text
    shelf.archive.anonymise(game, OPERATOR)
    assert "Somebody" not in client.get(f"/g/{game}/1.3").text
    assert "Somebody" not in client.get(f"/g/{game}@r1/1.3").text
    shelf.archive.erase(game, OPERATOR)
    assert client.get(f"/g/{game}/1.3").status_code == 404
