"""`shengji record`: lines in, a checked record out, and nothing lost on the way."""

import json
import os
import pty
import re
import select
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

from shengji import notation

Run = Callable[..., Result]
SAMPLES = Path(__file__).parents[2] / "samples"
LOG = SAMPLES / "games" / "godot-standard-log.sjn"
POSITION = [
    "hand 1 fresh ac=2 bd=2 dealer=a",
    "hands",
    "a SAKK H2",
    "b S778 D5",
    "c S9T D34",
    "d SJ HA D67",
    "start 23 a",
    "trump C 2 a",
]


def keys(*lines: str) -> bytes:
    return "".join(f"{line}\n" for line in lines).encode()


def test_a_real_game_line_by_line_is_the_record(run: Run, tmp_path: Path) -> None:
    text = notation.dumps(notation.loads(LOG.read_bytes()).records[0])
    head = next(line for line in text.splitlines() if line.startswith("[Rules")).split('"')[1]
    body = text[text.index("\nhand 1") + 1 :].splitlines()
    path = tmp_path / "log.sjn"
    result = run("record", path, "--rules", head, given=keys(*filter(None, body), ":finish"))
    assert result.exit_code == 0, result.stdout
    written = path.read_text(encoding="utf-8")
    assert written[written.index("\nhand 1") :] == text[text.index("\nhand 1") :]
    assert not (tmp_path / "log.sjn.draft").exists()


def test_tricks_need_neither_number_nor_leader_nor_winner(run: Run, tmp_path: Path) -> None:
    """The tricks of a hand as plays alone, in small letters; what follows writes itself, and what
    is in brackets is taken with an empty line."""
    text = notation.dumps(notation.loads(LOG.read_bytes()).records[0])
    lines = [line for line in text[text.index("\nhand 1") :].splitlines() if line]
    lines = lines[: lines.index("end") + 1]
    typed = []
    for line in lines:
        words = [word for word in line.split() if word[0] != "="]
        typed.append(" ".join(words[2:]).lower() if words[0].isdecimal() else line)
    typed = [line for line in typed if not line.startswith(("take ", "result ", "end", "#"))]
    typed = ["" if line.startswith(("trump ", "hand ")) else line for line in typed]
    path = tmp_path / "log.sjn"
    result = run("record", path, "--rules", "godot", given=keys(*typed, ":finish"))
    assert result.exit_code == 0, result.stdout
    written = path.read_text(encoding="utf-8").splitlines()
    assert [line for line in lines if line[0] != "#"] == written[written.index("") + 1 :]


