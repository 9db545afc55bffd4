from armillary_core.games.orion.state cimport Seat, State
from armillary_core.kernel.cards cimport Effect

# Do what is pending until somebody must decide, or the game is over.
cdef void settle(State *s) noexcept nogil

# ---- what moves and effects do ----
cdef void push(State *s, int kind, int who, int a=*, int b=*, int c=*, int d=*) noexcept nogil
cdef void gain(Seat *p, int resource, int amount) noexcept nogil
cdef void change_loyalty(Seat *p, int amount) noexcept nogil
cdef void gain_points(Seat *p, int amount) noexcept nogil
cdef void lift_cube(Seat *p, int place) noexcept nogil
cdef void from_hand(State *s, int seat, int kind) noexcept nogil
cdef void throw(State *s, int kind) noexcept nogil
cdef bint refill(State *s) noexcept nogil
cdef void return_advisor(State *s, int seat) noexcept nogil
cdef void start_effect(State *s, int seat, int place, int other, int covered) noexcept nogil
cdef void use_due(State *s, int place) noexcept nogil
cdef void do_option(State *s, int seat, const Effect *e) noexcept nogil
cdef void after_build(State *s, int seat, int system) noexcept nogil
cdef bint is_finished(const State *s) noexcept nogil
cdef void begin_round(State *s) noexcept nogil
