"""One simulation in one tree: descend, expand, play out, back up."""

from libc.math cimport sqrt
from libc.stdint cimport int64_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memcpy

from armillary_core.kernel.check cimport ARMILLARY_IS_CHECKED, must
from armillary_core.kernel.game cimport GameOps
from armillary_core.kernel.rng cimport rng_below, rng_unit
from armillary_core.kernel.types cimport CHANCE, OVER, move_t
from armillary_core.search.arena cimport (
    OWN, PROOF_TIE, UNITS, Arena, Edge, Extra, block_new, child_find, child_make,
)
from armillary_core.search.atomic cimport (
    add32, add64, add_float, load8, load32, load_acquire, store8, store_release, try_lock, unlock,
)
from armillary_core.search.params cimport PUCT
from armillary_core.search.prior cimport fill_priors
from armillary_core.search.rollout cimport learn, log_move, rollout, settle
from armillary_core.search.select cimport select_child, select_found
from armillary_core.search.worker cimport Tally, Worker

cdef enum:
    HOT = 64                    # visits of a node that simulations begin at
    BATCH = 8                   # so many in a row


cdef void enter_world(Worker *w) noexcept nogil:
    cdef uint32_t size = w.ops.state_size
    if not w.hidden:
        memcpy(w.state, w.root_state, size)
        return
    if w.world_left == 0:
        memcpy(w.world, w.root_state, size)
        w.ops.determinise(w.world, w.seat, &w.rng)
        w.world_left = w.params.worlds
    w.world_left -= 1
    memcpy(w.state, w.world, size)


# ---- Batches ---------------------------------------------------------------------------

cdef inline void stay(Worker *w, uint32_t depth) noexcept nogil:
    """Let this batch begin here."""
    memcpy(w.base, w.state, w.ops.state_size)
    w.anchor = depth
    w.base_log = w.log_count
    w.batch_left = BATCH


cdef void pay(Worker *w) noexcept nogil:
    cdef Edge *edge
    cdef uint32_t d
    w.batch_left = 0
    if w.batch_made == 0:
        return
    for d in range(w.anchor + 1):
        edge = &w.arena.edges[w.path[0][d]]
        add32(&edge.visits, w.batch_made - 1, True)     # the first was counted on its way
        if d:
            add64(&edge.value, w.owed[d], True)
            w.owed[d] = 0
            if w.arena.extra != NULL:
                add_float(&w.arena.extra[w.path[0][d]].squares, w.owed_squares[d])
                w.owed_squares[d] = 0
    w.anchor = w.batch_made = 0


# ---- Making children -------------------------------------------------------------------

cdef bint expand(Worker *w, uint32_t e, const move_t *moves, uint32_t n) noexcept nogil:
    cdef Arena *a = w.arena
    cdef Edge *edge = &a.edges[e]
    cdef uint32_t i, first
    if w.shared:
        if not try_lock(&edge.lock):
            return False
        if load32(&edge.first):
            unlock(&edge.lock)
            return True
    first = block_new(a, &w.slab, n)
    if first:
        for i in range(n):
            a.edges[first + i].move = moves[i]
        if w.params.selection == PUCT:
            fill_priors(w, moves, n, &a.extra[first])
        edge.count = <unsigned short>n
        if w.hidden:
            edge.proof = OWN
        store_release(&edge.first, first)
        w.nodes += n
    else:
        w.full = 1
    if w.shared:
        unlock(&edge.lock)
    return first != 0


cdef uint32_t make_child(Worker *w, uint32_t e, move_t label) noexcept nogil:
    cdef uint32_t before = w.arena.edges[e].count
    cdef uint32_t child = child_make(w.arena, &w.slab, e, label)
    if child == 0:
        w.full = 1
    elif w.arena.edges[e].count != before:
        w.nodes += 1
        w.arena.edges[e].proof = 0
        if w.params.selection == PUCT:
            w.arena.extra[child].prior = <float>1 / (before + 1)
    return child


