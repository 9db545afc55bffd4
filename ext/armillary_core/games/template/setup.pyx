"""The template game: the start."""

from libc.stdint cimport int32_t, uint8_t

from armillary_core.games.template.state cimport CARDS, DEAL, DECK, NOWHERE, TURN, State
from armillary_core.games.template.tables cimport TABLES
from armillary_core.kernel.cards cimport stack_push
from armillary_core.kernel.types cimport CHANCE


cdef const char *setup(void *p, uint8_t seats, const int32_t *options) noexcept nogil:
    cdef State *s = <State *>p
    cdef int i
    if seats * TABLES.hand > TABLES.cards:
        return "there are not enough cards for so many seats"
    s.seats = seats
    for i in range(CARDS):
        s.place[i] = DECK if i < TABLES.cards else NOWHERE
    # The last frame pushed is answered first: seat 0 is dealt to before the others,
    # and has the first turn.
    stack_push(&s.stack, TURN, 0)
    for i in range(seats - 1, -1, -1):
        stack_push(&s.stack, DEAL, CHANCE, i, TABLES.hand)
    return NULL
