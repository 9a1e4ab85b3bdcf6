"""The tables of an archive, by migrations: each is applied once, whole or not at all.

A migration that has been released is never edited; the next one changes what it made.
"""

from typing import Final

from sqlite_utils import Database, Migrations

from shengji.replay.archive.errors import SchemaError
from shengji.replay.archive.folding import paired

APPLICATION_ID: Final = 0x534A4E41
"""`SJNA`, in the header of the file."""

migrations = Migrations("shengji")


@migrations()
def tables(db: Database) -> None:
    """Entries and what they are found by.

    An entry is what `/g/{id}` names; its columns are those of its newest revision. Ids of records
    and plays are the 26 letters that the notation gives them, tokens are kept as their SHA-256.
    """
    for statement in _TABLES:
        db.conn.execute(statement)


@migrations()
def masks(db: Database) -> None:
    """What the hands of an entry have between them, as bits: facets are then counted by entry."""
    for column, bit in (("levels", "level"), ("trumps", "trump + 1"), ("results", "kept")):
        db.conn.execute(f"alter table entry add column {column} integer not null default 0")
        db.conn.execute(
            f"update entry set {column} = (select ifnull(sum(distinct 1 << ({bit})), 0)"
            " from hand where entry_id = entry.id)"
        )
    db.conn.execute(
        "create index entry_facets on entry (visibility, preset, year, levels, trumps, results)"
    )


@migrations()
def drafts(db: Database) -> None:
    """Records that are being written, an action a row; of the token its SHA-256."""
    db.conn.execute(
        "create table draft (id integer primary key, public_id text not null unique,"
        " format integer not null, owner blob not null check (length(owner) = 32),"
        " live text not null check (live in ('nothing', 'table', 'after')),"
        " delay integer not null check (delay >= 0), touched integer not null) strict"
    )
    db.conn.execute(
        "create table draft_action (draft_id integer not null references draft on delete cascade,"
        " number integer not null, at real not null, action text not null,"
        " primary key (draft_id, number)) strict, without rowid"
    )


@migrations()
def owners(db: Database) -> None:
    """An entry is found by its edit token: a draft knows by its own what it has become."""
    db.conn.execute("create index entry_owner on entry (owner)")


@migrations()
def pairs(db: Database) -> None:
    """Neighbouring Chinese characters as words of their own, beside all words."""
    db.conn.execute("alter table words rename to single_words")
    db.conn.execute(
        "create virtual table words using fts5(text, pairs, tokenize = 'ascii', prefix = '2 3')"
    )
    single = db.conn.execute("select rowid, text from single_words")
    db.conn.executemany(
        "insert into words (rowid, text, pairs) values (?, ?, ?)",
        ((entry_id, text, paired(text)) for entry_id, text in single),
    )
    db.conn.execute("drop table single_words")


@migrations()
def keys(db: Database) -> None:
    """What every hit of a search is asked, without its row: whether it is public, and how old."""
    db.conn.execute("create index entry_key on entry (visibility, id, played)")
    # An index that is missing in the statistics of the others would be taken for the best of all.
    if db["sqlite_stat1"].exists():
        db.conn.execute("analyze entry")


