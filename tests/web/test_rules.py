"""Pages of rules say what `shengji rules` says."""

import pytest
from flask.testing import FlaskClient

from shengji.engine.presets import find, names
from shengji.replay.rulebook import parted
from shengji.replay.rulewords import all_rules, preset_title
from shengji.replay.wording import LANGUAGES


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_system_has_its_page(client: FlaskClient, language: str) -> None:
    index = client.get(f"/rules?lang={language}").text
    for name in names():
        preset = find(name)
        page = client.get(f"/rules/{preset.name}?lang={language}")
        assert page.status_code == 200
        assert preset_title(preset, language) in index
        everything = client.get(f"/rules/{name}?all=yes&lang={language}").text
        assert everything.count("<dt>") > 50


def test_every_rule_has_its_page(client: FlaskClient) -> None:
    for rule in all_rules():
        page = client.get(f"/rules/option/{rule.id}?lang=zh-Hans")
        assert page.status_code == 200
        assert rule.chinese in page.text


def test_two_systems_differ_where_the_rulebook_says(client: FlaskClient) -> None:
    one, two = find("competition"), find("shuangsheng-super")
    page = client.get(f"/rules/{one.name}/diff/{two.name}?lang=en").text
    different = [pair[0].option.id for pair in parted((one, one.rules), (two, two.rules))]
    assert different
    assert all(f"/rules/option/{id}?" in page or f'/rules/option/{id}"' in page for id in different)
    assert page.count('class="parted"') == len(different)
    same = client.get("/rules/standard/diff/standard?lang=en").text
    assert "both say the same" in same


def test_the_form_leads_to_the_comparison(client: FlaskClient) -> None:
    answer = client.get("/rules?a=competition&b=qq")
    assert answer.location == f"/rules/{find('competition').name}/diff/{find('qq').name}"


@pytest.mark.parametrize(
    "path",
    ["/rules/none", "/rules/standard@99", "/rules/option/none", "/rules/standard/diff/none",
     "/rules?a=none&b=standard", "/rules/standard%20throw_penalty=10", "/rules/%00",
     f"/rules/{'x' * 5000}", "/rules/standard@99999999999999999999"],
)  # fmt: skip
def test_rules_that_there_are_not(client: FlaskClient, path: str) -> None:
    assert client.get(path).status_code == 404
