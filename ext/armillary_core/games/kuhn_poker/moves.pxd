# Moves: PASS and BET; and the outcome DEAL with the seat and the card, 0 .. 8, as operands.
# To the other seats the card is UNKNOWN.

from armillary_core.kernel.types cimport move_t

cdef enum:
    PASS = 1
    BET = 2
    DEAL = 3

cdef inline move_t deal(unsigned seat, unsigned card) noexcept nogil:
    return DEAL | <move_t>seat << 8 | <move_t>card << 16
