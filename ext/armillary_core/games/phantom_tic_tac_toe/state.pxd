# Phantom tic-tac-toe: nobody sees the other's marks.
#
# A seat tries a cell. If it is empty, it gets the mark and the turn passes; if the other
# seat holds it, the attempt fails, only the one who tried learns of it, and tries again.
# The other is not even told that there was an attempt. All that a seat knows is the list
# of its own attempts with their results, whose turn it is, and in the end who won.
#
# Cells are numbered row by row from the top left. An attempt has succeeded exactly if the
# seat holds the cell, and the turn passes at a success, so that the two lists of attempts
# tell the whole game.

from libc.stdint cimport uint8_t, uint16_t, uint64_t

cdef enum:
    CELLS = 9
    FULL = 0x1ff
    PLAYING = 0                 # State.result
    DRAWN = 1
    WON = 2                     # by the seat that marked last

cdef struct State:
    uint8_t seats               # 2
    uint8_t turn                # the seat to try
    uint8_t result
    uint8_t spare
    uint16_t mark[2]            # the cells that each seat holds
    uint16_t tried[2]           # the cells that each seat has tried: these, and its failures
    uint8_t spare2[4]
    uint64_t attempts[2]        # in order: 4 bits each, cell + 1, the latest lowest

cdef inline bint has_line(unsigned b) noexcept nogil:
    """Three in a row, a column or a diagonal."""
    # A bint is not normalised: `!= 0` makes it 1, for those who compare two of them.
    return ((b & b >> 1 & b >> 2 & 0x49) | (b & b >> 3 & b >> 6 & 0x07)
            | ((b & 0x111) == 0x111) | ((b & 0x54) == 0x54)) != 0

cdef inline void attempt(State *s, unsigned cell) noexcept nogil:
    """The seat to move tries a cell that it has not tried before."""
    cdef unsigned turn = s.turn
    cdef unsigned bit = 1 << cell
    cdef unsigned mine
    s.tried[turn] |= bit
    s.attempts[turn] = s.attempts[turn] << 4 | (cell + 1)
    if s.mark[1 - turn] & bit:
        return
    mine = s.mark[turn] | bit
    s.mark[turn] = mine
    s.turn = 1 - turn
    if has_line(mine):
        s.result = WON
    elif (s.mark[0] | s.mark[1]) == FULL:
        s.result = DRAWN

cdef inline int list_attempts(uint64_t attempts, uint8_t *cells) noexcept nogil:
    """Unpack into room for CELLS, the first attempt first; their number, or -1 if malformed."""
    cdef int n = 0, i
    while n < CELLS and attempts >> 4 * n:
        n += 1
    if attempts >> 4 * n:
        return -1
    for i in range(n):
        cells[i] = (attempts >> 4 * (n - 1 - i) & 15) - 1
        if cells[i] >= CELLS:
            return -1
    return n
