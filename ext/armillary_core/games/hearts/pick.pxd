# One random card of a set: the inner step of every playout.

from libc.stdint cimport uint64_t

from armillary_core.kernel.rng cimport Rng, rng_next

cdef extern from *:
    """
    #include <stdint.h>
    static uint8_t hearts_select[256][8];       /* [byte][k]: its k-th set bit */
    static void pick_fill(void) {
        for (int byte = 0; byte < 256; byte++)
            for (int i = 0, k = 0; i < 8; i++)
                if (byte >> i & 1) hearts_select[byte][k++] = (uint8_t)i;
    }
    /* The set bit of x, x != 0, that the fraction r / 2^32 points at: bits_nth with the
       count and the search in one pass, and no branch, for none could be predicted. */
    static inline unsigned hearts_pick(uint64_t x, uint64_t r) {
        const uint64_t ones = 0x0101010101010101ull, highs = 0x8080808080808080ull;
        uint64_t s = x - ((x >> 1) & 0x5555555555555555ull);
        s = (s & 0x3333333333333333ull) + ((s >> 2) & 0x3333333333333333ull);
        s = ((s + (s >> 4)) & 0x0f0f0f0f0f0f0f0full) * ones;      /* prefix sums by byte */
        uint64_t k = (r * (s >> 56)) >> 32;
        uint64_t le = (((k * ones) | highs) - s) & highs;         /* bytes with sum <= k */
        unsigned place = (unsigned)(((le >> 7) * ones) >> 56) * 8;
        uint64_t rest = k - (((s << 8) >> place) & 0xff);
        return place + hearts_select[(x >> place) & 0xff][rest];
    }
    """
    void pick_fill() noexcept                   # once in each module that picks
    unsigned hearts_pick(uint64_t x, uint64_t r) noexcept nogil

cdef inline unsigned pick_card(uint64_t cards, Rng *rng) noexcept nogil:
    """A uniformly random card of a set that is not empty."""
    return hearts_pick(cards, rng_next(rng) >> 32)
