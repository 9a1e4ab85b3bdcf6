"""What a finished draft becomes: an entry of the archive, and one alone, however often it is sent.

The edit token of that entry follows from the token of the draft. So nothing has to be kept of the
one with the other, and whoever may go on with a draft may correct and erase its record.
"""

import base64
import hmac
from typing import Any, Final

from sqlite_utils import Database

from shengji.replay.archive import storing
from shengji.replay.archive.archive import examine_nameless
from shengji.replay.archive.examining import Examined
from shengji.replay.archive.gate import one
from shengji.replay.archive.model import STRANGER, Added, Licence, Visibility, token_sha256

TOKEN_BYTES: Final = 16
"""As many as other tokens have."""


def entry_token(draft: str, token: str) -> str:
    """The edit token of the entry that a draft becomes, by the draft's id and token."""
    return _derived(token, f"entry of {draft}")


def view_token(draft: str, token: str) -> str:
    """The share token of that entry, with which others see it as long as it is not taken back."""
    return _derived(token, f"view of {draft}")


def _derived(token: str, purpose: str) -> str:
    digest = hmac.digest(token.encode("utf-8", "replace"), purpose.encode(), "sha256")
    return base64.urlsafe_b64encode(digest[:TOKEN_BYTES]).rstrip(b"=").decode()


def is_shared(db: Database, draft: str, token: str) -> bool:
    """Its share token has not been taken back."""
    known = token_sha256(view_token(draft, token))
    return one(db, "select * from share where sha256 = ?", known) is not None


def entry_of(db: Database, draft: str, token: str) -> dict[str, Any] | None:
    """The row of the entry that a draft has become; None before that, and after it was erased."""
    own = token_sha256(entry_token(draft, token))
    return one(db, "select * from entry where owner = ?", own)


def hand_over(
    db: Database,
    draft: str,
    token: str,
    found: Examined,
    visibility: Visibility,
    licence: Licence,
    *,
    without_names: bool,
) -> Added:
    """Store the record of a draft: as a new entry, or as the newest revision of the one it has.

    Of an entry that is there the choices stay as its owner has made them since.

    :raises ConflictError: the entry is public, and another public one has this very record.
    """
    row = entry_of(db, draft, token)
    if without_names if row is None else row["nameless"]:
        found = examine_nameless(found)
    if row is not None:
        return storing.revise(db, row, found.storable)
    own = entry_token(draft, token)
    added = storing.add(
        db, found.storable, STRANGER, visibility, licence, nameless=without_names, token=own
    )
    if (new := entry_of(db, draft, token)) is not None:
        storing.share(db, new["id"], view_token(draft, token))
    return added


def pass_on(db: Database, draft: str, old: str, fresh: str) -> None:
    """The draft has a fresh token; so its entry has another edit token, and the old ones end.

    The share token that followed from the old one ends too, and another takes its place.
    """
    row = entry_of(db, draft, old)
    if row is None:
        return
    storing.update_entry(db, row["id"], {"owner": token_sha256(entry_token(draft, fresh))})
    if is_shared(db, draft, old):
        ended = token_sha256(view_token(draft, old))
        db.conn.execute("delete from share where sha256 = ?", (ended,))
        storing.share(db, row["id"], view_token(draft, fresh))
