"""The archive: records kept for good, found by what happened in them.

    archive = Archive.init("club.db")                  # or Archive("club.db")
    found = archive.preview(raw)                       # RefusedError has diagnostics
    added = archive.add(found, visibility=Visibility.UNLISTED)
    viewer = Viewer(tokens=(added.edit_token,))
    entry = archive.get(added.public_id, viewer)       # NotFoundError is a 404
    page = archive.search(Query(text="陈伟", tractor_from=4))

One object serves all threads. What a visitor may see follows from the tokens in `Viewer`; lists,
counts, facets and players tell of public entries alone. Nothing here is imported on the way of a
check, for SQLite and what wraps it cost more than the check itself.
"""

from shengji.replay.archive.archive import Archive, examine_nameless
from shengji.replay.archive.drafts import Drafts, Kept, Live, Watched
from shengji.replay.archive.errors import (
    ArchiveError,
    BundleError,
    BusyError,
    ConflictError,
    CorruptError,
    FullError,
    NoArchiveError,
    NotAllowedError,
    NotFoundError,
    QueryError,
    ReadOnlyError,
    RefusedError,
    SchemaError,
    TooBroadError,
)
from shengji.replay.archive.examining import EntryFacts, Examined, HandFacts, Player, examine
from shengji.replay.archive.model import (
    OPERATOR,
    STRANGER,
    Added,
    Detail,
    Entry,
    Licence,
    Order,
    PlayerRow,
    Revision,
    Role,
    Row,
    Stats,
    Viewer,
    Visibility,
    is_look_token,
    look_token,
)
from shengji.replay.archive.nameless import nameless
from shengji.replay.archive.query import Query
from shengji.replay.archive.searching import FACETS, Count, Found, Page

__all__ = [
    "FACETS",
    "OPERATOR",
    "STRANGER",
    "Added",
    "Archive",
    "ArchiveError",
    "BundleError",
    "BusyError",
    "ConflictError",
    "CorruptError",
    "Count",
    "Detail",
    "Drafts",
    "Entry",
    "EntryFacts",
    "Examined",
    "Found",
    "FullError",
    "HandFacts",
    "Kept",
    "Licence",
    "Live",
    "NoArchiveError",
    "NotAllowedError",
    "NotFoundError",
    "Order",
    "Page",
    "Player",
    "PlayerRow",
    "Query",
    "QueryError",
    "ReadOnlyError",
    "RefusedError",
    "Revision",
    "Role",
    "Row",
    "SchemaError",
    "Stats",
    "TooBroadError",
    "Viewer",
    "Visibility",
    "Watched",
    "examine",
    "examine_nameless",
    "is_look_token",
    "look_token",
    "nameless",
]
