"""One ply ahead: the greedy baseline."""

from libc.math cimport sqrt
from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memcpy

from armillary_core.kernel.game cimport GameOps, ops_determinise
from armillary_core.kernel.position cimport Position
from armillary_core.kernel.rng cimport Rng, rng_seed
from armillary_core.kernel.types cimport CHANCE, MAX_MOVES, MAX_SEATS, OVER, move_t
from armillary_core.search.playout cimport playout


def greedy_values(Position view not None, moves, uint32_t samples, uint64_t seed):
    """For each move ((shares by seat), standard error of the mover's): the mean of the game's
    evaluation right after it, or of a random playout where it has none, over `samples`
    redrawn worlds. Every move sees the same worlds."""
    cdef const GameOps *ops = view.ops
    cdef move_t room[MAX_MOVES]
    cdef double share[MAX_SEATS]
    cdef double score[MAX_SEATS]
    cdef double total[MAX_SEATS]
    cdef double square
    cdef uint32_t k, seat
    cdef uint8_t who = ops.actor(view.state)
    cdef uint32_t seats = view.seats
    cdef move_t m
    cdef Rng rng
    cdef void *s = malloc(ops.state_size)
    if s == NULL:
        raise MemoryError()
    rows = []
    for move in moves:
        m = move
        square = 0
        for seat in range(seats):
            total[seat] = 0
        with nogil:
            for k in range(samples):
                rng = rng_seed(seed * 1000003 + k)
                memcpy(s, view.state, ops.state_size)
                ops_determinise(ops, s, who, &rng)
                ops.play(s, m)
                while ops.actor(s) == CHANCE:
                    ops.play(s, ops.chance(s, &rng))
                if ops.actor(s) != OVER and ops.evaluate != NULL:
                    ops.evaluate(s, share)
                else:
                    playout(ops, s, &rng, room)
                    ops.returns(s, share, score)
                for seat in range(seats):
                    total[seat] += share[seat]
                square += share[who] * share[who]
        mean = total[who] / samples
        rows.append((tuple([total[seat] / samples for seat in range(seats)]),
                     sqrt(max(0.0, square / samples - mean * mean) / samples)))
    free(s)
    return rows
