"""The searcher: owns trees, workers and their memory; runs them without the GIL."""

import _thread

from libc.math cimport sqrt
from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.stdlib cimport free
from libc.string cimport memcpy, memset

from armillary_core.kernel.game cimport GameOps
from armillary_core.kernel.position cimport Move, Position, make_move
from armillary_core.kernel.rng cimport Rng, rng_fold, rng_seed
from armillary_core.kernel.types cimport HAS_HIDDEN, MAX_MOVES, MAX_SEATS, move_t
from armillary_core.search.arena cimport (
    OWN, PROOF_TIE, UNITS, Arena, Edge, arena_bytes, arena_close, arena_open, arena_reset,
    child_find, recycle, take_over,
)
from armillary_core.search.atomic cimport load8, load32, store8, store32
from armillary_core.search.ismcts cimport simulate_multi
from armillary_core.search.mcts cimport expand, pay, simulate
from armillary_core.search.params cimport FPU_FIRST, MAST, UCB1, Params
from armillary_core.search.worker cimport HISTORY, MAX_DEPTH, Habit, Tally, Worker

from armillary_core.kernel.errors import ArmillaryError

cdef extern from *:
    """
    #include <stdint.h>
    #include <time.h>
    static inline uint64_t clock_now(void) {
        struct timespec t;
        clock_gettime(CLOCK_MONOTONIC, &t);
        return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
    }
    """
    uint64_t clock_now() noexcept nogil

cdef extern from "<stdlib.h>":
    void *aligned_alloc(size_t alignment, size_t bytes) noexcept nogil

cdef enum:
    MAX_THREADS = 64
    PROVEN = 0xffffffff         # of `settled_on`: more than a choice
    SAMPLES = 48                # worlds looked at to see whether hands take few values
    FEW = 16
    ON = 1                      # Searcher.private
    AUTO = 2


cdef struct Control:            # shared by the workers of one run
    uint8_t stop                # asked from outside, or the budget is spent
    uint8_t halt                # a worker saw a reason for all to pause
    uint8_t fixed               # memory is spent and nothing can be recycled
    uint8_t early               # may end when the choice is settled
    uint8_t settled             # it cannot change any more, or is proven
    uint64_t begun              # of the whole search, ns
    uint64_t deadline           # of the whole search; 0: none
    uint64_t pause              # of this run
    uint64_t quota              # simulations of all workers in the whole search; 0: no limit
    uint32_t choice[MAX_THREADS]    # of each worker's own tree: see `settled_on`


cdef bint ended(const void *control) noexcept nogil:
    """Whether the search must answer now."""
    cdef const Control *c = <const Control *>control
    return load8(&c.stop) or (c.deadline != 0 and clock_now() >= c.deadline)


cdef void *apart(size_t bytes) noexcept:
    """Zeroed memory whose cache lines are nobody else's: what one worker writes with every
    simulation must not stand beside what another one reads. (Lines are fetched in pairs.)"""
    cdef size_t whole = (bytes + 127) & ~<size_t>127
    cdef void *p = aligned_alloc(128, whole)
    if p != NULL:
        memset(p, 0, whole)
    return p


