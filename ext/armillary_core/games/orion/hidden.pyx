"""Master of Orion: who knows what. Of a hand others know only the open cards; the cards just
drawn by exploiting a grey card are for the seat that drew them; the deck has no order."""

from libc.stdint cimport uint64_t, uint8_t

from armillary_core.games.orion.bag cimport (
    Bag, bag_add, bag_clear, bag_copies, bag_pick, bag_put, bag_size, bag_subtract, bag_take,
)
from armillary_core.games.orion.legal cimport legal
from armillary_core.games.orion.moves cimport DEALT, move2
from armillary_core.games.orion.state cimport ACTIVATE, ANY, BUILD, DRAWN, MAY_PASS, State
from armillary_core.games.orion.tables cimport TABLES
from armillary_core.kernel.bits cimport bits_first
from armillary_core.kernel.cards cimport Frame, stack_peek
from armillary_core.kernel.hash cimport hash_bytes, hash_mix
from armillary_core.kernel.rng cimport Rng
from armillary_core.kernel.types cimport MAX_MOVES, UNKNOWN, move_arg, move_kind, move_t

cdef enum:
    TRIES = 256                 # redraws until what a seat has shown fits


cdef int drawer(const State *s) noexcept nogil:
    """The seat that holds the cards drawn by exploiting; -1 if there are none."""
    cdef int i
    for i in range(s.stack.depth):
        if s.stack.frames[i].kind == DRAWN:
            return s.stack.frames[i].a
    return -1


cdef uint64_t observe(const void *p, uint8_t seat) noexcept nogil:
    """All that stands before the hidden part, the sizes of hands, and the own cards."""
    cdef const State *s = <const State *>p
    cdef uint64_t h = hash_bytes(s, <const uint8_t *>&s.hand - <const uint8_t *>s, seat)
    cdef int other
    h = hash_bytes(&s.hand[seat], sizeof(Bag), h)
    for other in range(s.seats):
        h = hash_mix(h, bag_size(&s.hand[other]))
    if drawer(s) == seat:
        return hash_bytes(&s.drawn, sizeof(Bag), h)
    return hash_mix(h, bag_size(&s.drawn))


cdef move_t seen_move(const void *p, move_t m, uint8_t seat) noexcept nogil:
    if move_kind(m) == DEALT and move_arg(m, 0) != seat:
        return move2(DEALT, move_arg(m, 0), UNKNOWN)
    return m


cdef void redraw(Bag *unknown, Bag *cards, int n, Rng *rng) noexcept nogil:
    """Deal n cards of the unknown ones."""
    cdef int kind
    while n > 0:
        kind = bag_pick(unknown, rng)
        bag_take(unknown, kind)
        bag_put(cards, kind)
        n -= 1


cdef void deal_anew(State *s, int seat, Rng *rng, int first) noexcept nogil:
    """Put together what the seat does not know, and deal it: hands, then the drawn cards.
    The seat to act, another one, gets a card of the kind `first`, if there is one."""
    cdef int size[8]
    cdef int other, drawn = 0
    cdef Bag closed
    for other in range(s.seats):
        if other == seat:
            continue
        closed = s.hand[other]
        bag_subtract(&closed, &s.open[other])
        size[other] = bag_size(&closed)
        bag_add(&s.deck, &closed)
        s.hand[other] = s.open[other]
    if drawer(s) != seat:
        drawn = bag_size(&s.drawn)
        bag_add(&s.deck, &s.drawn)
        bag_clear(&s.drawn)
    other = stack_peek(&s.stack).who if s.stack.depth else seat
    if first >= 0 and size[other] and bag_copies(&s.deck, first):
        bag_take(&s.deck, first)
        bag_put(&s.hand[other], first)
        size[other] -= 1
    for other in range(s.seats):
        if other != seat:
            redraw(&s.deck, &s.hand[other], size[other], rng)
    redraw(&s.deck, &s.drawn, drawn, rng)


cdef bint is_pressed(const State *s, int seat) noexcept nogil:
    """Whether another seat must build, or activate: it has shown that it can."""
    cdef const Frame *f
    if s.stack.depth < 2:
        return False
    f = stack_peek(&s.stack)
    return f.who != seat and (f.kind == BUILD and not f.d & MAY_PASS
                              or f.kind == ACTIVATE and f.a == 0)


cdef void determinise(void *p, uint8_t seat, Rng *rng) noexcept nogil:
    cdef State *s = <State *>p
    cdef move_t moves[MAX_MOVES]
    cdef uint64_t kinds
    cdef int kind, tries = 0
    deal_anew(s, seat, rng, -1)
    if not is_pressed(s, seat):
        return
    while legal(s, moves) == 0 and tries < TRIES:
        deal_anew(s, seat, rng, -1)
        tries += 1
    # So few cards fit that one of them is laid in the hand, from the first kind upwards.
    kinds = TABLES.of_colour[ANY]
    while legal(s, moves) == 0 and kinds:
        kind = bits_first(kinds)
        kinds &= kinds - 1
        deal_anew(s, seat, rng, kind)
