"""A whole frontend: a person plays any game against a UGI engine, in the terminal.

    python frontend.py armillary "game=connect_four" p1
    python frontend.py armillary "game=hearts;seed=7" p2

It knows no rules: the engine says whose turn it is and what is legal. It shows the person
only what their own seat knows.
"""

import sys

from armillary.protocol.records import Limit
from armillary.protocol.simple import SimpleEngine


def main(program: str, start: str, me: str) -> None:
    """Play one game."""
    moves: list[str] = []
    with SimpleEngine.popen_ugi(program.split()) as engine:
        while engine.query("gameover", start, moves) == "false":
            turn = engine.query("turn")
            if turn == "chance":
                sys.exit("give a seed: nobody here rolls dice")
            if turn == me:
                print("you know:", engine.query(f"view {me[1:]}"))
                legal = engine.query("legal").split()
                print("you may:", *legal)
                move = input("> ").strip()
                if move not in legal:
                    print("that is not possible")
                    continue
            else:
                move = engine.play(start, Limit(time=0.2), moves=moves).move or "0000"
                print(f"{turn} has moved")
            moves.append(move)
        print("it is over:", engine.query("outcome"))


if __name__ == "__main__":
    main(*sys.argv[1:4])
