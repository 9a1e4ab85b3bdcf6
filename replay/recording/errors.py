"""What cannot be done with a draft at all, whatever happened at the table."""

from enum import StrEnum


class Trouble(StrEnum):
    """Why; the value is the key of its sentence in the catalogue (`recording.…`)."""

    FORM = "form"
    """What was sent is no action, or no draft (detail: the field at fault)."""
    VERSION = "version"
    """The draft is of another version (detail: which)."""
    BEGIN = "begin"
    """A draft begins once, with its first action."""
    NOTHING_TO_UNDO = "nothing-to-undo"
    NOTHING_TO_REDO = "nothing-to-redo"
    NO_TRICK = "no-trick"
    """There is no line of a trick to write behind."""
    NO_LINE = "no-line"
    """The draft has no such line (detail: its number)."""
    LINE_BREAK = "line-break"
    """A line, word or tag holds a line break."""
    ONE_WORD = "one-word"
    """What was to be one word is none, or several (detail: it)."""
    TOO_LONG = "too-long"
    """More than a draft holds (detail: the limit)."""
    NO_LEADER = "no-leader"
    """Who leads is not known, and was not said."""
    FIELD = "field"
    """A field of an aside is missing, or what stands in it is none (detail: its name)."""
    NO_PLACE = "no-place"
    """An aside that has no place here (detail: its kind)."""
    CUT = "cut"
    """Actions are missing between those known here and those sent (detail: how many are known)."""


class DraftError(ValueError):
    """Something that cannot be done with a draft; it is as it was."""

    def __init__(self, trouble: Trouble, detail: str = "") -> None:
        super().__init__(f"{trouble.value}: {detail}" if detail else trouble.value)
        self.trouble = trouble
        self.detail = detail
