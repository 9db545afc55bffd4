"""Signatures: seeded random games hashed to one number. A changed rule changes it."""

from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.string cimport memcpy

from armillary_core.kernel.game cimport GameOps
from armillary_core.kernel.hash cimport hash_bytes, hash_mix
from armillary_core.kernel.position cimport Position
from armillary_core.kernel.rng cimport Rng, rng_below, rng_seed
from armillary_core.kernel.types cimport CHANCE, MAX_MOVES, MAX_SEATS, OVER, move_t


cdef uint64_t hash_double(uint64_t h, double x) noexcept nogil:
    cdef uint64_t word
    memcpy(&word, &x, 8)
    return hash_mix(h, word)


def playout_signature(Position start not None, uint32_t games, uint64_t seed):
    """The hash over every move list, every state and the results of seeded random games.

    Moves are picked from the list of legal ones, so that the lists are hashed too, and a
    faster sampler does not change the signature.
    """
    cdef const GameOps *ops = start.ops
    cdef move_t room[MAX_MOVES]
    cdef double share[MAX_SEATS]
    cdef double score[MAX_SEATS]
    cdef Rng rng = rng_seed(seed)
    cdef uint64_t h = 0
    cdef uint32_t _game, n, seat
    cdef uint8_t who
    cdef Position walk
    cdef move_t m
    for _game in range(games):
        walk = start.blank_copy()
        with nogil:
            while True:
                who = ops.actor(walk.state)
                if who == OVER:
                    break
                if who == CHANCE:
                    m = ops.chance(walk.state, &rng)
                else:
                    n = ops.legal(walk.state, room)
                    h = hash_bytes(room, n * sizeof(move_t), h)
                    m = room[rng_below(&rng, n)]
                ops.play(walk.state, m)
                h = hash_mix(hash_bytes(walk.state, ops.state_size, h), m)
            ops.returns(walk.state, share, score)
            for seat in range(walk.seats):
                h = hash_double(hash_double(h, share[seat]), score[seat])
    return h
