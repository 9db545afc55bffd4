# One simulation in a tree for each seat: MO-ISMCTS.
#
# Every seat's tree holds the moves as that seat sees them, so that others decide by what
# they would know, not by what the searcher knows. With params.private their trees begin
# with what they hold in this world: worth it where that takes few values (poker), useless
# where every world is a new one (a hand of thirteen cards).
#
# Tree t belongs to seat (searcher + t) mod seats; its root is edge 1 + t.

from libc.stdint cimport uint8_t

from armillary_core.search.worker cimport Worker

cdef void simulate_multi(Worker *w) noexcept nogil
