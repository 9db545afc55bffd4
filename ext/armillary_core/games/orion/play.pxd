from armillary_core.kernel.types cimport move_t

cdef void play(void *p, move_t m) noexcept nogil
