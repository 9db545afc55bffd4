# The template game: its moves. Operands in order; text form behind them.

from armillary_core.kernel.types cimport move_of, move_t

cdef enum:
    PLAY = 1                    # kind of card                      play:raid
    VICTIM = 2                  # seat                              steal:p2
    DEALT = 3                   # seat, kind or UNKNOWN             ~deal:p1:raid
    ROLLED = 4                  # pips                              ~roll:2

cdef inline move_t play_card(unsigned kind) noexcept nogil:
    return move_of(PLAY, kind)

cdef inline move_t name_victim(unsigned seat) noexcept nogil:
    return move_of(VICTIM, seat)

cdef inline move_t deal_card(unsigned seat, unsigned kind) noexcept nogil:
    return move_of(DEALT, seat, kind)

cdef inline move_t roll_die(unsigned pips) noexcept nogil:
    return move_of(ROLLED, pips)
