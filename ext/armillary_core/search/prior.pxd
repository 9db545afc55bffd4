# Priors of new children, for PUCT.

from libc.stdint cimport uint32_t

from armillary_core.kernel.types cimport move_t
from armillary_core.search.arena cimport Extra
from armillary_core.search.worker cimport Worker

# The priors of the moves of w.state, into their extras; together 1.
cdef void fill_priors(Worker *w, const move_t *moves, uint32_t n, Extra *out) noexcept nogil
