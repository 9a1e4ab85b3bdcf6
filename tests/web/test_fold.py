"""What the script makes of the steps that are sent is what the server would show."""

import json
import subprocess
from pathlib import Path

from flask.testing import FlaskClient

from shengji.replay.film import film
from shengji.web.scene import Seen, Stage, changes

from .shelf import Shelf

STATIC = Path(__file__).parents[2] / "web" / "static"
SCRIPT = """
import { differing, place, unfold } from %s;
let text = "";
for await (const piece of process.stdin) text += piece;
const answers = JSON.parse(text).map((changes) => {
  const scenes = unfold(changes);
  return {
    scenes,
    places: scenes.map((scene) => place(scenes, scene.at)),
    moved: scenes.slice(1).map((scene, index) => differing(scenes[index], scene)),
  };
});
console.log(JSON.stringify(answers));
"""


def run(sent: list[object]) -> list[dict[str, list[object]]]:
    """What `fold.js` makes of several hands."""
    module = json.dumps((STATIC / "fold.js").as_uri())
    done = subprocess.run(
        ["node", "--input-type=module", "-e", SCRIPT % module],
        input=json.dumps(sent),
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    answers: list[dict[str, list[object]]] = json.loads(done.stdout)
    return answers


def test_every_step_of_every_sample(shelf: Shelf) -> None:
    stages = [
        Stage(film(record, hand.number), seen)
        for record in shelf.records.values()
        for hand in record.hands
        for seen in (Seen("open", 0, "en"), Seen("seat", 1, "zh-Hans"), Seen("table", 0, "zh-Hant"))
    ]
    told = [stage.scenes() for stage in stages]
    answers = run([changes(scenes) for scenes in told])
    assert len(answers) == len(told) > 100
    for scenes, answer in zip(told, answers, strict=True):
        assert answer["scenes"] == scenes
        names = [scene["at"] for scene in scenes]
        last = {name: place for place, name in enumerate(names)}
        assert answer["places"] == [last[name] for name in names]
        for place, moved in enumerate(answer["moved"], 1):
            before, after = scenes[place - 1], scenes[place]
            assert set(moved) == {name for name in after if before[name] != after[name]}


def test_the_server_sends_what_was_unfolded(client: FlaskClient, shelf: Shelf) -> None:
    game = shelf.ids["short-match"]
    sent = client.get(f"/g/{game}/1/steps.json?lang=en").json["steps"]
    [answer] = run([sent])
    stage = Stage(film(shelf.records["short-match"], 1), Seen("open", 0, "en"))
    assert answer["scenes"] == stage.scenes()
