"""The end of a draft: what the checker says there, and what becomes of the record."""

import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from shengji.notation import dumps
from shengji.replay.archive import Archive, Drafts, Viewer
from shengji.replay.recording import Draft, Mode, take
from shengji.replay.recording import resumed as going_on
from shengji.web import Config, create_app

from .recording import POSITION, log_hand

CHOICES = {"visibility": "public", "licence": "CC0-1.0"}


@pytest.fixture
def archive(tmp_path: Path) -> Iterator[Archive]:
    with Archive.init(tmp_path / "club.db") as found:
        yield found


@pytest.fixture
def visitor(archive: Archive) -> FlaskClient:
    app = create_app(Config(archive, limited=False))
    app.config["WTF_CSRF_ENABLED"] = False
    return app.test_client()


@pytest.fixture
def drafts(archive: Archive) -> Drafts:
    return Drafts(archive)


def entered(draft: Draft, *lines: str, anyway: bool = False) -> Draft:
    told = [{"do": "type", "text": line, "anyway": anyway} for line in lines]
    taken = take(draft, told)
    assert taken.entries == len(lines)
    return taken.draft


def whole() -> Draft:
    return going_on(dumps(log_hand()))


def half() -> Draft:
    """The hand of the log up to its fifth trick."""
    return going_on(dumps(log_hand()).partition("\n5 d")[0] + "\n")


def end(visitor: FlaskClient, name: str, token: str) -> TestResponse:
    return visitor.get(f"/record/{name}/finish?token={token}&lang=en")


def publish(visitor: FlaskClient, page: TestResponse, **fields: str) -> TestResponse:
    """Fill in the form of the page and send it."""
    action, version = form_of(page.text)
    return visitor.post(action, data={"version": version, **CHOICES, **fields})


def form_of(page: str) -> tuple[str, str]:
    found = re.search(
        r'action="([^"]*/finish\?[^"]*)".*?name="version" value="(\d+)"', page, re.DOTALL
    )
    assert found
    return unescape(found[1]), found[2]


def verdict(page: TestResponse) -> tuple[str, str]:
    found = re.search(r'data-verdict="(\w+)">([^<]*)<', page.text)
    assert found
    return found[1], unescape(found[2])


def shown_link(page: TestResponse) -> str:
    """The address that is to be given away."""
    found = re.search(r"data-copied>\s*([^<]*)<", page.text)
    assert found
    return unescape(found[1])


def published(page: TestResponse) -> str:
    found = re.search(r'data-published="(\w{8})"', page.text)
    assert found
    return found[1]


# -- what the checker says ------------------------------------------------------------------------


def test_a_whole_hand_fits(visitor: FlaskClient, drafts: Drafts) -> None:
    page = end(visitor, *drafts.start(whole()))
    assert verdict(page) == ("fits", "Everything fits the rules.")
    assert "1 hand, 23 tricks" in page.text


def test_what_was_not_seen_is_said(visitor: FlaskClient, drafts: Drafts) -> None:
    """Plays alone: whether b could declare cannot be told, for no hand was dealt openly."""
    page = end(visitor, *drafts.start(going_on(dumps(log_hand(deal=False)))))
    kind, text = verdict(page)
    assert kind == "open" and "1 place could not be checked" in text
    assert "too little is known" in text


def test_what_a_position_without_points_came_to_is_not_known(
    visitor: FlaskClient, drafts: Drafts
) -> None:
    """SPEC 4.2: the attackers' points are then unknown, and what rests on them is open."""
    untold = going_on(POSITION.replace(" points=0", ""))
    draft = entered(untold, "skk s77 s9t sjd6", "sa s8 d3 d7", "h2 d5 d4 ha", "end")
    kind, text = verdict(end(visitor, *drafts.start(draft)))
    assert kind == "open" and text.endswith("What 1 hand came to is not known.")


def test_what_breaks_a_rule_leads_to_its_line(visitor: FlaskClient, drafts: Drafts) -> None:
    """b holds ♠77, which the pair of the lead calls for, and plays ♠78 (000:131-133)."""
    name, token = drafts.start(entered(going_on(POSITION), "skk", "s78", anyway=True))
    page = end(visitor, name, token)
    kind, text = verdict(page)
    assert kind == "breaks" and text.startswith("1 thing does not fit the rules.")
    (place,) = re.findall(r'class="place" href="([^"]*line=19[^"]*)"', page.text)
    assert place.endswith("#correct")
    desk = visitor.get(unescape(place.removesuffix("#correct"))).text
    assert 'name="text" value="23 a SKK S78"' in desk
    assert '<details class="lines" id="lines" open>' in desk


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (POSITION + "nonsense\n", "cannot be read"),
        (POSITION + POSITION, "One match is wanted"),
        (POSITION.replace("standard@1", "nobody@9"), "cannot be read"),
        (POSITION.partition("\nhand")[0] + "\n", "no hand in the draft"),
    ],
)
def test_what_cannot_be_published_says_why(
    visitor: FlaskClient, drafts: Drafts, archive: Archive, text: str, told: str
) -> None:
    page = end(visitor, *drafts.start(going_on(text)))
    kind, sentence = verdict(page)
    assert kind == "none" and told in sentence
    assert 'name="visibility"' not in page.text
    assert archive.stats().entries == {}


