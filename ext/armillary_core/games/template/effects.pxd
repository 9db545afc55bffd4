from armillary_core.games.template.state cimport State

# Do pending effects until somebody must decide.
cdef void run_effects(State *s) noexcept nogil
cdef void gain(State *s, int seat, int amount) noexcept nogil
cdef void take_card(State *s, int kind, int origin, int to, int who) noexcept nogil
