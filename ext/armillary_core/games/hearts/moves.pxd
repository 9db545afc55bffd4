# Moves. The kind of a move is also the phase in which it is made (State.phase), so that a
# seat's card becomes a move by one shift.
#
#   kind        operand 0           operand 1
#   PASS        card                                a seat gives a card away
#   PLAY        card                                a seat plays to a trick
#   DIRECTION   0 .. 3                              chance: whom cards are passed to
#   DEAL        card                seat            chance: the next card of the deal

from armillary_core.kernel.types cimport move_t

cdef enum:
    PASS = 1
    PLAY = 2
    DIRECTION = 3
    DEAL = 4

cdef inline move_t card_move(unsigned kind, unsigned card) noexcept nogil:
    return kind | <move_t>card << 8

cdef inline move_t deal_move(unsigned seat, unsigned card) noexcept nogil:
    return DEAL | <move_t>card << 8 | <move_t>seat << 16
