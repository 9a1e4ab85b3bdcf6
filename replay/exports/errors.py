"""Why something cannot be exported.

ExportError
├── WrongPartError       the part that was named is not what such a file shows
├── SeatError            the seat that was named is not at this table
├── TooManyError         more hands than such a file holds
├── OutcomeError         the file would tell how it ended, which is not wanted
└── MissingLibraryError  a library that is only needed for this is not installed
"""


class ExportError(ValueError):
    """An export that cannot be made."""


class WrongPartError(ExportError):
    """The part that was named is not what such a file shows."""

    def __init__(self, wanted: str, named: str) -> None:
        super().__init__(f"this shows {wanted}; named was {named}")
        self.wanted, self.named = wanted, named


class SeatError(ExportError):
    """The seat that was named is not at this table."""

    def __init__(self, letter: str) -> None:
        super().__init__(f"there is no seat {letter} at this table")


class TooManyError(ExportError):
    """More hands than such a file holds."""

    def __init__(self, hands: int, most: int) -> None:
        super().__init__(f"{hands} hands where a file holds {most}: name one of them")
        self.hands, self.most = hands, most


class OutcomeError(ExportError):
    """The file would tell how it ended, which is not wanted."""

    def __init__(self, kind: str) -> None:
        super().__init__(f"{kind} lists what happens up to the end, and so tells how it ended")
        self.kind = kind


class MissingLibraryError(ExportError):
    """A library that is only needed for this is not installed."""

    def __init__(self, library: str, extra: str) -> None:
        super().__init__(f"{library} is needed for this: pip install 'shengji[{extra}]'")
        self.library, self.extra = library, extra
