# What a seat knows, and how the rest is redrawn.
#
# A seat sees the direction of the pass, its own cards, those it gives away, all cards
# played, and, once everybody has passed, those it received. It does not see the deal of
# other seats nor what they pass to each other. At the end all is shown.
#
# During the play the others' hands are drawn uniformly from all deals in which
#   - every hand has its size,
#   - the cards that the seat passed and nobody has played are where they went,
#   - the two of clubs is with the seat that is about to lead it,
#   - no seat holds a card of its `cannot` set: suits it did not follow; all but points, if
#     it gave a point in the first trick; all but hearts, if it led one before its time.
# Each such deal leaves the same number of ways to have passed, for a pass between others
# can have been any three cards of the thirteen that its receiver held afterwards.

from libc.stdint cimport uint8_t, uint64_t

from armillary_core.games.hearts.state cimport State
from armillary_core.kernel.rng cimport Rng
from armillary_core.kernel.types cimport move_t

cdef uint64_t observe(const void *p, uint8_t seat) noexcept nogil
cdef move_t seen_move(const void *p, move_t m, uint8_t seat) noexcept nogil
cdef void determinise(void *p, uint8_t seat, Rng *rng) noexcept nogil

# The same, but false where no deal fits. Of what the seat does not know it reads just the
# union of the others' hands, and that during the play only, so that the reader of JSON can
# fill a view with it.
cdef bint redraw(State *s, unsigned seat, Rng *rng) noexcept nogil
