"""Master of Orion: who decides, and what may be done; what chance may bring."""

from libc.stdint cimport uint32_t, uint64_t, uint8_t

from armillary_core.games.orion.bag cimport bag_copies, bag_kinds, bag_pick, bag_size
from armillary_core.games.orion.can cimport (
    Force, attack_price, base_discount, can_choose, can_use, discount_in, due_places, force_of,
    has_room, name_at, payable, shortage, source_at, top_of,
)
from armillary_core.games.orion.moves cimport (
    ADVISOR_NAME, ATTACK, BLOCK_SLOT, CONSTRUCT, DEALT, DEALT_RACE, EFFECT, EXPLOIT, HIRE, KEEP,
    LAID_OUT, NAME_TARGET, OPTION, PAID, PASS, PICK_SYSTEM, PROPAGANDA, PUT_NEXT, RACE,
    RACE_NAME, RESEARCH, SEAT_NAME, SINK_CARD, TAKE_CARD, THROW, TRADE, TRADE_NAME, USE, move1,
    move2,
)
from armillary_core.games.orion.state cimport (
    ACTIVATE, ADVISORS, ADVISOR_PLACE, ANY, BUILD, CHOOSE, DISCARD, DRAWN, DUE, EXTRA,
    FLEET, MAY_PASS, MULLIGAN, NONE, ORDER, PAY, RACES, RACE_PLACE, SINK, SYSTEM, SYSTEMS, Seat,
    State, TAKE, TARGET, TURN,
)
from armillary_core.games.orion.tables cimport ACTIVATION, TABLES
from armillary_core.kernel.bits cimport bits_count, bits_first, bits_nth
from armillary_core.kernel.cards cimport Frame, stack_peek
from armillary_core.kernel.rng cimport Rng, rng_below
from armillary_core.kernel.types cimport MAX_MOVES, OVER, move_of, move_t


cdef uint8_t actor(const void *p) noexcept nogil:
    cdef const State *s = <const State *>p
    return stack_peek(&s.stack).who if s.stack.depth else OVER


# ---- Lists of one kind -----------------------------------------------------------------

cdef inline uint32_t list_kinds(uint64_t kinds, int move, move_t *out, uint32_t n) noexcept nogil:
    while kinds:
        out[n] = move1(move, bits_first(kinds))
        kinds &= kinds - 1
        n += 1
    return n


cdef uint64_t free_races(const State *s) noexcept nogil:
    """One seat a race; all may be Human, which is on the back of every board (MOO-1.2)."""
    cdef uint64_t free = (<uint64_t>1 << TABLES.races) - 1
    cdef int seat
    for seat in range(s.seats):
        if s.seat[seat].race != NONE and s.seat[seat].race != TABLES.shared_race:
            free &= ~(<uint64_t>1 << s.seat[seat].race)
    return free


cdef uint32_t list_builds(const State *s, int seat, int colour, int only, int discount,
                          bint uses, move_t *out, uint32_t n) noexcept nogil:
    """Builds by system, then card; with the activations of the systems' working cards."""
    cdef const Seat *p = &s.seat[seat]
    cdef uint64_t kinds = bag_kinds(&s.hand[seat]) & TABLES.of_colour[colour]
    cdef uint64_t found
    cdef int system, kind, working
    discount += base_discount(p)
    for system in range(SYSTEMS):
        if only >= 0 and system != only:
            continue
        found = 0
        if kinds and has_room(p, system):
            found = payable(p, kinds, discount + discount_in(p, system))
        working = -1
        if uses and p.height[system] and TABLES.timed[ACTIVATION] >> top_of(p, system) & 1:
            if can_use(s, seat, system, True, True):
                working = top_of(p, system)
        while found:
            kind = bits_first(found)
            if 0 <= working < kind:
                out[n] = move2(USE, working, system + 1)
                working = -1
                n += 1
            out[n] = move2(CONSTRUCT, kind, system + 1)
            found &= found - 1
            n += 1
        if working >= 0:
            out[n] = move2(USE, working, system + 1)
            n += 1
    return n


