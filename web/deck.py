"""How a card looks in the markup, and what it is called."""

import functools
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from jinja2 import Environment
from markupsafe import escape

from shengji.engine.cards import FACES, POINTS, RANKS, SUITS
from shengji.notation.tokens import read_card
from shengji.replay.wording import Language
from shengji.web.language import Say, texts


@dataclass(frozen=True, slots=True)
class Face:
    """A card of one name."""

    kind: str
    """Its classes: the suit, and p where it counts points."""
    index: str
    icon: str
    """The symbol of its suit."""
    name: str
    """What a screen reader says."""


@functools.cache
def deck(language: Language) -> Mapping[str, Face]:
    """Every card there is by its name in the markup, unknown ones too, and for each suit the sign
    that somebody is out of it."""
    t = texts(language)
    suited = {suit + rank: _face(suit, rank, t) for suit in SUITS for rank in RANKS}
    jokers = {
        "L": Face("J little", t("card.little"), "suit-star", t("joker.L")),
        "B": Face("J big", t("card.big"), "suit-star", t("joker.B")),
    }
    unknown = {
        f"{suit}_": Face(suit, "?", f"suit-{suit}", t("card.of-suit", suit=t(f"suit.{suit}")))
        for suit in SUITS
    }
    voids = {
        f"void-{row}": Face(f"void {row}", "", f"suit-{row}", t("card.void", suit=t(f"row.{row}")))
        for row in SUITS
    }
    voids["void-T"] = Face("void T", t("viewer.trump-sign"), "suit-none", t("card.void-trump"))
    return {
        **suited, **jokers, **unknown, **voids, "X": Face("X", "?", "suit-what", t("card.unknown")),
    }  # fmt: skip


class Drawn(dict[str, str]):
    """The markup of cards by their names, each made once."""

    def __init__(self, language: Language, environment: Environment) -> None:
        self.faces = deck(language)
        template = environment.get_template("cards.html")
        self.card: Callable[[Face, str, str], str] = template.module.card  # type: ignore[attr-defined]

    def __missing__(self, name: str) -> str:
        face, _, number = name.partition("*")
        self[name] = self.card(self.faces[face], name, number)
        return self[name]

    def laid(self, names: Iterable[str]) -> str:
        """Cards side by side; what joins them escapes all that is no markup."""
        return escape("").join([self[name] for name in names])


def drawn(language: Language, environment: Environment) -> Drawn:
    """The markup of the cards as the templates of that environment draw them."""
    found = environment.globals.get(f"cards-{language}")
    if not isinstance(found, Drawn):
        found = environment.globals[f"cards-{language}"] = Drawn(language, environment)
    return found


def _face(suit: str, rank: str, t: Say) -> Face:
    face = read_card(suit + rank)
    assert face < FACES
    name = t(
        "card.name", rank=t(f"rank.{rank}") if rank in "TJQKA" else rank, suit=t(f"suit.{suit}")
    )
    if POINTS[face]:
        name = t("card.points", card=name, points=POINTS[face])
    index = "10" if rank == "T" else rank
    return Face(f"{suit} p" if POINTS[face] else suit, index, f"suit-{suit}", name)
