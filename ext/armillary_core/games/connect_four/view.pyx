"""Connect Four: state <-> dict."""

from libc.stdint cimport uint64_t
from libc.string cimport memset

from armillary_core.games.connect_four.state cimport (
    COLUMNS, DRAWN, PLAYING, ROWS, WON, State, has_line,
)
from armillary_core.kernel.bits cimport bits_count


def to_dict(bytes state, viewer=None):
    """The board as rows of text, top row first: `x` moves first, `o` second, `.` empty."""
    cdef const State *s = <const State *><const char *>state
    rows = []
    for row in reversed(range(ROWS)):
        cells = [7 * column + row for column in range(COLUMNS)]
        rows.append("".join("x" if s.disc[0] >> c & 1 else "o" if s.disc[1] >> c & 1 else "."
                            for c in cells))
    return {"board": rows}


def from_dict(data, seats, options, viewer=None):
    """The inverse of to_dict; whose turn it is follows from the board."""
    cdef State s
    cdef uint64_t bit
    cdef int row, column
    memset(&s, 0, sizeof(State))
    board = data.get("board")
    if set(data) != {"board"} or not isinstance(board, list) or len(board) != ROWS:
        raise ValueError(f"state: expected {{'board': [{ROWS} rows of {COLUMNS} cells]}}")
    for row, text in enumerate(board):
        if not isinstance(text, str) or len(text) != COLUMNS or set(text) - set("xo."):
            raise ValueError(f"state.board[{row}]: {text!r} is not {COLUMNS} cells of x, o and .")
        for column, cell in enumerate(text):
            bit = <uint64_t>1 << (7 * column + ROWS - 1 - row)
            if cell == "x":
                s.disc[0] |= bit
            elif cell == "o":
                s.disc[1] |= bit
    s.seats = 2
    s.count = bits_count(s.disc[0] | s.disc[1])
    s.turn = s.count & 1
    s.result = PLAYING
    if has_line(s.disc[1 - s.turn]):
        s.result = WON
    elif s.count == ROWS * COLUMNS:
        s.result = DRAWN
    return (<const char *>&s)[:sizeof(State)]
