"""The template game: who decides, and what may be done; what chance may bring."""

from libc.stdint cimport uint8_t, uint32_t

from armillary_core.games.template.moves cimport deal_card, name_victim, play_card, roll_die
from armillary_core.games.template.state cimport DEAL, DECK, HAND, ROLL, TURN, State
from armillary_core.games.template.tables cimport TABLES
from armillary_core.kernel.cards cimport Frame, stack_peek, zone_count, zone_nth
from armillary_core.kernel.rng cimport Rng, rng_below
from armillary_core.kernel.types cimport OVER, move_t


cdef uint8_t actor(const void *p) noexcept nogil:
    cdef const State *s = <const State *>p
    return stack_peek(&s.stack).who if s.stack.depth else OVER


cdef uint32_t legal(const void *p, move_t *out) noexcept nogil:
    cdef const State *s = <const State *>p
    cdef const Frame *top = stack_peek(&s.stack)
    cdef uint32_t i, n = 0
    if top.kind == TURN:
        # Copies stand in a row, so a kind is listed once, and kinds ascend.
        for i in range(TABLES.cards):
            if s.place[i] == HAND + top.who:
                if n == 0 or out[n - 1] != play_card(TABLES.kind[i]):
                    out[n] = play_card(TABLES.kind[i])
                    n += 1
        return n
    for i in range(s.seats):            # STEAL: any other seat
        if i != top.who:
            out[n] = name_victim(i)
            n += 1
    return n


cdef uint32_t outcomes(const void *p, move_t *out, double *weight) noexcept nogil:
    cdef const State *s = <const State *>p
    cdef const Frame *top = stack_peek(&s.stack)
    cdef uint32_t i, n = 0
    if top.kind == ROLL:
        for i in range(TABLES.sides):
            out[i] = roll_die(i + 1)
            weight[i] = 1
        return TABLES.sides
    for i in range(TABLES.cards):       # DEAL: any card of the deck
        if s.place[i] == DECK:
            if n and out[n - 1] == deal_card(top.a, TABLES.kind[i]):
                weight[n - 1] += 1
            else:
                out[n] = deal_card(top.a, TABLES.kind[i])
                weight[n] = 1
                n += 1
    return n


cdef move_t chance(const void *p, Rng *rng) noexcept nogil:
    cdef const State *s = <const State *>p
    cdef const Frame *top = stack_peek(&s.stack)
    cdef uint32_t card
    if top.kind == ROLL:
        return roll_die(1 + rng_below(rng, TABLES.sides))
    card = zone_nth(s.place, TABLES.cards, DECK,
                    rng_below(rng, zone_count(s.place, TABLES.cards, DECK)))
    return deal_card(top.a, TABLES.kind[card])


cdef uint32_t stream(const void *p) noexcept nogil:
    """The deck is one stream; each seat's die is another."""
    cdef const State *s = <const State *>p
    cdef const Frame *top = stack_peek(&s.stack)
    return 0 if top.kind == DEAL else 1 + top.a