def test_a_hand_that_was_broken_off(visitor: FlaskClient, drafts: Drafts) -> None:
    name, token = drafts.start(half())
    page = end(visitor, name, token)
    assert "Hand 1 is not over" in page.text
    assert publish(visitor, page).status_code == 303
    _, version = form_of(page.text)
    stopped = visitor.post(f"/record/{name}/finish/stop?token={token}", data={"version": version})
    assert stopped.status_code == 303
    assert drafts.get(name, token).draft.lines[-2:] == ("abandon", "end")
    again = end(visitor, name, token)
    assert "is not over" not in again.text and "Publish the correction" in again.text


def test_a_hand_that_waits_for_its_result_is_not_broken_off(
    visitor: FlaskClient, drafts: Drafts
) -> None:
    """Who conceded has ended the play; `abandon` may not stand behind it (SPEC 5)."""
    name, token = drafts.start(entered(half(), "concede a"))
    page = end(visitor, name, token)
    assert "Hand 1 is not over" in page.text and "/finish/stop" not in page.text
    version = str(drafts.get(name, token).version)
    refused = visitor.post(f"/record/{name}/finish/stop?token={token}", data={"version": version})
    assert refused.status_code == 400


def test_a_problem_position_needs_no_end(visitor: FlaskClient, drafts: Drafts) -> None:
    draft = going_on(POSITION, Mode.POSITION)
    page = end(visitor, *drafts.start(draft))
    assert "is not over" not in page.text
    assert publish(visitor, page).status_code == 303


# -- publishing -----------------------------------------------------------------------------------


def test_published_once_and_its_recorder_is_its_owner(
    visitor: FlaskClient, drafts: Drafts, archive: Archive
) -> None:
    name, token = drafts.start(whole())
    page = end(visitor, name, token)
    for _ in range(2):
        sent = publish(visitor, page, visibility="unlisted")
        assert sent.status_code == 303
    assert archive.stats().entries == {"unlisted": 1}
    after = visitor.get(sent.location)
    record = published(after)
    look = re.search(r'href="(/g/[^"]*)"[^>]*data-look', after.text)
    owner = re.search(r'href="(/g/[^"]*)"[^>]*data-owner', after.text)
    assert look and owner
    assert look[1].startswith(f"/g/{record}/1.end?")
    assert visitor.get(f"/g/{record}").status_code == 404
    assert visitor.get(unescape(look[1])).status_code == 200
    assert visitor.get(unescape(owner[1])).status_code == 200
    assert token not in visitor.get(unescape(owner[1])).text
    assert 'name="visibility"' not in after.text
    edit = owner[1].partition("token=")[2]
    assert archive.get(record, Viewer((edit,))).text == dumps(log_hand())
    link = shown_link(after)
    assert edit not in look[1] and edit not in link
    stranger = visitor.application.test_client()
    assert stranger.get(link).status_code == 200
    given = shown_link(stranger.get(unescape(look[1]).replace("?", "/share?")))
    assert given.partition("token=")[2] and stranger.get(given).status_code == 200
    archive.revoke(record, Viewer((edit,)))
    taken_back = visitor.get(sent.location + "&lang=en")
    assert stranger.get(link).status_code == 404
    assert "No link to it is open." in taken_back.text and "data-copied" not in taken_back.text


def test_a_new_token_of_the_draft_gives_the_record_another_link(
    visitor: FlaskClient, drafts: Drafts
) -> None:
    name, token = drafts.start(whole())
    publish(visitor, end(visitor, name, token), visibility="unlisted")
    old = shown_link(end(visitor, name, token))
    new = shown_link(end(visitor, name, drafts.renew(name, token)))
    assert old != new
    assert [visitor.get(link).status_code for link in (old, new)] == [404, 200]


def test_what_only_its_recorder_sees_has_no_link(visitor: FlaskClient, drafts: Drafts) -> None:
    name, token = drafts.start(whole())
    publish(visitor, end(visitor, name, token), visibility="private")
    page = end(visitor, name, token)
    assert "data-copied" not in page.text
    look = re.search(r'href="(/g/[^"]*)"[^>]*data-look', page.text)
    assert look and visitor.get(unescape(look[1])).status_code == 200


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"visibility": "", "licence": ""}, "first choose who may see it"),
        ({"visibility": "public", "licence": ""}, "first choose what others may do with it"),
    ],
)
def test_who_sees_it_is_chosen(
    visitor: FlaskClient, drafts: Drafts, archive: Archive, fields: dict[str, str], said: str
) -> None:
    name, token = drafts.start(whole())
    page = end(visitor, name, token)
    assert " checked" not in page.text
    refused = publish(visitor, page, **fields)
    assert refused.status_code == 422 and said in refused.text
    assert archive.stats().entries == {}


