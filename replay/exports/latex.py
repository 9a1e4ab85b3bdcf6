r"""A game or a hand as LaTeX source for authors, to be changed and set by xelatex or lualatex.

It needs `fontspec`, `geometry`, `longtable`, `array`, `xcolor` and `colortbl`, which distributions
have, and a font with Chinese characters, named in one line of the source. How cards look is told by
a few commands at its head: `\spades{A J J}`, `\joker{BJ}`, `\wins{...}`.
"""

from collections.abc import Iterator, Mapping
from typing import Final

from shengji.engine.cards import Cards
from shengji.notation.tokens import write_seat
from shengji.replay.exports.extract import Extract
from shengji.replay.exports.paper import (
    HandPaper,
    MatchPaper,
    PlayPaper,
    TrickPaper,
    written,
)
from shengji.replay.exports.signs import runs
from shengji.replay.wording import words

HEAD: Final = r"""% !TeX program = xelatex
% Or lualatex. Another font with Chinese characters and the four suits will do as well.
\documentclass[10pt,a4paper]{article}
\usepackage[margin=18mm]{geometry}
\usepackage{fontspec,longtable,array}
\usepackage[table]{xcolor}
\setmainfont{Noto Sans CJK SC}
\ifdefined\XeTeXlinebreaklocale
  \XeTeXlinebreaklocale "zh"
  \XeTeXlinebreakskip = 0pt plus 1pt
\fi
\setlength{\parindent}{0pt}
\setlength{\tabcolsep}{4pt}
\renewcommand{\arraystretch}{1.2}
\definecolor{red suit}{HTML}{B3001B}
\definecolor{winner}{HTML}{F3E7C2}
\newcommand{\spades}[1]{♠#1}
\newcommand{\hearts}[1]{\textcolor{red suit}{♥#1}}
\newcommand{\diamonds}[1]{\textcolor{red suit}{♦#1}}
\newcommand{\clubs}[1]{♣#1}
\newcommand{\joker}[1]{#1}
\newcommand{\seat}[1]{\textsf{\footnotesize #1}~}
\newcommand{\wins}[1]{\cellcolor{winner}#1}
\newcommand{\failed}[1]{(#1)\,→\,}
\newcommand{\notemark}[1]{\textsuperscript{#1}}
\raggedright
\begin{document}
"""
FOOT: Final = "\\end{document}\n"
SUITS: Final = {"♠": "spades", "♥": "hearts", "♦": "diamonds", "♣": "clubs", "": "joker"}
"""The command for the cards of a suit."""
SPECIAL: Final[Mapping[int, str]] = str.maketrans({
    "\\": r"\textbackslash{}", "{": r"\{", "}": r"\}", "$": r"\$", "&": r"\&", "#": r"\#",
    "%": r"\%", "_": r"\_", "^": r"\textasciicircum{}", "~": r"\textasciitilde{}",
    # Two of these in a row would become one dash or quote.
    "-": "-{}", "`": "`{}", "'": "'{}", "<": "<{}", ">": ">{}",
})  # fmt: skip


def export(extract: Extract) -> bytes:
    return (HEAD + written(extract, _Writer(extract.language)) + FOOT).encode()


def escaped(text: str) -> str:
    """Text as LaTeX prints it, in one line."""
    return " ".join(text.split()).translate(SPECIAL)


class _Writer:
    def __init__(self, language: str) -> None:
        self.language = language
        self.words = words(language)

    def head(self, match: MatchPaper) -> Iterator[str]:
        yield rf"\section*{{{escaped(match.title)}}}"
        yield escaped(" · ".join(match.facts))

    def hand(self, hand: HandPaper) -> Iterator[str]:
        yield rf"\subsection*{{{escaped(hand.title)}}}"
        facts = (*hand.facts, f"{self.words['term.trump']} {hand.trump}")
        yield escaped(" · ".join(facts))
        yield from self._sentences("before", hand.before)
        if hand.shows_cards:
            yield from self._held(hand)
        if hand.tricks:
            yield from self._tricks(hand)
        yield from self._sentences("result", hand.result)
        if hand.notes:
            yield self._title("notes")
            yield r"\begin{enumerate}"
            yield from (rf"\item {escaped(note)}" for note in hand.notes)
            yield r"\end{enumerate}"

    def _title(self, word: str) -> str:
        return rf"\paragraph*{{{escaped(self.words[f'paper.{word}'])}}}\mbox{{}}\par"

    def _sentences(self, word: str, texts: tuple[str, ...]) -> Iterator[str]:
        if texts:
            yield self._title(word)
            yield from (rf"{escaped(text)}\par" for text in texts)

    def _held(self, hand: HandPaper) -> Iterator[str]:
        yield self._title("held")
        yield r"\begin{tabular}{@{}l>{\raggedright\arraybackslash}p{0.76\linewidth}@{}}"
        for seat in hand.seats:
            shown = r" \enspace ".join(self._cards(row) for row in seat.rows if row)
            told = shown or rf"$\times$ {seat.hidden}"
            yield rf"\seat{{{seat.letter}}}{escaped(seat.name)} & {told} \\"
        for word, cards in (("dealt", hand.dealt), ("buried", hand.kitty)):
            if cards:
                yield rf"{escaped(self.words[f'paper.{word}'])} & {self._cards(cards)} \\"
        yield r"\end{tabular}\par"

    def _tricks(self, hand: HandPaper) -> Iterator[str]:
        seats = len(hand.seats)
        yield self._title("tricks")
        column = rf">{{\raggedright\arraybackslash}}p{{{0.76 / seats:.3f}\linewidth}}"
        yield rf"\begin{{longtable}}{{@{{}}r*{{{seats}}}{{{column}}}rr@{{}}}}"
        points, total = (escaped(self.words[f"term.{word}"]) for word in ("points", "attackers"))
        yield rf"{'& ' * (seats + 1)}\footnotesize {points} & \footnotesize {total} \\ \hline"
        yield r"\endhead"
        yield from (self._trick(trick, seats) for trick in hand.tricks)
        yield r"\end{longtable}"

    def _trick(self, trick: TrickPaper, seats: int) -> str:
        plays = [self._play(play) for play in trick.plays]
        plays += [""] * (seats - len(plays))
        total = "" if trick.total is None else escaped(str(trick.total))
        return " & ".join((str(trick.number), *plays, str(trick.points or ""), total)) + r" \\"

    def _play(self, play: PlayPaper) -> str:
        tried = rf"\failed{{{self._cards(play.attempted)}}}" if play.attempted is not None else ""
        text = rf"\seat{{{write_seat(play.seat)}}}{tried}{self._cards(play.cards)}"
        notes = ",".join(map(str, play.notes))
        mark = rf"\notemark{{{notes}}}" if notes else ""
        return (rf"\wins{{{text}}}" if play.wins else text) + mark

    def _cards(self, cards: Cards) -> str:
        return " ".join(
            rf"\{SUITS[sign]}{{{' '.join(ranks)}}}" for sign, ranks in runs(cards, self.language)
        )
