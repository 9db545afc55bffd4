"""Signatures: what a commit that means to change nothing must not change."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from pathlib import Path

from armillary.games import game, game_names
from armillary.position import new_game
from armillary_core.search.signature import playout_signature

GAMES = 1000        # seeded playouts a case
SEED = 1


def cases(names: Iterable[str]) -> list[str]:
    """What is signed: "game/seats" for the fewest and the most seats of each game."""
    return [f"{name}/{seats}" for name in names
            for seats in sorted({game(name).min_seats, game(name).max_seats})]


def signature(case: str) -> str:
    """The signature of one case, as 16 hex digits."""
    name, _, seats = case.partition("/")
    return f"{playout_signature(new_game(name, int(seats)), GAMES, SEED):016x}"


def signatures() -> dict[str, str]:
    """The signatures of all games, by case."""
    return {case: signature(case) for case in cases(game_names())}


def total(found: Mapping[str, str]) -> str:
    """One number for many signatures."""
    text = "\n".join(f"{case} {value}" for case, value in sorted(found.items()))
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def write_signatures(path: Path, found: Mapping[str, str]) -> None:
    """Store signatures as TOML."""
    lines = ["# Seeded random games of every game, hashed; a commit that changes one says why.",
             "# Written by: armillary bench --write tests/signatures.toml", "", "[signatures]"]
    lines += [f'"{case}" = "{value}"' for case, value in sorted(found.items())]
    path.write_text("\n".join(lines) + "\n", "utf-8")
