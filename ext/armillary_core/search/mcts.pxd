# One simulation in one tree: UCT where all lies open, SO-ISMCTS where not.
#
# The tree belongs to the searcher: an edge is a move as the searcher sees it made. In a
# hidden game each simulation runs in a world redrawn from what the searcher knows, and at
# the others' nodes only the moves that this world allows compete (availability counts).

from libc.stdint cimport uint8_t, uint32_t

from armillary_core.kernel.types cimport move_t
from armillary_core.search.worker cimport Worker

cdef void simulate(Worker *w) noexcept nogil

# Where workers share a tree, the counters of its much-visited nodes would travel between the
# cores with every simulation, and a second thread would be worth nothing. So a worker that
# has come to the deepest node of its path with HOT visits stays for BATCH simulations, and
# tells the edges above only then. It must be told to before it rests:
cdef void pay(Worker *w) noexcept nogil

# ---- Shared with ismcts.pyx ----
# A world for the next simulation, into w.state.
cdef void enter_world(Worker *w) noexcept nogil
# Give an edge these children; False if there is no room, or another worker is at it.
cdef bint expand(Worker *w, uint32_t e, const move_t *moves, uint32_t n) noexcept nogil
# The child with this label, made if it is missing; 0 if there is no room.
cdef uint32_t make_child(Worker *w, uint32_t e, move_t label) noexcept nogil
# The child for the move that chance makes; m is set to it. 0 if there is no room.
cdef uint32_t chance_child(Worker *w, uint32_t e, move_t *m) noexcept nogil
# Choose among the present legal moves at a node whose moves vary between worlds, as `seen`
# by a seat; m is set to the move. 0 if there is no room.
cdef uint32_t varying_child(Worker *w, uint32_t t, uint32_t e, uint8_t who, uint8_t seen,
                            uint32_t depth, move_t *m) noexcept nogil
# Add the result to the edges of tree t's path, and to the root's tallies if it is the
# searcher's tree.
cdef void back_up(Worker *w, uint32_t t) noexcept nogil
cdef void tally(Worker *w) noexcept nogil
# Whether w.state allows the move; for checked builds.
cdef bint allowed(Worker *w, move_t m) noexcept nogil
