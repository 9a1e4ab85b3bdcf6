"""Which draft a request means, and what it may do with it."""

from flask import abort, g

from shengji.replay.archive import Drafts, Kept
from shengji.web.games import TOKEN, archive, viewer


def drafts() -> Drafts:
    """The drafts of this site."""
    return Drafts(archive())


def shown_token() -> str:
    """The token that the request shows; 404 without one, as with a wrong one."""
    tokens = viewer().tokens
    if not tokens:
        abort(404)
    g.confidential = True
    # It opens this draft and nothing else: links to other pages do without it.
    g.own_token = True
    return tokens[0]


def opened(name: str) -> Kept:
    """The draft of that id, for whoever shows its token; else 404.

    :raises DraftError: another version of the program wrote it.
    """
    return drafts().get(name, shown_token())


__all__ = ["TOKEN", "drafts", "opened", "shown_token"]
