cdef void returns(const void *p, double *share, double *score) noexcept nogil
cdef void evaluate(const void *p, double *share) noexcept nogil
cdef const char *check(const void *p) noexcept nogil