cdef uint32_t list_actions(const State *s, int seat, move_t *out) noexcept nogil:
    """The eight actions. A seat cannot pass: research is always possible (MOO-5.2)."""
    cdef const Seat *p = &s.seat[seat]
    cdef const uint8_t *rate = TABLES.trade[p.race]
    cdef uint32_t n = 1
    cdef int i, j
    cdef bint hires
    cdef Force mine
    out[0] = RESEARCH
    if not p.propaganda:
        out[1] = PROPAGANDA
        n = 2
    n = list_kinds(bag_kinds(&s.hand[seat]), EXPLOIT, out, n)
    hires = s.table != 0 and can_hire(s, seat)
    for i in range(TABLES.advisors):
        if hires and s.table >> i & 1:
            out[n] = move1(HIRE, ADVISOR_NAME + i)
            n += 1
        elif i == p.advisor and can_use(s, seat, ADVISOR_PLACE, True, True):
            out[n] = move1(USE, ADVISOR_NAME + i)
            n += 1
    if p.resource[FLEET]:
        mine = force_of(p, True)
        for i in range(s.seats):
            if attack_price(s, seat, i, &mine) >= 0:
                out[n] = move1(ATTACK, SEAT_NAME + i)
                n += 1
    for i in range(3):
        if p.resource[i] >= rate[i]:
            for j in range(3):
                if i != j:
                    out[n] = move1(TRADE, TRADE_NAME + 3 * i + j)
                    n += 1
    return list_builds(s, seat, ANY, -1, 0, True, out, n)


cdef uint32_t list_payments(const Seat *p, int kind, int discount, move_t *out) noexcept nogil:
    """The ways to split a discount: what is paid. The whole discount is used (MOO-6.4)."""
    cdef const uint8_t *cost = TABLES.cost[kind]
    cdef int total = max(cost[0] + cost[1] + cost[2] - discount, 0)
    cdef int most0 = min(cost[0], p.resource[0])
    cdef int b, c, a
    cdef uint32_t n = 0
    for c in range(min(cost[2], p.resource[2]) + 1):
        for b in range(min(cost[1], p.resource[1]) + 1):
            a = total - b - c
            if 0 <= a <= most0:
                out[n] = move_of(PAID, <uint8_t>a, <uint8_t>b, <uint8_t>c)
                n += 1
    return n


cdef uint32_t list_due(const State *s, const Frame *f, move_t *out) noexcept nogil:
    cdef const Seat *p = &s.seat[f.who]
    cdef int due = due_places(s, f.who, f.a, f.c)
    cdef int place
    cdef uint32_t n = 0
    cdef bint free = True
    for place in range(RACE_PLACE + 1):
        if due >> place & 1 and not source_at(p, place).may:
            free = False
    if free:
        out[0] = PASS
        n = 1
    for place in range(ADVISOR_PLACE, RACE_PLACE + 1):
        if due >> place & 1:
            out[n] = move1(EFFECT, name_at(p, place))
            n += 1
    for place in range(SYSTEMS):
        if due >> place & 1:
            out[n] = move2(EFFECT, name_at(p, place), place + 1)
            n += 1
    return n


cdef uint32_t list_uses(const State *s, int seat, bint pass_too, move_t *out) noexcept nogil:
    cdef const Seat *p = &s.seat[seat]
    cdef uint32_t n = 0
    cdef int place
    if pass_too:
        out[0] = PASS
        n = 1
    if can_use(s, seat, ADVISOR_PLACE, False, True):
        out[n] = move1(USE, name_at(p, ADVISOR_PLACE))
        n += 1
    for place in range(SYSTEMS):
        if can_use(s, seat, place, False, True):
            out[n] = move2(USE, name_at(p, place), place + 1)
            n += 1
    return n


cdef uint64_t pile_kinds(const State *s, int window) noexcept nogil:
    """The kinds among the top cards of the pile."""
    cdef uint64_t kinds = 0
    cdef int i
    for i in range(max(s.pile_count - window, 0) if window < 255 else 0, s.pile_count):
        kinds |= <uint64_t>1 << s.pile[i]
    return kinds


cdef uint32_t list_places(const State *s, const Frame *f, move_t *out) noexcept nogil:
    """SINK and BLOCK: working cards of the seat f.a."""
    cdef const Seat *q = &s.seat[f.a]
    cdef uint32_t n = 0
    cdef int place
    for place in range(ADVISOR_PLACE + 1):
        if f.kind == SINK:
            if place < SYSTEMS and q.height[place]:
                out[n] = move2(SINK_CARD, f.a, place + 1)
                n += 1
        elif name_at(q, place) >= 0 and source_at(q, place).slot and not q.cubes >> place & 1:
            out[n] = move2(BLOCK_SLOT, f.a, place + 1)
            n += 1
    return n