def test_what_others_may_do_is_asked_of_public_records_alone(
    visitor: FlaskClient, drafts: Drafts, archive: Archive
) -> None:
    name, token = drafts.start(whole())
    sent = publish(visitor, end(visitor, name, token), visibility="unlisted", licence="")
    assert sent.status_code == 303
    assert archive.stats().entries == {"unlisted": 1}


def test_a_score_sheet_is_counted_in_results(visitor: FlaskClient, drafts: Drafts) -> None:
    text = "\n".join((
        "%SJN 1", '[Rules "standard@1"]', "hand 1 ac=2 bd=2 dealer=a", "sheet",
        "result 35 up=ac+2 next=c", "end", "hand 2 ac=4 bd=2 dealer=c", "sheet",
        "result 85 up=0 next=d", "end", "",
    ))  # fmt: skip
    page = end(visitor, *drafts.start(going_on(text)))
    assert "2 hands, 2 results" in page.text and "confirmed" not in page.text


def test_a_correction_becomes_a_revision(
    visitor: FlaskClient, drafts: Drafts, archive: Archive
) -> None:
    name, token = drafts.start(half())
    publish(visitor, end(visitor, name, token))
    taken = take(half(), [{"do": "type", "text": "h6"}])
    drafts.receive(name, token, 1, taken.actions)
    page = end(visitor, name, token)
    assert "The draft has changed since." in page.text
    assert publish(visitor, page).status_code == 303
    found = archive.get(published(end(visitor, name, token)))
    assert found.revision == 2 and "5 d H6" in found.text
    assert "says what the draft says" in end(visitor, name, token).text


def test_what_changed_since_the_page_was_made_is_shown_first(
    visitor: FlaskClient, drafts: Drafts, archive: Archive
) -> None:
    name, token = drafts.start(half())
    page = end(visitor, name, token)
    drafts.receive(name, token, 1, take(half(), [{"do": "type", "text": "h6"}]).actions)
    for refused in (publish(visitor, page), publish(visitor, page, version="9" * 5000)):
        assert refused.status_code == 409 and "5 d H6" in refused.text
    assert archive.stats().entries == {}


def test_without_names(visitor: FlaskClient, drafts: Drafts, archive: Archive) -> None:
    text = dumps(log_hand()).replace('[PlayerA "?"]', '[PlayerA "陈伟"]')
    name, token = drafts.start(going_on(text))
    publish(visitor, end(visitor, name, token), nameless="yes")
    page = end(visitor, name, token)
    assert "says what the draft says" in page.text
    assert "陈伟" not in archive.get(published(page)).text


def test_the_same_record_of_somebody_else(
    visitor: FlaskClient, drafts: Drafts, archive: Archive
) -> None:
    theirs = archive.add(dumps(log_hand()).encode())
    name, token = drafts.start(whole())
    told = publish(visitor, end(visitor, name, token))
    assert told.status_code == 409
    assert f"/g/{theirs.public_id}" in told.text and "data-published" not in told.text
    assert archive.stats().entries == {"public": 1}


@pytest.mark.parametrize("field", ["visibility", "licence"])
def test_a_choice_that_means_nothing(visitor: FlaskClient, drafts: Drafts, field: str) -> None:
    page = end(visitor, *drafts.start(whole()))
    assert publish(visitor, page, **{field: "everybody"}).status_code == 400


def test_the_file(visitor: FlaskClient, drafts: Drafts) -> None:
    name, token = drafts.start(whole())
    file = visitor.get(f"/record/{name}/record.sjn?token={token}")
    assert file.text == dumps(log_hand())
    assert file.headers["Content-Disposition"] == f'attachment; filename="{name}.sjn"'
    broken, other = drafts.start(going_on(POSITION + "nonsense\n"))
    assert visitor.get(f"/record/{broken}/record.sjn?token={other}").status_code == 404


def test_more_hands_than_are_taken(visitor: FlaskClient, drafts: Drafts) -> None:
    head = POSITION.partition("\nhand")[0]
    hands = "".join(
        f"\nhand {number} ac=? bd=? dealer=?\nsheet\nresult 40\nend\n" for number in range(1, 202)
    )
    page = end(visitor, *drafts.start(going_on(head + hands)))
    kind, text = verdict(page)
    assert kind == "none" and "200 hands at most" in text
