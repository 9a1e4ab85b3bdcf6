"""With SHENGJI_MYPYC=1 the modules of the path from text to verdict are compiled by mypyc.

Pure Python is the reference and the default. mypyc names a module by where its file lies, so the
sources are linked below a folder `shengji` first.
"""

import os
from pathlib import Path

from setuptools import Extension, setup

COMPILED = {
    "engine": (
        "cards", "friends", "hand", "holdings", "knowledge", "order", "pack",
    ),
    "engine/declaring": (
        "bidding", "burying", "calls", "course", "flips", "overturns", "redeals", "windows",
    ),
    "engine/play": (
        "bombs", "cascade", "follow", "owed", "partial", "rainbows", "shapes", "table", "throws",
        "tricks",
    ),
    "engine/scoring": (
        "aftermath", "fines", "irregularities", "leveltables", "match", "multipliers", "points",
        "specials",
    ),
    "notation": ("builder", "lines", "tokens"),
    "replay": ("facts", "matches", "offences", "replayer", "seats", "settling"),
}  # fmt: skip


def extensions() -> list[Extension]:
    from mypyc.build import mypycify

    stage = Path("build/mypyc/shengji")
    for floor in COMPILED:
        for source in Path(floor).rglob("*.py"):
            link = stage / source
            link.parent.mkdir(parents=True, exist_ok=True)
            link.unlink(missing_ok=True)
            link.symlink_to(source.resolve())
    os.environ["MYPYPATH"] = "build/mypyc"
    files = [str(stage / floor / f"{name}.py") for floor in COMPILED for name in COMPILED[floor]]
    return mypycify(["--namespace-packages", "--explicit-package-bases", *files])


setup(ext_modules=extensions() if os.environ.get("SHENGJI_MYPYC") == "1" else [])
