"""With SHENGJI_MYPYC=1 the modules of the path from text to verdict are compiled by mypyc.

Pure Python is the reference and the default. mypyc names a module by where its file lies, so the
sources are linked below a folder `shengji` first.
"""

import os
from pathlib import Path

from setuptools import Extension, setup

COMPILED = {
    "engine": (
        "aftermath", "bombs", "burying", "calls", "cards", "cascade", "course", "declaring",
        "fines", "flips", "follow", "friends", "hand", "holdings", "irregularities", "knowledge",
        "leveltables", "match", "multipliers", "order", "overturns", "owed", "pack", "partial",
        "rainbows", "redeals", "scoring", "shapes", "specials", "table", "throws", "tricks",
        "windows",
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