cdef uint32_t chance_child(Worker *w, uint32_t e, move_t *m) noexcept nogil:
    cdef Edge *edges = w.arena.edges
    cdef uint32_t i, n, first, best = 0
    cdef double total = 0, behind = 0, due
    if w.hidden:
        m[0] = w.ops.chance(w.state, &w.rng)
        return make_child(w, e, w.ops.seen_move(w.state, m[0], w.seat))
    # All lies open: every outcome gets an edge at once.
    if load_acquire(&edges[e].first) == 0:
        n = w.ops.outcomes(w.state, w.moves, w.weights)
        if not expand(w, e, w.moves, n):
            return 0
    first = load_acquire(&edges[e].first)
    n = edges[e].count
    if n > w.params.balance:
        m[0] = w.ops.chance(w.state, &w.rng)
        return child_find(w.arena, &edges[e], m[0])
    w.ops.outcomes(w.state, w.moves, w.weights)
    for i in range(n):
        total += w.weights[i]
    # Draw among the outcomes that lag behind their share, in proportion to how much.
    for i in range(n):
        due = w.weights[i] / total * load32(&edges[e].visits) - load32(&edges[first + i].visits)
        w.weights[i] = max(due, 0.0)
        behind += w.weights[i]
    due = rng_unit(&w.rng) * behind
    for i in range(n):
        if w.weights[i] > 0:
            best = i
            due -= w.weights[i]
            if due < 0:
                break
    m[0] = edges[first + best].move
    return first + best


cdef uint32_t varying_child(Worker *w, uint32_t t, uint32_t e, uint8_t who, uint8_t seen,
                            uint32_t depth, move_t *m) noexcept nogil:
    cdef const GameOps *ops = w.ops
    cdef Arena *a = w.arena
    cdef uint32_t n = ops.legal(w.state, w.moves)
    cdef uint32_t i, j, k, c, ties, first
    cdef move_t label
    cdef bint known = True              # every available move has an edge
    if n == 1:
        m[0] = w.moves[0]
        label = m[0] if who == seen else ops.seen_move(w.state, m[0], seen)
        c = make_child(w, e, label)
        if c:
            a.edges[c].avail += 1
        return c
    for i in range(n):
        w.labels[i] = w.moves[i] if who == seen else ops.seen_move(w.state, w.moves[i], seen)
    # Both lists ascend (but for what is hidden), so one walk pairs nearly all.
    j = k = 0
    first = a.edges[e].first
    for i in range(n):
        label = w.labels[i]
        while j < a.edges[e].count and a.edges[first + j].move < label:
            j += 1
        if j < a.edges[e].count and a.edges[first + j].move == label:
            c = first + j
        else:
            c = child_find(a, &a.edges[e], label)
        if c == 0:
            known = False
            break
        if k == 0 or w.found[k - 1] != c:
            w.found[k] = c
            k += 1
    if not known:
        for i in range(n):
            if make_child(w, e, w.labels[i]) == 0:
                return 0
        k = 0
        for i in range(n):
            c = child_find(a, &a.edges[e], w.labels[i])
            if k == 0 or w.found[k - 1] != c:
                w.found[k] = c
                k += 1
    c = select_found(w, t, e, who, depth, k)
    label = a.edges[c].move
    ties = 0
    for i in range(n):                  # moves that look alike are equally likely
        if w.labels[i] == label:
            ties += 1
            if ties == 1 or rng_below(&w.rng, ties) == 0:
                m[0] = w.moves[i]
    return c


# ---- Proofs ----------------------------------------------------------------------------

cdef uint8_t proof_of(const Worker *w) noexcept nogil:
    """What the end of the game proves."""
    cdef uint32_t i
    for i in range(w.seats):
        if w.share[i] == 1:
            return <uint8_t>(1 + i)
        if w.share[i] != w.share[0]:
            return 0
    return PROOF_TIE


cdef void share_of(Worker *w, uint8_t proof) noexcept nogil:
    cdef uint32_t i
    for i in range(w.seats):
        w.share[i] = 1.0 / w.seats if proof == PROOF_TIE else proof == i + 1
    w.scored = 0


