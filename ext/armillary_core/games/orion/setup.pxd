from libc.stdint cimport int32_t, uint8_t

from armillary_core.games.orion.state cimport State

# The options, in this order.
cdef enum:
    TUTORIAL = 0                # everybody Human, no advisors
    RANDOM_RACES = 1
    WITH_ADVISORS = 2

cdef const char *setup(void *p, uint8_t seats, const int32_t *options) noexcept nogil
cdef void take_race(State *s, int seat, int race) noexcept nogil
