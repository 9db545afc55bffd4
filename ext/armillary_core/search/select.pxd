# Which child to go to: UCB1, UCB1-tuned or PUCT, with the options of params.pxd.

from libc.stdint cimport uint8_t, uint32_t

from armillary_core.kernel.types cimport move_t
from armillary_core.search.worker cimport Habit, Worker

# Among all children of an edge; its depth leads to GRAVE's ancestors in tree `t`. The index
# of the child.
cdef uint32_t select_child(Worker *w, uint32_t t, uint32_t e, uint8_t who,
                           uint32_t depth) noexcept nogil
# Among the `n` children in w.found, whose `avail` it counts up.
cdef uint32_t select_found(Worker *w, uint32_t t, uint32_t e, uint8_t who, uint32_t depth,
                           uint32_t n) noexcept nogil
cdef Habit *habit_of(const Worker *w, uint8_t seat, move_t m) noexcept nogil
