# Tic-tac-toe: two masks of nine cells, numbered row by row from the top left.

from libc.stdint cimport uint8_t, uint16_t

cdef enum:
    CELLS = 9
    FULL = 0x1ff
    PLAYING = 0                 # State.result
    DRAWN = 1
    WON = 2                     # by the seat that moved last

cdef struct State:
    uint8_t seats               # 2
    uint8_t turn                # the seat to move
    uint8_t result
    uint8_t spare
    uint16_t mark[2]            # the cells of each seat

cdef inline bint has_line(unsigned b) noexcept nogil:
    """Three in a row, a column or a diagonal."""
    # A bint is not normalised: `!= 0` makes it 1, for those who compare two of them.
    return ((b & b >> 1 & b >> 2 & 0x49) | (b & b >> 3 & b >> 6 & 0x07)
            | ((b & 0x111) == 0x111) | ((b & 0x54) == 0x54)) != 0
