"""Tic-tac-toe: the whole game, counted; and its board."""

from collections import Counter

import pytest

import armillary
from armillary import BadPosition, Position

LINES = ["a3 b3 c3", "a2 b2 c2", "a1 b1 c1", "a3 a2 a1", "b3 b2 b1", "c3 c2 c1", "a3 b2 c1",
         "c3 b2 a1"]
CELLS = [column + row for row in "321" for column in "abc"]


def board(*rows: str) -> Position:
    return Position.from_json({"game": "tic_tac_toe", "state": {"board": list(rows)}})


@pytest.mark.parametrize("line", LINES)
@pytest.mark.parametrize("seat", [0, 1])
def test_lines_win(line: str, seat: int):
    mine = line.split()
    others = [cell for cell in CELLS if cell not in mine]
    # Two cells that do not help, and a third one for the seat that begins and loses.
    for spare in ([a, b, c] for a in others for b in others for c in others):
        if len(set(spare)) == 3 and not any(set(x.split()) <= set(spare) for x in LINES):
            break
    position = armillary.new_game("tic_tac_toe")
    for n in range(3):
        for turn in ([mine[n], spare[n]] if seat == 0 else [spare[n], mine[n]]):
            if not position.is_over:
                position.play(turn)
    assert position.outcome.scores == ((1, -1) if seat == 0 else (-1, 1))
    assert position.outcome.winners == (seat,)


def test_the_whole_game():
    """5478 positions; of 255168 games x wins 131184, o wins 77904 and 46080 are drawn."""
    memo: dict[bytes, Counter] = {}

    def count(position: Position) -> Counter:
        data = position.to_bytes()
        if data not in memo:
            memo[data] = Counter()
            if position.is_over:
                memo[data][position.outcome.scores[0]] = 1
            for move in position.legal_moves:
                child = position.copy()
                child.play(move)
                memo[data] += count(child)
        return memo[data]

    assert count(armillary.new_game("tic_tac_toe")) == {1: 131184, -1: 77904, 0: 46080}
    assert len(memo) == 5478


def test_the_value_is_a_draw():
    memo: dict[bytes, float] = {}

    def value(position: Position) -> float:
        data = position.to_bytes()
        if data not in memo:
            if position.is_over:
                memo[data] = position.outcome.scores[0]
            else:
                best = max if position.actor == 0 else min
                children = [position.copy() for _ in position.legal_moves]
                for child, move in zip(children, position.legal_moves, strict=True):
                    child.play(move)
                memo[data] = best(value(child) for child in children)
        return memo[data]

    assert value(armillary.new_game("tic_tac_toe")) == 0


@pytest.mark.parametrize(("rows", "why"), [
    (["xxx", "...", "..."], "the turn and the marks disagree"),
    (["xxx", "ooo", "..."], "play went on after a line"),
    (["xx.", "oo", "..."], r"board\[1\]"),
    (["xx.", "oo?", "..."], r"board\[1\]"),
    (["xx.", "oo."], "board"),
])
def test_boards_that_cannot_be(rows: list[str], why: str):
    with pytest.raises(BadPosition, match=why):
        board(*rows)


def test_boards_that_can():
    assert board("xo.", ".x.", "o.x").outcome.winners == (0,)
    assert board("xox", "xxo", "oxo").outcome.scores == (0, 0)
