"""The template game: who knows what. Hands are hidden; all else lies open."""

from libc.stdint cimport uint8_t, uint64_t

from armillary_core.games.template.moves cimport DEALT, deal_card
from armillary_core.games.template.state cimport State
from armillary_core.games.template.tables cimport TABLES
from armillary_core.kernel.cards cimport zones_determinise, zones_observe, zones_sort
from armillary_core.kernel.hash cimport hash_bytes
from armillary_core.kernel.rng cimport Rng
from armillary_core.kernel.types cimport UNKNOWN, move_arg, move_kind, move_t


cdef uint64_t observe(const void *p, uint8_t seat) noexcept nogil:
    cdef const State *s = <const State *>p
    cdef uint64_t h = hash_bytes(s.score, sizeof(s.score), seat)
    h = hash_bytes(&s.stack, sizeof(s.stack), h)
    return zones_observe(s.place, s.known, TABLES.kind, TABLES.cards, seat, h)


cdef move_t seen_move(const void *p, move_t m, uint8_t seat) noexcept nogil:
    if move_kind(m) == DEALT and move_arg(m, 0) != seat:
        return deal_card(move_arg(m, 0), UNKNOWN)
    return m


cdef void determinise(void *p, uint8_t seat, Rng *rng) noexcept nogil:
    cdef State *s = <State *>p
    zones_determinise(s.place, s.known, TABLES.cards, seat, rng)
    zones_sort(s.place, s.known, TABLES.kind, TABLES.cards)
