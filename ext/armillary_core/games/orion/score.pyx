"""Master of Orion: the result, and the invariants."""

from libc.stdint cimport uint64_t, uint8_t

from armillary_core.games.orion.bag cimport Bag, bag_add, bag_kinds, bag_put, bag_subtract
from armillary_core.games.orion.can cimport source_at
from armillary_core.games.orion.effects cimport is_finished
from armillary_core.games.orion.legal cimport legal, outcomes
from armillary_core.games.orion.moves cimport ADVISOR_NAME
from armillary_core.games.orion.state cimport (
    ACTIVATE, ADVISORS, ADVISOR_PLACE, ANY, BLOCK, BUILD, DEAL, DISCARD, DRAW, DRAWN,
    DUE, EXTRA, FRAMES, HEIGHT, LAST_PHASE, MULLIGAN, NONE, ORDER, PAY, PILE, RACES, RACE_PLACE,
    RESOLVE, SEATS, SINK, SYSTEM, SYSTEMS, Seat, State, TAKE, TARGET, TURN,
)
from armillary_core.games.orion.tables cimport (
    AFTER_ATTACK, AFTER_BUILD, ATTACKED, COUNT_LOYALTY, COUNT_WORKING, Formula, START_OF_ROUND,
    TABLES,
)
from armillary_core.kernel.bits cimport bits_count
from armillary_core.kernel.cards cimport Frame, stack_check
from armillary_core.kernel.types cimport CHANCE, move_t

cdef enum:
    MOVES = 512
    MOST_POINTS = 9999
    LEAST_LOYALTY = -100


# ---- Scoring ---------------------------------------------------------------------------

cdef int resource_sum(const Seat *p) noexcept nogil:
    return p.resource[0] + p.resource[1] + p.resource[2]


cdef int count_colour(const Seat *p, int colour, bint working) noexcept nogil:
    cdef int system, i, n = 0
    for system in range(SYSTEMS):
        for i in range(p.height[system]):
            if not working or i + 1 == p.height[system]:
                n += TABLES.of_colour[colour] >> p.system[system][i] & 1
    return n


cdef int card_points(const Seat *p) noexcept nogil:
    """The points of all built structures, covered ones too (MOO-15.4, 15.5)."""
    cdef const Formula *formula
    cdef int system, i, kind, count, total = 0
    for system in range(SYSTEMS):
        for i in range(p.height[system]):
            kind = p.system[system][i]
            formula = &TABLES.formula[kind]
            if formula.count == 0:
                total += TABLES.points[kind]
                continue
            if formula.count <= COUNT_WORKING:
                count = count_colour(p, formula.colour, formula.count == COUNT_WORKING)
            elif formula.count == COUNT_LOYALTY:
                count = max(p.loyalty, 0)
            else:
                count = resource_sum(p)
            total += formula.amount * (count / formula.divisor)
    return total


cdef void returns(const void *state, double *share, double *score) noexcept nogil:
    """The most points win; then loyalty, then resources decide; then the win is shared
    (MOO-15.7, 15.8)."""
    cdef const State *s = <const State *>state
    cdef const Seat *p
    cdef long rank[SEATS]
    cdef long best = 0
    cdef int seat, points, winners = 0
    for seat in range(s.seats):
        p = &s.seat[seat]
        points = p.points + p.loyalty + card_points(p)
        score[seat] = points
        rank[seat] = ((<long>points + 1000) * 1000 + p.loyalty + 500) * 100 + resource_sum(p)
        best = max(best, rank[seat])
    for seat in range(s.seats):
        winners += rank[seat] == best
    for seat in range(s.seats):
        share[seat] = 1.0 / winners if rank[seat] == best else 0.0


# ---- Invariants ------------------------------------------------------------------------

cdef const char *check_systems(const Seat *p) noexcept nogil:
    cdef int system, i, most
    for system in range(SYSTEMS):
        most = TABLES.height if system < TABLES.systems else 0
        if system == EXTRA:
            most = 0 if p.advisor == NONE else TABLES.source[ADVISOR_NAME + p.advisor].capacity
        if p.height[system] > most:
            return "a system holds too many cards"
        if 0 < system < EXTRA and p.height[system] and not p.height[system - 1]:
            return "a system is opened before the one in front of it"
        for i in range(HEIGHT):
            if p.system[system][i] >= TABLES.kinds:
                return "a system holds a card that does not exist"
            if i >= p.height[system] and p.system[system][i]:
                return "something lies above a system"
    return NULL