_TABLES: Final = (
    """
    create table entry (
      id integer primary key,
      public_id text not null unique,
      visibility text not null check (visibility in ('public', 'unlisted', 'private')),
      licence text not null check (licence in ('CC0-1.0', 'CC-BY-4.0', 'private')),
      owner blob not null check (length(owner) = 32),
      nameless integer not null default 0 check (nameless in (0, 1)),
      created text not null,
      updated text not null,
      revision integer not null,
      record_id text not null,
      play_id text,
      played text not null,
      year integer,
      date text not null,
      event text not null,
      site text not null,
      players text not null,
      preset text not null,
      rules text not null,
      fixed_sides integer not null check (fixed_sides in (0, 1)),
      hands integer not null,
      plays integer not null,
      points integer,
      errors integer not null,
      warnings integer not null,
      notes integer not null
    ) strict
    """,
    """
    create table revision (
      entry_id integer not null references entry on delete cascade,
      number integer not null,
      record_id text not null,
      play_id text,
      raw blob not null,
      raw_sha256 blob not null check (length(raw_sha256) = 32),
      text text not null,
      created text not null,
      primary key (entry_id, number)
    ) strict
    """,
    """
    create table hand (
      entry_id integer not null references entry on delete cascade,
      place integer not null,
      number integer not null,
      declarer integer,
      side integer,
      level integer,
      trump integer,
      points integer,
      kept integer,
      kitty_points integer,
      multiplier integer,
      failed_throws integer not null,
      tractor integer not null,
      decided_last integer not null,
      primary key (entry_id, place)
    ) strict, without rowid
    """,
    "create table flag (code text not null, entry_id integer not null references entry on delete"
    " cascade, number integer not null, primary key (code, entry_id)) strict, without rowid",
    "create table player (id integer primary key, slug text not null unique, name text not null)"
    " strict",
    "create table alias (folded text primary key, name text not null,"
    " player_id integer not null references player on delete cascade) strict, without rowid",
    "create table seated (player_id integer not null references player on delete cascade,"
    " entry_id integer not null references entry on delete cascade, seat integer not null,"
    " primary key (player_id, entry_id, seat)) strict, without rowid",
    "create table share (sha256 blob primary key check (length(sha256) = 32),"
    " entry_id integer not null references entry on delete cascade, created text not null)"
    " strict, without rowid",
    "create table import_run (source text primary key, position integer not null,"
    " digest blob not null check (length(digest) = 32), line integer not null,"
    " added integer not null, known integer not null) strict, without rowid",
    "create table import_refusal (source text not null references import_run on delete cascade,"
    " line integer not null, reason text not null, found text not null,"
    " primary key (source, line)) strict, without rowid",
    "create virtual table words using fts5(text, tokenize = 'ascii', prefix = '2 3')",
    "create unique index entry_public on entry (record_id) where visibility = 'public'",
    "create index entry_play on entry (play_id) where play_id is not null",
    "create index entry_played on entry (visibility, played, id)",
    "create index entry_points on entry (visibility, ifnull(points, -1000000), id)",
    "create index entry_errors on entry (visibility, errors, id)",
    "create index entry_wrong on entry (visibility, played, id) where errors > 0",
    "create index entry_preset on entry (visibility, preset, played)",
    "create index entry_year on entry (visibility, year)",
    "create index entry_event on entry (event, played)",
    "create index revision_record on revision (record_id)",
    "create index revision_raw on revision (raw_sha256)",
    "create index hand_trump on hand (trump, level)",
    "create index hand_level on hand (level)",
    "create index hand_points on hand (points)",
    "create index hand_kitty on hand (kitty_points) where multiplier >= 1",
    "create index hand_tractor on hand (tractor) where tractor >= 2",
    "create index hand_multiplier on hand (multiplier) where multiplier >= 1",
    "create index hand_failed on hand (entry_id) where failed_throws >= 1",
    "create index hand_decided on hand (entry_id) where decided_last = 1",
    "create index flag_entry on flag (entry_id)",
    "create index alias_player on alias (player_id)",
    "create index seated_entry on seated (entry_id)",
    "create index share_entry on share (entry_id)",
)


def migrate(db: Database) -> None:
    """Bring an archive to the schema of this program.

    :raises SchemaError: a newer version made it.
    """
    refuse_newer(db)
    migrations.apply(db)


def refuse_newer(db: Database) -> None:
    known = {migration.name for migration in migrations._migrations}
    newer = [applied.name for applied in migrations.applied(db) if applied.name not in known]
    if newer:
        raise SchemaError(
            f"a newer version of shengji made this archive (it has {', '.join(newer)});"
            " update the program"
        )


def is_current(db: Database) -> bool:
    """Every migration has been applied."""
    return not migrations.pending(db)
