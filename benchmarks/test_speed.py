"""Speed of the core, for pytest-benchmark:  pytest benchmarks

Figures of one machine and one moment; compare them only within one run, or against a
stored run of the same machine (--benchmark-compare).
"""

import random

import pytest

import armillary
from armillary_core.search.perft import perft
from armillary_core.search.playout import run_playouts

GAMES = armillary.game_names()


@pytest.mark.parametrize("name", GAMES)
def test_playouts(benchmark, name):
    start = armillary.new_game(name, seed=1)
    plies, _ = benchmark(run_playouts, start, 1000, 1)
    benchmark.extra_info["plies"] = plies
    benchmark.extra_info["plies_per_second"] = plies / benchmark.stats["mean"]


@pytest.mark.parametrize("name", GAMES)
def test_python_game(benchmark, name):
    def play():
        dice = random.Random(1)
        position = armillary.new_game(name, seed=1)
        while not position.is_over:
            position.play(dice.choice(position.legal_moves))
    benchmark(play)


@pytest.mark.parametrize("name", GAMES)
def test_json(benchmark, name):
    position = armillary.new_game(name, seed=1)
    benchmark(lambda: armillary.Position.from_json(position.to_json()))


@pytest.mark.parametrize("name", GAMES)
def test_views(benchmark, name):
    position = armillary.new_game(name, seed=1)
    benchmark(position.view, position.actor)


def test_perft(benchmark):
    start = armillary.new_game("connect_four")
    rows = benchmark(perft, start, 7)
    assert sum(row[1] for row in rows) == 823536
