"""What the tests of the terminal share: the command, and reading a screen."""

from __future__ import annotations

import re
import sys

import pexpect

COMMAND = [sys.executable, "-m", "armillary"]
ESCAPES = re.compile(r"\x1b(?:\[[0-9;?]*[A-Za-z]|[=>])")


def screen_lines(text: str) -> list[str]:
    """What a terminal would have shown, line by line, without colours and cursor moves."""
    return [line.rstrip() for part in text.split("\n")
            for line in ESCAPES.sub("", part).split("\r")]


def end(child: pexpect.spawn[str]) -> int | None:
    """Wait for the end; the exit status."""
    child.expect(pexpect.EOF)
    child.close()
    return child.exitstatus
