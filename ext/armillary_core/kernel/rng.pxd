# Random numbers: a fast sequential generator for playouts, and counter-based streams for
# seeded play. Both are the same 64-bit mixing; results agree between machines.

from libc.stdint cimport uint32_t, uint64_t

# The version of the seeded outcome function; records carry it. Change it whenever
# rng_stream, rng_below or a game's use of them would give another outcome for a seed.
cdef enum:
    STREAM_VERSION = 1

cdef extern from *:
    """
    #include <stdint.h>
    static inline uint64_t rng_fold(uint64_t a, uint64_t b) {
        __uint128_t p = (__uint128_t)a * b;
        return (uint64_t)p ^ (uint64_t)(p >> 64);
    }
    """
    uint64_t rng_fold(uint64_t a, uint64_t b) noexcept nogil

cdef struct Rng:
    uint64_t state

cdef inline uint64_t rng_next(Rng *r) noexcept nogil:
    """64 random bits (wyrand)."""
    r.state += <uint64_t>0xa0761d6478bd642f
    return rng_fold(r.state, r.state ^ <uint64_t>0xe7037ed1a0b428db)

cdef inline uint32_t rng_below(Rng *r, uint32_t n) noexcept nogil:
    """A number in 0 .. n - 1; n >= 1. The bias is below n / 2^32."""
    return <uint32_t>(((rng_next(r) >> 32) * n) >> 32)

cdef inline double rng_unit(Rng *r) noexcept nogil:
    """A number in [0, 1) with 53 bits."""
    return <double>(rng_next(r) >> 11) * (1.0 / 9007199254740992.0)

cdef inline Rng rng_seed(uint64_t seed) noexcept nogil:
    """A generator for playouts and searches; near seeds give unrelated numbers."""
    cdef Rng r
    r.state = rng_fold(seed ^ <uint64_t>0x9e3779b97f4a7c15, <uint64_t>0xd6e8feb86659fd93)
    r.state ^= rng_fold(r.state ^ <uint64_t>0x2545f4914f6cdd1d, <uint64_t>0xff51afd7ed558ccd)
    return r

cdef inline Rng rng_stream(uint64_t seed, uint32_t stream, uint32_t n) noexcept nogil:
    """The generator for the n-th outcome of a named stream of a seeded game.

    A function of the three alone: two games on one seed stay in step after they diverge.
    """
    cdef Rng r = rng_seed(seed)
    r.state ^= rng_fold((<uint64_t>stream << 32 | n) ^ <uint64_t>0x8ebc6af09c88c6e3, r.state | 1)
    return rng_seed(r.state)
