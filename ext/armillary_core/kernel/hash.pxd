# 64-bit hashing of plain bytes and of small facts. Little-endian machines agree.

from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memcpy

from armillary_core.kernel.rng cimport rng_fold

cdef inline uint64_t hash_mix(uint64_t h, uint64_t x) noexcept nogil:
    """Fold one word into a running hash; order matters."""
    return rng_fold(h ^ <uint64_t>0x9e3779b97f4a7c15, x ^ <uint64_t>0xe7037ed1a0b428db) + x

cdef inline uint64_t hash_bytes(const void *data, size_t size, uint64_t seed) noexcept nogil:
    """The hash of `size` bytes."""
    cdef const uint8_t *p = <const uint8_t *>data
    cdef uint64_t h = hash_mix(seed, size)
    cdef uint64_t word
    while size >= 8:
        memcpy(&word, p, 8)
        h = hash_mix(h, word)
        p += 8
        size -= 8
    if size:
        word = 0
        memcpy(&word, p, size)
        h = hash_mix(h, word)
    return h
