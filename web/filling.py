"""What stands in the places of a page, kind by kind, as `static/fill.js` does it in the browser.

The pages of a hand are the same but for what their scenes put into these places. So the page of a
hand is rendered once, with gaps, and every position of it fills them. The templates need not know:
they show the places of `s`, a scene or :class:`Gaps`, whichever they are given.

=========================  ===================================================================
`{{ s[place] }}`           a text
`{{ s|cards(place) }}`     cards, and how many of them: `{{ s|size(place) }}`
`{{ s|way(place) }}`       the address of a link, or that it leads nowhere
`{{ s|current(trick) }}`   whether it is this trick that lies on the table
`{{ s|fan(letter) }}`      how many cards a seat holds, in how many rows
=========================  ===================================================================
"""

import re
import secrets
from collections.abc import Callable, Mapping
from typing import Final, TypeAlias

from jinja2 import Environment, pass_context
from jinja2.runtime import Context
from markupsafe import escape

from shengji.web.deck import Drawn
from shengji.web.scene import ROW_NAMES, Scene


class Writer:
    """Writes what a scene has in a place, in each of the kinds."""

    def __init__(
        self, environment: Environment, drawn: Drawn, address: Callable[[str], str]
    ) -> None:
        """`address` makes the address of a position from its name."""
        self.drawn = drawn
        self.address = address
        macros = environment.get_template("places.html").module
        self._way: Callable[[str], str] = macros.way  # type: ignore[attr-defined]
        self._fan: Callable[[int, int], str] = macros.fan  # type: ignore[attr-defined]
        self._current: list[str] = [macros.current(is_it) for is_it in (False, True)]  # type: ignore[attr-defined]

    def text(self, scene: Scene, place: str) -> str:
        return escape(scene[place])

    def cards(self, scene: Scene, place: str) -> str:
        return self.drawn.laid(scene[place].split())

    def size(self, scene: Scene, place: str) -> str:
        return str(len(scene[place].split()))

    def way(self, scene: Scene, place: str) -> str:
        at = scene[place]
        return self._way(self.address(at) if at else "")

    def current(self, scene: Scene, trick: str) -> str:
        return self._current[scene["trick"] == trick]

    def fan(self, scene: Scene, letter: str) -> str:
        sizes = [len(scene[f"{letter}.{row}"].split()) for row in ROW_NAMES]
        return self._fan(sum(sizes), len(sizes) - sizes.count(0))


Kind: TypeAlias = Callable[[Writer, Scene, str], str]
KINDS: Final[Mapping[str, Kind]] = {
    "cards": Writer.cards,
    "size": Writer.size,
    "way": Writer.way,
    "current": Writer.current,
    "fan": Writer.fan,
}
_TEXT: Final = "text"


class Gaps(dict[str, str]):
    """A scene of which nothing is known yet: what is asked of it leaves a gap in the page.

    A gap is made of letters that are drawn anew for each page, so nothing that anybody wrote into a
    record or an address can look like one, and of signs that keep their form in an address.
    """

    def __init__(self) -> None:
        super().__init__()
        self.mark = secrets.token_hex(8)

    def __missing__(self, place: str) -> str:
        return self.gap(_TEXT, place)

    def gap(self, kind: str, place: str) -> str:
        return f"{self.mark}~{kind}~{place}~"


class Form:
    """A page with gaps."""

    def __init__(self, page: str, gaps: Gaps, writer: Writer) -> None:
        texts = re.split(f"{gaps.mark}~([a-z]+)~([^~]*)~", page)
        kinds = {**KINDS, _TEXT: Writer.text}
        self._writer = writer
        self._texts = texts[::3]
        self._gaps = [
            (kinds[kind], place) for kind, place in zip(texts[1::3], texts[2::3], strict=True)
        ]

    def filled(self, scene: Scene) -> str:
        """The page of a scene."""
        parts = [""] * (2 * len(self._gaps) + 1)
        parts[::2] = self._texts
        parts[1::2] = [kind(self._writer, scene, place) for kind, place in self._gaps]
        return "".join(parts)


def register(environment: Environment) -> None:
    """Make the kinds known to templates."""
    for name, kind in KINDS.items():
        environment.filters[name] = _filter(name, kind)


def _filter(name: str, kind: Kind) -> Callable[..., str]:
    @pass_context
    def put(context: Context, scene: Scene, place: object) -> str:
        if isinstance(scene, Gaps):
            return scene.gap(name, str(place))
        writer = Writer(context.environment, context["drawn"], context.get("address", str))
        return kind(writer, scene, str(place))

    return put
