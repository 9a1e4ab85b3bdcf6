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

    def finish(self, text: str) -> None:
        """Write the record; the draft is not needed any more.

        :raises Unusable: it cannot be written; the draft is still there.
        """
        try:
            save(self.path, text.encode(), over=True)
            self.place.unlink(missing_ok=True)
        except OSError as error:
            raise Unusable(str(self.path), reason(error)) from None

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
        try:
            save(path, json.dumps(draft_to_json(draft), ensure_ascii=False).encode(), over=True)
        except OSError as error:
            raise Unusable(str(path), reason(error)) from None
