"""Phantom tic-tac-toe: the rules, and the GameOps."""

from libc.stdint cimport int32_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memcmp, memset

from armillary_core.games.phantom_tic_tac_toe.moves cimport try_cell
from armillary_core.games.phantom_tic_tac_toe.state cimport (
    CELLS, DRAWN, FULL, PLAYING, WON, State, attempt, has_line, list_attempts,
)
from armillary_core.kernel.bits cimport bits_first
from armillary_core.kernel.game cimport GameOps, make_game
from armillary_core.kernel.hash cimport hash_mix
from armillary_core.kernel.rng cimport Rng, rng_below, rng_unit
from armillary_core.kernel.types cimport HAS_HIDDEN, OVER, UNKNOWN, move_arg, move_t

from armillary_core.games.phantom_tic_tac_toe.view import from_dict, to_dict


cdef const char *setup(void *p, uint8_t seats, const int32_t *options) noexcept nogil:
    (<State *>p).seats = seats
    return NULL


cdef uint8_t actor(const void *p) noexcept nogil:
    cdef const State *s = <const State *>p
    return s.turn if s.result == PLAYING else OVER


cdef uint32_t legal(const void *p, move_t *out) noexcept nogil:
    cdef const State *s = <const State *>p
    cdef unsigned untried = ~s.tried[s.turn] & FULL
    cdef uint32_t n = 0
    while untried:
        out[n] = try_cell(bits_first(untried))
        n += 1
        untried &= untried - 1
    return n


# For each set of cells its members, 4 bits each, and in the highest 4 bits their number:
# one look gives a random member.
cdef uint64_t MEMBERS[FULL + 1]

cdef void fill_members() noexcept nogil:
    cdef unsigned cells, rest
    cdef int n
    for cells in range(FULL + 1):
        MEMBERS[cells] = 0
        rest, n = cells, 0
        while rest:
            MEMBERS[cells] |= <uint64_t>bits_first(rest) << 4 * n
            rest &= rest - 1
            n += 1
        MEMBERS[cells] |= <uint64_t>n << 60

fill_members()


cdef inline unsigned random_member(unsigned cells, Rng *rng) noexcept nogil:
    """A random cell of a set that is not empty."""
    cdef uint64_t members = MEMBERS[cells]
    return members >> 4 * rng_below(rng, members >> 60) & 15


cdef inline uint32_t size(unsigned cells) noexcept nogil:
    return MEMBERS[cells] >> 60


cdef move_t sample(const void *p, Rng *rng) noexcept nogil:
    cdef const State *s = <const State *>p
    return try_cell(random_member(~s.tried[s.turn] & FULL, rng))


cdef void play(void *p, move_t m) noexcept nogil:
    attempt(<State *>p, move_arg(m, 0))


cdef void returns(const void *p, double *share, double *score) noexcept nogil:
    cdef const State *s = <const State *>p
    cdef int seat
    for seat in range(2):
        share[seat] = 0.5 if s.result == DRAWN else <double>(seat != s.turn)
        score[seat] = 2 * share[seat] - 1


# ---- Who knows what --------------------------------------------------------------------

cdef uint64_t observe(const void *p, uint8_t seat) noexcept nogil:
    cdef const State *s = <const State *>p
    cdef uint64_t h = hash_mix(seat, s.turn | s.result << 8 | <uint64_t>s.mark[seat] << 16)
    return hash_mix(h, s.attempts[seat])


cdef move_t seen_move(const void *p, move_t m, uint8_t seat) noexcept nogil:
    return m if (<const State *>p).turn == seat else try_cell(UNKNOWN)


# Drawing a world. The other seat is taken to try cells at random, each untried one with the
# same probability, and a world comes up with its probability given all that the observer
# has seen. This is simple to do exactly, because failures tell the one who fails nothing
# about which empty cell it hits in the end: its marks are uniform over the sequences that
# fit, whatever its failures were. So draw the marks, then the failures turn by turn.
#
# If it is the other's turn, it may have failed several times in this very turn. Every
# moment of the turn counts as much as it is likely to be reached: k failures so far weigh
# as much as the probability that there are at least k.

cdef struct Evidence:           # what the observer knows of the other's marks
    int count                   # how many there are
    int bumps                   # how many of them the observer has found
    uint8_t bumped[CELLS]       # which
    uint8_t before[CELLS]       # the index among the marks that each must be below
    unsigned elsewhere          # the cells where the rest may be
    bint lost                   # the last mark made a line
    uint16_t own[CELLS + 1]     # the observer's cells before its n-th mark


cdef void gather(const State *s, unsigned seat, Evidence *e) noexcept nogil:
    cdef uint8_t cells[CELLS]
    cdef int n = list_attempts(s.attempts[seat], cells)
    cdef int i, turns = 0
    e.count = size(s.mark[1 - seat])
    e.bumps = 0
    e.elsewhere = FULL & ~s.tried[seat]
    e.lost = s.result == WON and s.turn == seat
    e.own[0] = 0
    for i in range(n):
        if s.mark[seat] >> cells[i] & 1:
            e.own[turns + 1] = e.own[turns] | 1 << cells[i]
            turns += 1
        else:
            e.bumped[e.bumps] = cells[i]
            e.before[e.bumps] = turns + seat
            e.bumps += 1


