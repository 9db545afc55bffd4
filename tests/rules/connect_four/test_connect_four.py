"""Connect Four: lines against a plain twin; gravity; the full board."""

import random

import pytest

import armillary
from armillary import BadPosition, IllegalMove, Position

ROWS, COLUMNS = 6, 7
STEPS = [(0, 1), (1, 0), (1, 1), (1, -1)]
LINES = [[(r + k * dr, c + k * dc) for k in range(4)]
         for r in range(ROWS) for c in range(COLUMNS) for dr, dc in STEPS
         if 0 <= r + 3 * dr < ROWS and 0 <= c + 3 * dc < COLUMNS]
THROUGH = {(r, c): [n for n, line in enumerate(LINES) if (r, c) in line]
           for r in range(ROWS) for c in range(COLUMNS)}


def play(moves: str) -> Position:
    position = armillary.new_game("connect_four")
    for move in moves:
        position.play(move)
    return position


def test_there_are_69_lines():
    assert len(LINES) == 69


def test_lines_like_the_twin():
    """Thousands of plies, and every line of the board met as the winning one."""
    met = set()
    for seed in range(5000):
        rng = random.Random(seed)
        position = armillary.new_game("connect_four")
        cells: dict[tuple[int, int], int] = {}
        while not position.is_over:
            seat, move = position.actor, rng.choice(position.legal_moves)
            column = "abcdefg".index(str(move))
            cell = sum((r, column) in cells for r in range(ROWS)), column
            cells[cell] = seat
            position.play(move)
            won = [n for n in THROUGH[cell] if all(cells.get(x) == seat for x in LINES[n])]
            met.update(won)
            if won:
                assert position.outcome.winners == (seat,)
            else:
                assert position.is_over == (len(cells) == ROWS * COLUMNS)
    assert len(met) == 69


def test_discs_fall():
    assert play("ddd").to_dict()["state"]["board"][3:] == ["...x...", "...o...", "...x..."]


def test_a_full_column_is_closed():
    position = play("aaaaaa")
    assert [str(m) for m in position.legal_moves] == list("bcdefg")
    with pytest.raises(IllegalMove, match="'a' is not legal for p1 here; legal: b c d e f g"):
        position.play("a")


def test_a_full_board_is_a_draw():
    rows = ["xxoxxox", "ooxooxo", "xxoxxox", "ooxooxo", "xxoxxox", "ooxooxo"]
    position = Position.from_json({"game": "connect_four", "state": {"board": rows}})
    assert position.outcome.scores == (0, 0)
    assert position.outcome.ranks == (1, 1)


@pytest.mark.parametrize(("bottom", "why"), [
    ([".......", "x......", "......."], "hangs in the air"),
    (["xxxx...", "oooo...", "xxxoo.o"], "after a line|unequally"),
    (["x......", "x......", "x......"], "unequally|disagree"),
])
def test_boards_that_cannot_be(bottom: list[str], why: str):
    with pytest.raises(BadPosition, match=why):
        Position.from_json({"game": "connect_four", "state": {"board": ["." * 7] * 3 + bottom}})
