"""The template game: one switch over the verbs of the cards."""

from libc.stdint cimport uint8_t

from armillary_core.games.template.state cimport (
    DEAL, DECK, HAND, RESOLVE, ROLL, STEAL, State,
)
from armillary_core.games.template.tables cimport DRAW, GAIN, ROLL_DIE, STEAL_FROM, TABLES
from armillary_core.kernel.cards cimport (
    Effect, Frame, stack_pop, stack_push, stack_top, zone_count, zone_move, zones_sort,
)
from armillary_core.kernel.types cimport CHANCE


cdef void gain(State *s, int seat, int amount) noexcept nogil:
    s.score[seat] = <uint8_t>min(s.score[seat] + amount, 255)


cdef void take_card(State *s, int kind, int origin, int to, int who) noexcept nogil:
    """Move one card of that kind; the seats of the mask `who` know it afterwards."""
    cdef int i
    for i in range(TABLES.cards):
        if TABLES.kind[i] == kind and s.place[i] == origin:
            zone_move(s.place, s.known, i, to, who)
            zones_sort(s.place, s.known, TABLES.kind, TABLES.cards)
            return


cdef void do_effect(State *s, int seat, const Effect *e) noexcept nogil:
    """One row. A verb that needs a decision pushes a frame and leaves the rest for later."""
    cdef int left
    if e.verb == GAIN:
        gain(s, seat, e.x)
    elif e.verb == STEAL_FROM:
        stack_push(&s.stack, STEAL, seat, e.x)
    elif e.verb == ROLL_DIE:
        stack_push(&s.stack, ROLL, CHANCE, seat)
    elif e.verb == DRAW:
        left = min(<int>e.x, <int>zone_count(s.place, TABLES.cards, DECK))
        if left:                        # an empty deck gives nothing
            stack_push(&s.stack, DEAL, CHANCE, seat, left)


cdef void next_turn(State *s) noexcept nogil:
    """The next seat that holds cards; the end if none does."""
    cdef Frame *turn = stack_top(&s.stack)
    cdef int i, seat
    for i in range(1, s.seats + 1):
        seat = (turn.who + i) % s.seats
        if zone_count(s.place, TABLES.cards, HAND + seat):
            turn.who = seat
            return
    stack_pop(&s.stack)


cdef void run_effects(State *s) noexcept nogil:
    cdef Frame *top = stack_top(&s.stack)
    while top.kind == RESOLVE:
        if top.c == top.d:
            stack_pop(&s.stack)
            next_turn(s)
            return
        top.c += 1
        do_effect(s, top.who, &TABLES.row[top.c - 1])
        top = stack_top(&s.stack)