cdef bint draw_marks(const Evidence *e, uint8_t *marks, Rng *rng) noexcept nogil:
    """A random sequence of marks that contains those found; whether it fits the rest."""
    cdef unsigned rest = e.elsewhere
    cdef unsigned held = 0
    cdef int due[CELLS]         # the index that a mark must be below
    cdef int i, k
    for i in range(e.bumps, e.count):
        marks[i] = random_member(rest, rng)
        rest &= ~(1 << marks[i])
        due[i] = CELLS
    for i in range(e.bumps):
        marks[i] = e.bumped[i]
        due[i] = e.before[i]
    for i in range(e.count):
        k = i + rng_below(rng, e.count - i)
        marks[i], marks[k] = marks[k], marks[i]
        due[i], due[k] = due[k], due[i]
        held |= 1 << marks[i]
        if i >= due[i] or has_line(held) != (e.lost and i == e.count - 1):
            return False
    return True


cdef double moments(unsigned hidden, unsigned empty) noexcept nogil:
    """How many moments of choice a turn has on average, with so many hidden marks of the
    opponent to bump into and so many empty cells."""
    cdef double total = 1, reached = 1
    while hidden:
        reached *= hidden / <double>(hidden + empty)
        total += reached
        hidden -= 1
    return total


cdef void determinise(void *p, uint8_t seat, Rng *rng) noexcept nogil:
    cdef State *s = <State *>p
    cdef unsigned other = 1 - seat
    cdef bint choosing = s.result == PLAYING and s.turn == other
    cdef unsigned own = size(s.mark[seat])
    cdef unsigned hidden, held, cell, empty
    cdef uint8_t marks[CELLS]
    cdef Evidence e
    cdef uint64_t attempts
    cdef double left, reached
    cdef int i
    gather(s, seat, &e)
    while True:
        while not draw_marks(&e, marks, rng):
            pass
        held, hidden, attempts = 0, 0, 0
        for i in range(e.count):
            # The observer has moved as often before, and once more if it began.
            hidden |= e.own[i + 1 - seat] & ~e.own[i - seat if i else 0]
            empty = CELLS - (i + 1 - seat) - i
            while rng_below(rng, size(hidden) + empty) >= empty:
                cell = random_member(hidden, rng)
                hidden &= ~(1 << cell)
                held |= 1 << cell
                attempts = attempts << 4 | (cell + 1)
            held |= 1 << marks[i]
            attempts = attempts << 4 | (marks[i] + 1)
        if not choosing:
            break
        hidden = s.mark[seat] & ~held
        empty = CELLS - own - e.count
        left = moments(size(hidden), empty)
        # A turn with more moments is more likely to be seen in one of them.
        if rng_unit(rng) * moments(own, empty) >= left:
            continue
        left *= rng_unit(rng)
        reached = 1
        while hidden and left >= reached:
            left -= reached
            reached *= size(hidden) / <double>(size(hidden) + empty)
            cell = random_member(hidden, rng)
            hidden &= ~(1 << cell)
            held |= 1 << cell
            attempts = attempts << 4 | (cell + 1)
        break
    s.tried[other] = held
    s.attempts[other] = attempts
    s.mark[other] = 0
    for i in range(e.count):
        s.mark[other] |= 1 << marks[i]


cdef const char *check(const void *p) noexcept nogil:
    """Plays the attempts once more: everything else follows from them."""
    cdef const State *s = <const State *>p
    cdef State again
    cdef uint8_t cells[2][CELLS]
    cdef int left[2]
    cdef int done[2]
    cdef int seat, cell
    memset(&again, 0, sizeof(State))
    again.seats = 2
    for seat in range(2):
        left[seat] = list_attempts(s.attempts[seat], cells[seat])
        done[seat] = 0
        if left[seat] < 0:
            return "an attempt outside the board"
    while again.result == PLAYING and done[again.turn] < left[again.turn]:
        seat = again.turn
        cell = cells[seat][done[seat]]
        if again.tried[seat] >> cell & 1:
            return "a cell is tried twice"
        done[seat] += 1
        attempt(&again, cell)
    if done[0] < left[0] or done[1] < left[1]:
        return "an attempt out of turn"
    if memcmp(s, &again, sizeof(State)) != 0:
        return "the attempts disagree with the rest"
    return NULL


cdef GameOps OPS
OPS.name = b"phantom_tic_tac_toe"
OPS.state_size = sizeof(State)
OPS.flags = HAS_HIDDEN
OPS.max_moves = CELLS
OPS.max_plies = 2 * CELLS - 1           # nine marks, and each but the last is bumped into
OPS.min_seats = 2
OPS.max_seats = 2
OPS.setup = setup
OPS.actor = actor
OPS.legal = legal
OPS.sample = sample
OPS.play = play
OPS.returns = returns
OPS.observe = observe
OPS.seen_move = seen_move
OPS.determinise = determinise
OPS.check = check

GAME = make_game(&OPS, (), to_dict, from_dict)
