"""Every export by its name: what it is of, and the module that makes it.

The command line, the pages and the API all get their bytes here, so one version of the project
gives the same ones everywhere::

    data = EXPORTS["csv"].make(Extract(record, parse_part("3"), view="table"))

A module is loaded when its export is first made: what pictures and print need is on no other path.
The offline page is made from the site's templates and therefore a floor above, by
:mod:`shengji.web.offline`, in the same form.
"""

import importlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from shengji.replay.exports.errors import MissingLibraryError, OutcomeError
from shengji.replay.exports.extract import Extract, Scope


@dataclass(frozen=True, slots=True)
class Export:
    """A kind of file that records are turned into."""

    name: str
    """Also the ending of its files."""
    mimetype: str
    scope: Scope
    module: str
    function: str = "export"
    """What in the module makes it, from an :class:`Extract` to bytes."""
    extra: str = ""
    """The extra of this project that installs what only this needs."""
    tells_outcome: bool = False
    """It lists all that happens up to the end."""

    def make(self, extract: Extract) -> bytes:
        """The file.

        :raises ExportError: the extract cannot be shown so, or a library is missing.
        :raises OutcomeError: it would tell the outcome, and the extract is without it.
        :raises NoSuchPosition: the record has no such hand or position.
        :raises RuleError: the record names no rules that exist.
        """
        if self.tells_outcome and not extract.outcome:
            raise OutcomeError(self.name)
        try:
            data: bytes = getattr(importlib.import_module(self.module), self.function)(extract)
        except ModuleNotFoundError as error:
            if not self.extra:
                raise
            raise MissingLibraryError(error.name or self.name, self.extra) from None
        return data


def _here(
    name: str, mimetype: str, scope: Scope, module: str, function: str = "export", extra: str = ""
) -> Export:
    """One of a module beside this; what is of a whole game lists it to its end."""
    place = f"shengji.replay.exports.{module}"
    return Export(name, mimetype, scope, place, function, extra, scope is Scope.GAME)


EXPORTS: Final[Mapping[str, Export]] = {
    export.name: export
    for export in (
        _here("csv", "text/csv", Scope.GAME, "table"),
        _here("text", "text/plain", Scope.GAME, "narrative"),
        _here("svg", "image/svg+xml", Scope.POSITION, "vector"),
        _here("png", "image/png", Scope.POSITION, "bitmap"),
        _here("tex", "application/x-tex", Scope.GAME, "latex"),
        _here("pdf", "application/pdf", Scope.GAME, "sheet", extra="pdf"),
        _here("gif", "image/gif", Scope.RANGE, "animation", "gif", "animation"),
        _here("webp", "image/webp", Scope.RANGE, "animation", "webp", "animation"),
    )
}
