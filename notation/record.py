"""What a file says, and no more: frozen values that text and JSON both stand for.

Nothing here knows the rules of the game. Cards are the engine's ints, seats are ints in order of
play from 0, and every statement may carry the comment lines above it and the comment beside it.
The JSON twin and its schema are read off these same classes (:mod:`shengji.notation.twin`).
"""

from dataclasses import dataclass
from typing import Annotated, Any, Final, Literal, TypeAlias

from shengji.engine.events import Laid, Mark
from shengji.engine.scoring.match import Level
from shengji.engine.values import value

UNKNOWN_SEAT: Final = -1
"""A seat written `?`."""
NOBODY: Final = -2
"""A seat written `-`: the match is over, or a draw."""
UNKNOWN_SUIT: Final = -2
"""A trump suit written `?`; -1 is no-trump, written `-`."""


@value
class Word:
    """Marks a value that the JSON twin writes as the text does: one word, not its ints."""

    kind: str

    def __get_pydantic_core_schema__(self, source: Any, handler: Any) -> Any:
        """Called by pydantic alone, which the check path never imports."""
        from shengji.notation.twin import word_schema

        return word_schema(self.kind)


@value
class OneOf:
    """Marks a union whose members the twin tells apart by their `kind`."""

    def __get_pydantic_core_schema__(self, source: Any, handler: Any) -> Any:
        """Called by pydantic alone."""
        from shengji.notation.twin import union_schema

        return union_schema(source, handler)


Cards: TypeAlias = Annotated[tuple[int, ...], Word("cards")]
"""A set of cards in canonical order."""
Drawn: TypeAlias = Annotated[tuple[int, ...], Word("drawn")]
"""Cards whose order is kept."""
Card: TypeAlias = Annotated[int, Word("card")]
Suit: TypeAlias = Annotated[int, Word("suit")]
Rank: TypeAlias = Annotated[int, Word("rank")]
"""Of a level, 0 to 13."""
Row: TypeAlias = Annotated[int, Word("row")]
"""An effective suit: 0 to 3, the trumps, or the rainbow of :mod:`shengji.engine.order`."""
Seat: TypeAlias = Annotated[int, Word("seat")]
Seats: TypeAlias = Annotated[tuple[int, ...], Word("seats")]
"""A set of seats, ascending."""
LevelWord: TypeAlias = Annotated[Level, Word("level")]


@value
class Remarks:
    """The comments of the file that belong to a statement, without their `#`."""

    above: tuple[str, ...] = ()
    beside: str | None = None


@value
class SideLevel:
    """The level of a set of seats; None is `?`."""

    seats: Seats
    level: LevelWord | None


@value
class Tag:
    name: str
    value: str
    remarks: Remarks | None = None


@value
class Glyph:
    """An annotation `$n`; 1 to 6 are ! ? !! ?? !? ?!."""

    number: int
    kind: Literal["glyph"] = "glyph"


@value
class Clock:
    """Seconds used, `~12.3`, as the decimal text of the record."""

    seconds: str
    kind: Literal["clock"] = "clock"


@value
class Text:
    """A comment in braces."""

    text: str
    kind: Literal["text"] = "text"


Annotation: TypeAlias = Annotated[Glyph | Clock | Text, OneOf()]


@dataclass(frozen=True, slots=True)
class Play(Laid):
    """One seat's contribution to a trick: what the engine is shown, and what was said of it."""

    cards: Cards
    units: tuple[Cards, ...] = ()
    forced: Cards | None = None
    beaten_by: Seat | None = None
    mark: Mark | None = None
    annotations: tuple[Annotation, ...] = ()


@value
class Won:
    """The assertion `=d+15`; points None is `?`."""

    seat: Seat
    points: int | None


@value
class Trick:
    number: int
    leader: Seat
    plays: tuple[Play, ...]
    won: Won | None = None
    remarks: Remarks | None = None
    kind: Literal["trick"] = "trick"


@value
class SeatCards:
    """The line of one seat in `deal` (order kept) or `hands` (canonical order)."""

    seat: Seat
    cards: Drawn
    remarks: Remarks | None = None


