# From a leaf to a result: the playout by its policy, cut off and mixed as params.pxd says.

from libc.stdint cimport uint8_t

from armillary_core.kernel.types cimport move_t
from armillary_core.search.worker cimport Worker

# Plays w.state on; fills w.share, w.score and w.scored.
cdef void rollout(Worker *w) noexcept nogil
# The result of w.state, which is over.
cdef void settle(Worker *w) noexcept nogil
cdef void log_move(Worker *w, uint8_t who, move_t m) noexcept nogil
# What the logged moves were worth, into the history table.
cdef void learn(Worker *w) noexcept nogil
