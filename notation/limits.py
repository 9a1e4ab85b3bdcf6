"""How much of everything is read; SPEC 12 prints this table.

The sizes of single words, such as five digits of points, stand in the grammar itself.
"""

from typing import Final

CHARACTERS_A_LINE: Final = 65_536
LINES_A_HAND: Final = 10_000
"""From the `hand` line to the last line before the next one."""
CHARACTERS_A_HAND: Final = 4_194_304
"""Of such a hand, or of so much before the first one, nothing more is read, nor what follows."""
HANDS_A_MATCH: Final = 10_000
FAULTS_A_FILE: Final = 2_000
"""After so many errors the rest of a file is not read."""
BAD_CHARACTERS_A_FILE: Final = 1_048_576
"""Nor is it after so many characters in bad lines, which cost much more than sound ones."""
FINDINGS_A_LINE: Final = 8
"""Wrong cards of one line that are told."""
LONG_LINE: Final = 2_000
"""Of a bad line of so many characters only the first fault is told."""
