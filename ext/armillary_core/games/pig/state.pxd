# Pig: roll a die and bank what it shows, or lose the turn's points to a 1.
#
# Everybody sees everything. The set-up options stand in the state, because the rules read
# nothing else.

from libc.stdint cimport uint8_t, uint16_t, uint32_t

from armillary_core.kernel.types cimport CHANCE, MAX_SEATS, OVER

cdef enum:                      # the bounds of the options; rules.pyx declares them
    MIN_WINSCORE = 10
    MAX_WINSCORE = 1000
    MIN_DICE = 2
    MAX_DICE = 20
    MAX_HORIZON = 10000

cdef struct State:
    uint8_t seats               # 2 .. 8
    uint8_t actor               # a seat, CHANCE while the die rolls, or OVER
    uint8_t turn                # whose turn it is
    uint8_t dice                # sides of the die
    uint16_t winscore           # points that win
    uint16_t pot                # points of this turn, not banked yet
    uint32_t horizon            # choices of all seats after which nobody wins any more
    uint32_t moves              # choices made so far
    uint16_t score[MAX_SEATS]   # banked points; zero beyond the last seat

cdef inline uint8_t seat_after(const State *s, uint8_t seat) noexcept nogil:
    return 0 if seat + 1 == s.seats else seat + 1

cdef inline int winner(const State *s) noexcept nogil:
    """The seat that has won, or -1. Only the one that banked last can."""
    cdef uint8_t last = s.seats - 1 if s.turn == 0 else s.turn - 1
    return last if s.score[last] >= s.winscore else -1

cdef inline void roll(State *s) noexcept nogil:
    # The last choice of all ends the game even before the die falls.
    s.moves += 1
    s.actor = OVER if s.moves == s.horizon else CHANCE

cdef inline void stop(State *s) noexcept nogil:
    cdef uint8_t seat = s.turn
    s.moves += 1
    s.score[seat] += s.pot
    s.pot = 0
    s.turn = seat_after(s, seat)
    s.actor = OVER if s.score[seat] >= s.winscore or s.moves == s.horizon else s.turn

cdef inline void fall(State *s, uint8_t face) noexcept nogil:
    if face == 1:
        s.pot = 0
        s.turn = seat_after(s, s.turn)
    else:
        s.pot += face
    s.actor = s.turn
