"""Master of Orion: the start."""

from libc.stdint cimport int32_t, int8_t, uint8_t

from armillary_core.games.orion.state cimport DEAL, NONE, RACES, Seat, State
from armillary_core.games.orion.tables cimport TABLES
from armillary_core.kernel.cards cimport stack_push
from armillary_core.kernel.types cimport CHANCE


cdef void take_race(State *s, int seat, int race) noexcept nogil:
    """A board with its starting resources and loyalty."""
    cdef Seat *p = &s.seat[seat]
    cdef int r
    p.race = <uint8_t>race
    p.loyalty = <int8_t>TABLES.start_loyalty[race]
    for r in range(3):
        p.resource[r] = TABLES.start[race][r]


cdef const char *setup(void *state, uint8_t seats, const int32_t *options) noexcept nogil:
    """Races, then advisors, then hands: all that is dealt is left to chance."""
    cdef State *s = <State *>state
    cdef bint advisors = options[WITH_ADVISORS] and not options[TUTORIAL]
    cdef int seat
    s.seats = seats
    s.round = 1
    s.deck = TABLES.copies
    for seat in range(seats):
        s.seat[seat].race = s.seat[seat].advisor = NONE
        s.seat[seat].reserve = TABLES.cubes
    if options[TUTORIAL]:
        for seat in range(seats):
            take_race(s, seat, TABLES.shared_race)
        stack_push(&s.stack, DEAL, CHANCE, 0, TABLES.start_hand)
    else:
        stack_push(&s.stack, RACES, CHANCE if options[RANDOM_RACES] else 0, 0, 0, advisors)
    return NULL
