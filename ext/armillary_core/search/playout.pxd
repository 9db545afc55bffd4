# One game to its end by the uniform policy: the inner loop of everything.

from libc.stdint cimport uint8_t, uint32_t

from armillary_core.kernel.game cimport GameOps
from armillary_core.kernel.rng cimport Rng, rng_below
from armillary_core.kernel.types cimport CHANCE, OVER, move_t

cdef inline move_t uniform_move(const GameOps *ops, const void *s, Rng *rng,
                                move_t *room) noexcept nogil:
    """One uniformly random legal move of the seat to act; `room` holds max_moves."""
    if ops.sample != NULL:
        return ops.sample(s, rng)
    cdef uint32_t n = ops.legal(s, room)
    return room[rng_below(rng, n)]

cdef inline uint32_t playout(const GameOps *ops, void *s, Rng *rng, move_t *room) noexcept nogil:
    """Play s to its end; the number of moves made, outcomes included."""
    cdef uint32_t plies = 0
    cdef uint8_t who
    while True:
        who = ops.actor(s)
        if who < CHANCE:
            ops.play(s, uniform_move(ops, s, rng, room))
        elif who == CHANCE:
            ops.play(s, ops.chance(s, rng))
        else:
            return plies
        plies += 1
