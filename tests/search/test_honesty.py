"""The search sees a view: nothing hidden, and no seed of the referee, can influence it."""

import pytest

from armillary import Engine, Limits
from helpers import Case
from searching import HIDDEN_ALGORITHMS, decisions, essence, search


@pytest.mark.parametrize("algorithm", HIDDEN_ALGORITHMS)
def test_hidden_parts_do_not_matter(hidden_case: Case, algorithm: str):
    """Worlds that the seat cannot tell apart give the same tree, bit for bit."""
    for position in decisions(hidden_case, 3):
        seat = position.actor
        wanted = essence(search(position, 100, algorithm=algorithm))
        for seed in range(4):
            world = position.determinise(seat, seed)
            world.sow(seed + 100)
            assert essence(search(world, 100, algorithm=algorithm)) == wanted


def test_the_seed_of_the_referee_does_not_matter(chance_case: Case):
    for position in decisions(chance_case, 2):
        wanted = essence(search(position, 100))
        for seed in (1, 2, 99):
            twin = position.copy()
            twin.sow(seed)
            assert essence(search(twin, 100)) == wanted


def test_a_view_gives_what_the_whole_position_gives(hidden_case: Case):
    for position in decisions(hidden_case, 2):
        view = position.view(position.actor)
        assert essence(search(view, 100)) == essence(search(position, 100))


def test_searching_leaves_the_position_alone(case: Case):
    position = decisions(case, 1)[0]
    before = position.to_bytes(), [int(m) for m in position.moves], position.seed_state
    search(position, 50)
    assert (position.to_bytes(), [int(m) for m in position.moves],
            position.seed_state) == before


def test_two_games_of_one_engine_do_not_mix(hidden_case: Case):
    """A tree kept from another game, or another seat, is not used."""
    engine = Engine(seed=1)
    for seed in (1, 2):
        for position in decisions(hidden_case, 3, seed):
            result = engine.search(position, Limits(nodes=60))
            assert result.move in position.legal_moves
            assert {line.move for line in result.lines} == set(position.legal_moves)
