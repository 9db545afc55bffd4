"""The same random games through us and through OpenSpiel: equal at every ply."""

from __future__ import annotations

import functools
import math
import random

import pytest

from armillary import CHANCE, Position, new_game
from helpers import choose
from peers import openspiel_action, openspiel_name
from perft_tables import Table, tables

pyspiel = pytest.importorskip("pyspiel")

#: (game, seats, options): how many random games.
GAMES = [
    ("tic_tac_toe", 2, {}, 2000),
    ("connect_four", 2, {}, 1500),
    ("pig", 2, {}, 300),
    ("pig", 3, {"winscore": 20, "dice": 4}, 500),
    ("pig", 8, {"winscore": 30, "horizon": 60}, 300),
    ("kuhn_poker", 2, {}, 1000),
    ("kuhn_poker", 3, {}, 1000),
    ("kuhn_poker", 8, {}, 1000),
    ("leduc_poker", 2, {}, 2000),
    ("leduc_poker", 3, {}, 1000),
    ("leduc_poker", 8, {}, 500),
    ("phantom_tic_tac_toe", 2, {}, 2000),
    ("hearts", 4, {}, 1000),
]


@functools.cache
def action_of(game: str, text: str, seats: int) -> int:
    return openspiel_action(game, text, seats)


def compare(position: Position, state: pyspiel.State, acts: dict[int, int]) -> None:
    """Who is to act, what may be done, how likely it is, and how it ended."""
    assert position.is_over == state.is_terminal()
    if position.is_over:
        assert position.outcome.scores == pytest.approx(state.returns())
        return
    assert sorted(acts) == sorted(state.legal_actions())
    if position.actor == CHANCE:
        assert state.is_chance_node()
        ours = {action: p for action, (_, p) in zip(acts, position.chance_outcomes, strict=True)}
        assert ours == pytest.approx(dict(state.chance_outcomes()))
    else:
        assert position.actor == state.current_player()


@pytest.mark.parametrize(("name", "seats", "options", "games"), GAMES,
                         ids=lambda value: str(value) if not isinstance(value, dict) else
                         ",".join(f"{k}={v}" for k, v in value.items()) or "-")
def test_random_games(name: str, seats: int, options: dict, games: int):
    theirs = pyspiel.load_game(openspiel_name(name, seats, **options))
    assert theirs.num_players() == seats
    start = new_game(name, seats, **options)
    for seed in range(games):
        rng = random.Random(seed)
        position, state = start.copy(), theirs.new_initial_state()
        while True:
            acts = {action_of(name, str(m), seats): int(m) for m in position.legal_moves}
            assert len(acts) == len(position.legal_moves), "two moves are one to OpenSpiel"
            compare(position, state, acts)
            if position.is_over:
                break
            move = choose(position, rng)
            position.play(move)
            state.apply_action(action_of(name, str(move), seats))


def test_returns_share_the_win_as_openspiel_would():
    """A share is a linear map of OpenSpiel's returns, the same for every seat."""
    for name, seats, options, _ in GAMES:
        theirs = pyspiel.load_game(openspiel_name(name, seats, **options))
        pairs = []
        for seed in range(60):
            rng = random.Random(seed)
            position = new_game(name, seats, **options)
            while not position.is_over:
                position.play(choose(position, rng))
            pairs += zip(position.outcome.scores, position.outcome.shares, strict=True)
        low, high = min(pairs), max(pairs)
        slope = (high[1] - low[1]) / (high[0] - low[0])
        assert slope > 0
        if name == "hearts" or (name == "pig" and seats > 2):
            continue        # the sum of returns varies there (all points to one; nobody wins)
        for score, share in pairs:
            assert math.isclose(share, low[1] + slope * (score - low[0]), abs_tol=1e-9), name
        assert theirs.min_utility() - 1e-9 <= low[0] <= high[0] <= theirs.max_utility() + 1e-9


# ---- Information sets --------------------------------------------------------------------

def pair_up(name: str, position: Position, state: pyspiel.State, seats: list[int],
            pairs: dict, reverse: dict) -> None:
    """Our keys and OpenSpiel's information states must be the same partition."""
    for seat in seats:
        key, text = position.observe(seat), state.information_state_string(seat)
        assert pairs.setdefault((seat, key), text) == text, "one key, two information states"
        assert reverse.setdefault((seat, text), key) == key, "one information state, two keys"


@pytest.mark.parametrize(("name", "seats", "sets"), [
    ("kuhn_poker", 2, 12), ("kuhn_poker", 3, 48), ("leduc_poker", 2, 936)])
def test_information_sets_of_whole_games(name: str, seats: int, sets: int):
    """Every decision of the tree; the number of sets is the known one."""
    pairs: dict = {}
    reverse: dict = {}
    deciding = set()

    def go(position: Position, state: pyspiel.State) -> None:
        if position.is_over:
            return
        if position.actor != CHANCE:
            pair_up(name, position, state, list(range(seats)), pairs, reverse)
            deciding.add((position.actor, position.observe(position.actor)))
        for move in position.legal_moves:
            child, there = position.copy(), state.clone()
            child.play(move)
            there.apply_action(action_of(name, str(move), seats))
            go(child, there)

    go(new_game(name, seats), pyspiel.load_game(openspiel_name(name, seats)).new_initial_state())
    assert len(deciding) == sets


def test_information_sets_of_phantom_tic_tac_toe():
    """Of the seat to move, over random games: OpenSpiel's text does not tell whose turn it is."""
    name = "phantom_tic_tac_toe"
    theirs = pyspiel.load_game(openspiel_name(name))
    pairs: dict = {}
    reverse: dict = {}
    met = 0
    for seed in range(3000):
        rng = random.Random(seed)
        position, state = new_game(name), theirs.new_initial_state()
        while not position.is_over:
            met += 1
            pair_up(name, position, state, [position.actor], pairs, reverse)
            move = choose(position, rng)
            position.play(move)
            state.apply_action(action_of(name, str(move), 2))
    assert len(pairs) < 0.6 * met, "too few positions share a set"


# ---- Perft -------------------------------------------------------------------------------

@pytest.mark.parametrize("table", [t for t in tables() if t.game != "template"], ids=str)
def test_perft_tables(table: Table):
    """The counts of the tables, enumerated by OpenSpiel as deep as is quick."""
    state = pyspiel.load_game(
        openspiel_name(table.game, table.seats, **table.options)).new_initial_state()
    for text in table.moves:
        state.apply_action(action_of(table.game, text, table.seats))

    def count(node: pyspiel.State, depth: int) -> tuple[int, int]:
        if node.is_terminal():
            return depth == 0, 1
        if depth == 0:
            return 1, 0
        parts = [count(node.child(action), depth - 1) for action in node.legal_actions()]
        return sum(part[0] for part in parts), sum(part[1] for part in parts)

    quick = [row for row in table.counts if row[1] + row[2] <= 20_000]
    assert quick
    for depth, nodes, ends in quick:
        assert count(state, depth) == (nodes, ends)
