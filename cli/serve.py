"""`shengji serve`: the replay site over an archive."""

import socket
from pathlib import Path
from typing import Final

import click

from shengji.cli.archive.opening import Failed, opened

LOOPBACK: Final = ("127.0.0.1", "localhost", "[::1]")
"""Names of this machine to itself."""


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
@click.option(
    "--name", "names", multiple=True, metavar="HOST",
    help="A name by which the site is reached; requests for others are refused. May be repeated.",
)  # fmt: skip
@click.option(
    "--proxies", type=click.IntRange(0, 8), default=0, show_default=True,
    help="Reverse proxies before the site, whose word on the caller's address is taken.",
)  # fmt: skip
@click.option(
    "--secret", envvar="SHENGJI_SECRET", metavar="TEXT", show_envvar=True,
    help="Signs the forms; without one they must be loaded anew after each start.",
)  # fmt: skip
def serve(
    path: Path,
    host: str,
    port: int,
    threads: int,
    https: bool,
    names: tuple[str, ...],
    proxies: int,
    secret: str | None,
) -> None:
    """Show an archive as a site.

    DB is a file that `shengji archive init` made. Until it is interrupted, the site answers at the
    address that is printed; records can be added meanwhile.

    \b
      $ shengji serve --archive club.db --port 8000
    """
    from shengji.web import Config, ConfigError, create_app
    from shengji.web.config import new_secret
    from shengji.web.serving import serve as run

    with opened(path, write=True) as archive, _listening(host, port) as listening:
        try:
            config = Config(
                archive,
                secure=https,
                secret=new_secret() if secret is None else secret,
                hosts=(*names, *LOOPBACK) if names or host in LOOPBACK else (),
                proxies=proxies,
            )
        except ConfigError as error:
            raise Failed(str(error)) from None
        app = create_app(config)
        name, number = listening.getsockname()[:2]
        click.echo(f"http://{name}:{number}/")
        run(app, listening, threads)


def _listening(host: str, port: int) -> socket.socket:
    """:raises Failed: the address is taken, or none of this machine's."""
    try:
        return socket.create_server((host, port))
    except OSError as error:
        raise Failed(f"{host}:{port}: {(error.strerror or str(error)).lower()}") from None
