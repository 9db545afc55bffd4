"""Which child to go to."""

from libc.math cimport log, pow, sqrt
from libc.stdint cimport int64_t, uint8_t, uint32_t, uint64_t

from armillary_core.kernel.rng cimport rng_below
from armillary_core.kernel.types cimport move_t
from armillary_core.search.arena cimport PROOF_TIE, UNITS, Arena, Edge, Extra, child_find
from armillary_core.search.atomic cimport load8, load32, load64, load_acquire, load_float
from armillary_core.search.params cimport FPU_FIRST, FPU_PARENT, PUCT, UCB1_TUNED, Params
from armillary_core.search.worker cimport HISTORY, Habit, Worker

cdef enum:
    TABLE = 16384

cdef struct Powers:             # of a number of visits
    double rsqrt                # 1 / sqrt(n)
    double inverse              # 1 / (n * UNITS): turns a sum of values into a mean

# The small numbers that most edges have; and sqrt(ln n).
cdef Powers POWERS[TABLE]
cdef double ROOTLOG[TABLE]


cdef void fill_tables() noexcept:
    cdef int n
    for n in range(1, TABLE):
        POWERS[n].rsqrt = 1 / sqrt(<double>n)
        POWERS[n].inverse = 1 / (<double>n * UNITS)
        ROOTLOG[n] = sqrt(log(<double>n))

fill_tables()


cdef inline Powers powers(uint32_t n) noexcept nogil:
    cdef Powers p
    if n < TABLE:
        return POWERS[n]
    p.rsqrt = 1 / sqrt(<double>n)
    p.inverse = p.rsqrt * p.rsqrt * (1.0 / UNITS)
    return p


cdef inline double rootlog(uint32_t n) noexcept nogil:
    return ROOTLOG[n] if n < TABLE else sqrt(log(<double>n))


cdef Habit *habit_of(const Worker *w, uint8_t seat, move_t m) noexcept nogil:
    cdef uint64_t h = m * <uint64_t>0x9e3779b97f4a7c15
    return &w.habits[seat * HISTORY + (h >> 52)]


cdef inline uint32_t at(uint32_t first, const uint32_t *found, uint32_t i) noexcept nogil:
    return first + i if found == NULL else found[i]


cdef uint32_t pick_fresh(Worker *w, uint32_t first, const uint32_t *found, uint32_t n,
                         uint32_t fresh) noexcept nogil:
    """One of the `fresh` untried children, at random."""
    cdef Edge *edges = w.arena.edges
    cdef uint32_t k = rng_below(&w.rng, fresh)
    cdef uint32_t i, c = at(first, found, 0)
    for i in range(n):
        c = at(first, found, i)
        if load32(&edges[c].visits) == 0:
            if k == 0:
                return c
            k -= 1
    return c                            # others have tried them meanwhile


cdef inline double discount(Worker *w, const Edge *edge, uint8_t who,
                            uint32_t depth) noexcept nogil:
    """What a proven edge loses against those that are still open: nothing more can be learned
    there. A tie passed over is remembered, for it is the least that the chooser gets."""
    cdef uint8_t proof = load8(&edge.proof)
    if proof == 0:
        return 0
    if proof == PROOF_TIE:
        w.tied[depth] = 1
        return 1e6
    return 0 if proof == who + 1 else 2e6


cdef inline double mean_share(const Edge *edge, Powers p) noexcept nogil:
    """The mean of an edge whose visits have these powers. (Signed converts faster.)"""
    return <double><int64_t>load64(&edge.value) * p.inverse


cdef uint32_t select_plain(Worker *w, uint32_t e, uint8_t who, uint32_t depth) noexcept nogil:
    """UCB1, every move once first: the inner loop of the default search."""
    cdef Edge *edges = w.arena.edges
    cdef uint32_t first = load_acquire(&edges[e].first)
    cdef const Edge *edge = &edges[first]
    cdef const Edge *end = edge + edges[e].count
    cdef const Edge *best = edge
    cdef uint32_t visits, fresh = 0
    cdef double explore = w.c * rootlog(load32(&edges[e].visits))
    cdef double value, most = -1e300
    cdef Powers p
    cdef bint solver = w.params.solver
    w.tied[depth] = 0
    if end - edge == 1:
        return first
    while edge < end:
        visits = load32(&edge.visits)
        if visits == 0:
            fresh += 1
        else:
            p = powers(visits)
            value = mean_share(edge, p) + explore * p.rsqrt
            if solver:
                value -= discount(w, edge, who, depth)
            if value > most:
                most = value
                best = edge
        edge += 1
    if fresh:
        return pick_fresh(w, first, NULL, edges[e].count, fresh)
    return <uint32_t>(best - edges)


cdef uint32_t select_available(Worker *w, const uint32_t *found, uint32_t n) noexcept nogil:
    """The same among some of the children, each explored by how often it was available."""
    cdef Edge *edge
    cdef uint32_t i, visits, best = 0, fresh = 0
    cdef double value, most = -1e300
    cdef Powers p
    for i in range(n):
        edge = &w.arena.edges[found[i]]
        edge.avail += 1
        visits = edge.visits
        if visits == 0:
            fresh += 1
            continue
        p = powers(visits)
        value = mean_share(edge, p) + w.c * rootlog(edge.avail) * p.rsqrt
        if value > most:
            most = value
            best = found[i]
    if fresh:
        return pick_fresh(w, 0, found, n, fresh)
    return best


