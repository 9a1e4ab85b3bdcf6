"""A game or a hand on sheets of A4 as PDF: a page and more for each hand, all of it in tables.

WeasyPrint sets the pages; it draws text by Pango, a library of the system. The project's own font
is used, and another of the system only for characters that it lacks, as they come up in names.
"""

import functools
from pathlib import Path
from typing import Final

from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template
from markupsafe import Markup

from shengji.engine.cards import Cards
from shengji.notation.tokens import write_seat
from shengji.replay.exports.errors import MissingLibraryError
from shengji.replay.exports.extract import Extract
from shengji.replay.exports.paper import hand_papers, match_paper
from shengji.replay.exports.raster import FONTS
from shengji.replay.exports.signs import SIGNS, runs
from shengji.replay.wording import Language, words

FONT: Final = "NotoSansCJKsc-Bold-subset.otf"
SUITS: Final = {sign: suit for suit, sign in SIGNS.items()} | {"": "J"}
"""Classes of the markup by the sign of a suit."""


def export(extract: Extract) -> bytes:
    try:
        from weasyprint import HTML
        from weasyprint.text.fonts import FontConfiguration
        from weasyprint.urls import URLFetcher
    except OSError:
        # Its libraries are loaded by name, and what is missing is only known by that.
        raise MissingLibraryError("Pango", "pdf") from None
    fetcher = URLFetcher(allowed_protocols=("file",))
    page = HTML(string=markup(extract), base_url=f"{FONTS.as_uri()}/", url_fetcher=fetcher)
    data: bytes = page.write_pdf(font_config=FontConfiguration())
    return data


def markup(extract: Extract) -> str:
    """The pages before they are set, as HTML."""
    hands = list(hand_papers(extract))
    players = len(hands[0].seats) if hands else 4
    return _template().render(
        language=extract.language,
        words=words(extract.language),
        font=FONT,
        match=match_paper(extract, players),
        hands=hands,
        cards=functools.partial(_cards, extract.language),
        seat=write_seat,
    )


def _cards(language: Language, cards: Cards) -> Markup:
    """Cards with the colour of each suit."""
    return Markup(" ").join(
        Markup('<span class="{}">{}</span>').format(SUITS[sign], f"{sign}{' '.join(ranks)}")
        for sign, ranks in runs(cards, language)
    )


@functools.cache
def _template() -> Template:
    environment = Environment(
        loader=FileSystemLoader(Path(__file__).with_name("templates")),
        autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True,
    )  # fmt: skip
    return environment.get_template("sheet.html")
