"""Does strength grow with the budget, and does each option earn its place?

    python benchmarks/prove_strength.py budget                twice and four times the nodes
    python benchmarks/prove_strength.py options               each option against it switched off
    python benchmarks/prove_strength.py one connect_four --a "nodes=1000 selection=ucb1_tuned" \\
        --b "nodes=1000" --blocks 200

Blocks on common seeds with rotated seats; see matches.py. A share above the fair one with
an interval that leaves it out is "better".
"""

from __future__ import annotations

import argparse
from typing import Any

from matches import Player, engine_player, play_match

from armillary import Limits

#: game -> (blocks, nodes of the base)
BUDGET = {"connect_four": (150, 200), "pig": (150, 50), "leduc_poker": (3000, 50),
          "phantom_tic_tac_toe": (400, 100), "hearts": (60, 50)}

#: option switched on, the games where it may help
OPTIONS: list[tuple[str, dict[str, Any], list[str]]] = [
    ("selection=ucb1_tuned", {"selection": "ucb1_tuned"}, ["connect_four", "pig", "hearts"]),
    ("selection=puct", {"selection": "puct"}, ["connect_four", "hearts"]),
    ("policy=mast", {"policy": "mast"}, ["connect_four", "hearts"]),
    ("history=3", {"history": 3.0}, ["connect_four", "hearts"]),
    ("grave=50", {"grave": 50}, ["connect_four", "phantom_tic_tac_toe"]),
    ("solver off", {"solver": False}, ["connect_four", "tic_tac_toe"]),
    ("fpu=parent", {"fpu": "parent"}, ["connect_four", "hearts"]),
]


def player(words: str) -> Player:
    """From words like "nodes=1000 selection=puct"."""
    options: dict[str, Any] = {}
    limits: dict[str, Any] = {}
    for word in words.split():
        name, _, value = word.partition("=")
        if name in ("nodes", "movetime"):
            limits[name] = float(value) if name == "movetime" else int(value)
        else:
            options[name] = value
    return engine_player(Limits(**limits), **options)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["budget", "options", "one"])
    parser.add_argument("games", nargs="*", metavar="GAME")
    parser.add_argument("--blocks", type=int)
    parser.add_argument("--a", default="nodes=1000")
    parser.add_argument("--b", default="nodes=1000")
    args = parser.parse_args()
    if args.what == "one":
        for game in args.games:
            result = play_match(f"{game}: {args.a} v {args.b}", game, player(args.a),
                                player(args.b), args.blocks or 100)
            print(result.line(), flush=True)
    elif args.what == "budget":
        for game in args.games or BUDGET:
            blocks, nodes = BUDGET[game]
            for factor in (2, 4):
                result = play_match(f"{game}: {nodes * factor} nodes v {nodes}", game,
                                    engine_player(Limits(nodes=nodes * factor)),
                                    engine_player(Limits(nodes=nodes)), args.blocks or blocks)
                print(result.line(), flush=True)
    else:
        for name, options, games in OPTIONS:
            for game in games:
                if args.games and game not in args.games:
                    continue
                blocks, nodes = BUDGET.get(game, (100, 200))
                result = play_match(f"{game}: {name}", game,
                                    engine_player(Limits(nodes=4 * nodes), **options),
                                    engine_player(Limits(nodes=4 * nodes)),
                                    args.blocks or blocks)
                print(result.line(), flush=True)


if __name__ == "__main__":
    main()
