"""Phantom tic-tac-toe: attempts, and what is not told."""

import pytest

import armillary
from armillary import BadPosition, IllegalMove, Position


def play(moves: str) -> Position:
    position = armillary.new_game("phantom_tic_tac_toe")
    for move in moves.split():
        position.play(move)
    return position


def read(**state) -> Position:
    return Position.from_json({"game": "phantom_tic_tac_toe", "state": state})


def test_a_taken_cell_fails_and_the_turn_stays():
    position = play("b2 b2")
    assert position.actor == 1
    assert "b2" not in [str(m) for m in position.legal_moves]
    with pytest.raises(IllegalMove):
        position.play("b2")
    position.play("a1")
    assert position.actor == 0


def test_an_attempt_that_fails_may_be_repeated_by_nobody():
    position = play("b2 b2 a1 a1")
    assert position.actor == 0
    assert len(position.legal_moves) == 7


def test_the_other_is_not_told():
    """Neither where a mark went nor whether somebody failed."""
    assert play("b2 a1").observe(0) == play("b2 b2 a1").observe(0) == play("b2 c3").observe(0)
    assert play("b2").observe(1) == play("a1").observe(1)
    assert play("b2 b2").observe(0) == play("b2").observe(0), "nor that there was an attempt"


def test_a_failure_tells_the_one_who_failed():
    assert play("b2 b2").observe(1) != play("a1 b2").observe(1)
    view = play("b2 b2 a1").view(1)
    assert view.to_dict()["state"] == {"x": "?", "o": ["b2!", "a1"], "status": "x-to-move"}
    assert str(view).splitlines() == [". . .", ". x .", "o . ."]


def test_moves_are_hidden():
    position = play("b2 b2 a1")
    assert [str(m) for m in position.seen_moves(0)] == ["b2", "?", "?"]
    assert [str(m) for m in position.seen_moves(1)] == ["?", "b2", "a1"]


@pytest.mark.parametrize(("moves", "winner"), [
    ("a1 a2 b1 b2 c1", 0), ("a1 a3 b1 b3 c2 c3", 1), ("a1 a1 b1 b2 b2 c2 c3", 0)])
def test_lines_win(moves: str, winner: int):
    position = play(moves)
    assert position.outcome.winners == (winner,)
    assert position.outcome.scores[winner] == 1


def test_every_lost_game_can_be_viewed():
    """Each of the eight lines, from the loser's side: the redraw must find such a line."""
    lines = ["a3 b3 c3", "a2 b2 c2", "a1 b1 c1", "a3 a2 a1", "b3 b2 b1", "c3 c2 c1", "a3 b2 c1",
             "c3 b2 a1"]
    cells = [column + row for row in "321" for column in "abc"]
    for line in lines:
        a, b, c = line.split()
        other = [cell for cell in cells if cell not in line]
        position = play(f"{a} {other[0]} {b} {other[1]} {c}")
        assert position.outcome.winners == (0,)
        for seed in range(20):
            assert position.determinise(1, seed).outcome.winners == (0,)


@pytest.mark.parametrize(("state", "why"), [
    ({"x": ["b2"], "o": ["b2"]}, "taken by then"),
    ({"x": ["b2"], "o": ["a1!"]}, "empty by then"),
    ({"x": ["b2", "a1"], "o": []}, "out of turn"),
    ({"x": ["b2", "b2"], "o": ["a1"]}, "tried twice"),
    ({"x": ["b2"], "o": [], "status": "x-to-move"}, "lead to 'o-to-move'"),
    ({"x": ["z9"], "o": []}, "not a cell"),
    ({"x": "?", "o": []}, "not a list"),
    ({"x": [], "o": [], "status": "no"}, "is none of"),
])
def test_states_that_cannot_be(state: dict, why: str):
    with pytest.raises(BadPosition, match=why):
        read(**state)
