"""The contract of chance: outcomes, weights, and draws that follow them; samplers too."""

import math
from collections import Counter

import pytest

from armillary import CHANCE
from armillary_core.search.playout import sample_moves
from helpers import Case, chi_square_z, effort, positions, walk

DRAWS = 6000


def chance_nodes(case: Case, most: int) -> list:
    """Chance nodes with lists of different size, from a few games."""
    found = {}
    for seed in range(3):
        for position in walk(case.start(), seed):
            if position.actor == CHANCE:
                kind = (len(position.legal_moves), int(position.legal_moves[0]) & 0xFF)
                found.setdefault(kind, position.copy())
    nodes = list(found.values())
    return nodes[::max(1, math.ceil(len(nodes) / most))]


def test_games_without_chance_have_no_outcomes(case: Case):
    for position in positions(case):
        if position.actor != CHANCE:
            assert position.chance_outcomes == []


def test_outcomes_are_weighed(chance_case: Case):
    met = 0
    for seed in range(2):
        for position in walk(chance_case.start(), seed):
            if position.actor != CHANCE:
                continue
            met += 1
            moves, chances = zip(*position.chance_outcomes, strict=True)
            assert list(moves) == position.legal_moves
            assert list(moves) == sorted(set(moves))
            assert all(0 < p <= 1 for p in chances)
            assert math.isclose(sum(chances), 1, abs_tol=1e-9)
    assert met > 0, "the game says that it has chance"


def test_draws_follow_the_weights(chance_case: Case):
    for n, node in enumerate(chance_nodes(chance_case, 6)):
        expected = {int(m): p * DRAWS for m, p in node.chance_outcomes}
        counts = Counter(sample_moves(node, DRAWS, 100 + n))
        assert abs(chi_square_z(counts, expected)) < 5, f"after {node.moves}"


def test_seeds_follow_the_weights(chance_case: Case):
    """The first outcome over many seeds: what seeded games, not playouts, draw."""
    seeds = effort(2000)
    for node in chance_nodes(chance_case, 2):
        bare = chance_case.revive(node.to_bytes())
        expected = {int(m): p * seeds for m, p in node.chance_outcomes}
        counts: Counter[int] = Counter()
        for seed in range(seeds):
            twin = bare.copy()
            twin.sow(seed)
            counts[int(twin.moves[0])] += 1
        assert abs(chi_square_z(counts, expected)) < 5


def test_one_seed_differs_between_uses(chance_case: Case):
    """The n-th use of a stream is a draw of its own."""
    node = chance_nodes(chance_case, 1)[0]
    first = set()
    bare = chance_case.revive(node.to_bytes())
    for used in range(60):
        twin = bare.copy()
        twin.sow(None)
        probe = bare.copy()
        probe.sow(0)
        streams = dict.fromkeys(probe.seed_state[1], used)
        twin.load(bare.game, bare.seats, bare.options, bare.to_bytes(), None, 1, streams)
        first.add(int(twin.moves[0]))
    assert len(first) > 1 or len(node.legal_moves) == 1


@pytest.mark.parametrize("seed", [1, 2])
def test_playouts_pick_uniformly(case: Case, seed: int):
    """Where a game brings its own sampler, it must agree with the list."""
    nodes = {}
    for position in positions(case):
        if position.actor not in (None, CHANCE):
            nodes.setdefault(len(position.legal_moves), position)
    assert nodes
    for width, node in sorted(nodes.items())[-4:]:
        expected = {int(m): DRAWS / width for m in node.legal_moves}
        assert abs(chi_square_z(Counter(sample_moves(node, DRAWS, seed)), expected)) < 5


def test_sampling_leaves_the_position_alone(case: Case):
    position = positions(case)[0]
    before = position.to_bytes()
    assert sample_moves(position, 50, 1) == sample_moves(position, 50, 1)
    assert position.to_bytes() == before
    assert sample_moves(positions(case)[-1], 5, 1) == [], "nothing to draw after the end"