cdef uint32_t list_order(const Seat *p, int system, int left, move_t *out) noexcept nogil:
    """The card that lies next on the lowest `left` cards but one; the cube tells copies apart."""
    cdef bint cube = left == p.height[system] and p.cubes >> system & 1
    cdef uint64_t kinds = 0
    cdef uint32_t n
    cdef int i
    for i in range(left - cube):
        kinds |= <uint64_t>1 << p.system[system][i]
    n = list_kinds(kinds, PUT_NEXT, out, 0)
    if cube:
        out[n] = move2(PUT_NEXT, top_of(p, system), 1)
        n += 1
    return n


cdef uint32_t legal(const void *state, move_t *out) noexcept nogil:
    cdef const State *s = <const State *>state
    cdef const Frame *f = stack_peek(&s.stack)
    cdef const Seat *p = &s.seat[f.who]
    cdef uint64_t kinds
    cdef uint64_t offered = 0
    cdef uint32_t n = 0
    cdef int i
    if f.kind == TURN:
        return list_actions(s, f.who, out)
    if f.kind == DISCARD:
        return list_kinds(bag_kinds(&s.hand[f.who]), THROW, out, 0)
    if f.kind == DRAWN:
        return list_kinds(bag_kinds(&s.drawn), THROW, out, 0)
    if f.kind == MULLIGAN:
        out[0] = KEEP
        return list_kinds(bag_kinds(&s.hand[f.who]), THROW, out, 1)
    if f.kind == RACES:
        kinds = free_races(s)
        while kinds:
            out[n] = move1(RACE, RACE_NAME + bits_first(kinds))
            kinds &= kinds - 1
            n += 1
        return n
    if f.kind == PAY:
        return list_payments(p, top_of(p, f.a), f.b, out)
    if f.kind == DUE:
        return list_due(s, f, out)
    if f.kind == BUILD:
        if f.d & MAY_PASS:
            out[0] = PASS
            n = 1
        return list_builds(s, f.who, f.a, (f.d & 7) - 1, f.c, False, out, n)
    if f.kind == ACTIVATE:
        return list_uses(s, f.who, f.a, out)
    if f.kind == TAKE:
        return list_kinds(pile_kinds(s, f.c), TAKE_CARD, out, 0)
    if f.kind == CHOOSE:
        for i in range(f.c, f.d):
            if can_choose(s, f.who, &TABLES.option[TABLES.option_list[i]]):
                offered |= <uint64_t>1 << TABLES.option_list[i]
        return list_kinds(offered, OPTION, out, 0)
    if f.kind == TARGET:
        for i in range(s.seats):
            if i != f.who:
                out[n] = move1(NAME_TARGET, i)
                n += 1
        return n
    if f.kind == SYSTEM:
        for i in range(SYSTEMS):
            if p.height[i] > 1:
                out[n] = move1(PICK_SYSTEM, i + 1)
                n += 1
        return n
    if f.kind == ORDER:
        return list_order(p, f.a, f.b, out)
    return list_places(s, f, out)


# ---- One legal move --------------------------------------------------------------------

cdef inline bint can_hire(const State *s, int seat) noexcept nogil:
    cdef const Seat *p = &s.seat[seat]
    return bag_size(&s.hand[seat]) >= TABLES.hire_cards and (
        p.advisor == NONE or not TABLES.source[ADVISOR_NAME + p.advisor].permanent)


