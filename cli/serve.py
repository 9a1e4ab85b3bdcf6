"""`shengji serve`: the replay site over an archive."""

import socket
from pathlib import Path

import click

from shengji.cli.archive.opening import Failed, opened


@click.command()
@click.option(
    "--archive", "path", required=True, metavar="DB", type=click.Path(path_type=Path),
    help="The archive that is shown.",
)  # fmt: skip
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on.")
@click.option(
    "--port", type=click.IntRange(0, 65535), default=8000, show_default=True,
    help="The port; 0 takes any that is free.",
)  # fmt: skip
@click.option("--threads", type=click.IntRange(1, 64), default=4, show_default=True)
@click.option("--https", is_flag=True, help="The site is only reached by HTTPS, and says so.")
def serve(path: Path, host: str, port: int, threads: int, https: bool) -> None:
    """Show an archive as a site.

    DB is a file that `shengji archive init` made. Until it is interrupted, the site answers at the
    address that is printed; records can be added meanwhile.

    \b
      $ shengji serve --archive club.db --port 8000
    """
    from waitress import serve as run

    from shengji.web import Config, create_app

    with opened(path, write=True) as archive, _listening(host, port) as listening:
        app = create_app(Config(archive, secure=https))
        name, number = listening.getsockname()[:2]
        click.echo(f"http://{name}:{number}/")
        run(app, sockets=[listening], threads=threads, ident=None, _quiet=True)


def _listening(host: str, port: int) -> socket.socket:
    """:raises Failed: the address is taken, or none of this machine's."""
    try:
        return socket.create_server((host, port))
    except OSError as error:
        raise Failed(f"{host}:{port}: {(error.strerror or str(error)).lower()}") from None
