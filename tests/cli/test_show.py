"""`shengji show`: the table, the listing, views and keys."""

import contextlib
import os
import select
import signal
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

Run = Callable[..., Result]
Changed = Callable[[str, str], Path]

SCREEN = """\
1.14.2 · trump ♠2 · dealer c · level ac 2 bd 2
attackers' points 75 · kitty c ♠T84 ♥74 ♦J5 ♣K

                           c dealer +20
                          ★ BL ♠2 ♥2 ♦2 ♠8
                          ♥ 65
                          ♦ 3
                          ♣ 99

 d +45                    trick 14                    ▸b +30
★ L ♠Q97                    d ♠3                      ★ B ♠2 ♣2 ♠A
♥ QQT                         × ♠379                  ♥ J4
♦ AQJ                     ★ a ♦2                      ♦ K654
                                                      ♣ K

                           a +10
                          ★ ♣2 ♠KJ9
                          ♦ KT
                          ♣ AAJ6



a ♦2
"""


@pytest.fixture(autouse=True)
def eighty_columns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")


def test_a_position_is_drawn_as_a_table(run: Run, friday: Path) -> None:
    result = run("show", friday, "1.14.2")
    assert result.exit_code == 0
    assert result.stdout == SCREEN


def test_without_an_address_every_trick_is_a_line(run: Run, friday: Path) -> None:
    lines = run("show", friday).stdout.splitlines()
    assert lines[0] == "hand 1 · ac 2 bd 2"
    assert "1.x1     c declares ♠2 after 17 cards" in lines
    assert "1.k1     c buries ♠T84 ♥74 ♦J5 ♣K" in lines
    assert "1.1      c ♦9     d ♦7     a ♦8     b ♦T     · b wins · attackers 10" in lines
    assert "1.end    end of the hand · attackers' points 100" in lines
    assert sum(line.startswith(("1.", "2.")) for line in lines) == 24 + 22 + 6 + 7


def test_hidden_cards_are_not_in_a_view(run: Run, friday: Path) -> None:
    seat = run("show", friday, "1.14.2", "--seat", "a").stdout
    assert "★ ♣2 ♠KJ9" in seat
    assert "♥ J4" not in seat and "11 cards" in seat
    assert "♠T84" not in seat
    assert "♠T84 ♥74 ♦J5 ♣K" in run("show", friday, "1.14.2", "--seat", "c").stdout
    table = run("show", friday, "1.14.2", "--view", "table").stdout
    assert "★ ♣2" not in table and "d ♠3" in table
    assert "buries ♠" not in run("show", friday, "--view", "table").stdout


def test_names_of_the_players(run: Run, changed: Changed) -> None:
    path = changed('[PlayerB "?"]', '[PlayerB "赵敏"]')
    assert "▸b 赵敏 +30\n" in run("show", path, "1.14.2").stdout
    assert "hand 1 · ac 2 bd 2 · b 赵敏\n" in run("show", path).stdout


def test_a_narrow_terminal_has_the_seats_below_one_another(
    run: Run, friday: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    lines = run("show", friday, "1.14.2").stdout.splitlines()
    assert max(map(len, lines)) <= 40
    assert [line[:2] for line in lines if line[:2].strip(" ▸") in ("a", "b", "c", "d")][:4] == [
        " a", "▸b", " c", " d",
    ]  # fmt: skip


def test_faults_are_shown_where_they_are(run: Run, changed: Changed) -> None:
    path = changed("22 c L S7 S9 B =b+0", "22 c L S7 S8 B =b+0")
    assert "1.22.3   ! play-not-held" in run("show", path).stdout.splitlines()
    assert "! play-not-held" in run("show", path, "1.22.3").stdout


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["1.99"], "1.99: this record has no such position"),
        (["tomorrow"], "3.8.2 is one"),
        (["1.1", "--seat", "e"], "there is no seat e at this table"),
        (["1.1", "--view", "seat"], "--seat names who looks"),
        (["1.1", "--match", "3"], "no match 3"),
    ],
)
def test_what_cannot_be_shown(run: Run, friday: Path, arguments: list[str], message: str) -> None:
    result = run("show", friday, *arguments)
    assert result.exit_code == 2
    assert message in result.stderr