@value
class Deal:
    """`deal a`: the cards in the order drawn, `first` (or ? = UNKNOWN_SEAT) drawing first."""

    first: Seat
    lines: tuple[SeatCards, ...]
    remarks: Remarks | None = None
    kind: Literal["deal"] = "deal"


@value
class Hands:
    """`hands`: the dealt hands, order not known."""

    lines: tuple[SeatCards, ...]
    remarks: Remarks | None = None
    kind: Literal["hands"] = "hands"


@value
class SeatPoints:
    seat: Seat
    points: int


@value
class Start:
    """`start T seat points=35`: play begins at this trick; points of the attackers or by seat."""

    trick: int
    seat: Seat
    points: int | None = None
    points_by_seat: tuple[SeatPoints, ...] = ()
    remarks: Remarks | None = None
    kind: Literal["start"] = "start"


@value
class Kitty:
    """The cards left after the deal; in the order written behind `deal`, else canonical."""

    cards: Drawn
    remarks: Remarks | None = None
    kind: Literal["kitty"] = "kitty"


@value
class Declare:
    """The whole showing that now stands for `seat`, after `after` cards (None: unknown)."""

    after: int | None
    seat: Seat
    cards: Cards
    annotations: tuple[Annotation, ...] = ()
    remarks: Remarks | None = None
    kind: Literal["declare"] = "declare"


@value
class Overturn:
    """A showing after a `take`."""

    seat: Seat
    cards: Cards
    annotations: tuple[Annotation, ...] = ()
    remarks: Remarks | None = None
    kind: Literal["overturn"] = "overturn"


@value
class Pass:
    seat: Seat
    remarks: Remarks | None = None
    kind: Literal["pass"] = "pass"


@value
class Flip:
    """Kitty cards turned because nobody declared, in the order turned."""

    cards: Drawn
    remarks: Remarks | None = None
    kind: Literal["flip"] = "flip"


@value
class Trump:
    """`trump C 2 d`; suit 0-3, -1 no-trump, -2 unknown; level None unknown; declarer may be ?."""

    suit: Suit
    level: LevelWord | None
    declarer: Seat
    remarks: Remarks | None = None
    kind: Literal["trump"] = "trump"


@value
class Take:
    seat: Seat
    remarks: Remarks | None = None
    kind: Literal["take"] = "take"


@value
class Bury:
    seat: Seat
    cards: Cards
    annotations: tuple[Annotation, ...] = ()
    remarks: Remarks | None = None
    kind: Literal["bury"] = "bury"


@value
class Friend:
    """The called card; `copy` counts from 1."""

    card: Card
    copy: int = 1
    remarks: Remarks | None = None
    kind: Literal["friend"] = "friend"


@value
class Join:
    seat: Seat
    remarks: Remarks | None = None
    kind: Literal["join"] = "join"


@value
class Claim:
    """`claim a rest [points=N]`: points of the attackers when play ended, kitty not counted."""

    seat: Seat
    points: int | None = None
    remarks: Remarks | None = None
    kind: Literal["claim"] = "claim"


@value
class Concede:
    seats: Seats
    points: int | None = None
    remarks: Remarks | None = None
    kind: Literal["concede"] = "concede"


@value
class Abandon:
    reason: str | None = None
    remarks: Remarks | None = None
    kind: Literal["abandon"] = "abandon"


@value
class Forfeit:
    seats: Seats
    reason: str
    remarks: Remarks | None = None
    kind: Literal["forfeit"] = "forfeit"


@value
class Redeal:
    reason: str
    seat: Seat | None = None
    remarks: Remarks | None = None
    kind: Literal["redeal"] = "redeal"


@value
class Penalty:
    """Points from `seats` to the others."""

    seats: Seats
    points: int
    reason: str
    remarks: Remarks | None = None
    kind: Literal["penalty"] = "penalty"


@value
class Address:
    """A position or the event that leads to it; see SPEC, Addresses.

    `part` is one of: start (`3`), draw (`3.d23`), show (`3.x2`), take (`3.t1`), bury (`3.k1`),
    lead (`3.0`), trick (`3.8`, with `play` for `3.8.3`) and end (`3.end`). `number` counts within
    the part; `variation` is n in `3.v1.8.2`.
    """

    hand: int
    part: Literal["start", "draw", "show", "take", "bury", "lead", "trick", "end"] = "start"
    number: int = 0
    play: int | None = None
    variation: int | None = None


