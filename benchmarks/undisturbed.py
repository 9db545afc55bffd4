"""Which measurements were of the program, and which of the neighbours.

A virtual machine's processors are lent to other guests, for a hundredth of a second or for half of
one, whatever runs on them. Linux counts that time ("steal" in /proc/stat), so a wait in which the
count moved can be told from a wait that the program made.
"""

from __future__ import annotations

import time
from typing import Self

LATE = 0.02                 # seconds: the count follows at a tick of the clock


def stolen() -> float:
    """Seconds since the start of the machine that its processors were elsewhere, added up; 0 on
    a machine that does not count them."""
    try:
        with open("/proc/stat", encoding="ascii") as stat:
            return int(stat.readline().split()[8]) / 100
    except (OSError, IndexError):
        return 0.0


class Watch:
    """From its making to `end`: was a processor elsewhere in the meantime?"""

    disturbed = False

    def __init__(self) -> None:
        self.before = stolen()

    def end(self) -> None:
        """Sets `disturbed`."""
        time.sleep(LATE)
        self.disturbed = stolen() > self.before

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.end()