cdef move_t sample_action(const State *s, int seat, Rng *rng) noexcept nogil:
    """An action, all alike: name one that may be legal until one is. It takes three or four
    tries, each far cheaper than the list."""
    cdef const Seat *p = &s.seat[seat]
    cdef uint64_t kinds = bag_kinds(&s.hand[seat])
    cdef int held = bits_count(kinds)
    cdef int laid = bits_count(s.table)
    cdef int used = 0
    cdef int rooms, total, r, i, j, kind
    cdef Force mine
    while used < TABLES.systems and p.height[used]:
        used += 1
    rooms = min(used + 1, TABLES.systems)
    total = 2 + held + laid + s.seats + 9 + (SYSTEMS + 1) + held * (rooms + 1)
    while True:
        r = rng_below(rng, total)
        if r < 2:
            if r == 0:
                return RESEARCH
            if not p.propaganda:
                return PROPAGANDA
            continue
        r -= 2
        if r < held:
            return move1(EXPLOIT, bits_nth(kinds, r))
        r -= held
        if r < held * (rooms + 1):
            i = r / held
            i = i if i < rooms else EXTRA
            if has_room(p, i):
                kind = bits_nth(kinds, r % held)
                if p.loyalty < TABLES.gate and TABLES.gated >> kind & 1:
                    continue
                j = shortage(p, kind)
                if j == 0 or j <= base_discount(p) + discount_in(p, i):
                    return move2(CONSTRUCT, kind, i + 1)
            continue
        r -= held * (rooms + 1)
        if r < 9:
            i, j = r / 3, r % 3
            if i != j and p.resource[i] >= TABLES.trade[p.race][i]:
                return move1(TRADE, TRADE_NAME + r)
            continue
        r -= 9
        if r < s.seats:
            if r != seat and p.resource[FLEET]:
                mine = force_of(p, True)
                if attack_price(s, seat, r, &mine) >= 0:
                    return move1(ATTACK, SEAT_NAME + r)
            continue
        r -= s.seats
        if r < laid:
            if can_hire(s, seat):
                return move1(HIRE, ADVISOR_NAME + bits_nth(s.table, r))
            continue
        r -= laid                       # the working card of a system, or the advisor
        if can_use(s, seat, r, True, True):
            return move2(USE, name_at(p, r), r + 1 if r < SYSTEMS else 0)


cdef move_t sample(const void *state, Rng *rng) noexcept nogil:
    cdef const State *s = <const State *>state
    cdef const Frame *f = stack_peek(&s.stack)
    cdef move_t moves[MAX_MOVES]
    if f.kind == TURN:
        return sample_action(s, f.who, rng)
    return moves[rng_below(rng, legal(s, moves))]


# ---- Chance ----------------------------------------------------------------------------

cdef uint32_t outcomes(const void *p, move_t *out, double *weight) noexcept nogil:
    cdef const State *s = <const State *>p
    cdef const Frame *f = stack_peek(&s.stack)
    cdef uint64_t kinds
    cdef uint32_t n = 0
    cdef int kind
    if f.kind == RACES:
        kinds = free_races(s)
    elif f.kind == ADVISORS:
        kinds = (1 << TABLES.advisors) - 1 & ~s.table
    else:
        kinds = bag_kinds(&s.deck)
    while kinds:
        kind = bits_first(kinds)
        kinds &= kinds - 1
        weight[n] = 1
        if f.kind == RACES:
            out[n] = move2(DEALT_RACE, f.a, RACE_NAME + kind)
        elif f.kind == ADVISORS:
            out[n] = move1(LAID_OUT, ADVISOR_NAME + kind)
        else:
            out[n] = move2(DEALT, f.a, kind)
            weight[n] = bag_copies(&s.deck, kind)
        n += 1
    return n


cdef move_t chance(const void *p, Rng *rng) noexcept nogil:
    cdef const State *s = <const State *>p
    cdef const Frame *f = stack_peek(&s.stack)
    cdef uint64_t kinds
    if f.kind == RACES:
        kinds = free_races(s)
        return move2(DEALT_RACE, f.a,
                     RACE_NAME + bits_nth(kinds, rng_below(rng, bits_count(kinds))))
    if f.kind == ADVISORS:
        kinds = (1 << TABLES.advisors) - 1 & ~s.table
        return move1(LAID_OUT, ADVISOR_NAME + bits_nth(kinds, rng_below(rng, bits_count(kinds))))
    return move2(DEALT, f.a, bag_pick(&s.deck, rng))


cdef uint32_t stream(const void *p) noexcept nogil:
    """Advisors, then for each seat its race and its cards: games that diverge stay in step."""
    cdef const State *s = <const State *>p
    cdef const Frame *f = stack_peek(&s.stack)
    if f.kind == ADVISORS:
        return 0
    return (1 if f.kind == RACES else 9) + f.a
