from armillary_core.kernel.rng cimport Rng
from armillary_core.kernel.types cimport move_t

# Knowledge, not rules: rules.pyx may leave either out.
cdef move_t suggest(const void *p, Rng *rng) noexcept nogil
cdef void evaluate(const void *p, double *share) noexcept nogil
