# Moves: FOLD, CALL and RAISE (numbered in state.pxd); and the outcomes DEAL with the seat
# and the card, and TURN with the card that becomes public. Cards are 0 .. 17; to the other
# seats a card dealt is UNKNOWN.

from armillary_core.kernel.types cimport move_t

cdef enum:
    DEAL = 4
    TURN = 5

cdef inline move_t deal(unsigned seat, unsigned card) noexcept nogil:
    return DEAL | <move_t>seat << 8 | <move_t>card << 16

cdef inline move_t turn(unsigned card) noexcept nogil:
    return TURN | <move_t>card << 8
