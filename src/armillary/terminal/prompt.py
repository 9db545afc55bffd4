"""The screen and the keyboard: what fits, and what a person types, with completion in a terminal
and as plain lines from anywhere else."""

from __future__ import annotations

import os
import shutil
import sys
import textwrap
from collections.abc import Callable
from typing import TextIO


def open_streams() -> None:
    """Where a standard stream is closed, put an empty one in its place; the output takes any
    text, a file name of odd bytes, too."""
    sys.stdin = sys.stdin or open(os.devnull, encoding="utf-8")             # noqa: SIM115
    sys.stdout = sys.stdout or open(os.devnull, "w", encoding="utf-8")      # noqa: SIM115
    sys.stderr = sys.stderr or open(os.devnull, "w", encoding="utf-8")      # noqa: SIM115
    tolerate(sys.stdout)


def tolerate(stream: TextIO) -> None:
    """Let signs that the encoding of a stream does not have pass as question marks."""
    reconfigure = getattr(stream, "reconfigure", None)
    if reconfigure:
        reconfigure(errors="replace")


def columns() -> int | None:
    """How wide the screen is; None where the output is no terminal, and nothing needs to fit."""
    return shutil.get_terminal_size().columns if sys.stdout.isatty() else None


def fold(text: str, width: int | None) -> str:
    """A board with the lines that are wider than this broken at blanks, and indented there."""
    if width is None:
        return text
    lines: list[str] = []
    for line in text.split("\n"):
        indent = " " * (len(line) - len(line.lstrip()) + 4)
        lines += [line] if len(line) <= width else textwrap.wrap(
            line, width, subsequent_indent=indent, break_on_hyphens=False)
    return "\n".join(lines)


class Prompt:
    """Asks; `words` says at any time what Tab may complete to."""

    def __init__(self, words: Callable[[], list[str]]) -> None:
        self.words = words
        self.matches: list[str] = []
        self.is_terminal = sys.stdin.isatty() and sys.stdout.isatty()
        tolerate(sys.stdin)             # a wrong byte is a wrong move, not a crash
        if self.is_terminal:
            self.set_up_completion()

    def set_up_completion(self) -> None:
        """Tab completes a whole token, whatever signs it is made of."""
        import readline
        readline.set_completer_delims(" \t\n")
        readline.set_completer(self.complete)
        editline = "libedit" in (readline.__doc__ or "")
        readline.parse_and_bind("bind ^I rl_complete" if editline else "tab: complete")

    def complete(self, text: str, number: int) -> str | None:
        """What readline asks for: the n-th word that begins with the text."""
        if number == 0:
            self.matches = [word for word in self.words() if word.startswith(text)]
        return self.matches[number] + " " if number < len(self.matches) else None

    def ask(self, text: str) -> str | None:
        """The next line without blanks around it; None at the end of input."""
        if self.is_terminal:
            try:
                return input(text).strip()
            except EOFError:
                print()
                return None
        print(text, end="", flush=True)
        line = sys.stdin.readline()
        print(line.rstrip("\n"))                # so that the transcript shows both sides
        return line.strip() if line else None