cdef const char *check_seat(const State *s, int seat) noexcept nogil:
    cdef const Seat *p = &s.seat[seat]
    cdef const char *wrong
    cdef int i, cubes
    if p.race != NONE and p.race >= TABLES.races:
        return "a seat has a race that does not exist"
    if p.advisor != NONE and p.advisor >= TABLES.advisors:
        return "a seat has an advisor who does not exist"
    for i in range(3):
        if p.resource[i] > TABLES.most:
            return "a seat has too much of a resource"
    if not LEAST_LOYALTY <= p.loyalty <= TABLES.most_loyalty:
        return "loyalty is out of range"
    if p.points > MOST_POINTS:
        return "points are out of range"
    if p.propaganda > 1 or p.propaganda > p.spent or p.spare:
        return "the cubes on a board are out of range"
    wrong = check_systems(p)
    if wrong != NULL:
        return wrong
    if p.cubes >> (ADVISOR_PLACE + 1):
        return "a cube lies in no place"
    cubes = p.available + p.reserve + p.spent + bits_count(p.cubes)
    for i in range(ADVISOR_PLACE + 1):
        if p.cubes >> i & 1 and (source_at(p, i) == NULL or not source_at(p, i).slot):
            return "a cube lies on a card without a slot"
    for i in range(SEATS):
        if p.attacks[i] > (0 if i == seat or i >= s.seats else TABLES.attack_limit[s.seats]):
            return "too many attacks"
        cubes += p.attacks[i]
    if cubes != TABLES.cubes:
        return "the cubes of a seat do not add up"
    return NULL


cdef const char *check_cards(const State *s) noexcept nogil:
    """Every card is somewhere, once."""
    cdef Bag all = s.deck
    cdef Bag closed
    cdef const Seat *p
    cdef uint64_t strange = bag_add(&all, &s.drawn)
    cdef int seat, system, i
    for seat in range(SEATS):
        strange |= bag_add(&all, &s.hand[seat])
        closed = s.hand[seat]
        if bag_subtract(&closed, &s.open[seat]):
            return "an open card is not in hand"
        if seat >= s.seats:
            if bag_kinds(&s.hand[seat]):
                return "an empty seat holds cards"
            continue
        p = &s.seat[seat]
        for system in range(SYSTEMS):
            for i in range(p.height[system]):
                strange |= bag_put(&all, p.system[system][i])
    if s.pile_count > TABLES.cards:
        return "the discard pile is too high"
    for i in range(PILE):
        if i < s.pile_count:
            if s.pile[i] >= TABLES.kinds:
                return "the discard pile holds a card that does not exist"
            strange |= bag_put(&all, s.pile[i])
        elif s.pile[i]:
            return "something lies above the discard pile"
    if strange or all.p[0] != TABLES.copies.p[0] or all.p[1] != TABLES.copies.p[1] \
            or all.p[2] != TABLES.copies.p[2]:
        return "the cards do not add up"
    return NULL


cdef const char *check_advisors(const State *s) noexcept nogil:
    cdef unsigned found = s.table
    cdef unsigned bit
    cdef int seat
    if found >> TABLES.advisors:
        return "an advisor on the table does not exist"
    for seat in range(s.seats):
        if s.seat[seat].advisor != NONE:
            bit = <unsigned>1 << s.seat[seat].advisor
            if found & bit:
                return "an advisor is in two places"
            found |= bit
    if bits_count(found) > TABLES.advisors_used:
        return "there are too many advisors"
    return NULL


cdef const char *check_races(const State *s) noexcept nogil:
    """Before RACES has asked a seat it has none; otherwise all have, no two the same but
    Human."""
    cdef const Frame *f = &s.stack.frames[0]
    cdef int seat, other
    cdef int chosen = f.a if f.kind == RACES else s.seats
    for seat in range(s.seats):
        if (s.seat[seat].race != NONE) != (seat < chosen):
            return "a race is missing, or chosen too early"
        for other in range(seat):
            if s.seat[seat].race == s.seat[other].race < TABLES.races:
                if s.seat[seat].race != TABLES.shared_race:
                    return "two seats have the same race"
    return NULL


cdef bint phase_fits(const State *s, const Frame *f, bint top) noexcept nogil:
    cdef bint rest = f.b == 0 and f.c == 0 and f.d == 0
    cdef int seat
    if f.kind <= MULLIGAN:
        for seat in range(s.seats):     # nobody has begun
            if (s.seat[seat].advisor != NONE or s.seat[seat].height[0]
                    or s.seat[seat].reserve != TABLES.cubes or s.seat[seat].points):
                return False
        if s.round != 1 or s.first:
            return False
    if f.kind == RACES:
        return (top and s.table == 0 and f.a < s.seats and (f.who == f.a or f.who == CHANCE)
                and f.b == 0 and f.c <= 1 and f.d == 0)
    if f.kind == ADVISORS:
        return top and f.who == CHANCE and f.a == 0 and rest
    if f.kind == DEAL:
        return (top and f.who == CHANCE and f.a < s.seats and 0 < f.b <= TABLES.start_hand
                and f.c == 0 and f.d == 0)
    if f.kind == MULLIGAN:
        return (f.who < s.seats and f.a <= 1 and (f.a == 0) == top and f.b <= PILE
                and f.c == 0 and f.d == 0)
    if f.kind == TURN:
        return (f.who < s.seats and f.a <= 1 and rest
                and (not top or f.a == 0 and s.seat[f.who].available))
    return not top and f.who == 0 and f.a <= s.seats and rest


