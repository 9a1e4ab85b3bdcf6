"""What the samples announce of themselves: samples/README.md gives the form."""

import re
from collections import Counter
from pathlib import Path
from typing import Final

SAMPLES: Final = Path(__file__).parents[2] / "samples"
FOLDERS: Final = ("games", "teaching", "broken", "remarks")
FILES: Final = {folder: sorted((SAMPLES / folder).glob("*.sjn")) for folder in FOLDERS}
assert all(FILES.values())

EXPECTED: Final = re.compile(
    rb"^# expect: (?P<code>[a-z-]+) "
    rb"(?:-|(?P<line>\d+)(?:-(?P<last>\d+))?:(?P<column>\d+))[ \t\r]*$",
    re.MULTILINE,
)
Announced = Counter[tuple[str, tuple[int, int] | None]]


def announced(path: Path) -> Announced:
    beside = path.with_suffix(".expect")
    data = (beside if beside.exists() else path).read_bytes()
    found: Announced = Counter()
    for match in EXPECTED.finditer(data):
        code = match["code"].decode()
        if match["line"] is None:
            found[code, None] += 1
            continue
        first = int(match["line"])
        for line in range(first, int(match["last"] or first) + 1):
            found[code, (line, int(match["column"]))] += 1
    assert data.count(b"# expect:") == len(EXPECTED.findall(data))
    return found
