"""The plays that cost most to judge: throws, their forced part, and ruffs with many readings.

R01 and R02 are reported faults of another engine: a fixed pairing that named the wrong winner, and
the blow-up that the search for a better one brought. The others are 12-card throws in three decks
whose cards can be read in many ways. What is measured is a whole trick, judged as if for the first
time: reading the lead, whether it stands, what each follower owes and whether it wins so far. No
single play of it can cost more.
"""

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from bench.measure import Task
from bench.ours import forget
from shengji.engine.cards import BIG_JOKER, LITTLE_JOKER, RANKS, SUITS, Cards, counts, face_of
from shengji.engine.faults import Fault
from shengji.engine.order import Order, compile_order
from shengji.engine.play.follow import follow_fault
from shengji.engine.play.throws import throw_stop
from shengji.engine.play.tricks import beats, read_lead
from shengji.engine.rules import Rules

Compare: TypeAlias = Literal["largest", "highest", "all"]
COMPARES: Final[tuple[Compare, ...]] = ("largest", "highest", "all")
"""The ways to compare ruffs (throw_compare)."""


@dataclass(frozen=True, slots=True)
class Throw:
    """A throw at level two, with what the others hold and play; runs of cards as in a record."""

    name: str
    decks: int
    trump: str
    plays: tuple[str, ...]
    kept: tuple[str, ...]
    """What each seat holds besides what it plays."""
    winner: int = 0
    """Index of the winning play."""
    forced: str = ""
    """What has to be played instead where the throw fails."""
    wrong: int | None = None
    """Index of a play that breaks a rule."""


THROWS: Final = (
    Throw(
        "R01: throw of 4 over-ruffed by two pairs",
        decks=2,
        trump="C",
        plays=("D88JQ", "C55A S2", "S33 C78", "C6622"),
        kept=("S4678 H78", "S69TJ H44", "H33669TJ", "C99 S578AA"),
        winner=3,
    ),
    Throw(
        "R02: throw of 9 ruffed twice",
        decks=2,
        trump="H",
        plays=("DAAKKQQJ98", "HAAKKQQ987", "BBLL H22JTT", "C34567 S3456"),
        kept=("S7889 C2", "H65 C889", "H3344", "C9TJ S7"),
        winner=2,
    ),
    Throw(
        "throw of 12, three decks, ruffed twice",
        decks=3,
        trump="H",
        plays=("DAAAKKQQQJJTT", "HKKKQQJJJTT99", "BBBLL H222AA S22", "D999888776655"),
        kept=(
            "S333444555 C333444555",
            "H888777 S777888999 C666777",
            "H3344556 S666TTTJJJ C888999TT",
            "D765444333 SQQQKKK C22",
        ),
        winner=2,
    ),
    Throw(
        "throw of 12, three decks, find the forced part",
        decks=3,
        trump="H",
        plays=("DKKKQQJJJTT99", "", "", ""),
        kept=(
            "S333444555 C333444555",
            "DAAQ887766554433 H888777",
            "DAT9876543 H334455 BBLL",
            "S222 C888999TT",
        ),
        forced="DJ",
    ),
    Throw(
        "throw of 12, three decks, followed in the wrong shape",
        decks=3,
        trump="H",
        plays=("DAAKKJJJTTT99", "", "", "D988775444333"),
        kept=("S333444555", "H888777 S777888", "H3344556 S666TTT", "D8766655 S99"),
        wrong=3,
    ),
)


def cards(text: str) -> Cards:
    """Cards from runs such as `S34 H5 BB`, in canonical order."""
    found = []
    suit = 0
    for letter in text.replace(" ", ""):
        if letter in "LB":
            found.append(BIG_JOKER if letter == "B" else LITTLE_JOKER)
        elif letter in SUITS:
            suit = SUITS.index(letter)
        else:
            found.append(face_of(suit, RANKS.index(letter)))
    return tuple(sorted(found))


class Judging:
    """A throw ready to be judged under one way to compare ruffs."""

    def __init__(self, throw: Throw, compare: Compare) -> None:
        self.rules = Rules(decks=throw.decks, throw_compare=compare)
        self.trump = SUITS.index(throw.trump)
        self.plays = list(map(cards, throw.plays))
        kept = map(cards, throw.kept)
        self.hands = [counts(a + b) for a, b in zip(kept, self.plays, strict=True)]
        self.expected = cards(throw.forced), throw.winner, throw.wrong
        self.order = self._compile()
        if self.judge() != self.expected:
            raise ValueError(f"{throw.name}: {self.judge()} instead of {self.expected}")

    def _compile(self) -> Order:
        return compile_order(self.rules, RANKS.index("2"), self.trump)

    def prepare(self) -> None:
        """Forget what was worked out before, except for the tables of the hand."""
        forget()
        self.order = self._compile()

    def judge(self) -> tuple[Cards, int, int | None]:
        """What the throw fails to, if it fails; who wins; who breaks a rule, if anybody does."""
        order = self.order
        lead = read_lead(order, self.plays[0])
        if isinstance(lead, Fault):
            raise ValueError(lead)
        stop = throw_stop(order, lead, list(enumerate(self.hands))[1:])
        if stop is not None:
            return stop.forced, 0, None
        best, winner, wrong = lead.standing, 0, None
        for seat, play in enumerate(self.plays):
            if not seat or not play:
                continue
            if follow_fault(order, lead, self.hands[seat], play):
                wrong = seat
            if standing := beats(order, lead, best, play):
                best, winner = standing, seat
        return (), winner, wrong


def play_tasks(throw: Throw) -> list[Task]:
    """The trick under each way to compare."""
    judgings = {compare: Judging(throw, compare) for compare in COMPARES}
    return [
        Task(f"{throw.name}: {compare}", "tricks", 1, judging.judge, judging.prepare)
        for compare, judging in judgings.items()
    ]
