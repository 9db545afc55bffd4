"""The template game: one function a move."""

from armillary_core.games.template.effects cimport gain, run_effects, take_card
from armillary_core.games.template.moves cimport DEALT, PLAY, ROLLED, VICTIM
from armillary_core.games.template.state cimport (
    DECK, DISCARD, HAND, RESOLVE, State, everybody,
)
from armillary_core.games.template.tables cimport TABLES
from armillary_core.kernel.cards cimport Frame, Span, stack_pop, stack_push, stack_top
from armillary_core.kernel.types cimport move_arg, move_kind, move_t


cdef void play_from_hand(State *s, int kind) noexcept nogil:
    cdef int seat = stack_top(&s.stack).who
    cdef Span rows = TABLES.effects[kind]
    take_card(s, kind, HAND + seat, DISCARD, everybody(s))
    stack_push(&s.stack, RESOLVE, seat, 0, 0, rows.first, rows.first + rows.count)


cdef void steal(State *s, int victim) noexcept nogil:
    cdef Frame frame = stack_pop(&s.stack)
    cdef int amount = min(<int>frame.a, <int>s.score[victim])
    s.score[victim] -= amount
    gain(s, frame.who, amount)


cdef void deal(State *s, int seat, int kind) noexcept nogil:
    cdef Frame *frame = stack_top(&s.stack)
    take_card(s, kind, DECK, HAND + seat, 1 << seat)
    frame.b -= 1
    if frame.b == 0:
        stack_pop(&s.stack)


cdef void play(void *p, move_t m) noexcept nogil:
    cdef State *s = <State *>p
    cdef int kind = move_kind(m)
    if kind == PLAY:
        play_from_hand(s, move_arg(m, 0))
    elif kind == VICTIM:
        steal(s, move_arg(m, 0))
    elif kind == DEALT:
        deal(s, move_arg(m, 0), move_arg(m, 1))
    elif kind == ROLLED:
        gain(s, stack_pop(&s.stack).a, move_arg(m, 0))
    run_effects(s)