cdef uint8_t prove(const Worker *w, uint32_t e, uint8_t who) noexcept nogil:
    """What the children of an edge prove, `who` being to choose among them."""
    cdef const Edge *edge = &w.arena.edges[e]
    cdef const Edge *child
    cdef uint32_t first = load_acquire(&edge.first)
    cdef uint32_t i
    cdef uint8_t proof, all = 0
    cdef bint same = True, tie = False, open_child = False
    for i in range(edge.count):
        child = &w.arena.edges[first + i]
        proof = load8(&child.proof)
        if proof == 0:
            open_child = True
        elif proof == who + 1 and who != CHANCE:
            return proof
        elif proof == PROOF_TIE:
            tie = True
        if all == 0:
            all = proof
        same = same and proof == all
    if open_child:
        return 0
    if tie and who != CHANCE:
        return PROOF_TIE                # better than any loss
    return all if same else 0


cdef void prove_path(Worker *w) noexcept nogil:
    cdef uint32_t d = w.depth
    cdef uint8_t proof
    while d > 0 and load8(&w.arena.edges[w.path[0][d]].proof):
        proof = prove(w, w.path[0][d - 1], w.chooser[d])
        if proof == 0:
            return
        d -= 1
        store8(&w.arena.edges[w.path[0][d]].proof, proof)


# ---- Backing up ------------------------------------------------------------------------

cdef void amaf(Worker *w, uint32_t t) noexcept nogil:
    """All moves as first: every later move of the seat that chose counts for its sibling."""
    cdef Arena *a = w.arena
    cdef uint32_t d, i, child
    cdef uint8_t who
    for d in range(w.depth):
        who = w.chooser[d + 1]
        if who == CHANCE:
            continue
        for i in range(d, w.log_count):
            if w.log_seat[i] == who:
                child = child_find(a, &a.edges[w.path[t][d]], w.log_move[i])
                if child:
                    add_float(&a.extra[child].amaf_visits, 1)
                    add_float(&a.extra[child].amaf_value, <float>w.share[who])


cdef inline void to_units(const Worker *w, uint64_t *units) noexcept nogil:
    """What an edge gains, by who chose it."""
    cdef double share
    cdef uint32_t i
    for i in range(w.seats):
        share = w.share[i]
        if w.params.paranoid and i != w.seat:
            share = 1 - w.share[w.seat]
        units[i] = <uint64_t><int64_t>(share * UNITS + 0.5)
    units[CHANCE] = units[w.seat]


cdef void back_up(Worker *w, uint32_t t) noexcept nogil:
    cdef Edge *edges = w.arena.edges
    cdef Extra *extra = w.arena.extra
    cdef const uint32_t *path = w.path[t]
    cdef uint64_t units[CHANCE + 1]
    cdef double share
    cdef uint32_t d
    cdef uint8_t who
    cdef bint shared = w.shared
    to_units(w, units)
    if extra == NULL and not w.params.solver and not shared:
        for d in range(1, w.depth + 1):
            edges[path[d]].value += units[w.chooser[d]]
        return
    for d in range(w.depth, 0, -1):
        who = w.chooser[d]
        share = units[who] * (1.0 / UNITS)
        if d <= w.anchor:
            w.owed[d] += units[who]
            w.owed_squares[d] += <float>(share * share)
        else:
            add64(&edges[path[d]].value, units[who], shared)
            if extra != NULL:
                add_float(&extra[path[d]].squares, <float>(share * share))
        if d > 1 and who != CHANCE and w.params.solver and w.tied[d - 1] \
                and w.share[who] * w.seats < 1:
            # Looking for more than the proven tie cost nothing: above here it is a tie.
            share_of(w, PROOF_TIE)
            to_units(w, units)
    if w.params.grave:
        amaf(w, t)


cdef void adapt(Worker *w) noexcept nogil:
    """Measure exploration by how far results really lie apart: where shares are points on a
    long scale, whole wins would drown every difference. Even odds of all or nothing are 1."""
    cdef double mean = w.sum / w.simulations
    cdef double variance = w.squares / w.simulations - mean * mean
    w.c = w.params.c * max(2 * sqrt(max(variance, 0.0)), 0.02)


