from libc.stdint cimport uint64_t, uint8_t

from armillary_core.kernel.rng cimport Rng
from armillary_core.kernel.types cimport move_t

cdef uint64_t observe(const void *p, uint8_t seat) noexcept nogil
cdef move_t seen_move(const void *p, move_t m, uint8_t seat) noexcept nogil
cdef void determinise(void *p, uint8_t seat, Rng *rng) noexcept nogil
