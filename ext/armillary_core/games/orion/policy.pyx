"""Master of Orion: what good play looks like, in a few numbers. Not rules.

`suggest` draws a move with weights by what it brings at once; `evaluate` projects each
seat's points to the end of the game and turns the differences into shares.
"""

from libc.math cimport exp
from libc.stdint cimport uint32_t

from armillary_core.games.orion.bag cimport bag_size
from armillary_core.games.orion.legal cimport legal
from armillary_core.games.orion.moves cimport (
    ATTACK, CONSTRUCT, EFFECT, EXPLOIT, HIRE, KEEP, PASS, PROPAGANDA, RESEARCH, TRADE, USE,
)
from armillary_core.games.orion.score cimport card_points
from armillary_core.games.orion.state cimport (
    FLEET, FOOD, NONE, PRODUCTION, SEATS, SYSTEMS, Seat, State,
)
from armillary_core.games.orion.tables cimport TABLES
from armillary_core.kernel.cards cimport Frame, stack_peek
from armillary_core.kernel.rng cimport Rng, rng_below
from armillary_core.kernel.types cimport MAX_MOVES, move_arg, move_kind, move_t


# ---- Playouts --------------------------------------------------------------------------

cdef int build_weight(const State *s, int kind) noexcept nogil:
    """Points, and income for the rounds that are left."""
    cdef int left = TABLES.rounds - s.round
    cdef int worth = 2 * TABLES.points[kind] + (6 if TABLES.formula[kind].count else 0)
    worth += left * (TABLES.income[kind][0] + 2 * TABLES.income[kind][1]
                     + 3 * TABLES.income[kind][2])
    return 4 + worth * worth / 2


cdef int weight_of(const State *s, const Seat *p, int hand, move_t m) noexcept nogil:
    cdef int kind = move_kind(m)
    if kind == CONSTRUCT:
        return build_weight(s, move_arg(m, 0))
    if kind == USE:
        return 24
    if kind == ATTACK:
        return 40
    if kind == EXPLOIT:
        return 2 if hand > 1 else 4
    if kind == RESEARCH:
        return 30 if hand < 3 else 8
    if kind == PROPAGANDA:
        return 40 if p.loyalty <= 4 else 12 if p.loyalty <= 7 else 1
    if kind == TRADE:
        return 1
    if kind == HIRE:
        return 1 if p.advisor != NONE else 6 if hand > 3 else 2
    if kind == PASS:
        return 4
    if kind == KEEP:
        return 20
    if kind == EFFECT:
        return 30
    return 8


cdef move_t suggest(const void *state, Rng *rng) noexcept nogil:
    cdef const State *s = <const State *>state
    cdef const Frame *f = stack_peek(&s.stack)
    cdef const Seat *p = &s.seat[f.who]
    cdef move_t moves[MAX_MOVES]
    cdef uint32_t weights[MAX_MOVES]
    cdef uint32_t i, n = legal(s, moves)
    cdef uint32_t total = 0
    cdef uint32_t r
    cdef int hand
    if n == 1:
        return moves[0]
    hand = bag_size(&s.hand[f.who])
    for i in range(n):
        total += weight_of(s, p, hand, moves[i])
        weights[i] = total
    r = rng_below(rng, total)
    i = 0
    while weights[i] <= r:
        i += 1
    return moves[i]


# ---- Estimate --------------------------------------------------------------------------

cdef double projected(const State *s, int seat) noexcept nogil:
    """Points at the end of the game. The weights are least squares over some 20 000 positions
    of games between seats that follow `suggest`, and between greedy ones."""
    cdef const Seat *p = &s.seat[seat]
    cdef double left = TABLES.rounds - s.round
    cdef double value = p.points + p.loyalty + card_points(p) + p.available
    cdef double income = 0
    cdef int system, i, kind
    if left == 0:
        return (value + 0.15 * p.resource[FOOD] + 0.23 * p.resource[FLEET]
                + 0.07 * p.resource[PRODUCTION] + 0.15 * bag_size(&s.hand[seat]))
    for system in range(SYSTEMS):
        for i in range(p.height[system]):
            kind = p.system[system][i]
            income += (0.36 * TABLES.income[kind][FOOD] + 0.52 * TABLES.income[kind][FLEET]
                       + 0.45 * TABLES.income[kind][PRODUCTION])
    return (value + left * (income + (0.12 if p.advisor != NONE else 0.0))
            + 0.30 * p.resource[FOOD] + 0.55 * p.resource[FLEET]
            + 0.52 * p.resource[PRODUCTION] + 0.25 * bag_size(&s.hand[seat]))


cdef void evaluate(const void *state, double *share) noexcept nogil:
    cdef const State *s = <const State *>state
    cdef double spread = 1.75 + 0.5 * (TABLES.rounds - s.round)     # fitted likewise
    cdef double best = -1e9
    cdef double total = 0
    cdef double value[SEATS]
    cdef int seat
    for seat in range(s.seats):
        value[seat] = projected(s, seat)
        best = max(best, value[seat])
    for seat in range(s.seats):
        share[seat] = exp((value[seat] - best) / spread)
        total += share[seat]
    for seat in range(s.seats):
        share[seat] /= total