AddressWord: TypeAlias = Annotated[Address, Word("address")]


@value
class SideChange:
    """A signed number for a set of seats: `bd-10`."""

    seats: Seats
    change: int


@value
class Ruling:
    """What a director decided about the event at `address`."""

    address: AddressWord
    offence: str
    seats: Seats
    points: tuple[SideChange, ...] = ()
    levels: tuple[SideChange, ...] = ()
    lost: Seats = ()
    """Who loses the hand by the ruling."""
    remarks: Remarks | None = None
    kind: Literal["ruling"] = "ruling"


@value
class Retract:
    """The cards of a play or declaration taken back; the address holds what replaced it."""

    address: AddressWord
    cards: Cards
    remarks: Remarks | None = None
    kind: Literal["retract"] = "retract"


@value
class Result:
    """`result N kitty=20x2 up=ac+1 next=b`; what is None was not written."""

    points: int
    kitty_points: int | None = None
    multiplier: int | None = None
    up: tuple[SideChange, ...] | None = None
    """Level changes really made; the empty tuple is `up=0`."""
    next_dealer: Seat | None = None
    """A seat, UNKNOWN_SEAT for `?`, NOBODY for `-`."""
    remarks: Remarks | None = None
    kind: Literal["result"] = "result"


@value
class Sheet:
    """Of this hand only the result is known."""

    remarks: Remarks | None = None
    kind: Literal["sheet"] = "sheet"


@value
class Vendor:
    """An `x-vendor …` statement, the whole line kept verbatim."""

    line: str
    remarks: Remarks | None = None
    kind: Literal["vendor"] = "vendor"


@value
class Note:
    address: AddressWord
    text: str
    remarks: Remarks | None = None
    kind: Literal["note"] = "note"


@value
class Variation:
    """`var ADDRESS` … `endvar`: an alternative line of tricks."""

    address: AddressWord
    events: tuple["Statement", ...]
    remarks: Remarks | None = None
    end_remarks: Remarks | None = None
    kind: Literal["variation"] = "variation"


Statement: TypeAlias = Annotated[
    Deal | Hands | Start | Kitty | Declare | Overturn | Pass | Flip | Trump | Take | Bury | Friend
    | Join | Trick | Claim | Concede | Abandon | Forfeit | Redeal | Penalty | Ruling | Retract
    | Result | Sheet | Vendor,
    OneOf(),
]  # fmt: skip
"""What may stand between a `hand` line and its `end`."""

ENDINGS: Final = (Claim, Concede, Abandon, Forfeit)
"""The statements that end a hand before all its cards are played."""

Appendix: TypeAlias = Annotated[Variation | Note | Vendor, OneOf()]
"""What may stand behind `end`."""


@value
class Hand:
    """One hand: its opening line, its statements in event order, and what stands behind `end`."""

    number: int
    levels: tuple[SideLevel, ...]
    dealer: Seat
    """The seat due to deal; UNKNOWN_SEAT for `?`."""
    fresh: bool = False
    tags: tuple[Tag, ...] = ()
    events: tuple[Statement, ...] = ()
    ended: bool = True
    appendix: tuple[Appendix, ...] = ()
    remarks: Remarks | None = None
    end_remarks: Remarks | None = None


@value
class MatchEnd:
    """`match ac [REASON]`; seats (NOBODY,) is a draw."""

    seats: Seats
    reason: str | None = None
    remarks: Remarks | None = None


@value
class Record:
    """One match."""

    tags: tuple[Tag, ...]
    hands: tuple[Hand, ...] = ()
    match: MatchEnd | None = None
    version: str = "1"
    """As written behind %SJN: major, or major.minor."""
    opening: Remarks | None = None
    """Comments above and beside the %SJN line."""
    closing: tuple[str, ...] = ()
    """Comment lines behind the last statement."""
    vendor: tuple[Vendor, ...] = ()
    """Vendor statements between the tags and the first hand."""

    def tag(self, name: str) -> str | None:
        """The value of the first tag of that name."""
        return next((tag.value for tag in self.tags if tag.name == name), None)
