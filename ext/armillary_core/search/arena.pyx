"""The memory of trees: blocks of edges in one region with a hard limit."""

from libc.stdint cimport uint32_t, uint64_t
from libc.string cimport memcpy, memmove, memset

from armillary_core.kernel.types cimport MAX_MOVES, move_t
from armillary_core.search.atomic cimport load32, spin_lock, store32, unlock

cdef extern from *:
    """
    #include <stddef.h>
    #include <sys/mman.h>
    /* Reserved, not yet in use: a page costs memory when it is first written. Small pages: a
       huge one may take 40 ms to get in a virtual machine, and meanwhile no stop is heard. */
    static inline void *region_open(size_t bytes) {
        void *p = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        return p == MAP_FAILED ? NULL : p;
    }
    static inline void region_close(void *p, size_t bytes) { if (p) munmap(p, bytes); }
    """
    void *region_open(size_t bytes) noexcept nogil
    void region_close(void *p, size_t bytes) noexcept nogil


cdef uint32_t block_room(uint32_t count) noexcept nogil:
    """The sizes of blocks: 1 2 3 4 6 8 12 16 24 …, so that a block seldom moves as it grows."""
    cdef uint32_t room = 1
    while room < count:
        if room >= 2 and room + room / 2 >= count:
            return room + room / 2
        room *= 2
    return room


cdef inline void blank(Arena *a, uint32_t first, uint32_t count) noexcept nogil:
    memset(&a.edges[first], 0, count * sizeof(Edge))
    if a.extra != NULL:
        memset(&a.extra[first], 0, count * sizeof(Extra))


cdef bint arena_open(Arena *a, size_t bytes, bint extra) noexcept nogil:
    cdef size_t each = sizeof(Edge) + (sizeof(Extra) if extra else 0)
    cdef size_t capacity = min(bytes / each, <size_t>0xffff0000)
    memset(a, 0, sizeof(Arena))
    a.capacity = <uint32_t>capacity
    a.edges = <Edge *>region_open(capacity * sizeof(Edge))
    if extra:
        a.extra = <Extra *>region_open(capacity * sizeof(Extra))
    if a.edges == NULL or (extra and a.extra == NULL):
        arena_close(a)
        return False
    a.top = a.used = ROOTS
    return True


cdef void arena_close(Arena *a) noexcept nogil:
    region_close(a.edges, a.capacity * sizeof(Edge))
    region_close(a.extra, a.capacity * sizeof(Extra))
    memset(a, 0, sizeof(Arena))


cdef void arena_reset(Arena *a) noexcept nogil:
    memset(a.spare, 0, sizeof(a.spare))
    a.top = a.used = ROOTS
    blank(a, 0, ROOTS)


cdef size_t arena_bytes(const Arena *a) noexcept nogil:
    return a.top * (sizeof(Edge) + (sizeof(Extra) if a.extra != NULL else 0))


# ---- Blocks ----------------------------------------------------------------------------

cdef uint32_t from_spare(Arena *a, uint32_t room) noexcept nogil:
    """A free block of just this room; 0 if there is none. The lock is held."""
    cdef uint32_t first = load32(&a.spare[room])
    if first:
        store32(&a.spare[room], a.edges[first].first)
    return first


cdef uint32_t block_new(Arena *a, Slab *slab, uint32_t count) noexcept nogil:
    cdef uint32_t room = block_room(count)
    cdef uint32_t first = 0
    cdef uint32_t size
    if slab.end - slab.next >= room and load32(&a.spare[room]) == 0:
        first = slab.next
        slab.next += room
        blank(a, first, room)
        return first
    spin_lock(&a.lock)
    first = from_spare(a, room)
    if first:
        a.used += room
    elif slab.end - slab.next >= room:
        first = slab.next               # another worker was quicker with the spare one
        slab.next += room
    else:
        size = a.capacity - a.top
        if size >= room:
            # What is left of the old slab is lost: less than one block.
            size = min(size, <uint32_t>(SLAB if room < SLAB / 4 else room))
            a.used += size
            slab.next = a.top
            slab.end = a.top + size
            a.top += size
            first = slab.next
            slab.next += room
    unlock(&a.lock)
    if first:
        blank(a, first, room)
    return first


cdef void block_free(Arena *a, uint32_t first, uint32_t count) noexcept nogil:
    cdef uint32_t room = block_room(count)
    spin_lock(&a.lock)
    a.edges[first].first = a.spare[room]
    store32(&a.spare[room], first)
    a.used -= room
    unlock(&a.lock)


