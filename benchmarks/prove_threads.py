"""What a second thread is worth: simulations, and strength at equal wall time.

    python benchmarks/prove_threads.py                speed of both ways, all games
    python benchmarks/prove_threads.py --match        2 threads against 1, equal time a move
    python benchmarks/prove_threads.py --match --ways shared-root

`shared` is one tree for all, `root` a tree for each thread, added up at the root. Speed is told
twice: by the clock, which wants two idle cores (a busy machine gives the second thread nothing,
or the first), and for each second of processor time that the threads were given, times two:
what the clock would tell on idle cores, as no thread ever waits for another.
"""

from __future__ import annotations

import argparse
import time

import armillary
from armillary import Engine, Limits
from matches import engine_player, play_match
from peers import compare

GAMES = {"connect_four": ["shared", "root"], "pig": ["shared", "root"], "tic_tac_toe": ["shared"],
         "leduc_poker": ["root"], "phantom_tic_tac_toe": ["root"], "hearts": ["root"],
         "orion": ["root"]}
WANTED = 1.85
SECONDS = 0.1               # a search; both sides have the same time


def searcher(name: str, worth: int = 1, **options: object):
    """Simulations of a search, each counted as `worth`."""
    position = armillary.new_game(name, seed=1)
    engine = Engine(early_stop=False, solver=False, reuse=False, hash=1024, **options)

    def work(_units: int) -> float:
        return worth * engine.search(position, Limits(movetime=SECONDS)).stats.simulations
    return work


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", metavar="GAME")
    parser.add_argument("--match", action="store_true")
    parser.add_argument("--ways", choices=["threads", "shared-root"], default="threads",
                        help="what a match compares")
    parser.add_argument("--blocks", type=int, default=100)
    parser.add_argument("--first", type=int, default=1, help="seed of the first block (1)")
    parser.add_argument("--movetime", type=float, default=0.02)
    parser.add_argument("--rounds", type=int, default=25)
    args = parser.parse_args()
    limits = Limits(movetime=args.movetime)
    for name in args.games or list(GAMES):
        if args.match:
            one = {"threads": 1} if args.ways == "threads" else {"threads": 2, "parallel": "root"}
            result = play_match(f"{name}: 2 threads v {one}", name,
                                engine_player(limits, threads=2, overhead=0),
                                engine_player(limits, overhead=0, **one), args.blocks,
                                first_seed=args.first)
            print(result.line(), flush=True)
            continue
        for way in GAMES[name]:
            for clock, worth in ((time.process_time, 2), (time.perf_counter, 1)):
                result = compare(searcher(name, worth, threads=2, parallel=way), searcher(name),
                                 args.rounds, SECONDS, clock)
                kind = "clock" if worth == 1 else "processor"
                print(result.line(f"{name} {way}, {kind}", WANTED), flush=True)


if __name__ == "__main__":
    main()
