"""`shengji serve` over a real socket."""

import socket
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest
from click.testing import CliRunner

from shengji.cli.serve import serve
from shengji.replay.archive import Archive
from shengji.replay.archive.publishing import publish

PROGRAM = Path(sys.executable).with_name("shengji")
SAMPLE = Path(__file__).parents[2] / "samples" / "teaching" / "short-match.sjn"


@pytest.mark.parametrize("published", [False, True])
def test_an_archive_is_shown_at_the_address_that_is_printed(
    tmp_path: Path, published: bool
) -> None:
    path = tmp_path / "club.db"
    with Archive.init(path) as archive:
        game = archive.add(SAMPLE.read_bytes()).public_id
        if published:
            path = tmp_path / "public.db"
            publish(archive, path)
    command = [str(PROGRAM), "serve", "--archive", str(path), "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, encoding="utf-8") as server:
        try:
            assert server.stdout is not None
            address = server.stdout.readline().strip()
            with urllib.request.urlopen(f"{address}g/{game}/1.3.2") as page:
                assert page.status == 200
                assert 'data-at="1.3.2"' in page.read().decode()
            assert "422 " in chunked(address, 10)
            assert "413 " in chunked(address, 2_050_000)
        finally:
            server.terminate()


def test_what_is_no_archive_is_said_so(tmp_path: Path) -> None:
    answer = CliRunner().invoke(serve, ["--archive", str(tmp_path / "none.db")])
    assert answer.exit_code == 2
    assert "shengji archive init" in answer.output


def test_an_address_that_is_taken(tmp_path: Path) -> None:
    path = tmp_path / "club.db"
    Archive.init(path).close()
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        answer = CliRunner().invoke(serve, ["--archive", str(path), "--port", port])
    assert answer.exit_code == 2
    assert f"127.0.0.1:{port}: address already in use" in answer.output


def chunked(address: str, size: int) -> str:
    """The first line of the answer to a record sent in chunks, its length untold."""
    host, _, port = address.removeprefix("http://").rstrip("/").partition(":")
    head = (
        f"POST /api/v1/games HTTP/1.1\r\nHost: {host}\r\nContent-Type: text/plain\r\n"
        "Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n"
    )
    with socket.create_connection((host, int(port)), timeout=30) as connection:
        answer = b""
        try:
            connection.sendall(head.encode())
            for start in range(0, size, 65_536):
                part = b"#" * min(65_536, size - start)
                connection.sendall(f"{len(part):x}\r\n".encode() + part + b"\r\n")
            connection.sendall(b"0\r\n\r\n")
        except (BrokenPipeError, ConnectionResetError):
            pass  # The server has said no before all of it was sent.
        while part := connection.recv(65_536):
            answer += part
    return answer.decode().partition("\r\n")[0]


def test_a_secret_that_can_be_guessed_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "club.db"
    Archive.init(path).close()
    for secret in ("dev", "x" * 40):
        arguments = ["--archive", str(path), "--port", "0", "--secret", secret]
        answer = CliRunner().invoke(serve, arguments)
        assert answer.exit_code == 2
        assert "secrets.token_urlsafe" in answer.output