cdef uint32_t grave_ancestor(const Worker *w, uint32_t t, uint32_t e,
                             uint32_t depth) noexcept nogil:
    """The closest edge up the path that has visits enough to be trusted."""
    cdef uint32_t d = depth
    while d > 0 and load32(&w.arena.edges[e].visits) < w.params.grave:
        d -= 1
        e = w.path[t][d]
    return e


cdef double amaf_blend(const Worker *w, uint32_t ancestor, const Edge *edge, uint32_t visits,
                       double mean) noexcept nogil:
    """GRAVE: the mean drawn towards what the move was worth when played later."""
    cdef const Arena *a = w.arena
    cdef uint32_t twin = child_find(a, &a.edges[ancestor], edge.move)
    cdef double n, m, beta
    if twin == 0:
        return mean
    m = load_float(&a.extra[twin].amaf_visits)
    if m < 1:
        return mean
    n = visits
    beta = m / (m + n + w.params.bias * m * n)
    return (1 - beta) * mean + beta * load_float(&a.extra[twin].amaf_value) / m


cdef uint32_t select_rich(Worker *w, uint32_t t, uint32_t e, uint8_t who, uint32_t depth,
                          const uint32_t *found, uint32_t n) noexcept nogil:
    cdef const Params *par = w.params
    cdef Arena *a = w.arena
    cdef Edge *edges = a.edges
    cdef Edge *edge
    cdef const Extra *extra = NULL
    cdef const Habit *habit
    cdef uint32_t first = load_acquire(&edges[e].first)
    cdef uint32_t total = load32(&edges[e].visits)
    cdef uint32_t ancestor = grave_ancestor(w, t, e, depth) if par.grave else 0
    cdef uint32_t i, c, visits, avail, best = 0, fresh = 0, tried = 0, same = 0
    cdef double parent = 0.5, mean, value, r, variance, most = -1e300
    cdef Powers p
    cdef bint widens = par.widen_c > 0
    cdef bint open_fresh = True         # may an untried move be taken up?
    w.tied[depth] = 0
    if par.fpu == FPU_PARENT or widens:
        parent = 0
        for i in range(n):
            c = at(first, found, i)
            visits = load32(&edges[c].visits)
            if visits:
                tried += visits
                same += 1
                parent += <double><int64_t>load64(&edges[c].value) * (1.0 / UNITS)
        parent = parent / tried if tried else 0.5
        if widens and same and same >= par.widen_c * pow(<double>total, par.widen_power):
            open_fresh = False
    for i in range(n):
        c = at(first, found, i)
        edge = &edges[c]
        if found != NULL:
            edge.avail += 1
        visits = load32(&edge.visits)
        avail = edge.avail if found != NULL else total
        if a.extra != NULL:
            extra = &a.extra[c]
        if visits == 0:
            if not open_fresh:
                continue
            fresh += 1
            if par.fpu == FPU_FIRST and par.selection != PUCT and not par.grave \
                    and par.history == 0:
                continue
            mean = parent - par.fpu_value if par.fpu == FPU_PARENT else par.fpu_value
            if par.fpu == FPU_FIRST:
                mean = 1                # first, and the most promising of them first
            r = 1
        else:
            p = powers(visits)
            r = p.rsqrt
            mean = mean_share(edge, p)
        if par.grave:
            mean = amaf_blend(w, ancestor, edge, visits, mean)
        if par.selection == PUCT:
            value = mean + w.c * extra.prior * sqrt(<double>avail) / (1 + visits)
        elif par.selection == UCB1_TUNED:
            variance = 0.25
            if visits:
                variance = load_float(&extra.squares) * r * r - mean * mean
                variance = max(variance, 0.0) + rootlog(avail) * r * 1.4142135623730951
            value = mean + 2 * w.c * rootlog(avail) * r * sqrt(min(0.25, variance))
        else:
            value = mean + w.c * rootlog(avail) * r
        if par.history > 0:
            habit = habit_of(w, who, edge.move)
            if habit.visits > 0:
                value += par.history * (habit.value / habit.visits) / ((1 - mean) * visits + 1)
        if visits == 0 and par.fpu == FPU_FIRST:
            value += 1e3
        if par.solver:
            value -= discount(w, edge, who, depth)
        if value > most:
            most = value
            best = c
    if fresh and par.fpu == FPU_FIRST and best and load32(&edges[best].visits):
        return pick_fresh(w, first, found, n, fresh)
    if best == 0:
        return pick_fresh(w, first, found, n, fresh) if fresh else at(first, found, 0)
    return best


cdef uint32_t select_child(Worker *w, uint32_t t, uint32_t e, uint8_t who,
                           uint32_t depth) noexcept nogil:
    if not w.plain:
        return select_rich(w, t, e, who, depth, NULL, w.arena.edges[e].count)
    return select_plain(w, e, who, depth)


cdef uint32_t select_found(Worker *w, uint32_t t, uint32_t e, uint8_t who, uint32_t depth,
                           uint32_t n) noexcept nogil:
    if n == 1:
        w.arena.edges[w.found[0]].avail += 1
        return w.found[0]
    if not w.plain:
        return select_rich(w, t, e, who, depth, w.found, n)
    return select_available(w, w.found, n)
