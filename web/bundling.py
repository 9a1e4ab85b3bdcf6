"""The modules of the pages as one classic script: modules are not loaded from a file on a disk.

Each module becomes a function of its own that hands out what it exports, so that names of one never
meet those of another. Of the forms of `import` and `export` those are read that the modules use.
"""

import functools
import re
from pathlib import Path
from typing import Final

from shengji.web.assets import FOLDER

_IMPORT: Final = re.compile(
    r'^import \{\s*(\w+(?:,\s*\w+)*),?\s*\} from "\./(\w+)\.js";\n', re.MULTILINE
)
_EXPORT: Final = re.compile(r"^export (?=(?:async )?(?:function|class|const) (\w+))", re.M)
_OTHER: Final = re.compile(r"^(?:import|export)\b.*", re.M)


class BundleError(ValueError):
    """A module that cannot become part of a script."""


@functools.cache
def bundle(entry: str, folder: Path = FOLDER) -> str:
    """The module of that name and all that it imports, as one script.

    :raises BundleError: a form of `import` or `export` that is not known, or a circle.
    """
    found: dict[str, str] = {}
    _add(entry, folder, found, ())
    return '"use strict";\n' + "".join(found.values())


def _add(name: str, folder: Path, found: dict[str, str], above: tuple[str, ...]) -> None:
    """Put a module behind those that it imports."""
    if name in above:
        raise BundleError(f"modules import each other in a circle: {' '.join((*above, name))}")
    if name in found:
        return
    text = (folder / f"{name}.js").read_text(encoding="utf-8")
    for each in _IMPORT.finditer(text):
        _add(each[2], folder, found, (*above, name))
    exported = ", ".join(_EXPORT.findall(text))
    text = _EXPORT.sub("", _IMPORT.sub(r"const { \1 } = m_\2;\n", text))
    if other := _OTHER.search(text):
        raise BundleError(f"{name}.js: {other[0]}")
    found[name] = f"const m_{name} = (() => {{\n{text}return {{ {exported} }};\n}})();\n"