cdef void tally(Worker *w) noexcept nogil:
    """The root's own books: all seats' shares and scores, by root move."""
    cdef Tally *row
    cdef uint32_t i, first = w.arena.edges[1].first
    cdef double mine = w.share[w.seat]
    if w.depth:
        row = &w.tallies[w.path[0][1] - first]
        for i in range(w.seats):
            row.share[i] += w.share[i]
        row.square += mine * mine
        row.count += 1
        if w.scored:
            row.scored += 1
            for i in range(w.seats):
                row.score[i] += w.score[i]
    if w.hidden:
        if w.world_left == w.params.worlds - 1:
            w.first_value = mine
        elif w.world_left == w.params.worlds - 2:
            w.pair_sum += w.first_value + mine
            w.pair_product += w.first_value * mine
            w.pairs += 1
    w.simulations += 1
    w.sum += mine
    w.squares += mine * mine
    if w.params.adapt and w.simulations >= 16 and not w.simulations & (w.simulations - 1):
        adapt(w)
    if w.depth > w.seldepth:
        w.seldepth = w.depth
    if w.learns:
        learn(w)


cdef bint allowed(Worker *w, move_t m) noexcept nogil:
    cdef uint32_t i
    for i in range(w.ops.legal(w.state, w.moves)):
        if w.moves[i] == m:
            return True
    return False


cdef bint grow(Worker *w, uint32_t e, uint8_t who) noexcept nogil:
    """Let a leaf have children, if it has been visited often enough; False: play it out."""
    cdef uint32_t n
    if e != 1 and load32(&w.arena.edges[e].visits) <= w.params.expand:
        return False
    if who == CHANCE or (w.hidden and who != w.seat):
        return True                     # these get theirs one by one
    n = w.ops.legal(w.state, w.moves)
    return expand(w, e, w.moves, n)


# ---- The simulation --------------------------------------------------------------------

cdef void simulate(Worker *w) noexcept nogil:
    cdef const GameOps *ops = w.ops
    cdef Edge *edges = w.arena.edges
    cdef Edge *edge = &edges[1]
    cdef void *state = w.state
    cdef uint32_t e = 1
    cdef uint32_t depth = 0
    cdef uint32_t max_depth = w.params.max_depth
    cdef uint32_t child
    cdef uint8_t who, proof
    cdef move_t m = 0
    cdef bint solver = w.params.solver
    cdef bint hidden = w.hidden
    cdef bint shared = w.shared
    cdef bint resumed = w.batch_left > 0
    if resumed:
        memcpy(state, w.base, ops.state_size)
        w.log_count = w.base_log
        depth = w.anchor
        e = w.path[0][depth]
        edge = &edges[e]
    else:
        if shared:
            pay(w)
        enter_world(w)
        w.log_count = 0
        w.path[0][0] = 1
        add32(&edge.visits, 1, shared)
    while True:
        w.depth = depth
        who = ops.actor(state)
        if who == OVER:
            settle(w)
            if solver:
                proof = proof_of(w)
                if proof:
                    store8(&edge.proof, proof)
                    prove_path(w)
            break
        if solver and depth:
            proof = load8(&edge.proof)
            if proof:
                share_of(w, proof)
                prove_path(w)
                if depth == w.anchor:
                    w.batch_left = min(w.batch_left, 1)     # nothing more to be learned here
                break
        if depth >= max_depth or (load_acquire(&edge.first) == 0 and not grow(w, e, who)):
            rollout(w)
            break
        if shared and not resumed and load32(&edge.visits) >= HOT:
            stay(w, depth)
        if who != CHANCE and (not hidden or (who == w.seat and edge.proof == OWN)):
            child = select_child(w, 0, e, who, depth) if depth or not w.forced else w.forced
            m = edges[child].move
        else:
            if who == CHANCE:
                child = chance_child(w, e, &m)
            else:
                child = varying_child(w, 0, e, who, w.seat, depth, &m)
            if child == 0:              # no room: play out from here
                rollout(w)
                break
        if ARMILLARY_IS_CHECKED and who != CHANCE:
            must(allowed(w, m))
        ops.play(state, m)
        if w.learns and who != CHANCE:
            log_move(w, who, m)
        e = child
        edge = &edges[e]
        add32(&edge.visits, 1, shared)
        depth += 1
        w.path[0][depth] = e
        w.chooser[depth] = who
    back_up(w, 0)
    if w.batch_left:
        w.batch_left -= 1
        w.batch_made += 1
    tally(w)