cdef inline uint32_t lower_bound(const Edge *block, uint32_t count, move_t label) noexcept nogil:
    """The place of the first edge whose move is not below the label."""
    cdef uint32_t low = 0, mid
    while count:
        mid = count >> 1
        if block[low + mid].move < label:
            low += mid + 1
            count -= mid + 1
        else:
            count = mid
    return low


cdef uint32_t child_find(const Arena *a, const Edge *e, move_t label) noexcept nogil:
    cdef uint32_t at
    if e.first == 0:
        return 0
    at = lower_bound(&a.edges[e.first], e.count, label)
    if at < e.count and a.edges[e.first + at].move == label:
        return e.first + at
    return 0


cdef uint32_t child_make(Arena *a, Slab *slab, uint32_t e, move_t label) noexcept nogil:
    cdef Edge *node = &a.edges[e]
    cdef uint32_t count = node.count
    cdef uint32_t first = node.first
    cdef uint32_t at = 0, grown
    if first:
        at = lower_bound(&a.edges[first], count, label)
        if at < count and a.edges[first + at].move == label:
            return first + at
    if count >= MAX_MOVES:
        return 0
    if first == 0 or block_room(count + 1) != block_room(count):
        grown = block_new(a, slab, count + 1)
        if grown == 0:
            return 0
        if count:
            memcpy(&a.edges[grown], &a.edges[first], count * sizeof(Edge))
            if a.extra != NULL:
                memcpy(&a.extra[grown], &a.extra[first], count * sizeof(Extra))
            block_free(a, first, count)
        node.first = first = grown
    memmove(&a.edges[first + at + 1], &a.edges[first + at], (count - at) * sizeof(Edge))
    memset(&a.edges[first + at], 0, sizeof(Edge))
    if a.extra != NULL:
        memmove(&a.extra[first + at + 1], &a.extra[first + at], (count - at) * sizeof(Extra))
        memset(&a.extra[first + at], 0, sizeof(Extra))
    a.edges[first + at].move = label
    node.count = <unsigned short>(count + 1)
    return first + at


# ---- Between searches ------------------------------------------------------------------

cdef void prune(Arena *a, uint32_t e) noexcept nogil:
    cdef Edge *node = &a.edges[e]
    cdef uint32_t i
    if node.first == 0:
        return
    for i in range(node.count):
        prune(a, node.first + i)
    block_free(a, node.first, node.count)
    node.first = 0
    node.count = 0


cdef int magnitude(uint32_t n) noexcept nogil:
    """How many bits the number has."""
    cdef int bits = 0
    while n:
        bits += 1
        n >>= 1
    return bits


cdef bint weigh(const Arena *a, uint32_t e, uint64_t *weight, Ended ended,
                const void *control) noexcept nogil:
    """Sum the sizes of blocks by the magnitude of their owner's visits; False if ended."""
    cdef const Edge *node = &a.edges[e]
    cdef uint32_t i
    if node.first == 0:
        return True
    if ended(control):
        return False
    weight[magnitude(node.visits)] += block_room(node.count)
    for i in range(node.count):
        if not weigh(a, node.first + i, weight, ended, control):
            return False
    return True


cdef bint thin(Arena *a, uint32_t e, int least, Ended ended, const void *control) noexcept nogil:
    """Prune every node whose visits are of less than this magnitude; False if ended."""
    cdef Edge *node = &a.edges[e]
    cdef uint32_t i
    if node.first == 0:
        return True
    if ended(control):
        return False
    if magnitude(node.visits) < least:
        prune(a, e)
        return True
    for i in range(node.count):
        if not thin(a, node.first + i, least, ended, control):
            return False
    return True


cdef uint32_t recycle(Arena *a, uint32_t roots, Ended ended, const void *control) noexcept nogil:
    cdef uint64_t weight[33]
    cdef uint64_t total = 0, gone = 0
    cdef uint32_t before = a.used
    cdef uint32_t i, k
    cdef int least = 0
    memset(weight, 0, sizeof(weight))
    for i in range(1, roots + 1):
        if not weigh(a, i, weight, ended, control):
            return 0
    for k in range(33):
        total += weight[k]
    while least < 33 and gone < total / 2:
        gone += weight[least]
        least += 1
    for i in range(1, roots + 1):
        for k in range(a.edges[i].count):       # the roots themselves keep their moves
            if not thin(a, a.edges[i].first + k, least, ended, control):
                return before - a.used
    return before - a.used


cdef void take_over(Arena *a, uint32_t root, uint32_t e) noexcept nogil:
    cdef Edge kept = a.edges[e]
    a.edges[e].first = 0
    a.edges[e].count = 0
    prune(a, root)
    kept.lock = 0
    a.edges[root] = kept
