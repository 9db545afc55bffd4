"""Signatures: what a commit that means to change nothing must not change."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from pathlib import Path

from armillary.engine import Engine, Limits
from armillary.games import game, game_names
from armillary.position import new_game
from armillary_core.search.signature import playout_signature

GAMES = 1000        # seeded playouts a case
NODES = 1000        # simulations of the search
SEED = 1


def cases(names: Iterable[str]) -> list[str]:
    """What is signed: "game/seats" for the fewest and the most seats of each game, and
    "game/seats/search", the engine's tree at the first decision."""
    return [f"{name}/{seats}{what}" for name in names
            for seats in sorted({game(name).min_seats, game(name).max_seats})
            for what in ("", "/search")]


def signature(case: str) -> str:
    """The signature of one case, as 16 hex digits."""
    name, seats, *search = case.split("/")
    if search:
        return search_signature(name, int(seats))
    return f"{playout_signature(new_game(name, int(seats)), GAMES, SEED):016x}"


def search_signature(name: str, seats: int) -> str:
    """The hash of a small tree, to four plies: every move, visit and mean."""
    engine = Engine(seed=SEED, early_stop=False)
    engine.search(new_game(name, seats, SEED), Limits(nodes=NODES))
    return hashlib.sha256(engine.tree(4).encode()).hexdigest()[:16]


def signatures() -> dict[str, str]:
    """The signatures of all games, by case."""
    return {case: signature(case) for case in cases(game_names())}


def total(found: Mapping[str, str]) -> str:
    """One number for many signatures."""
    text = "\n".join(f"{case} {value}" for case, value in sorted(found.items()))
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def write_signatures(path: Path, found: Mapping[str, str]) -> None:
    """Store signatures as TOML."""
    lines = ["# Seeded random games and a small search of every game, hashed; a commit that",
             "# changes one says why.",
             "# Written by: armillary bench --write tests/signatures.toml", "", "[signatures]"]
    lines += [f'"{case}" = "{value}"' for case, value in sorted(found.items())]
    path.write_text("\n".join(lines) + "\n", "utf-8")
