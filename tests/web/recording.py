"""The recorder's page as a person drives it: by clicks, by touch, by keys."""

import re
from collections.abc import Iterator

from playwright.sync_api import Locator, Page

from shengji.notation import dumps, loads
from shengji.notation import record as rec

from .shelf import SAMPLES

POSITION = """\
%SJN 1
[Event "?"]
[Site "?"]
[Date "?"]
[Rules "standard@1 throw_penalty=10"]
[PlayerA "?"]
[PlayerB "?"]
[PlayerC "?"]
[PlayerD "?"]

hand 1 fresh ac=2 bd=2 dealer=a
hands
a SAKK H2
b S778 D5
c S9T D34
d SJ HA D67
start 23 a points=0
trump C 2 a
"""
"""A problem for a book: three cards short of the end of a hand."""
CARD = re.compile(r"[SHCD](?:[2-9TJQKA])+|[LB]")


def log_hand(*, deal: bool = True) -> rec.Record:
    """The first hand of the godot log as a new draft tells it: no comments, no source."""
    record = loads((SAMPLES / "games" / "godot-standard-log.sjn").read_bytes()).records[0]
    lines = []
    for line in dumps(rec.Record(record.tags, record.hands[:1])).splitlines():
        told = not line.startswith(("#", "[Source", "[Licence"))
        dealt = line.startswith(("deal", "a ", "b ", "c ", "d ", "kitty", "pass", "declare"))
        if told and (deal or not dealt):
            lines.append(line if deal or not line.startswith("bury") else "bury b .8")
    return loads("\n".join(lines) + "\n").records[0]


def faces(words: str) -> Iterator[str]:
    """Each card of some words: `S33L` is S3, S3, L."""
    for group in CARD.findall(words):
        if group in "LB":
            yield group
        else:
            yield from (group[0] + rank for rank in group[1:])


class Recorder:
    """One device with the page of a draft."""

    def __init__(self, page: Page, site: str) -> None:
        self.page = page
        self.site = site
        self.last = ""
        """The card that ended what was entered last."""
        self.taps = 0
        """Clicks or touches, of whatever kind."""
        self.touch = False

    def begin(self, preset: str = "godot@1", mode: str = "full", **fields: str) -> None:
        self.page.goto(f"{self.site}/record?preset={preset}")
        self.page.wait_for_selector("[data-setup][data-ready]")
        self.page.check(f"input[name=mode][value={mode}]")
        self.page.click(".setup > details > summary >> nth=0")
        for name, value in {"date": "2026-05-14", **fields}.items():
            field = self.page.locator(f"[name='{name}']").first
            if field.evaluate("(e) => e.tagName") == "SELECT":
                field.select_option(value)
            else:
                field.fill(value)
        self.page.locator("form[method=post] button.main").first.click()
        self.ready()

    def ready(self) -> None:
        self.page.wait_for_selector("[data-recorder][data-ready]", state="attached")

    def settled(self) -> None:
        """Everything that was entered is written, or waits for an answer."""
        self.page.wait_for_function(
            "() => { const { dataset } = document.querySelector('[data-recorder]');"
            " return dataset.waiting === '0'"
            " || document.querySelector('[data-stop], [data-parted]') !== null; }"
        )

    def tap(self, place: Locator) -> None:
        self.taps += 1
        if self.touch:
            place.tap()
        else:
            place.click()

    def cards(self, words: str) -> None:
        """At a person's pace: not before the cards are seen, nor the same one twice at once."""
        for face in faces(words):
            self.page.wait_for_selector("[data-keys]:not([data-new])")
            if face == self.last:
                self.page.wait_for_timeout(360)
            self.tap(self.page.locator(f"[data-face={face}]"))
            self.last = face if self.page.locator("[data-tray] button").count() == 0 else ""

    def enter(self, choice: str = "") -> None:
        self.tap(self._box(choice).locator("button.main").first)
        self.settled()

    def unfold(self, choice: str) -> Locator:
        box = self._box(choice)
        if box.evaluate("(e) => e.matches('details:not([open])')"):
            self.tap(box.locator("> summary"))
        return box

    def _box(self, choice: str) -> Locator:
        """Where something is entered: what comes next, or one of the other choices."""
        following = self.page.locator("[data-next]")
        if choice in ("", following.get_attribute("data-choice")):
            return following
        return self.page.locator(f"details[data-choice={choice}]").first

    def choose(self, box: Locator, value: str) -> None:
        """One of several: a seat, a suit."""
        self.tap(box.locator(f"label:has(input[value='{value}'])"))

    def show(self, box: Locator, words: str) -> None:
        """One of the showings that are offered."""
        self.tap(box.locator(f"button[value='{words}']"))
        self.settled()

    def tap_lines(self, record: rec.Record) -> None:
        """Everything behind the `hand` line, by taps alone."""
        for line in dumps(record).splitlines():
            self._tap_line(line)

    def _tap_line(self, line: str) -> None:
        word, _, rest = line.partition(" ")
        match word:
            case "deal" | "pass":
                self.choose(self.unfold(word), rest)
                self.enter(word)
            case "a" | "b" | "c" | "d" | "kitty":
                self.cards(rest)
                self.settled()
            case "bury" if "." in rest:
                pass
            case "bury":
                self.cards(rest[2:])
                self.settled()
            case "declare":
                moment, shown = rest.split(maxsplit=1)
                box = self.unfold(word)
                self.tap(box.locator(".when summary"))
                box.locator("input[inputmode=numeric]").fill(moment)
                self.show(box, shown)
            case "trump" if self.page.locator("[data-next][data-choice=trump] .send").count():
                self.tap(self.page.locator("[data-next] .send button"))
                self.settled()
            case "trump":
                suit, _, seat = rest.split()
                box = self.unfold(word)
                self.choose(box, suit)
                self.show(box, seat)
            case number if number.isdecimal():
                self._tap_trick(rest)

    def _tap_trick(self, rest: str) -> None:
        _, *plays = (word for word in rest.split() if not word.startswith("="))
        for place, play in enumerate(plays):
            self.cards(play)
            if not place:
                self.enter()
            self.settled()

    def type_line(self, text: str) -> None:
        """With the keyboard alone, in the field that is there."""
        self.page.keyboard.insert_text(text)
        self.page.keyboard.press("Enter")
        self.settled()

    def type_first(self, text: str) -> None:
        """The same, from wherever the focus is."""
        self.page.focus("[data-typing]")
        self.type_line(text)

    def text(self) -> str:
        """What is published: the text that the page of the end shows."""
        address = self.page.get_attribute(".ends a", "href")
        page = self.page.context.new_page()
        page.goto(f"{self.site}{address}")
        found = page.input_value("[data-record]")
        page.close()
        return found

    def lines(self) -> list[str]:
        return self.page.locator(".text [data-line]").all_text_contents()
