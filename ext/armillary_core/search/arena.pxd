# The memory of trees: one region, 32-bit indices, a hard limit.
#
# An edge is a move and the node it leads to. The children of a node are a block: `count`
# edges in a row, ascending by move, in room for block_room(count). Index 0 is nobody.
#
# Who may change what during a search: `visits`, `value`, `avail` and Extra anybody; `first`
# and `count` whoever holds `lock`; in a shared tree a block, once published, never moves and
# never grows. Blocks are freed only while no worker runs.

from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t

from armillary_core.kernel.types cimport MAX_MOVES, move_t

cdef enum:
    ROOTS = 16                  # edges at the front of the region that own the trees
    SLAB = 4096                 # edges that a worker takes at a time
    PROOF_TIE = 255             # Edge.proof: all seats share the win
    OWN = 1                     # Edge.proof in trees of hidden games, see there
    UNITS = 1 << 24             # of Edge.value: a whole win

cdef struct Edge:               # 32 bytes
    move_t move                 # as the owner of the tree sees it
    uint64_t value              # sum of shares, of the seat that chose it, in UNITS
    uint32_t visits             # simulations through it, those under way included
    uint32_t avail              # how often it could have been chosen (where that varies)
    uint32_t first              # its children; 0: none yet
    uint16_t count
    uint8_t proof               # 0 unknown; 1 + seat: that seat wins; PROOF_TIE. Hidden games
    #                             prove nothing; there OWN says that the children are just the
    #                             legal moves of the tree's owner. What one seat does not notice
    #                             can let another act at the same place: then it is 0.
    uint8_t lock                # taken while children are made

cdef struct Extra:              # 16 bytes more, only where an option needs them
    float squares               # sum of squared shares (UCB1-tuned)
    float prior
    float amaf_value            # all moves as first (GRAVE): sum of shares
    float amaf_visits

cdef struct Slab:               # a worker's own part of the region
    uint32_t next
    uint32_t end

cdef struct Arena:
    Edge *edges
    Extra *extra                # NULL without options that need it
    uint32_t capacity           # edges
    uint32_t top                # edges handed out, slabs included
    uint32_t used               # edges in blocks that are in use
    uint8_t lock
    uint32_t spare[MAX_MOVES + 1]   # free blocks by room, linked through `first`

cdef uint32_t block_room(uint32_t count) noexcept nogil
cdef bint arena_open(Arena *a, size_t bytes, bint extra) noexcept nogil
cdef void arena_close(Arena *a) noexcept nogil
# Forget all trees. Pages once touched are kept: to get them anew would cost more than a short
# search, and threads would queue for them.
cdef void arena_reset(Arena *a) noexcept nogil
cdef size_t arena_bytes(const Arena *a) noexcept nogil          # touched so far
# Room for `count` edges, zeroed; 0 if the limit is reached.
cdef uint32_t block_new(Arena *a, Slab *slab, uint32_t count) noexcept nogil
cdef void block_free(Arena *a, uint32_t first, uint32_t count) noexcept nogil
# The index of the child with this move, or 0.
cdef uint32_t child_find(const Arena *a, const Edge *e, move_t label) noexcept nogil
# The same, but make it if it is missing (may move the block); 0 if the limit is reached.
cdef uint32_t child_make(Arena *a, Slab *slab, uint32_t e, move_t label) noexcept nogil

# ---- Between searches; no worker runs ----
# Free everything below an edge.
cdef void prune(Arena *a, uint32_t e) noexcept nogil
# Make room: the least visited nodes lose their children. The edges freed. A full tree takes
# long, so `ended(control)` is asked at every node whether to break off; the tree is whole then,
# too.
ctypedef bint (*Ended)(const void *control) noexcept nogil
cdef uint32_t recycle(Arena *a, uint32_t roots, Ended ended, const void *control) noexcept nogil
# Let the subtree of `e` become the tree of `root`; the rest is freed.
cdef void take_over(Arena *a, uint32_t root, uint32_t e) noexcept nogil