def test_what_wrote_itself_is_told_and_may_be_typed_all_the_same(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "s.sjn"
    lines = ("hand 1 ac=2 bd=2 dealer=a", "sheet", "result 35", "end", ":finish")
    result = run("record", path, "--mode", "result", given=keys(*lines))
    assert result.exit_code == 0, result.stdout
    assert result.stdout.startswith("  end\n"), "the result was typed, and the end wrote itself"
    written = path.read_text(encoding="utf-8")
    # With 35 points the dealer's side keeps the deal and goes up two (000:251-262).
    assert written.endswith("sheet\nresult 35 up=ac+2 next=c\nend\n")


def test_asides_are_listed_explained_and_said(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "p.sjn"
    said = (
        ":aside", ":aside ruling", ":aside note . He said \"no\" {twice}", ":aside sign 1.23.1 !",
        ":aside penalty bd 10 director", ":aside ruling . revoke b -10", ":aside abandon -",
    )  # fmt: skip
    given = keys(*POSITION, "SKK S77", *said, ":finish")
    result = run("record", path, "--mode", "position", given=given)
    assert result.exit_code == 0, result.stdout
    assert re.search("retract ADDRESS CARDS +taken back\n", result.stdout)
    assert re.search(r"\[LOST\] +who loses the hand: ac, bd, a, b, c, d, …\n", result.stdout)
    assert path.read_text(encoding="utf-8").splitlines()[-5:] == [
        "23 a SKK $1 S77",
        "penalty bd 10 director",
        "ruling 1.23.2 revoke b points=bd-10",
        "abandon",
        'note 1.23.2 "He said \\"no\\" {twice}"',
    ]


BAD_ASIDES = [
    (":aside claim z", "cannot stand there: seat"),
    (":aside claim a 5 6", "cannot stand there: 6"),
    (":aside note", "on what: 1.23.2 · b S77"),
    (":aside redeal misdeal", "has no place here: the hand is dealt again"),
    (":aside song la", "has no place here: song"),
]


@pytest.mark.parametrize(("line", "told"), BAD_ASIDES)
def test_an_aside_that_cannot_be_is_told(run: Run, tmp_path: Path, line: str, told: str) -> None:
    given = keys(*POSITION, "SKK S77", line)
    result = run("record", tmp_path / "p.sjn", "--mode", "position", given=given)
    assert told in result.stdout


def test_asides_are_completed() -> None:
    from shengji.cli.record.completing import candidates
    from shengji.replay.recording import resumed

    draft = resumed("\n".join(["%SJN 1", '[Rules "standard"]', *POSITION, "23 a SKK S77"]))
    assert candidates(draft, ":as") == [":aside"]
    assert candidates(draft, ":aside re") == ["retract"]
    assert candidates(draft, ":aside sign 1.23.1 !") == ["!", "!!", "!?"]
    assert candidates(draft, ":aside note 1.23.2 so ") == []


def test_a_broken_rule_is_not_taken_before_it_is_confirmed(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "p.sjn"
    given = keys(*POSITION, "SKK S78 S9T SJD6", ":text", ":take 1", ":finish")
    result = run("record", path, "--mode", "position", given=given)
    assert "1.23.2 follow-shape: b holds S77" in result.stdout
    assert ":take 1  S78^revoke" in result.stdout
    assert "not taken yet: S9T SJD6" in result.stdout
    assert path.read_text(encoding="utf-8").splitlines()[-1] == "23 a SKK S78^revoke S9T SJD6 =a+30"
    assert result.exit_code == 0


def test_what_happened_is_written_down_and_told_at_the_end(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "p.sjn"
    result = run(
        "record", path, "--mode", "position", given=keys(*POSITION, "SKK S78", ":anyway", ":finish")
    )
    assert result.exit_code == 1
    assert "23 a SKK S78\n" in path.read_text(encoding="utf-8")
    assert result.stdout.count("follow-shape") == 2


def test_undo_redo_and_a_corrected_line(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "p.sjn"
    lines = ("SKK S77", ":undo", ":undo", ":redo", ":fix 18 23 a SA", ":fix x", ":redo", ":finish")
    result = run("record", path, "--mode", "position", given=keys(*POSITION, *lines))
    assert path.read_text(encoding="utf-8").splitlines()[-1] == "23 a SA"
    assert "taken back: S77" in result.stdout
    assert "There is nothing to do again" in result.stdout


def test_a_corrected_result_renews_the_hands_behind_it_and_tells_them(
    run: Run, tmp_path: Path
) -> None:
    path = tmp_path / "sheet.sjn"
    lines = ("35", "", "120", ":fix 12 result 45", ":finish")
    result = run(
        "record", path, "--mode", "result", given=keys("hand 1 ac=2 bd=2 dealer=a", *lines)
    )
    assert "hand 2 ac=3 bd=2 dealer=c" in result.stdout
    assert "result 45 up=ac+1 next=c\n" in path.read_text(encoding="utf-8")


def test_a_draft_goes_on_where_it_was_left(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "p.sjn"
    first = run("record", path, "--mode", "position", given=keys(*POSITION, "SKK"))
    assert "p.sjn.draft; the same command goes on" in first.stdout
    assert not path.exists()
    result = run("record", path, given=keys("S77 S9T", ":undo", ":finish"))
    assert path.read_text(encoding="utf-8").splitlines()[-1] == "23 a SKK S77"
    assert result.exit_code == 0


def test_a_record_that_is_there_is_gone_on_with(run: Run, friday: Path) -> None:
    before = friday.read_text(encoding="utf-8")
    result = run("record", friday, given=keys("", "sheet", "result 40", "end", ":finish"))
    assert result.exit_code == 0, result.stdout
    added = friday.read_text(encoding="utf-8").removeprefix(before).split("\n")
    assert added[1].startswith("hand 3 ")
    assert added[2] == "sheet"
    assert added[3].startswith("result 40 up=")


def test_all_matches_of_a_file_stay_in_it(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "two.sjn"
    text = (SAMPLES / "teaching" / "short-match.sjn").read_text(encoding="utf-8")
    path.write_text(f"{text}\n{text}", encoding="utf-8")
    assert run("record", path, given=keys(":finish")).exit_code == 0
    assert path.read_text(encoding="utf-8") == f"{text}\n{text}"


def test_what_somebody_changed_meanwhile_is_not_written_over(run: Run, friday: Path) -> None:
    run("record", friday, given=keys("", "sheet", "result 40"))
    changed = friday.read_text(encoding="utf-8") + "# changed by hand\n"
    friday.write_text(changed, encoding="utf-8")
    result = run("record", friday, given=keys(":finish"))
    assert result.exit_code == 2
    assert "was changed since this was begun" in result.stderr
    assert friday.read_text(encoding="utf-8") == changed
    beside = friday.with_name("friday.sjn.new")
    assert "result 40" in beside.read_text(encoding="utf-8")
    assert friday.with_name("friday.sjn.draft").exists()


def test_a_new_record_does_not_take_the_place_of_a_file(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "p.sjn"
    run("record", path, given=keys(""))
    path.write_text("mine", encoding="utf-8")
    assert run("record", path, given=keys(":finish")).exit_code == 2
    assert path.read_text(encoding="utf-8") == "mine"


def test_without_a_file_the_record_goes_to_standard_output(run: Run) -> None:
    result = run("record", "--players", "陈伟, 李娜", given=keys("", "sheet", "result 85", "end"))
    assert result.exit_code == 0
    assert '[PlayerB "李娜"]' in result.stdout
    assert result.stdout.endswith("sheet\nresult 85\nend\n")


def test_cards_left_and_legal_plays_are_shown(run: Run, tmp_path: Path) -> None:
    given = keys(*POSITION, "SKK", ":cards", ":help", ":nonsense")
    result = run("record", tmp_path / "p.sjn", "--mode", "position", given=given)
    assert "left ♠778 ♦5" in result.stdout
    assert "may play ♠77" in result.stdout
    assert "b plays 2 cards" in result.stdout
    assert "there is no command :nonsense" in result.stdout


def test_chinese_is_typed_and_answered(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "p.sjn"
    given = keys(*POSITION, "♠KK 黑桃78", ":finish")
    result = run("record", path, "--mode", "position", "--lang", "zh-Hans", given=given)
    assert "违反规则" in result.stdout
    assert path.read_text(encoding="utf-8").endswith("23 a SKK\n")


BAD: list[tuple[bytes, str]] = [
    (b"{", "no JSON"),
    (b"[]", "is missing or wrong"),
    (b'{"draft": 0, "log": []}', "of version 0"),
    (b"\xff\xfe", "no JSON"),
]


@pytest.mark.parametrize(("data", "told"), BAD)
def test_a_draft_that_cannot_be_read_is_left_alone(
    run: Run, tmp_path: Path, data: bytes, told: str
) -> None:
    place = tmp_path / "p.sjn.draft"
    place.write_bytes(data)
    result = run("record", tmp_path / "p.sjn", given=keys("x"))
    assert result.exit_code == 2
    assert told in result.stderr
    assert place.read_bytes() == data


def test_two_programs_at_one_draft_are_told(run: Run, tmp_path: Path) -> None:
    from shengji.cli.inputs import Unusable
    from shengji.cli.record.keeping import Keeper
    from shengji.replay.recording import Add, Enter, opening

    keeper = Keeper(tmp_path / "p.sjn", "en")
    base = opening("standard").do(Enter(("1 a SA",)))
    keeper.save(base.do(Add("S3")))
    with pytest.raises(Unusable, match="another program"):
        keeper.save(base.do(Add("S4")))
    kept = json.loads((tmp_path / "p.sjn.draft").read_bytes())
    aside = json.loads((tmp_path / "p.sjn.draft.mine").read_bytes())
    assert (kept["log"][-1]["word"], aside["log"][-1]["word"]) == ("S3", "S4")


def test_what_cannot_be_read_stays_a_draft(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "p.sjn"
    path.write_text("%SJN 1\nhello\n", encoding="utf-8")
    result = run("record", path, given=keys(":finish"))
    assert result.exit_code == 2
    assert path.read_text(encoding="utf-8") == "%SJN 1\nhello\n"


def test_keys_in_a_terminal_are_completed(tmp_path: Path) -> None:
    """A tab finds the pair that is owed; the prompt says who plays how many cards."""
    own, other = pty.openpty()
    path = tmp_path / "p.sjn"
    run = subprocess.Popen(
        [sys.executable, "-m", "shengji.cli", "record", str(path), "--mode", "position"],
        stdin=other, stdout=other, stderr=other, env={**os.environ, "LC_ALL": "C.UTF-8"},
    )  # fmt: skip
    os.close(other)
    shown = b""
    try:
        for line, wanted in (*((each, b"> ") for each in POSITION), ("SKK", b"b plays 2 cards")):
            shown = seen(own, b"> ", shown)
            os.write(own, line.encode() + b"\n")
            shown = seen(own, wanted, b"")
        os.write(own, b"S7\t\n:finish\n")
        assert run.wait(20) == 0
    finally:
        run.kill()
        os.close(own)
    assert "23 a SKK S77\n" in path.read_text(encoding="utf-8")


def seen(terminal: int, wanted: bytes, before: bytes) -> bytes:
    """What is on the screen once `wanted` has come."""
    shown = before
    while wanted not in shown:
        assert select.select([terminal], [], [], 30)[0], shown
        shown += os.read(terminal, 4096)
    return shown
