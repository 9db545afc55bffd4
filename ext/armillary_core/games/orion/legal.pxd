from libc.stdint cimport uint8_t, uint32_t

from armillary_core.games.orion.state cimport Seat
from armillary_core.kernel.rng cimport Rng
from armillary_core.kernel.types cimport move_t

cdef uint8_t actor(const void *p) noexcept nogil
cdef uint32_t legal(const void *p, move_t *out) noexcept nogil
cdef move_t sample(const void *p, Rng *rng) noexcept nogil
cdef uint32_t outcomes(const void *p, move_t *out, double *weight) noexcept nogil
cdef move_t chance(const void *p, Rng *rng) noexcept nogil
cdef uint32_t stream(const void *p) noexcept nogil

# The ways to pay for a card with so many units of discount, as moves.
cdef uint32_t list_payments(const Seat *p, int kind, int discount, move_t *out) noexcept nogil
