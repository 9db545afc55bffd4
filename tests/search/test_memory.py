"""The memory limit is hard, the search goes on at it, and its answers stay sane."""

import resource
import subprocess
import sys

import pytest

import armillary
from armillary import Engine, Limits, new_game
from armillary_core.search.searcher import Searcher
from helpers import Case
from searching import decisions


def test_an_edge_is_small():
    """At most 48 bytes of tree memory an edge in a two-seat game."""
    result = Engine(early_stop=False, solver=False).search(
        new_game("connect_four"), Limits(nodes=300_000))
    assert result.stats.nodes > 500_000
    assert result.stats.memory / result.stats.nodes <= 48


@pytest.mark.parametrize("threads", [1, 2])
def test_a_small_limit_holds(game_name: str, threads: int):
    case = Case(game_name, armillary.game(game_name).min_seats)
    position = decisions(case, 1)[0]
    engine = Engine(seed=1, hash=1, early_stop=False, solver=False, threads=threads)
    nodes = 150_000 if game_name in ("connect_four", "phantom_tic_tac_toe") else 5_000
    result = engine.search(position, Limits(nodes=nodes))
    assert result.stats.memory <= 1 << 20
    assert result.stats.hashfull <= 1000
    assert result.move in position.legal_moves
    assert sum(line.visits for line in result.lines) == result.stats.simulations == nodes


def test_the_answer_stays_sane_at_the_limit():
    """A win in two is still seen after recycling the tree many times over."""
    position = new_game("connect_four")
    for move in ["d", "d", "e", "e"]:
        position.play(move)
    engine = Engine(seed=1, hash=1, early_stop=False, solver=False)
    result = engine.search(position, Limits(nodes=400_000))
    assert str(result.move) in "cf"
    assert result.shares[0] > 0.9


SCRIPT = """
import resource, sys
from armillary import Engine, Limits, new_game
position = new_game("connect_four")
Engine(hash=4, early_stop=False, solver=False).search(position, Limits(nodes=1000))
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
engine = Engine(hash=4, early_stop=False, solver=False)
result = engine.search(position, Limits(nodes=1_500_000))
after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
print(after - before, result.stats.memory, result.stats.hashfull)
"""


def test_resident_memory_stays_within_the_limit():
    done = subprocess.run([sys.executable, "-c", SCRIPT], capture_output=True, text=True,
                          check=True, timeout=120)
    grown_kb, memory, full = map(int, done.stdout.split())
    assert memory <= 4 << 20
    assert full > 300
    assert grown_kb <= 4 * 1024 + 1024
    assert resource.RUSAGE_SELF is not None


def test_too_little_memory_for_the_root():
    engine = Engine(hash=1)
    wide = decisions(Case("bounds", 2), 1)[0]
    assert engine.search(wide, Limits(nodes=10)).move in wide.legal_moves


def test_searchers_are_freed():
    """Making and dropping searchers does not keep their regions."""
    options = dict.fromkeys(
        ("redraw", "multi", "private", "paranoid", "solver", "selection", "fpu", "prior", "policy",
         "grave", "adapt"), 0)
    options |= {"max_depth": 512, "expand": 1, "worlds": 2, "balance": 0, "cutoff": -1}
    options |= dict.fromkeys(("c", "fpu_value", "widen_c", "widen_power", "history", "bias",
                              "epsilon", "mix"), 0.5) | {"widen_c": 0.0, "history": 0.0, "mix": 0.0}
    position = new_game("connect_four")
    for _ in range(200):
        searcher = Searcher(options, 4096, 1, False)
        searcher.begin(position, position.legal_moves, 1)
        searcher.run(50, 0.0, 0.0, False)
    assert searcher.simulations == 50
