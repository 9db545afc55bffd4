"""One simulation in a tree for each seat."""

from libc.stdint cimport uint8_t, uint32_t

from armillary_core.kernel.check cimport ARMILLARY_IS_CHECKED, must
from armillary_core.kernel.game cimport GameOps
from armillary_core.kernel.types cimport CHANCE, OVER, move_t
from armillary_core.search.arena cimport OWN, Edge
from armillary_core.search.mcts cimport (
    allowed, back_up, enter_world, expand, make_child, tally, varying_child,
)
from armillary_core.search.rollout cimport log_move, rollout, settle
from armillary_core.search.select cimport select_child
from armillary_core.search.worker cimport Worker


cdef inline uint8_t owner(const Worker *w, uint32_t t) noexcept nogil:
    """The seat whose tree this is."""
    return <uint8_t>((w.seat + t) % w.seats)


cdef bint enter_trees(Worker *w) noexcept nogil:
    """Stand at the root of every tree; False if there is no room for a new hand."""
    cdef Edge *edges = w.arena.edges
    cdef uint32_t t, e
    cdef bint new_world = w.world_left == w.params.worlds - 1
    for t in range(w.roots):
        e = 1 + t
        edges[e].visits += 1
        if t and w.params.private:
            if new_world:
                w.keys[t] = w.ops.observe(w.world, owner(w, t))
            e = make_child(w, e, w.keys[t])
            if e == 0:
                return False
            edges[e].visits += 1
        w.path[t][0] = e
    return True


cdef bint follow(Worker *w, uint32_t own, uint32_t child, move_t m) noexcept nogil:
    """Go down in all trees; False if one has no room."""
    cdef Edge *edges = w.arena.edges
    cdef uint32_t t, c
    cdef uint32_t next = w.depth + 1
    for t in range(w.roots):
        c = child
        if t != own:
            c = make_child(w, w.path[t][w.depth], w.ops.seen_move(w.state, m, owner(w, t)))
            if c == 0:
                return False
        w.path[t][next] = c
    for t in range(w.roots):
        edges[w.path[t][next]].visits += 1
    return True


cdef void simulate_multi(Worker *w) noexcept nogil:
    cdef const GameOps *ops = w.ops
    cdef Edge *edges = w.arena.edges
    cdef uint32_t e, t, n, child
    cdef uint8_t who
    cdef move_t m = 0
    cdef bint room
    enter_world(w)
    w.depth = 0
    w.log_count = 0
    room = enter_trees(w)
    while True:
        who = ops.actor(w.state)
        if who == OVER:
            settle(w)
            break
        if not room or w.depth >= w.params.max_depth:
            rollout(w)
            break
        if who == CHANCE:
            m = ops.chance(w.state, &w.rng)
            t = w.roots                 # nobody's tree chose
            child = 0
        else:
            t = (who + w.seats - w.seat) % w.seats
            e = w.path[t][w.depth]
            if edges[e].first == 0 and e != 1 and edges[e].visits <= w.params.expand:
                rollout(w)
                break
            if edges[e].first == 0 and (t == 0 or w.params.private):
                n = ops.legal(w.state, w.moves)
                if not expand(w, e, w.moves, n):
                    rollout(w)
                    break
            if edges[e].proof == OWN:
                if e == 1 and w.forced:
                    child = w.forced
                else:
                    child = select_child(w, t, e, who, w.depth)
                m = edges[child].move
            else:
                child = varying_child(w, t, e, who, who, w.depth, &m)
                if child == 0:
                    rollout(w)
                    break
        if ARMILLARY_IS_CHECKED and who != CHANCE:
            must(allowed(w, m))
        room = follow(w, t, child, m)
        if not room:
            rollout(w)
            break
        if w.learns and who != CHANCE:
            log_move(w, who, m)
        ops.play(w.state, m)
        w.depth += 1
        w.chooser[w.depth] = who
    for t in range(w.roots):
        back_up(w, t)
    tally(w)
