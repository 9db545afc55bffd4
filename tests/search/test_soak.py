"""soak: random games with the invariants checked after every ply."""

import pytest

import armillary
from armillary import Position
from armillary_core.search.playout import soak


@pytest.mark.parametrize("name", ["connect_four", "template", "orion"])
def test_soak_plays_whole_games(name: str):
    start = armillary.new_game(name)
    before = start.to_bytes()
    rows = soak(start, 20, 7)
    assert len(rows) == 20
    for plies, shares, scores, end in rows:
        position = Position.from_bytes(name, end)
        assert position.is_over
        assert position.returns() == (shares, scores)
        assert 0 < plies <= start.game.max_plies
    assert start.to_bytes() == before


def test_every_game_of_a_soak_can_be_seen_again_alone():
    start = armillary.new_game("template", 3)
    rows = soak(start, 10, 40)
    assert [soak(start, 1, 40 + n)[0] for n in range(10)] == rows
