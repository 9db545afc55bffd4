# A bag: how many copies of each of up to 64 kinds of cards, as three bit planes.
#
# The copies of kind k are bit k of p[0] + 2 * bit k of p[1] + 4 * bit k of p[2]: at most 7.
# Equal bags are equal bytes, whichever copies they hold, and nothing here scans the deck.

from libc.stdint cimport uint64_t

from armillary_core.kernel.bits cimport bits_count, bits_nth
from armillary_core.kernel.rng cimport Rng, rng_below

cdef enum:
    COPIES = 7                  # at most, of a kind

cdef struct Bag:
    uint64_t p[3]

cdef inline uint64_t bag_kinds(const Bag *b) noexcept nogil:
    """The set of kinds that are in the bag."""
    return b.p[0] | b.p[1] | b.p[2]

cdef inline int bag_size(const Bag *b) noexcept nogil:
    return bits_count(b.p[0]) + 2 * bits_count(b.p[1]) + 4 * bits_count(b.p[2])

cdef inline int bag_copies(const Bag *b, int kind) noexcept nogil:
    return (b.p[0] >> kind & 1) + 2 * (b.p[1] >> kind & 1) + 4 * (b.p[2] >> kind & 1)

cdef inline void bag_clear(Bag *b) noexcept nogil:
    b.p[0] = b.p[1] = b.p[2] = 0

cdef inline uint64_t bag_put(Bag *b, int kind) noexcept nogil:
    """One copy more; not zero if there were 7 already."""
    cdef uint64_t carry = <uint64_t>1 << kind
    cdef uint64_t next
    cdef int i
    for i in range(3):
        next = b.p[i] & carry
        b.p[i] ^= carry
        carry = next
    return carry

cdef inline void bag_take(Bag *b, int kind) noexcept nogil:
    """One copy less; there must be one."""
    cdef uint64_t borrow = <uint64_t>1 << kind
    cdef uint64_t next
    cdef int i
    for i in range(3):
        next = ~b.p[i] & borrow
        b.p[i] ^= borrow
        borrow = next

cdef inline uint64_t bag_add(Bag *b, const Bag *other) noexcept nogil:
    """All that is in the other bag, too; the kinds of which there would be more than 7."""
    cdef uint64_t carry = 0
    cdef uint64_t x, y
    cdef int i
    for i in range(3):
        x, y = b.p[i], other.p[i]
        b.p[i] = x ^ y ^ carry
        carry = x & y | carry & (x ^ y)
    return carry

cdef inline uint64_t bag_subtract(Bag *b, const Bag *other) noexcept nogil:
    """Without what is in the other bag; the kinds of which there were fewer there."""
    cdef uint64_t borrow = 0
    cdef uint64_t x, y
    cdef int i
    for i in range(3):
        x, y = b.p[i], other.p[i]
        b.p[i] = x ^ y ^ borrow
        borrow = ~x & y | borrow & ~(x ^ y)
    return borrow

cdef inline int bag_pick(const Bag *b, Rng *rng) noexcept nogil:
    """The kind of a card drawn from the bag, every card alike; the bag is not empty."""
    cdef int ones = bits_count(b.p[0])
    cdef int twos = 2 * bits_count(b.p[1])
    cdef int fours = 4 * bits_count(b.p[2])
    cdef int r = rng_below(rng, ones + twos + fours)
    if r < ones:
        return bits_nth(b.p[0], r)
    r -= ones
    if r < twos:
        return bits_nth(b.p[1], r >> 1)
    return bits_nth(b.p[2], (r - twos) >> 2)
