"""Pig: banking, losing, winning, the horizon."""

import pytest

import armillary
from armillary import CHANCE, BadPosition, IllegalMove, Position


def play(*moves: str, seats: int = 2, **options) -> Position:
    position = armillary.new_game("pig", seats, **options)
    for move in moves:
        position.play(move)
    return position


def state(position: Position) -> dict:
    return position.to_dict()["state"]


def test_a_roll_waits_for_the_die():
    position = play("roll")
    assert position.actor == CHANCE
    assert [(str(m), p) for m, p in position.chance_outcomes] == [
        (f"~roll:{n}", pytest.approx(1 / 6)) for n in range(1, 7)]


def test_points_are_at_risk_until_banked():
    position = play("roll", "~roll:5", "roll", "~roll:3")
    assert (state(position)["pot"], state(position)["scores"]) == (8, [0, 0])
    assert position.actor == 0
    position.play("stop")
    assert (state(position)["pot"], state(position)["scores"]) == (0, [8, 0])
    assert position.actor == 1


def test_a_one_loses_them():
    position = play("roll", "~roll:6", "roll", "~roll:1", seats=3)
    assert (state(position)["pot"], state(position)["scores"]) == (0, [0, 0, 0])
    assert position.actor == 1


def test_who_has_enough_must_stop_and_wins():
    position = play("roll", "~roll:6", "roll", "~roll:4", winscore=10, seats=3)
    assert [str(m) for m in position.legal_moves] == ["stop"]
    with pytest.raises(IllegalMove):
        position.play("roll")
    position.play("stop")
    assert position.outcome.shares == (1, 0, 0)
    assert position.outcome.scores == (1, -0.5, -0.5)


def test_nobody_wins_at_the_horizon():
    for last in ("roll", "stop"):
        position = play("stop", "stop", last, horizon=3)
        assert position.outcome.scores == (0, 0)
        assert position.outcome.shares == (0.5, 0.5)


def test_a_win_with_the_last_choice_counts():
    position = play("roll", "~roll:6", "roll", "~roll:6", "stop", winscore=10, horizon=3)
    assert position.outcome.winners == (0,)


@pytest.mark.parametrize(("change", "why"), [
    ({"scores": [100, 100]}, "after a win"), ({"turn": 3}, "turn"), ({"pot": 106}, "pot"),
    ({"scores": [1]}, "scores"), ({"moves": 1001}, "moves"),
    ({"pot": 100, "rolling": True}, "stop"),
])
def test_states_that_cannot_be(change: dict, why: str):
    with pytest.raises(BadPosition, match=why):
        Position.from_json({"game": "pig", "state": {"scores": [0, 0], **change}})
