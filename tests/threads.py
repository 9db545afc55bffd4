"""Every game played from several threads at once, for the thread sanitizer.

    tests/sanitize.sh thread                     this
    tests/sanitize.sh thread my_script.py        another script in the same build

Playouts, views and redraws of shared positions: what a search with several threads does to
the rules. The results must also be those of one thread. Then a search with several workers,
in one shared tree and each in its own, with a limit so small that memory is recycled.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import armillary
from armillary import Engine, Limits
from armillary_core.search.playout import run_playouts

THREADS = 4
PLIES = 20_000
SEARCHES = [{}, {"parallel": "root"},
            {"selection": "ucb1_tuned", "grave": 10, "solver": False},
            {"early_stop": True}, {"early_stop": True, "parallel": "root"}]


def main() -> None:
    """Play, compare, and say so."""
    with ThreadPoolExecutor(THREADS) as pool:
        for name in armillary.game_names():
            game = armillary.game(name)
            start = armillary.new_game(name, game.max_seats, seed=1)
            plies, _ = run_playouts(start, 10, 1)
            games = max(2, 10 * PLIES // plies)

            def work(seed: int, start=start, games=games) -> tuple:
                views = [start.view(seat).key for seat in range(start.seats)]
                worlds = [start.determinise(seat, seed).key for seat in range(start.seats)]
                return run_playouts(start, games, seed), views, worlds

            together = list(pool.map(work, range(THREADS)))
            alone = [work(seed) for seed in range(THREADS)]
            if together != alone:
                raise SystemExit(f"{name}: threads disturb each other")
            print(f"{name}: {THREADS} threads, {games} games each")
            for options in SEARCHES:
                engine = Engine(**{"threads": THREADS, "hash": 1, "early_stop": False, **options})
                result = engine.search(start, Limits(nodes=min(4000, games * 40)))
                print(f"    search {options}: {result.stats.simulations} simulations")


if __name__ == "__main__":
    main()
