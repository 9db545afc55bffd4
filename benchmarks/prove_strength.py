"""Does strength grow with the budget, and does each option earn its place?

    python benchmarks/prove_strength.py budget                twice and four times the nodes
    python benchmarks/prove_strength.py options               each option against the default
    python benchmarks/prove_strength.py one connect_four --a "nodes=1000 selection=ucb1_tuned" \\
        --b "nodes=1000" --blocks 200

Blocks on common seeds with rotated seats; see matches.py. A share above the fair one with
an interval that leaves it out is "better".
"""

from __future__ import annotations

import argparse
from typing import Any

from armillary import Limits
from matches import Player, engine_player, play_match

#: game -> (blocks, nodes of the base)
BUDGET = {"connect_four": (150, 200), "pig": (150, 50), "leduc_poker": (3000, 50),
          "phantom_tic_tac_toe": (400, 100), "hearts": (60, 50),
          "kuhn_poker": (3000, 30), "tic_tac_toe": (300, 30)}

#: what is tried against the default, and the games where it may matter
OPTIONS: list[tuple[dict[str, Any], list[str]]] = [
    ({"selection": "ucb1_tuned"}, ["connect_four", "pig", "phantom_tic_tac_toe", "hearts"]),
    ({"selection": "puct", "prior": "uniform", "c": 1.5}, ["connect_four", "hearts"]),
    ({"fpu": "parent"}, ["connect_four", "phantom_tic_tac_toe", "hearts"]),
    ({"widen_c": 2.0}, ["hearts", "phantom_tic_tac_toe"]),
    ({"history": 1.0}, ["connect_four", "phantom_tic_tac_toe", "hearts"]),
    ({"grave": 50}, ["connect_four", "phantom_tic_tac_toe"]),
    ({"policy": "mast"}, ["connect_four", "phantom_tic_tac_toe", "hearts"]),
    ({"solver": False}, ["connect_four", "tic_tac_toe"]),
    ({"balance": 0}, ["pig"]),
    ({"adapt": False}, ["leduc_poker", "phantom_tic_tac_toe", "connect_four"]),
    ({"algorithm": "so_ismcts"}, ["kuhn_poker", "leduc_poker", "phantom_tic_tac_toe", "hearts"]),
    ({"algorithm": "pimc"}, ["kuhn_poker", "leduc_poker", "phantom_tic_tac_toe", "hearts"]),
    ({"algorithm": "flat"}, ["connect_four", "hearts"]),
    ({"private": "off"}, ["kuhn_poker", "leduc_poker"]),
    ({"worlds": 8}, ["leduc_poker", "phantom_tic_tac_toe"]),
    ({"paranoid": True}, ["hearts"]),
    ({"expand": 4}, ["connect_four", "hearts"]),
    ({"root": "halving"}, ["connect_four", "phantom_tic_tac_toe", "hearts"]),
    ({"reuse": False}, ["connect_four"]),
    ({"c": 0.4}, ["connect_four", "phantom_tic_tac_toe", "hearts"]),
    ({"c": 1.2}, ["connect_four", "phantom_tic_tac_toe", "hearts"]),
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
        for options, games in OPTIONS:
            name = " ".join(f"{key}={value}" for key, value in options.items())
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
