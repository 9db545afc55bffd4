# Connect Four on bitboards.
#
# A column is 7 bits, lowest cell first; the seventh bit stays empty and keeps lines from
# wrapping. Column c occupies bits 7c .. 7c + 6:
#
#      5 12 19 26 33 40 47      top row
#      0  7 14 21 28 35 42      bottom row

from libc.stdint cimport uint8_t, uint64_t

cdef enum:
    ROWS = 6
    COLUMNS = 7
    PLAYING = 0                 # State.result
    DRAWN = 1
    WON = 2                     # by the seat that moved last

cdef struct State:
    uint8_t seats               # 2
    uint8_t turn                # the seat to move
    uint8_t result
    uint8_t count               # discs on the board
    uint8_t spare[4]
    uint64_t disc[2]            # the discs of each seat

cdef inline bint has_line(uint64_t b) noexcept nogil:
    """Four in a row in any direction."""
    cdef uint64_t m = b & b >> 7                # horizontal
    if m & m >> 14:
        return True
    m = b & b >> 6                              # falling diagonal
    if m & m >> 12:
        return True
    m = b & b >> 8                              # rising diagonal
    if m & m >> 16:
        return True
    m = b & b >> 1                              # vertical
    return (m & m >> 2) != 0
