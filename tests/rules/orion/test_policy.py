"""What the engine believes to be good: not rules, but they must point the right way."""

from __future__ import annotations

import pytest

from armillary import Engine, Limits, Position
from rules.orion.support import at, seat

ADVANTAGES = [{"points": 5}, {"loyalty": 8}, {"cubes": 4}, {"advisor": "kuruk"},
              {"fleet": 6}, {"production": 6}, {"systems": [["battleship"]]}]


def share(position: Position) -> float:
    """The first seat's, by the estimate after one move."""
    result = Engine(cutoff=0, max_depth=1, early_stop=False).search(position, Limits(nodes=400))
    assert sum(result.shares) == pytest.approx(1)
    return result.shares[0]


@pytest.mark.parametrize("round_", [2, 8])
@pytest.mark.parametrize("more", ADVANTAGES, ids=lambda more: next(iter(more)))
def test_an_advantage_is_seen(more: dict, round_: int):
    few = {"loyalty": 4, "systems": [["frigate"]]}
    ahead = share(at(seat(**few | more), seat(**few), round=round_))
    behind = share(at(seat(**few), seat(**few | more), round=round_))
    assert ahead > behind


def test_few_points_matter_more_at_the_end():
    early, late = (share(at(seat(points=6), seat(), round=n)) for n in (2, 8))
    assert 0.5 < early < late


@pytest.mark.parametrize("seats", [3, 4])
def test_more_seats_share_one_win(seats: int):
    result = Engine(cutoff=0).search(at(*[seat() for _ in range(seats)]), Limits(nodes=200))
    assert sum(result.shares) == pytest.approx(1)
    assert len(result.shares) == seats
