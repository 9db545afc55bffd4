from armillary_core.games.orion.state cimport Seat

cdef int card_points(const Seat *p) noexcept nogil
cdef int resource_sum(const Seat *p) noexcept nogil
cdef void returns(const void *p, double *share, double *score) noexcept nogil
cdef const char *check(const void *p) noexcept nogil
