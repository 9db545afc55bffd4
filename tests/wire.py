"""The engine under test: as a process, installed or not, and as a session without one."""

from __future__ import annotations

import functools
import os
import sys
from pathlib import Path

from armillary.protocol.session import Session

COMMAND = (sys.executable, "-m", "armillary")
ROOT = Path(__file__).parents[1]


def environment() -> dict[str, str]:
    """What lets another process import what this one does."""
    return {**os.environ, "PYTHONPATH": os.pathsep.join(p for p in sys.path if p)}


class Talk:
    """A session in this process; a search ends before `say` returns."""

    def __init__(self) -> None:
        self.said: list[str] = []
        self.session = Session(lambda text: self.said.extend(text.split("\n")),
                               lambda work: work())

    @classmethod
    @functools.cache
    def shared(cls) -> Talk:
        """One for all who only want some answer."""
        return cls()

    def say(self, *lines: str | bytes) -> list[str]:
        """Send lines; what was answered."""
        self.said.clear()
        for line in lines:
            self.session.handle(line if isinstance(line, bytes) else line.encode())
        return list(self.said)

    def ask(self, what: str) -> str:
        """The answer to a query."""
        return self.say(f"query {what}")[-1].removeprefix("response").removeprefix(" ")
