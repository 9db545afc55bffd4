"""Hearts: what a seat knows, and the redraw of what it does not."""

from libc.stdint cimport uint8_t, uint32_t, uint64_t

from armillary_core.games.hearts.moves cimport DEAL, PASS, PLAY
from armillary_core.games.hearts.state cimport (
    CARDS, DECK, HAND, PASSED, SEATS, TWO_OF_CLUBS, State, bit_of,
)
from armillary_core.kernel.bits cimport bits_count, bits_first
from armillary_core.kernel.hash cimport hash_bytes, hash_mix
from armillary_core.kernel.rng cimport Rng, rng_below, rng_next
from armillary_core.kernel.types cimport OVER, UNKNOWN, move_arg, move_kind, move_t

cdef extern from *:
    """
    #include <stdint.h>
    /* A number below n; the chance of any range of numbers is right within 2^-64. */
    static inline uint64_t hearts_below(uint64_t random, uint64_t n) {
        return (uint64_t)(((__uint128_t)random * n) >> 64);
    }
    """
    uint64_t hearts_below(uint64_t random, uint64_t n) noexcept nogil

cdef enum:
    OTHERS = 39                 # cards that a seat can at most not know

# Binomial coefficients. All deals of 39 cards are 8.4e16, so that weights fit 64 bits.
cdef uint64_t CHOOSE[OTHERS + 1][HAND + 1]


cdef void fill_tables() noexcept:
    cdef int n, k
    for n in range(OTHERS + 1):
        CHOOSE[n][0] = 1
        for k in range(1, HAND + 1):
            CHOOSE[n][k] = CHOOSE[n - 1][k - 1] + CHOOSE[n - 1][k] if n else 0

fill_tables()


# ---- What a seat knows -----------------------------------------------------------------

cdef uint64_t observe(const void *p, uint8_t seat) noexcept nogil:
    cdef const State *s = <const State *>p
    cdef uint64_t h
    if s.turn == OVER:
        return hash_bytes(s, sizeof(State), 0)
    h = <uint64_t>s.phase | <uint64_t>s.turn << 8 | <uint64_t>s.count << 16
    h = hash_mix(hash_mix(h | <uint64_t>s.direction << 24, s.hand[seat]), s.passed[seat])
    if s.phase == PLAY:
        h = hash_mix(h, s.passed[(seat - s.direction) & 3])
        # Who led each trick follows from who played what.
        h = hash_bytes(s.trick, (s.count + 3) & ~3, h)
    return h


cdef move_t seen_move(const void *p, move_t m, uint8_t seat) noexcept nogil:
    cdef const State *s = <const State *>p
    cdef uint8_t kind = move_kind(m)
    if (kind == DEAL and move_arg(m, 1) != seat) or (kind == PASS and s.turn != seat):
        return m | <move_t>UNKNOWN << 8
    return m


# ---- The redraw ------------------------------------------------------------------------

cdef uint64_t draw(uint64_t cards, int k, Rng *rng) noexcept nogil:
    """A random set of k of these cards."""
    cdef uint8_t order[CARDS]
    cdef uint64_t rest = cards
    cdef uint64_t drawn = 0
    cdef int i, n = 0
    cdef uint32_t at
    while rest:
        order[n] = <uint8_t>bits_first(rest)
        rest &= rest - 1
        n += 1
    cdef bint inverse = 2 * k > n       # leave out the fewer
    if inverse:
        k = n - k
    for i in range(k):
        at = rng_below(rng, n - i)
        drawn |= bit_of(order[at])
        order[at] = order[n - i - 1]
    return cards ^ drawn if inverse else drawn


cdef inline uint64_t ways(int i, int j, int want_a, int want_b, int n_ab, int n_ac, int n_bc,
                          int n_abc) noexcept nogil:
    """How many deals give a just i cards of class ab and j of class ac; see deal_out."""
    cdef int t = want_a - i - j
    cdef int u = want_b - (n_ab - i)
    if t > n_abc or u < 0:
        return 0
    return CHOOSE[n_ab][i] * CHOOSE[n_ac][j] * CHOOSE[n_abc][t] * CHOOSE[n_bc + n_abc - t][u]


