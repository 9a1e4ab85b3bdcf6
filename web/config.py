"""What an operator decides about a site."""

import secrets
from dataclasses import dataclass, field
from typing import Final

from shengji.replay.archive import Archive

SHORTEST: Final = 32
"""Characters of a secret."""
ORIGIN_WIDE: Final = "*"


class ConfigError(ValueError):
    """A decision that would leave the site open; its text says what to do."""


def new_secret() -> str:
    """A secret for one run: forms that were opened before the next start must be loaded anew."""
    return secrets.token_urlsafe(SHORTEST)


@dataclass(frozen=True, slots=True)
class Config:
    """How one site is run."""

    archive: Archive
    """Where the records are."""
    secure: bool = False
    """The site is only reached by HTTPS, and says so (Strict-Transport-Security)."""
    frame_ancestors: str = ORIGIN_WIDE
    """Who may show the embeddable pages in a frame, as in Content-Security-Policy."""
    secret: str = field(default_factory=new_secret, repr=False)
    """Signs the forms. There is no default one that anybody could know."""
    hosts: tuple[str, ...] = ()
    """The names by which the site is reached; requests for others are refused. Empty: any."""
    proxies: int = 0
    """How many reverse proxies stand before it, whose word on the caller's address is taken."""
    limited: bool = True
    """Callers that ask too much are told to wait."""

    def __post_init__(self) -> None:
        """:raises ConfigError: the secret is one that can be guessed."""
        if len(self.secret) < SHORTEST or len(set(self.secret)) < SHORTEST // 4:
            raise ConfigError(
                f"the secret must have {SHORTEST} characters or more, drawn at random:"
                " python -c 'import secrets; print(secrets.token_urlsafe(32))'"
            )
