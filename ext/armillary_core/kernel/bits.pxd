# Bit twiddling on 64-bit sets. Cython has no word for the builtins, hence the C below.

from libc.stdint cimport uint64_t

cdef extern from *:
    """
    #include <stdint.h>
    static inline int bits_count(uint64_t x) {
        /* SWAR: without -march=native the builtin is a library call. */
        x -= (x >> 1) & 0x5555555555555555ull;
        x = (x & 0x3333333333333333ull) + ((x >> 2) & 0x3333333333333333ull);
        x = (x + (x >> 4)) & 0x0f0f0f0f0f0f0f0full;
        return (int)((x * 0x0101010101010101ull) >> 56);
    }
    static inline int bits_first(uint64_t x) { return __builtin_ctzll(x); }
    /* Index of the k-th set bit, counted from 0; k < count. Byte sums find the byte. */
    static inline int bits_nth(uint64_t x, unsigned k) {
        const uint64_t ones = 0x0101010101010101ull, highs = 0x8080808080808080ull;
        uint64_t s = x - ((x >> 1) & 0x5555555555555555ull);
        s = (s & 0x3333333333333333ull) + ((s >> 2) & 0x3333333333333333ull);
        s = ((s + (s >> 4)) & 0x0f0f0f0f0f0f0f0full) * ones;      /* prefix sums by byte */
        uint64_t le = (((k * ones) | highs) - s) & highs;         /* bytes with sum <= k */
        unsigned place = (unsigned)(((le >> 7) * ones) >> 56) * 8;
        unsigned rest = k - (unsigned)(((s << 8) >> place) & 0xff);
        uint64_t byte = (x >> place) & 0xff;
        while (rest--) byte &= byte - 1;
        return (int)place + __builtin_ctzll(byte);
    }
    """
    int bits_count(uint64_t x) noexcept nogil
    int bits_first(uint64_t x) noexcept nogil      # x != 0
    int bits_nth(uint64_t x, unsigned k) noexcept nogil