cdef bint deal_out(uint64_t unknown, const int *need, const uint64_t *cannot, uint64_t *hand,
                   Rng *rng) noexcept nogil:
    """Deal the unknown cards to three hands, `need` cards to each, all deals alike.

    Call the hands a, b and c, and sort the cards into classes by who may hold them. Draw
    how many cards of the classes ab and ac go to a, by the number of deals that have them
    so; a takes what it still wants from abc. Then the rest of ab is b's, the rest of ac is
    c's, and b takes what it still wants from bc and the rest of abc.
    """
    cdef uint64_t may[3]
    cdef uint64_t ab, ac, bc, abc, only_a, only_b, part, r, w
    cdef uint64_t total = 0
    cdef int i, j, t, u, want_a, want_b, n_ab, n_ac, n_bc, n_abc
    cdef int a = 0, b = 1, c = 2
    for i in range(3):
        may[i] = unknown & ~cannot[i]
        if need[i] < 0:
            return False
    if need[0] + need[1] + need[2] != bits_count(unknown) or may[0] | may[1] | may[2] != unknown:
        return False
    ab = may[0] & may[1] & ~may[2]
    ac = may[0] & may[2] & ~may[1]
    bc = may[1] & may[2] & ~may[0]
    if ab | ac:
        # Whoever is barred from the most cards is a: one seat with voids needs no weights.
        n_ab, n_ac, n_bc = bits_count(ab), bits_count(ac), bits_count(bc)
        if n_ab > n_bc and n_ab >= n_ac:
            a, c = 2, 0
            ab, bc = bc, ab
        elif n_ac > n_bc:
            a, b = 1, 0
            ac, bc = bc, ac
    abc = may[a] & may[b] & may[c]
    only_a = may[a] & ~may[b] & ~may[c]
    only_b = may[b] & ~may[a] & ~may[c]
    n_ab, n_ac, n_bc, n_abc = bits_count(ab), bits_count(ac), bits_count(bc), bits_count(abc)
    want_a = need[a] - bits_count(only_a)
    want_b = need[b] - bits_count(only_b)
    i = j = 0
    if n_ab | n_ac:
        for i in range(min(n_ab, want_a) + 1):
            for j in range(min(n_ac, want_a - i) + 1):
                total += ways(i, j, want_a, want_b, n_ab, n_ac, n_bc, n_abc)
        if total == 0:
            return False
        r = hearts_below(rng_next(rng), total)
        i = j = 0
        while True:
            w = ways(i, j, want_a, want_b, n_ab, n_ac, n_bc, n_abc)
            if r < w:
                break
            r -= w
            j += 1
            if j > min(n_ac, want_a - i):
                i += 1
                j = 0
    t = want_a - i - j
    u = want_b - (n_ab - i)
    if t < 0 or t > n_abc or u < 0 or u > n_bc + n_abc - t:
        return False
    hand[a], hand[b] = only_a, only_b
    if n_ab:
        part = draw(ab, i, rng)
        hand[a] |= part
        hand[b] |= ab ^ part
    if n_ac:
        hand[a] |= draw(ac, j, rng)
    part = draw(abc, t, rng)
    hand[a] |= part
    hand[b] |= draw(bc | abc ^ part, u, rng)
    hand[c] = unknown & ~hand[a] & ~hand[b]
    return True


cdef bint redraw_play(State *s, unsigned seat, Rng *rng) noexcept nogil:
    cdef uint64_t known[SEATS]          # what the seat knows others to hold
    cdef uint64_t cannot[3]
    cdef uint64_t hand[3]
    cdef int need[3]
    cdef uint64_t unknown, cards
    cdef unsigned i, k, who, giver
    cdef unsigned begun = s.count & 3
    cdef unsigned leader = s.turn - begun
    known[0] = known[1] = known[2] = known[3] = 0
    unknown = s.hand[(seat + 1) & 3] | s.hand[(seat + 2) & 3] | s.hand[(seat + 3) & 3]
    if s.direction:
        known[(seat + s.direction) & 3] = s.passed[seat] & unknown
    if s.count == 0:
        known[s.turn] |= TWO_OF_CLUBS
    known[seat] = 0
    for i in range(3):
        who = (seat + 1 + i) & 3
        unknown &= ~known[who]
        cannot[i] = s.cannot[who]
        need[i] = HAND - (s.count >> 2) - ((who - leader & 3) < begun) - bits_count(known[who])
    if not deal_out(unknown, need, cannot, hand, rng):
        return False
    for i in range(3):
        who = (seat + 1 + i) & 3
        s.hand[who] = hand[i] | known[who]
    if s.direction:
        for i in range(3):
            giver = (seat + 1 + i) & 3
            who = (giver + s.direction) & 3
            if who == seat:
                continue                # the seat has seen these
            cards = s.hand[who]
            for k in range(HAND - bits_count(cards)):
                cards |= bit_of(s.trick[4 * k + who])
            s.passed[giver] = draw(cards, PASSED, rng)
    return True


cdef void redraw_deal(State *s, unsigned seat, Rng *rng) noexcept nogil:
    """Before the play the others' cards are any cards, and so are those they passed."""
    cdef uint64_t rest = DECK & ~(s.hand[seat] | s.passed[seat])
    cdef unsigned i, who
    cdef int size = HAND, gone = 0
    for i in range(3):
        who = (seat + 1 + i) & 3
        if s.phase == PASS:
            gone = min(max(s.count - <int>(PASSED * who), 0), PASSED)
        else:
            size = (s.count + 3 - <int>who) / SEATS
        s.hand[who] = draw(rest, size, rng)
        rest ^= s.hand[who]
        s.passed[who] = draw(s.hand[who], gone, rng)
        s.hand[who] ^= s.passed[who]


cdef bint redraw(State *s, unsigned seat, Rng *rng) noexcept nogil:
    if s.turn == OVER:
        return True
    if s.phase == PLAY:
        return redraw_play(s, seat, rng)
    redraw_deal(s, seat, rng)
    return True


cdef void determinise(void *p, uint8_t seat, Rng *rng) noexcept nogil:
    redraw(<State *>p, seat, rng)
