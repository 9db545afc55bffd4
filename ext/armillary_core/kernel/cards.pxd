# What card games share: the stack of pending decisions, zones of cards with who knows
# what, and effect rows.

from libc.stdint cimport int16_t, uint8_t, uint16_t, uint32_t, uint64_t

from armillary_core.kernel.check cimport must
from armillary_core.kernel.hash cimport hash_mix
from armillary_core.kernel.rng cimport Rng, rng_below
from armillary_core.kernel.types cimport MAX_CARDS, MAX_FRAMES

# ---- The pending stack -----------------------------------------------------------------
# The top frame says who decides and what about; a move answers it, and may push more.

cdef struct Frame:
    uint8_t kind                # the game's own enum; 0 is "no frame"
    uint8_t who                 # a seat, or CHANCE
    uint8_t a                   # operands, as the kind wants them
    uint8_t b
    uint16_t c
    uint16_t d

cdef struct Stack:
    uint8_t depth
    uint8_t spare[7]            # named, so that it is zero
    Frame frames[MAX_FRAMES]    # frames above depth are zero

cdef inline Frame *stack_top(Stack *st) noexcept nogil:
    must(st.depth > 0)
    return &st.frames[st.depth - 1]

cdef inline const Frame *stack_peek(const Stack *st) noexcept nogil:
    must(st.depth > 0)
    return &st.frames[st.depth - 1]

cdef inline Frame *stack_push(Stack *st, uint8_t kind, uint8_t who, uint8_t a=0, uint8_t b=0,
                              uint16_t c=0, uint16_t d=0) noexcept nogil:
    must(st.depth < MAX_FRAMES)
    cdef Frame *f = &st.frames[st.depth]
    st.depth += 1
    f.kind, f.who, f.a, f.b, f.c, f.d = kind, who, a, b, c, d
    return f

cdef inline Frame stack_pop(Stack *st) noexcept nogil:
    """Take the top frame off; its bytes are cleared, so that equal stacks are equal bytes."""
    must(st.depth > 0)
    st.depth -= 1
    cdef Frame f = st.frames[st.depth]
    cdef Frame *p = &st.frames[st.depth]
    p.kind, p.who, p.a, p.b, p.c, p.d = 0, 0, 0, 0, 0, 0
    return f

cdef inline const char *stack_check(const Stack *st) noexcept nogil:
    """NULL, or what is wrong with the stack; safe on any bytes."""
    cdef const Frame *f
    cdef int i
    if st.depth > MAX_FRAMES:
        return "the pending stack is too deep"
    for i in range(7):
        if st.spare[i]:
            return "spare bytes of the pending stack are not zero"
    for i in range(MAX_FRAMES):
        f = &st.frames[i]
        if (f.kind != 0) != (i < st.depth):
            return "a pending frame is missing, or left over"
        if f.kind == 0 and (f.who or f.a or f.b or f.c or f.d):
            return "an empty frame is not zero"
    return NULL

# ---- Zones -----------------------------------------------------------------------------
# A card has a place (the game's own enum: deck, discard, hand of seat 0, …) and a mask of
# the seats that know it is there. A deck whose order nobody knows is just a place: drawn
# from by chance, when a card is needed. Arrays belong to the game's state:
#
#     uint8_t place[n]        where each card is
#     uint8_t known[n]        bit s set: seat s knows that
#
# Copies of one card are interchangeable: `kind[n]` maps cards to their kinds (NULL = all
# cards are different), and nothing observable depends on which copy is where.

cdef inline uint32_t zone_count(const uint8_t *place, uint32_t n, uint8_t where) noexcept nogil:
    cdef uint32_t i, count = 0
    for i in range(n):
        count += place[i] == where
    return count

cdef inline uint32_t zone_nth(const uint8_t *place, uint32_t n, uint8_t where,
                              uint32_t k) noexcept nogil:
    """The k-th card of that place, counted from 0; n if there are fewer."""
    cdef uint32_t i
    for i in range(n):
        if place[i] == where:
            if k == 0:
                return i
            k -= 1
    return n

cdef inline void zone_move(uint8_t *place, uint8_t *known, uint32_t card, uint8_t to,
                           uint8_t who) noexcept nogil:
    """Move a card; afterwards exactly the seats of the mask `who` know where it is."""
    place[card] = to
    known[card] = who

cdef inline uint64_t zones_observe(const uint8_t *place, const uint8_t *known,
                                   const uint16_t *kind, uint32_t n, uint8_t seat,
                                   uint64_t h) noexcept nogil:
    """Fold into `h` what the seat knows of n cards: the cards it knows, and for all other
    cards how many lie where, and who knows them."""
    cdef uint64_t total = 0
    cdef uint64_t fact
    cdef uint32_t i
    for i in range(n):
        fact = <uint64_t>place[i] << 8 | known[i]
        if known[i] >> seat & 1:
            fact |= <uint64_t>((i if kind == NULL else kind[i]) + 1) << 16
        total += hash_mix(0, fact)      # a sum: independent of the order of the cards
    return hash_mix(h, total)

cdef inline void zones_determinise(uint8_t *place, uint8_t *known, uint32_t n, uint8_t seat,
                                   Rng *rng) noexcept nogil:
    """Deal the cards that the seat does not know anew to the places where such cards lie.

    Uniform, and a function of what the seat knows and of rng alone: the places are taken
    in sorted order, whatever card lay there.
    """
    cdef uint16_t unknown[MAX_CARDS]
    cdef uint16_t slot[MAX_CARDS]       # place << 8 | known, in ascending order
    cdef uint32_t i, j, k, pick, m = 0
    cdef uint16_t value
    for i in range(n):
        if not known[i] >> seat & 1:
            value = <uint16_t>(place[i] << 8 | known[i])
            unknown[m] = <uint16_t>i
            j = m                       # insertion sort: slots come in long equal runs
            while j > 0 and slot[j - 1] > value:
                slot[j] = slot[j - 1]
                j -= 1
            slot[j] = value
            m += 1
    for i in range(m):
        pick = i + rng_below(rng, m - i)
        k = unknown[pick]
        unknown[pick] = unknown[i]
        place[k] = <uint8_t>(slot[i] >> 8)
        known[k] = <uint8_t>(slot[i] & 0xff)

cdef inline void zones_sort(uint8_t *place, uint8_t *known, const uint16_t *kind,
                            uint32_t n) noexcept nogil:
    """Put the copies of each kind (numbered in a row) in the order of their places.

    After every change of a game with copies: equal positions are then equal bytes.
    """
    cdef uint32_t i, j
    cdef uint16_t value
    for i in range(1, n):
        value = <uint16_t>(place[i] << 8 | known[i])
        j = i
        while j > 0 and kind[j - 1] == kind[i] and (place[j - 1] << 8 | known[j - 1]) > value:
            place[j], known[j] = place[j - 1], known[j - 1]
            j -= 1
        place[j] = <uint8_t>(value >> 8)
        known[j] = <uint8_t>(value & 0xff)

# ---- Effect rows -----------------------------------------------------------------------
# What a card does is a run of rows; one switch over the verbs runs them. rows.py packs
# them from TOML and refuses what does not fit.

cdef struct Effect:
    uint8_t verb                # the game's own enum; 0 ends nothing, it is never used
    uint8_t a                   # operands, as the verb wants them
    uint8_t b
    uint8_t c
    int16_t x
    int16_t y

cdef struct Span:               # the rows of one card: effects[first .. first + count - 1]
    uint16_t first
    uint16_t count
