"""What an import has to say of itself, collected while a file is read, each thing once."""

from dataclasses import dataclass, field

from shengji.notation.diagnostics import Value
from shengji.notation.foreign.importer import Remark, RemarkKind


@dataclass(slots=True)
class Remarks:
    """A collection of remarks in the order in which they were first made."""

    kept: dict[Remark, None] = field(default_factory=dict)

    def inferred(self, id: str, hand: int | None = None, **arguments: Value) -> None:
        """The record says it, the source does not; it follows from what the source says."""
        self._keep(RemarkKind.INFERRED, id, hand, arguments)

    def missing(self, id: str, hand: int | None = None, **arguments: Value) -> None:
        """Nothing says it; the record has it as unknown."""
        self._keep(RemarkKind.MISSING, id, hand, arguments)

    def dropped(self, id: str, hand: int | None = None, **arguments: Value) -> None:
        """The source says it, the record does not."""
        self._keep(RemarkKind.DROPPED, id, hand, arguments)

    def _keep(
        self, kind: RemarkKind, id: str, hand: int | None, arguments: dict[str, Value]
    ) -> None:
        self.kept[Remark(kind, id, hand, tuple(arguments.items()))] = None

    def all(self) -> tuple[Remark, ...]:
        return tuple(self.kept)
