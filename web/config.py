"""What an operator decides about a site."""

from dataclasses import dataclass

from shengji.replay.archive import Archive


@dataclass(frozen=True, slots=True)
class Config:
    """How one site is run."""

    archive: Archive
    """Where the records are."""
    secure: bool = False
    """The site is only reached by HTTPS, and says so (Strict-Transport-Security)."""
    frame_ancestors: str = "*"
    """Who may show the embeddable pages in a frame, as in Content-Security-Policy."""
