"""The draft beside a record: written after every line, so that nothing is ever lost."""

import json
from pathlib import Path
from typing import Final

from shengji.cli.inputs import Unusable, reason
from shengji.cli.saving import save
from shengji.replay.recording import (
    Conflict,
    Draft,
    DraftError,
    Mode,
    draft_from_json,
    draft_to_json,
    merge,
    resumed,
    say_trouble,
)

SUFFIX: Final = ".draft"
NEW: Final = ".new"
"""Behind the name of a record that does not take the place of one that somebody changed."""


class Keeper:
    """Keeps the draft of one file."""

    def __init__(self, path: Path, language: str) -> None:
        self.path = path
        self.place = path.with_name(path.name + SUFFIX)
        self.language = language

    def load(self, mode: Mode) -> Draft | None:
        """The draft that was left behind, or one that goes on with the record; None: neither is.

        :raises Unusable: one of them cannot be read.
        """
        if self.place.exists():
            return self._kept(self._read(self.place))
        if not self.path.exists():
            return None
        try:
            return resumed(self._read(self.path).decode(), mode)
        except UnicodeDecodeError:
            raise Unusable(str(self.path), "not in UTF-8; `shengji fmt` makes it so") from None
        except DraftError as error:
            raise Unusable(str(self.path), say_trouble(error, self.language)) from None

    def save(self, draft: Draft) -> None:
        """Write the draft down.

        :raises Unusable: it cannot be written, or another program went on with it otherwise; then
            ours lies beside it.
        """
        if self.place.exists():
            merged = merge(draft, self._kept(self._read(self.place)))
            if isinstance(merged, Conflict):
                aside = self.place.with_name(self.place.name + ".mine")
                self._write(aside, draft)
                raise Unusable(
                    str(self.place), f"another program went on with it; yours is {aside}"
                )
        self._write(self.place, draft)

    def finish(self, draft: Draft, text: str) -> None:
        """Write the record; the draft is not needed any more.

        :raises Unusable: it cannot be written, and the draft is still there; or the file is not as
            it was when the draft was begun, and the record lies beside it.
        """
        if self._changed(draft):
            beside = self.path.with_name(self.path.name + NEW)
            self._save(beside, text)
            raise Unusable(
                str(self.path), f"was changed since this was begun; the record is {beside}"
            )
        self._save(self.path, text)
        try:
            self.place.unlink(missing_ok=True)
        except OSError as error:
            raise Unusable(str(self.place), reason(error)) from None

    def _changed(self, draft: Draft) -> bool:
        """Is there anything in the file that the draft did not begin with?"""
        if not self.path.exists():
            return False
        try:
            return resumed(self._read(self.path).decode()).lines != draft.start.lines
        except (UnicodeDecodeError, DraftError):
            return True

    def _save(self, path: Path, text: str) -> None:
        try:
            save(path, text.encode(), over=True)
        except OSError as error:
            raise Unusable(str(path), reason(error)) from None

    def _kept(self, data: bytes) -> Draft:
        try:
            return draft_from_json(json.loads(data))
        except (ValueError, RecursionError) as error:
            told = say_trouble(error, self.language) if isinstance(error, DraftError) else "no JSON"
            raise Unusable(str(self.place), told) from None

    def _read(self, path: Path) -> bytes:
        try:
            return path.read_bytes()
        except OSError as error:
            raise Unusable(str(path), reason(error)) from None

    def _write(self, path: Path, draft: Draft) -> None:
        self._save(path, json.dumps(draft_to_json(draft), ensure_ascii=False))
