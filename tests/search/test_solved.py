"""Games whose answers are known."""

import numpy as np
import pytest

from armillary import Engine, Limits, Position, new_game
from searching import search


def test_tic_tac_toe_is_a_draw():
    result = search(new_game("tic_tac_toe"), 1_000_000)
    assert result.proven
    assert result.shares == (0.5, 0.5)
    assert result.stats.simulations < 200_000


def test_a_lost_position_is_proven_lost():
    position = Position.from_json(
        {"game": "tic_tac_toe", "state": {"board": ["x.x", "...", "xoo"]}})
    assert position.actor == 1
    result = search(position, 10_000)
    assert result.proven
    assert result.shares == (1.0, 0.0)


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize(("moves", "wins"), [
    ("a b a b a c", "a"),               # a column of three
    ("c c d d e g", "b f"),             # three in a row, open
    ("d d e e", "c f"),                 # a win in two: both ends open
], ids=["one", "row", "two"])
def test_connect_four_tactics(moves: str, wins: str, seed: int):
    position = new_game("connect_four")
    for move in moves.split():
        position.play(move)
    result = search(position, 3000, seed=seed)
    assert str(result.move) in wins.split()
    assert result.shares[0] > 0.75


def test_connect_four_blocks():
    position = new_game("connect_four")
    for move in ["a", "d", "b", "d", "g", "d"]:
        position.play(move)
    assert str(search(position, 500).move) == "d"


def optimal_pig(goal: int) -> np.ndarray:
    """P(win) of the seat to move with score i against j and k in the pot, by iteration."""
    win = np.full((goal, goal, goal), 0.5)
    i, j, k = np.meshgrid(*[np.arange(goal)] * 3, indexing="ij")
    for _ in range(300):
        pass_turn = 1 - win[j, i, 0]
        roll = pass_turn / 6
        for pips in range(2, 7):
            total = np.minimum(k + pips, goal - 1)
            roll = roll + np.where(i + k + pips >= goal, 1.0, win[i, j, total]) / 6
        kept = np.minimum(i + k, goal - 1)
        stop = np.where(i + k >= goal, 1.0, 1 - win[j, kept, 0])
        new = np.maximum(roll, np.where(k > 0, stop, 0))
        if np.abs(new - win).max() < 1e-10:
            break
        win = new
    return win


def test_pig_is_played_well():
    """Against the optimal policy of a game to 20: what its choices cost."""
    goal = 20
    win = optimal_pig(goal)
    costs = []
    rng = np.random.default_rng(3)
    for _ in range(40):
        i, j = rng.integers(0, goal, 2)
        k = int(rng.integers(2, max(3, goal - i)))
        if i + k >= goal:
            continue
        roll = (1 - win[j, i, 0]) / 6 + sum(
            1.0 if i + k + p >= goal else win[i, j, k + p] for p in range(2, 7)) / 6
        stop = 1 - win[j, i + k, 0]
        position = Position.from_json({
            "game": "pig", "players": 2, "options": {"winscore": goal},
            "state": {"scores": [int(i), int(j)], "pot": k}})
        move = str(search(position, 4000).move)
        costs.append(max(roll, stop) - (roll if move == "roll" else stop))
    assert len(costs) > 20
    assert np.mean(costs) < 0.01


def test_kuhn_never_folds_a_king_nor_calls_with_a_jack():
    for seed in range(3):
        king = new_game("kuhn_poker")
        for move in ("~deal:p1:Q", "~deal:p2:K", "bet"):
            king.play(move)
        assert str(search(king, 300, seed=seed).move) == "bet"
        jack = new_game("kuhn_poker")
        for move in ("~deal:p1:Q", "~deal:p2:J", "bet"):
            jack.play(move)
        assert str(search(jack, 300, seed=seed).move) == "pass"


def test_more_nodes_play_better():
    """400 against 25 simulations of Connect Four: a clear difference, not a measurement."""
    won = 0.0
    for game in range(12):
        position = new_game("connect_four")
        strong = game % 2
        while not position.is_over:
            nodes = 400 if position.actor == strong else 25
            position.play(Engine(seed=game).search(position, Limits(nodes=nodes)).move)
        won += position.outcome.shares[strong]
    assert won >= 9
