"""Reads tests/perft/<game>.perft: tables of counts, a start each.

    seats 2                 begins a table
    option winscore=10      as many as are needed
    moves a b c             played first, outcomes of chance included
    3   343   0             depth, sequences of that length, games ended within it
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

import armillary
from armillary import Position

FOLDER = Path(__file__).parent / "perft"


@dataclass
class Table:
    """The counts below one position."""

    game: str
    seats: int
    line: int
    options: dict[str, str] = field(default_factory=dict)
    moves: list[str] = field(default_factory=list)
    counts: list[tuple[int, int, int]] = field(default_factory=list)

    def __str__(self) -> str:
        return f"{self.game}:{self.line}"

    def start(self) -> Position:
        position = armillary.new_game(self.game, self.seats, **self.options)
        for move in self.moves:
            position.play(move)
        return position


def tables() -> list[Table]:
    """All tables of all files."""
    return [table for path in sorted(FOLDER.glob("*.perft")) for table in read(path)]


def read(path: Path) -> list[Table]:
    found: list[Table] = []
    for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
        word, *rest = line.partition("#")[0].split() or [""]
        if word == "seats":
            found.append(Table(path.stem, int(rest[0]), number))
        elif word == "option":
            name, _, value = rest[0].partition("=")
            found[-1].options[name] = value
        elif word == "moves":
            found[-1].moves += rest
        elif word:
            nodes, ends = map(int, rest)
            found[-1].counts.append((int(word), nodes, ends))
    return found