cdef bint frame_fits(const State *s, int i) noexcept nogil:
    """The operands of a frame above the phase."""
    cdef const Frame *f = &s.stack.frames[i]
    cdef int kind = f.kind
    if kind == DRAW:
        return f.who == CHANCE and f.a < s.seats and f.b and not f.c and not f.d
    if kind == DRAWN:
        return (f.a < s.seats and f.b <= 9 and f.c <= 9 and not f.d
                and f.who == (CHANCE if f.b else f.a))
    if f.who >= s.seats:
        return False
    if kind == RESOLVE:
        return (i + 1 < s.stack.depth and (f.a == NONE or f.a < s.seats and f.a != f.who)
                and f.b & 7 <= RACE_PLACE and f.b >> 3 & 7 <= 4 and f.b < 128
                and f.c <= f.d <= TABLES.rows)
    if kind == DUE:
        return (0 < f.a < 128 and (f.b == NONE or f.b < s.seats and f.b != f.who) and f.d <= 4
                and (f.c == AFTER_BUILD or f.c == AFTER_ATTACK or f.c == START_OF_ROUND
                     or f.c == ATTACKED))
    if kind == DISCARD or kind == ACTIVATE or kind == SYSTEM:
        return f.a <= (kind == ACTIVATE) and f.b and not f.c and not f.d
    if kind == TAKE:
        return f.a == 0 and f.b and 0 < f.c <= 255 and not f.d
    if kind == BUILD:
        return f.a <= ANY and f.b and f.c <= 99 and f.d <= 15
    if kind == PAY:
        return (f.a < SYSTEMS and s.seat[f.who].height[f.a] and f.b <= 99 and not f.c
                and not f.d)
    if kind == TARGET:
        return (s.stack.frames[i - 1].kind == RESOLVE and s.stack.frames[i - 1].who == f.who
                and not f.a and not f.b and not f.c and not f.d)
    if kind == SINK or kind == BLOCK:
        return f.a < s.seats and f.a != f.who and not f.b and not f.c and not f.d
    if kind == ORDER:
        return (f.a < SYSTEMS and 2 <= f.b <= s.seat[f.who].height[f.a] and not f.c
                and not f.d)
    return not f.a and not f.b and f.c < f.d <= TABLES.listed        # choose


cdef const char *check_pending(const State *s) noexcept nogil:
    cdef const Frame *f
    cdef move_t moves[MOVES]
    cdef double weights[MOVES]
    cdef int i, drawers = 0
    for i in range(s.stack.depth):
        f = &s.stack.frames[i]
        if f.kind >= FRAMES or (f.kind <= LAST_PHASE) != (i == 0):
            return "a pending frame is out of place"
        if not (frame_fits(s, i) if i else phase_fits(s, f, s.stack.depth == 1)):
            return "a pending frame has impossible operands"
        drawers += f.kind == DRAWN
    if drawers > 1 or bag_kinds(&s.drawn) and not drawers:
        return "cards were drawn for nobody"
    if s.stack.depth == 0:
        for i in range(s.seats):
            if s.seat[i].available:
                return "the game ended with actions left"
        if not is_finished(s):
            return "the game ended too early"
    elif s.stack.frames[s.stack.depth - 1].who == CHANCE:
        if outcomes(s, moves, weights) == 0:
            return "chance has nothing to decide"
    elif legal(s, moves) == 0:
        return "nobody can move"
    return NULL


cdef const char *check(const void *state) noexcept nogil:
    cdef const State *s = <const State *>state
    cdef const char *wrong = NULL
    cdef const uint8_t *bytes
    cdef int seat, i
    if not 2 <= s.seats <= SEATS or s.spare[0] or s.spare[1] or s.spare[2]:
        return "a field is out of range"
    if not 1 <= s.round <= TABLES.rounds or s.first >= s.seats:
        return "the round or the first player is out of range"
    for seat in range(SEATS):
        if seat < s.seats:
            wrong = check_seat(s, seat)
            if wrong != NULL:
                return wrong
            continue
        bytes = <const uint8_t *>&s.seat[seat]
        for i in range(<int>sizeof(Seat)):
            if bytes[i]:
                return "an empty seat is not empty"
    wrong = check_cards(s)
    if wrong == NULL:
        wrong = check_advisors(s)
    if wrong == NULL:
        wrong = stack_check(&s.stack)
    if wrong == NULL:
        wrong = check_races(s)
    if wrong == NULL:
        wrong = check_pending(s)
    return wrong