cdef class Searcher:
    """Trees over one root position; `begin`, then `run` as often as wanted, then `report`."""

    cdef Params params
    cdef Control control
    cdef Arena arenas[MAX_THREADS]
    cdef Worker *workers[MAX_THREADS]
    cdef readonly int threads
    cdef int trees              # arenas in use: 1, or one for each worker
    cdef readonly Position root
    cdef readonly int seat
    cdef move_t moves[MAX_MOVES]
    cdef uint32_t count
    cdef bint hidden
    cdef uint8_t private        # as asked for; params holds what it means at this root

    def __cinit__(self, dict options, size_t megabytes, int threads, bint root_parallel):
        cdef int i
        cdef bint extra
        _fill(&self.params, options)
        self.private = self.params.private
        self.threads = threads
        self.trees = threads if root_parallel else 1
        extra = self.params.selection != UCB1 or self.params.grave > 0
        for i in range(threads):
            self.workers[i] = <Worker *>apart(sizeof(Worker))
            if self.workers[i] == NULL:
                raise MemoryError()
        for i in range(self.trees):
            if not arena_open(&self.arenas[i], (megabytes << 20) / self.trees, extra):
                raise MemoryError(f"no room for a tree of {megabytes} MB")

    def __dealloc__(self):
        cdef int i
        for i in range(self.threads):
            if self.workers[i] != NULL:
                self.free_worker(self.workers[i])
                free(self.workers[i])
        for i in range(self.trees):
            arena_close(&self.arenas[i])

    cdef void free_worker(self, Worker *w) noexcept:
        free(w.world)
        free(w.state)
        free(w.base)
        free(w.tallies)
        free(w.habits)
        w.world = w.state = w.base = NULL
        w.tallies = NULL
        w.habits = NULL

    # ---- A new root --------------------------------------------------------------------

    def begin(self, Position view not None, moves, uint64_t seed, labels=None):
        """Search from this view of the seat to move. With `labels` the tree of the last
        root is kept below these moves, as the seat saw them, if it can be."""
        cdef const GameOps *ops = view.ops
        cdef int i
        cdef uint32_t k
        cdef uint8_t who = ops.actor(view.state)
        cdef bint kept = labels is not None and self.root is not None \
            and self.root.ops == ops and not self.params.multi
        self.root = view
        self.seat = who
        self.hidden = (ops.flags & HAS_HIDDEN) != 0 and self.params.redraw
        self.count = len(moves)
        for k in range(self.count):
            self.moves[k] = (<Move?>moves[k]).value
        memset(&self.control, 0, sizeof(Control))
        self.control.begun = clock_now()
        for i in range(self.threads):
            self.prepare(self.workers[i], i, view, rng_fold(
                seed + <uint64_t>0x9e3779b97f4a7c15 * (i + 1), <uint64_t>0xd6e8feb86659fd93))
        self.params.private = self.private == ON or (
            self.private == AUTO and self.params.multi and self.hidden and self.few_hands())
        for i in range(self.trees):
            if not (kept and self.descend(&self.arenas[i], labels)):
                self.plant(i)

    cdef int prepare(self, Worker *w, int i, Position view, uint64_t seed) except -1:
        cdef const GameOps *ops = view.ops
        cdef const Params *p = &self.params
        self.free_worker(w)
        w.ops = ops
        w.params = p
        w.arena = &self.arenas[i if self.trees > 1 else 0]
        w.seat = <uint8_t>self.seat
        w.seats = <uint8_t>view.seats
        w.hidden = self.hidden
        w.shared = self.threads > 1 and self.trees == 1
        w.plain = p.selection == UCB1 and p.fpu == FPU_FIRST and p.widen_c == 0 \
            and p.history == 0 and p.grave == 0
        w.learns = p.policy == MAST or p.history > 0 or p.grave > 0
        w.roots = <uint32_t>view.seats if p.multi else 1
        w.root_state = view.state
        w.forced = 0
        w.rng = rng_seed(seed)
        w.world_left = 0
        w.full = 0
        w.pair_sum = w.pair_product = w.sum = w.squares = 0
        w.c = p.c
        w.pairs = w.simulations = w.nodes = 0
        w.seldepth = 0
        w.world = <uint8_t *>apart(ops.state_size)
        w.state = <uint8_t *>apart(ops.state_size)
        w.base = <uint8_t *>apart(ops.state_size)
        w.tallies = <Tally *>apart(self.count * sizeof(Tally))
        if w.learns:
            w.habits = <Habit *>apart(view.seats * HISTORY * sizeof(Habit))
        if w.world == NULL or w.state == NULL or w.base == NULL or w.tallies == NULL \
                or (w.learns and w.habits == NULL):
            raise MemoryError()
        return 0

    cdef bint few_hands(self) noexcept:
        """Whether what others hold takes so few values that their trees can tell them apart."""
        cdef Worker *w = self.workers[0]
        cdef Rng rng = rng_seed(1)
        cdef uint64_t keys[FEW]
        cdef uint64_t key
        cdef uint32_t t, k, count
        cdef int _sample
        for t in range(1, w.seats):
            count = 0
            for _sample in range(SAMPLES):
                memcpy(w.world, w.root_state, w.ops.state_size)
                w.ops.determinise(w.world, w.seat, &rng)
                key = w.ops.observe(w.world, (w.seat + t) % w.seats)
                k = 0
                while k < count and keys[k] != key:
                    k += 1
                if k == count:
                    if count == FEW:
                        return False
                    keys[count] = key
                    count += 1
        return True

    cdef int plant(self, int i) except -1:
        """A fresh tree whose root has the wanted moves."""
        cdef Worker *w = self.workers[i]
        cdef int k
        arena_reset(&self.arenas[i])
        for k in range(self.threads):
            if self.workers[k].arena == &self.arenas[i]:
                memset(&self.workers[k].slab, 0, sizeof(w.slab))
        memcpy(w.state, w.root_state, w.ops.state_size)
        if not expand(w, 1, self.moves, self.count):
            raise ArmillaryError("the memory limit is too small for the moves of this position")
        return 0

    cdef bint descend(self, Arena *a, labels):
        """Keep the subtree that these moves lead to; False if there is none that fits."""
        cdef uint32_t e = 1
        cdef uint32_t k
        cdef uint64_t visits = 0
        for label in labels:
            e = child_find(a, &a.edges[e], label)
            if e == 0:
                return False
        if a.edges[e].count != self.count or a.edges[e].first == 0:
            return False
        for k in range(self.count):
            if a.edges[a.edges[e].first + k].move != self.moves[k]:
                return False
        if e != 1:
            with nogil:                 # a large tree takes a while
                take_over(a, 1, e)
        if self.hidden:
            a.edges[1].proof = OWN
        for k in range(self.count):
            visits += a.edges[a.edges[1].first + k].visits
        a.edges[1].visits = <uint32_t>visits
        return True

    # ---- Running -----------------------------------------------------------------------

    def run(self, uint64_t quota, double seconds, double pause, bint early):
        """Simulate until the search has made `quota` simulations (0: no limit), is `seconds`
        old (0: no limit), is stopped or settled: then answer True. False after `pause`
        seconds (0: none), to be called again."""
        cdef Control *c = &self.control
        cdef uint64_t now = clock_now()
        c.quota = quota
        c.deadline = c.begun + <uint64_t>(seconds * 1e9) if seconds > 0 else 0
        c.pause = now + <uint64_t>(pause * 1e9) if pause > 0 else 0
        c.early = early
        while True:
            store8(&c.halt, 0)
            memset(c.choice, 0, sizeof(c.choice))
            # Bare threads: `threading` would first wait for each to stand, a tenth of a
            # millisecond in a search that may have three.
            crew = [_thread.allocate_lock() for _ in range(1, self.threads)]
            for i, at_work in enumerate(crew, 1):
                at_work.acquire()
                _thread.start_new_thread(self.join_in, (i, at_work))
            self.work(0)
            for at_work in crew:
                at_work.acquire()
            if not self.make_room():
                break
        now = clock_now()
        return (bool(load8(&c.stop)) or load8(&c.settled) or self.spent(quota)
                or (c.deadline != 0 and now >= c.deadline))

    cdef bint spent(self, uint64_t quota):
        return quota != 0 and self.simulations >= quota

    @property
    def simulations(self):
        """Made in this search, by all workers."""
        return sum([self.workers[i].simulations for i in range(self.threads)])

    cdef bint make_room(self):
        """Recycle what is full; whether the workers paused for just that."""
        cdef bint paused = False
        cdef int i
        cdef uint32_t freed
        if self.control.fixed:
            return False
        for i in range(self.threads):
            if self.workers[i].full:
                self.workers[i].full = 0
                paused = True
        if not paused:
            return False
        for i in range(self.trees):
            with nogil:
                freed = recycle(&self.arenas[i], self.workers[i].roots, ended, &self.control)
            if freed < self.arenas[i].capacity / 16:
                self.control.fixed = 1
        return True

    def join_in(self, int i, at_work):
        """Another thread's share of a run; `at_work` is let go at its end."""
        try:
            self.work(i)
        finally:
            at_work.release()

    def work(self, int i):
        """One worker's share of a run. Releases the GIL."""
        cdef Worker *w = self.workers[i]
        cdef Control *c = &self.control
        cdef uint64_t quota = c.quota / self.threads
        if i < <int>(c.quota % self.threads):
            quota += 1
        with nogil:
            self.loop(w, c, quota, i)

    cdef void loop(self, Worker *w, Control *c, uint64_t quota, int i) noexcept nogil:
        cdef uint64_t now
        cdef uint64_t started = clock_now()
        cdef uint64_t before = w.simulations
        cdef uint32_t beat = 0
        while not load8(&c.stop) and not load8(&c.halt):
            if c.quota and w.simulations >= quota:
                break
            if w.params.multi:
                simulate_multi(w)
            else:
                simulate(w)
            if w.full and not c.fixed:
                store8(&c.halt, 1)
                break
            beat += 1
            if beat & 7 == 0 and (c.deadline or c.pause):
                now = clock_now()
                if (c.deadline and now >= c.deadline) or (c.pause and now >= c.pause):
                    break
            if c.early and w.simulations & 63 == 0 and i < self.trees:
                store32(&c.choice[i], self.settled_on(w, c, quota, started, before))
                if self.agreed(c, i):
                    store8(&c.settled, 1)
                    store8(&c.halt, 1)
                    break
        pay(w)

    cdef bint agreed(self, const Control *c, int i) noexcept nogil:
        """Whether all trees are settled on what this worker's is."""
        cdef uint32_t choice = load32(&c.choice[i])
        cdef int t
        if choice == 0 or choice == PROVEN:
            return choice == PROVEN
        for t in range(self.trees):
            if load32(&c.choice[t]) != choice:
                return False
        return True

    cdef uint32_t settled_on(self, const Worker *w, const Control *c, uint64_t quota,
                             uint64_t started, uint64_t before) noexcept nogil:
        """1 + the root move that no other can catch up with any more; 0 if there is none yet;
        PROVEN if the root is. How much can still be done by the clock follows from this run,
        which `started` after so many simulations: not from the search, whose beginning took
        time without making any."""
        cdef const Edge *root = &w.arena.edges[1]
        cdef const Edge *row = &w.arena.edges[root.first]
        cdef uint64_t left = <uint64_t>-1
        cdef uint64_t by_time, now
        cdef uint32_t i, visits, best = 0, second = 0, choice = 0
        if w.params.solver and load8(&root.proof):
            return PROVEN
        if root.count == 1:
            return w.simulations >= 64
        if c.quota:
            left = quota - w.simulations
        if c.deadline:
            now = clock_now()
            if now < c.deadline:
                if now - started < (c.deadline - started) / 16:
                    return 0            # too short a while to tell the pace
                by_time = <uint64_t>(1.25 * <double>(w.simulations - before)
                                     * (c.deadline - now) / (now - started + 1)) + 64
                left = min(left, by_time)
        if w.shared:
            left = left * self.threads if left < <uint64_t>1 << 40 else left
        for i in range(root.count):
            visits = load32(&row[i].visits)
            if visits > best:
                second = best
                best = visits
                choice = 1 + i
            elif visits > second:
                second = visits
        return choice if best > second + left and left != <uint64_t>-1 else 0

    def halve(self, uint64_t quota):
        """Sequential halving over the root moves with `quota` simulations by one worker:
        each round gives every move left the same, then drops the worse half.
        Answers the index of the last move left."""
        cdef Worker *w = self.workers[0]
        cdef Edge *row
        cdef uint64_t each, _k
        cdef int rounds = 0
        left = list(range(self.count))
        while (1 << rounds) < self.count:
            rounds += 1
        while len(left) > 1 and not self.control.stop:
            each = max(1, quota / (rounds * len(left)))
            for index in left:
                w.forced = w.arena.edges[1].first + <uint32_t>index
                with nogil:
                    for _k in range(each):
                        if load8(&self.control.stop):
                            break
                        if w.params.multi:
                            simulate_multi(w)
                        else:
                            simulate(w)
                    pay(w)
            row = &w.arena.edges[w.arena.edges[1].first]
            left.sort(key=lambda i: -_rank(&row[<int>i], self.seat, self.params.solver))
            left = left[:(len(left) + 1) // 2]
            w.full = 0
        w.forced = 0
        return left[0]

    def stop(self):
        """End the run that is going on; from any thread."""
        store8(&self.control.stop, 1)

    # ---- What was found ----------------------------------------------------------------

    def rows(self):
        """For each root move, all workers together: (move, visits, shares by seat, standard
        error of the searcher's share, prior, variation)."""
        cdef uint32_t k
        cdef int i, n
        cdef const Edge *e
        cdef const Tally *t
        cdef uint64_t visits, value, count
        cdef double share[MAX_SEATS]
        cdef double square, prior, mean, error
        cdef uint8_t proof
        cdef int seats = self.root.seats
        table = []
        for k in range(self.count):
            visits = value = count = 0
            square = 0
            prior = 1.0 / self.count
            proof = self.proof_of(k)
            memset(share, 0, sizeof(share))
            for n in range(self.trees):
                e = &self.arenas[n].edges[self.arenas[n].edges[1].first + k]
                visits += e.visits
                value += e.value
                if self.arenas[n].extra != NULL:
                    prior = self.arenas[n].extra[self.arenas[n].edges[1].first + k].prior
            for n in range(self.threads):
                t = &self.workers[n].tallies[k]
                count += t.count
                square += t.square
                for i in range(seats):
                    share[i] += t.share[i]
            error = 0.5
            if proof:
                error = 0
                for i in range(seats):
                    share[i] = 1.0 / seats if proof == PROOF_TIE else proof == i + 1
            elif count == 0:            # not visited in this search: the tree's mean is left
                mean = value / <double>UNITS / visits if visits else 0.0
                for i in range(seats):
                    share[i] = mean if i == self.seat else (1 - mean) / max(seats - 1, 1)
            else:
                for i in range(seats):
                    share[i] /= count
                if visits > 1:
                    mean = share[self.seat]
                    error = sqrt(max(square / count - mean * mean, 0.0) / visits
                                 + 0.25 / (<double>visits * visits))
            line = self.variation(k)
            table.append((line[0], visits, as_tuple(share, seats), error, prior, line))
        return table

    cdef tuple variation(self, uint32_t index):
        """The most visited moves from a root move on, as the searcher sees them."""
        cdef const Arena *a = &self.arenas[0]
        cdef uint32_t e = a.edges[1].first + index
        cdef uint32_t i, c, best
        first = make_move(self.root.game, self.moves[index])
        if a.edges[e].first == 0:
            return (first,)
        line = [first]
        while a.edges[e].first and len(line) < MAX_DEPTH:
            best = a.edges[e].first
            for i in range(1, a.edges[e].count):
                c = a.edges[e].first + i
                if a.edges[c].visits > a.edges[best].visits:
                    best = c
            if a.edges[best].visits == 0:
                break
            e = best
            line.append(make_move(self.root.game, a.edges[e].move))
        return tuple(line)

    cdef uint8_t proof_of(self, uint32_t k) noexcept:
        """Edge.proof of a root move."""
        cdef const Arena *a = &self.arenas[self.trees - 1]
        return a.edges[a.edges[1].first + k].proof if self.params.solver else 0

    def proofs(self):
        """What is proven of each root move: None, the seat that wins, or -1 for a tie. An empty
        list if nothing is proven of any."""
        cdef uint32_t k
        for k in range(self.count):
            if self.proof_of(k):
                return [_seat_of(self.proof_of(k)) for k in range(self.count)]
        return []

    def scores(self, uint32_t k):
        """The mean final scores after a root move, by seat; empty if no game was finished."""
        cdef double score[MAX_SEATS]
        cdef uint64_t scored = 0
        cdef int i, n
        memset(score, 0, sizeof(score))
        for n in range(self.threads):
            scored += self.workers[n].tallies[k].scored
            for i in range(self.root.seats):
                score[i] += self.workers[n].tallies[k].score[i]
        if scored == 0:
            return ()
        for i in range(self.root.seats):
            score[i] /= scored
        return as_tuple(score, self.root.seats)

    def proof(self):
        """What is proven of the root: None, the seat that wins, or -1 for a tie."""
        return _seat_of(self.arenas[0].edges[1].proof if self.params.solver else 0)

    def spread(self):
        """Standard deviation of the searcher's share between hidden worlds: from pairs of
        simulations in one world, whose covariance is the variance between worlds."""
        cdef double pairs = 0, total = 0, product = 0, mean
        cdef int i
        for i in range(self.threads):
            pairs += self.workers[i].pairs
            total += self.workers[i].pair_sum
            product += self.workers[i].pair_product
        if pairs < 2:
            return 0.0
        mean = total / (2 * pairs)
        return sqrt(max(0.0, product / pairs - mean * mean))

    def statistics(self):
        """(edges in use, simulations, deepest ply, bytes, permille of the limit)."""
        cdef uint64_t used = 0, size = 0, capacity = 0
        cdef uint32_t deepest = 0
        cdef int i
        for i in range(self.trees):
            used += self.arenas[i].used
            capacity += self.arenas[i].capacity
            size += arena_bytes(&self.arenas[i])
        for i in range(self.threads):
            deepest = max(deepest, self.workers[i].seldepth)
            used -= self.workers[i].slab.end - self.workers[i].slab.next
        return used, self.simulations, deepest, size, used * 1000 // max(capacity, 1)

    def dump(self, int depth=3):
        """The tree as text, for golden files: a line an edge."""
        lines = []
        self.dump_edge(&self.arenas[0], 1, 0, depth, lines)
        return "\n".join(lines)

    cdef int dump_edge(self, const Arena *a, uint32_t e, int level, int depth, list out) except -1:
        cdef const Edge *edge = &a.edges[e]
        cdef uint32_t i
        name = "root" if level == 0 else str(make_move(self.root.game, edge.move))
        mean = edge.value / <double>UNITS / edge.visits if edge.visits and level else 0.0
        if edge.visits:
            out.append(f"{'  ' * level}{name} {edge.visits} {mean:.6f}"
                       + (f" proof {edge.proof}" if edge.proof and not self.hidden else ""))
        if level < depth:
            for i in range(edge.count):
                self.dump_edge(a, edge.first + i, level + 1, depth, out)
        return 0


cdef tuple as_tuple(const double *values, int count):
    cdef int i
    return tuple([values[i] for i in range(count)])


cdef _seat_of(uint8_t proof):
    return None if proof == 0 else -1 if proof == PROOF_TIE else proof - 1


cdef double _rank(const Edge *e, int seat, bint proves):
    """Mean share; a proven edge is exact."""
    if proves and e.proof == PROOF_TIE:
        return 0.5
    if proves and e.proof:
        return 2.0 if e.proof == seat + 1 else -1.0
    return e.value / <double>UNITS / e.visits if e.visits else 0.0


cdef int _fill(Params *p, dict given) except -1:
    """The options, whose names are those of the fields, into the struct."""
    p.redraw = given["redraw"]
    p.multi = given["multi"]
    p.private = given["private"]
    p.paranoid = given["paranoid"]
    p.solver = given["solver"]
    p.max_depth = min(<uint32_t>given["max_depth"], <uint32_t>MAX_DEPTH)
    p.expand = given["expand"]
    p.worlds = given["worlds"]
    p.balance = given["balance"]
    p.selection = given["selection"]
    p.fpu = given["fpu"]
    p.prior = given["prior"]
    p.c = given["c"]
    p.adapt = given["adapt"]
    p.fpu_value = given["fpu_value"]
    p.widen_c = given["widen_c"]
    p.widen_power = given["widen_power"]
    p.history = given["history"]
    p.grave = given["grave"]
    p.bias = given["bias"]
    p.policy = given["policy"]
    p.epsilon = given["epsilon"]
    p.cutoff = given["cutoff"]
    p.mix = given["mix"]
    return 0