def test_a_record_without_rules_or_hands(run: Run, tmp_path: Path) -> None:
    assert "no such file" in run("show", tmp_path / "missing.sjn").stderr
    for text, message in (
        ('%SJN 1\n[Rules "strange"]\nhand 1 ac=2 bd=2 dealer=?\nend\n', "no rules that are known"),
        ('%SJN 1\n[Rules "standard"]\n', "no hand"),
        ("", "empty"),
    ):
        result = run("show", "-", given=text.encode())
        assert (result.exit_code, message in result.stderr) == (2, True), text


def test_a_text_with_faults_is_shown_as_far_as_it_goes(run: Run, friday: Path) -> None:
    friday.write_bytes(friday.read_bytes() + b"frobnicate\n")
    result = run("show", friday)
    assert result.exit_code == 0
    assert "1.24 " in result.stdout
    assert "faults in the text: 1" in result.stderr


def test_what_else_happened_is_told_in_the_words_of_the_record(run: Run, changed: Changed) -> None:
    path = changed("5 d HAA HTJ", "penalty bd 10 director\n5 d HAA HTJ")
    assert "1.4      penalty bd 10 director" in run("show", path).stdout.splitlines()


# In a terminal


def typed(path: Path, *keys: str) -> tuple[list[str], int]:
    """The screens that a person sees who types these keys, and the exit code."""
    pty = pytest.importorskip("pty")
    pid, terminal = pty.fork()
    if pid == 0:
        environment = {**os.environ, "LC_ALL": "C.UTF-8", "TERM": "xterm", "NO_COLOR": "1"}
        program = [sys.executable, "-m", "shengji.cli", "show", str(path)]
        os.execve(sys.executable, program, environment)
    try:
        seen = wait_for(terminal, "q quit")
        for key in keys:
            os.write(terminal, key.encode())
            seen += wait_for(terminal, {"q": "", "g": "address:"}.get(key, "q quit"))
    finally:
        # It has left by now, unless something went wrong.
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGHUP)
        _, status = os.waitpid(pid, 0)
        os.close(terminal)
    return seen.replace("\r\n", "\n").split("\x1b[2J"), os.waitstatus_to_exitcode(status)


def wait_for(terminal: int, text: str) -> str:
    """What the terminal shows up to this text, or to its end."""
    seen = b""
    while text.encode() not in seen or not text:
        assert select.select([terminal], [], [], 20)[0], (text, seen)
        try:
            read = os.read(terminal, 1 << 16)
        except OSError:
            return seen.decode()
        if not read:
            return seen.decode()
        seen += read
    return seen.decode()


def test_keys_move_through_the_record(friday: Path) -> None:
    keys = ("n", "t", "\x1b[C", "s", "g", "1.14.2\r", "p", "h", "T", "g", "9.9\r", "q")
    screens, code = typed(friday, *keys)
    assert code == 0
    addresses = [screen.split(" · ")[0].rpartition("H")[2] for screen in screens[1:]]
    assert addresses == [
        "1", "1.x1", "1.1.1", "1.1.2", "1.1.2", "1.14.2", "1.14.1", "2", "1.24.1", "1.24.1",
    ]  # fmt: skip
    assert "view: seat a" in screens[5]
    assert "9.9: this record has no such position" in screens[-1]


def test_keys_typed_fast_all_count(friday: Path) -> None:
    screens, code = typed(friday, "ttnn", "q")
    assert code == 0
    assert screens[-1].startswith("\x1b[H1.2.3 ")


@pytest.mark.parametrize("name", ["teaching/position", "broken/wrong-points"])
def test_a_problem_position_is_listed(run: Run, name: str) -> None:
    result = run("show", Path(__file__).parents[2] / "samples" / f"{name}.sjn")
    assert result.exit_code == 0, result.exception
    assert "end of the hand" in result.stdout
