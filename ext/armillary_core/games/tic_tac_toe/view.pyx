"""Tic-tac-toe: state <-> dict."""

from libc.string cimport memset

from armillary_core.games.tic_tac_toe.state cimport DRAWN, FULL, PLAYING, WON, State, has_line
from armillary_core.kernel.bits cimport bits_count


def to_dict(bytes state, viewer=None):
    """The board as three rows of text: `x` moves first, `o` second, `.` empty."""
    cdef const State *s = <const State *><const char *>state
    cells = ["x" if s.mark[0] >> c & 1 else "o" if s.mark[1] >> c & 1 else "." for c in range(9)]
    return {"board": ["".join(cells[r:r + 3]) for r in (0, 3, 6)]}


def from_dict(data, seats, options, viewer=None):
    """The inverse of to_dict; whose turn it is follows from the board."""
    cdef State s
    cdef int cell
    memset(&s, 0, sizeof(State))
    board = data.get("board")
    if set(data) != {"board"} or not isinstance(board, list) or len(board) != 3:
        raise ValueError("state: expected {'board': [3 rows of 3 cells]}")
    for row, text in enumerate(board):
        if not isinstance(text, str) or len(text) != 3 or set(text) - set("xo."):
            raise ValueError(f"state.board[{row}]: {text!r} is not 3 cells of x, o and .")
    for cell, sign in enumerate("".join(board)):
        if sign == "x":
            s.mark[0] |= 1 << cell
        elif sign == "o":
            s.mark[1] |= 1 << cell
    s.seats = 2
    s.turn = bits_count(s.mark[0]) > bits_count(s.mark[1])
    s.result = PLAYING
    if has_line(s.mark[1 - s.turn]):
        s.result = WON
    elif (s.mark[0] | s.mark[1]) == FULL:
        s.result = DRAWN
    return (<const char *>&s)[:sizeof(State)]
