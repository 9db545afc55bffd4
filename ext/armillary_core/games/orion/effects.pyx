"""Master of Orion: one switch over the verbs, and one over what is pending.

`settle` runs whatever asks nobody; it stops at a frame that somebody can answer. Frames may
find, when they come up, that there is nothing left to decide: they go. So no frame relies on
what was true when it was pushed, and any stack that `check` lets pass can be played.
"""

from libc.stdint cimport int8_t, uint16_t, uint8_t

from armillary_core.games.orion.bag cimport (
    bag_add, bag_clear, bag_copies, bag_kinds, bag_put, bag_size, bag_take,
)
from armillary_core.games.orion.can cimport (
    can_build, can_choose, can_use, count_systems, due_places, has_room, name_at, shortage,
    source_at, top_of,
)
from armillary_core.games.orion.moves cimport ADVISOR_NAME
from armillary_core.games.orion.state cimport (
    ACTIVATE, ADVISORS, ADVISOR_PLACE, BLOCK, BUILD, CHOOSE, DEAL, DISCARD, DRAW, DRAWN, DUE,
    EXERTION, EXTRA, MAY_PASS, MULLIGAN, NONE, ORDER, PAY, RACES, RACE_PLACE, RESOLVE, SINK,
    STARTS, SYSTEM, SYSTEMS, Seat, State, TAKE, TARGET, TRIM, TURN, seat_after,
)
from armillary_core.games.orion.tables cimport (
    ACTIVATE_CARDS, AFTER_BUILD, BUILD_CARDS, BUNDLE, CHOICE, CHOSEN, DISCARD_CARDS, DRAW_CARDS,
    EACH, EXCHANGE, Exertion, GAIN, GAIN_BY_COVERED, GAIN_CUBE, LOYALTY, OPP_BLOCK, OPP_CHOICE,
    OPP_DISCARD, OPP_LOYALTY, OPP_RETURN_ADVISOR, OPP_SINK, PER_SYSTEM, PER_WORKING, POINTS,
    REORDER, SLOT_P, START_OF_ROUND, STEAL, Source, TABLES, TAKE_FROM_PILE,
)
from armillary_core.kernel.bits cimport bits_count
from armillary_core.kernel.cards cimport Effect, Frame, stack_pop, stack_push, stack_top
from armillary_core.kernel.types cimport CHANCE, MAX_FRAMES

cdef enum:
    MOST_POINTS = 9999
    LEAST_LOYALTY = -100


# ---- Small changes ---------------------------------------------------------------------

cdef void push(State *s, int kind, int who, int a=0, int b=0, int c=0, int d=0) noexcept nogil:
    """Push a frame; beyond the room of the stack, which no game reaches, it is dropped."""
    if s.stack.depth < MAX_FRAMES:
        stack_push(&s.stack, <uint8_t>kind, <uint8_t>who, <uint8_t>a, <uint8_t>b, <uint16_t>c,
                   <uint16_t>d)


cdef void gain(Seat *p, int resource, int amount) noexcept nogil:
    p.resource[resource] = <uint8_t>min(p.resource[resource] + amount, TABLES.most)


cdef void gain_bundle(Seat *p, const uint8_t *amounts) noexcept nogil:
    cdef int r
    for r in range(3):
        gain(p, r, amounts[r])


cdef void change_loyalty(Seat *p, int amount) noexcept nogil:
    p.loyalty = <int8_t>max(min(p.loyalty + amount, TABLES.most_loyalty), LEAST_LOYALTY)


cdef void gain_points(Seat *p, int amount) noexcept nogil:
    p.points = <uint16_t>min(p.points + amount, MOST_POINTS)


cdef void gain_cubes(Seat *p, int amount) noexcept nogil:
    """From the reserve; fewer if it has fewer."""
    amount = min(amount, p.reserve)
    p.reserve -= amount
    p.available += amount


cdef void lift_cube(Seat *p, int place) noexcept nogil:
    """The cube at a place, if any, goes back to the reserve."""
    p.reserve += p.cubes >> place & 1
    p.cubes &= ~(1 << place)


cdef void from_hand(State *s, int seat, int kind) noexcept nogil:
    """A card leaves a hand before all eyes. Of two copies the one that all know goes: what
    they see is the same whichever it was (MOO-23.3)."""
    bag_take(&s.hand[seat], kind)
    if bag_copies(&s.open[seat], kind):
        bag_take(&s.open[seat], kind)


cdef void throw(State *s, int kind) noexcept nogil:
    s.pile[s.pile_count] = <uint8_t>kind
    s.pile_count += 1


cdef bint refill(State *s) noexcept nogil:
    """If the deck is empty make a new one of the pile without its top card (MOO-8.2);
    whether there is a card to draw."""
    cdef int i, seat
    if bag_kinds(&s.deck):
        return True
    if s.pile_count < 2:
        return False
    for i in range(s.pile_count - 1):
        bag_put(&s.deck, s.pile[i])
        s.pile[i] = 0
    s.pile[0] = s.pile[s.pile_count - 1]
    s.pile[s.pile_count - 1] = 0
    s.pile_count = 1
    if s.seats == 2:                    # no other card is left: each can tell what the other has,
        for seat in range(2):           # but for how cards in the middle of a draw are parted
            if not bag_kinds(&s.drawn) or stack_top(&s.stack).a != seat:
                s.open[seat] = s.hand[seat]
    return True


cdef void return_advisor(State *s, int seat) noexcept nogil:
    """To the middle of the table, unless there is none or it is permanent (MOO-13.3)."""
    cdef Seat *p = &s.seat[seat]
    if p.advisor == NONE or TABLES.source[ADVISOR_NAME + p.advisor].permanent:
        return
    lift_cube(p, ADVISOR_PLACE)
    s.table |= 1 << p.advisor
    p.advisor = NONE


cdef int count_per(const Seat *p, const Effect *e) noexcept nogil:
    """How many times an amount with `per` counts."""
    cdef int system, i, n = e.y
    if e.b == PER_SYSTEM:
        return n + count_systems(p)
    for system in range(SYSTEMS):
        for i in range(p.height[system]):
            if e.b == PER_WORKING and i + 1 < p.height[system]:
                continue
            n += TABLES.of_colour[e.c] >> p.system[system][i] & 1
    return n


# ---- Effects ---------------------------------------------------------------------------

cdef void start_effect(State *s, int seat, int place, int other, int covered) noexcept nogil:
    """Pay the extra cost of what works at a place, and leave its rows to be done. The slot
    of an activation has been filled; a P slot is filled here, from the reserve."""
    cdef Seat *p = &s.seat[seat]
    cdef const Source *source = source_at(p, place)
    cdef int r
    if source.slot == SLOT_P:
        p.reserve -= 1
        p.cubes |= 1 << place
    for r in range(3):
        p.resource[r] -= source.cost[r]
    p.points -= source.cost_points
    p.available -= source.cost_cubes
    p.reserve += source.cost_cubes
    if source.cost_loyalty:
        change_loyalty(p, -<int>source.cost_loyalty)
    if source.first < source.end:
        push(s, RESOLVE, seat, other, place | covered << 3 | source.may << 6, source.first,
             source.end)
    if source.cost_cards:
        push(s, DISCARD, seat, 0, source.cost_cards)


cdef void after_build(State *s, int seat, int system) noexcept nogil:
    """The card just put on a system does what it does after its building (MOO-16.3)."""
    cdef Seat *p = &s.seat[seat]
    cdef const Source *source = source_at(p, system)
    cdef int covered = 0
    if source.timing != AFTER_BUILD:
        return
    if p.height[system] > 1:
        covered = 1 + TABLES.colour[p.system[system][p.height[system] - 2]]
    push(s, DUE, seat, 1 << system, NONE, AFTER_BUILD, covered)


cdef void do_option(State *s, int seat, const Effect *e) noexcept nogil:
    """One of several effects, done by the seat that chose it."""
    cdef Seat *p = &s.seat[seat]
    cdef int r
    if e.verb == EXCHANGE:
        for r in range(3):
            p.resource[r] -= TABLES.bundle[e.a][r]
        gain_bundle(p, TABLES.bundle[e.b])
    elif e.verb == BUNDLE:
        gain_bundle(p, TABLES.bundle[e.a])
    elif e.verb == DRAW_CARDS:
        push(s, DRAW, CHANCE, seat, e.x)
    elif e.verb == DISCARD_CARDS:
        push(s, DISCARD, seat, 0, e.x)
    elif e.verb == LOYALTY:
        change_loyalty(p, e.x)
    elif e.verb == POINTS:
        gain_points(p, e.x)
    elif e.verb == GAIN_CUBE:
        gain_cubes(p, e.x)


cdef void do_own(State *s, int seat, int b, const Effect *e) noexcept nogil:
    """A verb for the owner; b as in the RESOLVE frame."""
    cdef Seat *p = &s.seat[seat]
    cdef int place = b & 7
    cdef int covered = b >> 3 & 7
    cdef int amount = e.x
    if e.b and e.verb in (GAIN, DRAW_CARDS, POINTS):
        amount *= count_per(p, e)
    if e.verb == GAIN:
        gain(p, e.a, amount)
    elif e.verb == GAIN_BY_COVERED:
        if 1 <= covered <= 3:
            gain_bundle(p, TABLES.bundle[e.a if covered == 1 else e.b if covered == 2 else e.c])
    elif e.verb == DRAW_CARDS:
        push(s, DRAW, CHANCE, seat, min(amount, 99))
    elif e.verb == DISCARD_CARDS:
        push(s, DISCARD, seat, 0, e.x)
    elif e.verb == TAKE_FROM_PILE:
        push(s, TAKE, seat, 0, e.y, e.x)
    elif e.verb == GAIN_CUBE:
        gain_cubes(p, e.x)
    elif e.verb == LOYALTY:
        change_loyalty(p, e.x)
    elif e.verb == POINTS:
        gain_points(p, amount)
    elif e.verb == BUILD_CARDS:
        push(s, BUILD, seat, e.a, e.x, e.b,
             (place + 1 if e.c else 0) | (MAY_PASS if b >> 6 else 0))
    elif e.verb == ACTIVATE_CARDS:
        push(s, ACTIVATE, seat, 0, e.x)
    elif e.verb == REORDER:
        push(s, SYSTEM, seat, 0, e.x)
    elif e.verb == CHOICE:
        push(s, CHOOSE, seat, 0, 0, e.x, e.y)


cdef void do_opposing(State *s, int seat, int other, const Effect *e) noexcept nogil:
    """A verb against one opponent."""
    cdef Seat *q = &s.seat[other]
    cdef int amount
    if e.verb == OPP_LOYALTY:
        change_loyalty(q, e.x)
    elif e.verb == OPP_DISCARD:
        push(s, DISCARD, other, 0, e.x)
    elif e.verb == OPP_CHOICE:
        push(s, CHOOSE, other, 0, 0, e.x, e.y)
    elif e.verb == STEAL:
        amount = min(<int>e.x, <int>q.resource[e.b])
        q.resource[e.b] -= amount
        gain(&s.seat[seat], e.b, amount)
    elif e.verb == OPP_SINK:
        push(s, SINK, seat, other)
    elif e.verb == OPP_BLOCK:
        if q.reserve:
            push(s, BLOCK, seat, other)
    elif e.verb == OPP_RETURN_ADVISOR:
        return_advisor(s, other)


cdef void do_row(State *s, Frame *f) noexcept nogil:
    """The next row of a RESOLVE frame."""
    cdef const Effect *e = &TABLES.row[f.c]
    cdef int seat = f.who
    cdef int i
    if e.verb < OPP_LOYALTY:
        f.c += 1
        do_own(s, seat, f.b, e)
        return
    if e.a == EACH:                     # the last one pushed is served first: the left neighbour
        f.c += 1
        for i in range(s.seats - 1, 0, -1):
            do_opposing(s, seat, seat_after(s, seat, i), e)
        return
    if f.a == NONE:
        if e.a != CHOSEN:
            f.c += 1                    # nobody attacked: nothing happens
            return
        if s.seats > 2:
            push(s, TARGET, seat)
            if s.stack.depth == MAX_FRAMES:
                f.c += 1
            return
        f.a = <uint8_t>(1 - seat)
    f.c += 1
    do_opposing(s, seat, f.a, e)


# ---- Phases ----------------------------------------------------------------------------

cdef void set_phase(State *s, int kind, int who=0, int a=0, int b=0) noexcept nogil:
    """Replace the frame at the bottom, which is alone."""
    stack_pop(&s.stack)
    push(s, kind, who, a, b)


cdef void begin_round(State *s) noexcept nogil:
    """Income of all built cards, covered ones too; then exertion (MOO-4.1)."""
    cdef Seat *p
    cdef int seat, system, i, r
    for seat in range(s.seats):
        p = &s.seat[seat]
        for system in range(SYSTEMS):
            for i in range(p.height[system]):
                for r in range(3):
                    gain(p, r, TABLES.income[p.system[system][i]][r])
    set_phase(s, EXERTION)


cdef void exert(State *s, int seat) noexcept nogil:
    """Cubes, loyalty and effects by the highest resource (MOO-4.2 to 4.6); carried cubes join
    (MOO-18.7)."""
    cdef Seat *p = &s.seat[seat]
    cdef int high = max(p.resource[0], p.resource[1], p.resource[2])
    cdef int level = (high > TABLES.low_zone) + (high > TABLES.medium_zone)
    cdef const Exertion *line = &TABLES.exertion[p.race][level]
    cdef int place
    for place in range(ADVISOR_PLACE + 1):
        if p.cubes >> place & 1:        # only carried ones are left
            p.cubes &= ~(1 << place)
            p.available += 1
    gain_cubes(p, line.cubes)
    change_loyalty(p, line.loyalty)
    if line.first < line.end:
        push(s, RESOLVE, seat, NONE, RACE_PLACE, line.first, line.end)


cdef bint is_finished(const State *s) noexcept nogil:
    """The three ends of the game (MOO-15.1 to 15.3), when nobody has an action left."""
    cdef const Seat *p
    cdef int seat, system, capacity
    cdef bint full
    if s.round >= TABLES.rounds:
        return True
    for seat in range(s.seats):
        p = &s.seat[seat]
        if p.loyalty <= TABLES.end_loyalty:
            return True
        full = True
        for system in range(TABLES.systems):
            full = full and p.height[system] == TABLES.height
        if p.advisor != NONE:
            capacity = TABLES.source[ADVISOR_NAME + p.advisor].capacity
            full = full and p.height[EXTRA] == capacity
        if full:
            return True
    return False


cdef void end_round(State *s) noexcept nogil:
    """Cubes go back, save those that are carried; the token goes left (MOO-14.3, 14.4)."""
    cdef Seat *p
    cdef int seat, place, other
    for seat in range(s.seats):
        p = &s.seat[seat]
        for place in range(ADVISOR_PLACE + 1):
            if p.cubes >> place & 1 and not source_at(p, place).carry:
                lift_cube(p, place)
        p.reserve += p.spent + p.available
        p.spent = p.available = p.propaganda = 0
        for other in range(s.seats):
            p.reserve += p.attacks[other]
            p.attacks[other] = 0
    s.first = <uint8_t>seat_after(s, s.first, 1)
    s.round += 1
    begin_round(s)


cdef bint settle_phase(State *s, Frame *f) noexcept nogil:
    """Move the phase on; whether somebody must decide."""
    cdef int seat, i
    if f.kind == TURN:
        if f.a == 0 and s.seat[f.who].available:
            return True
        for i in range(1, s.seats + 1):
            seat = (f.who + i) % s.seats
            if s.seat[seat].available:
                f.who, f.a = <uint8_t>seat, 0
                return True
        if is_finished(s):
            stack_pop(&s.stack)
            return True
        set_phase(s, TRIM)
    elif f.kind == EXERTION or f.kind == STARTS or f.kind == TRIM:
        if f.a < s.seats:
            seat = seat_after(s, s.first, f.a)
            f.a += 1
            if f.kind == EXERTION:
                exert(s, seat)
            elif f.kind == STARTS:
                push(s, DUE, seat, 127, NONE, START_OF_ROUND)
            elif bag_size(&s.hand[seat]) > TABLES.hand_limit:
                push(s, DISCARD, seat, 0, bag_size(&s.hand[seat]) - TABLES.hand_limit)
        elif f.kind == EXERTION:
            set_phase(s, STARTS)
        elif f.kind == STARTS:
            set_phase(s, TURN, s.first)
        else:
            end_round(s)
    elif f.kind == RACES:
        if f.a < s.seats:
            return True
        set_phase(s, ADVISORS if f.c else DEAL, CHANCE, 0, 0 if f.c else TABLES.start_hand)
    elif f.kind == ADVISORS:
        if bits_count(s.table) < TABLES.advisors_used:
            return True
        set_phase(s, DEAL, CHANCE, 0, TABLES.start_hand)
    elif f.kind == DEAL:
        if f.b and refill(s):
            return True
        f.a += 1
        f.b = TABLES.start_hand
        if f.a >= s.seats:
            set_phase(s, MULLIGAN)
    else:                               # MULLIGAN
        if f.a == 0:
            return True
        f.a = f.b = 0
        f.who += 1
        if f.who >= s.seats:
            begin_round(s)
    return False


# ---- What is pending -------------------------------------------------------------------

cdef bint settle_due(State *s, Frame *f) noexcept nogil:
    """Do the one effect that is due if it must be done; whether somebody must decide."""
    cdef const Seat *p = &s.seat[f.who]
    cdef int due = due_places(s, f.who, f.a, f.c)
    cdef int place = 0
    if due == 0:
        stack_pop(&s.stack)
        return False
    if due & due - 1:
        return True
    while not due >> place & 1:
        place += 1
    if source_at(p, place).asks:
        return True
    use_due(s, place)
    return False


cdef void use_due(State *s, int place) noexcept nogil:
    """Apply one of the effects of the DUE frame on top."""
    cdef Frame *f = stack_top(&s.stack)
    cdef Frame old = f[0]
    f.a &= ~(1 << place)
    if f.a == 0:
        stack_pop(&s.stack)
    start_effect(s, old.who, place, old.b, old.d)


cdef bint can_reorder(const Seat *p) noexcept nogil:
    cdef int system
    for system in range(SYSTEMS):
        if p.height[system] > 1:
            return True
    return False


cdef bint can_ask_build(const State *s, const Frame *f) noexcept nogil:
    """Asked by what all can see: the question must not tell what is in the hand (MOO-23.1)."""
    cdef int system
    if not bag_kinds(&s.hand[f.who]):
        return False
    for system in range(SYSTEMS):
        if (f.d & 7 == 0 or f.d & 7 == system + 1) and has_room(&s.seat[f.who], system):
            return True
    return False


cdef bint settle_choice(State *s, Frame *f) noexcept nogil:
    """Whether the question of a frame has an answer."""
    cdef const Seat *p = &s.seat[f.who]
    cdef int i
    if f.kind == PAY:
        return shortage(p, top_of(p, f.a)) <= f.b
    if f.kind == DISCARD:
        return f.b > 0 and bag_kinds(&s.hand[f.who]) != 0
    if f.kind == TAKE:
        return f.b > 0 and f.c > 0 and s.pile_count > 0
    if f.kind == BUILD:
        if f.d & MAY_PASS:
            return f.b > 0 and can_ask_build(s, f)
        return f.b > 0 and can_build(s, f.who, f.a, (f.d & 7) - 1, f.c)
    if f.kind == ACTIVATE:
        if f.b:
            for i in range(ADVISOR_PLACE + 1):
                if can_use(s, f.who, i, False, True, f.a):
                    return True
        return False
    if f.kind == SYSTEM:
        return f.b > 0 and can_reorder(p)
    if f.kind == ORDER:
        return f.b > 1
    if f.kind == CHOOSE:
        for i in range(f.c, f.d):
            if can_choose(s, f.who, &TABLES.option[TABLES.option_list[i]]):
                return True
        return False
    p = &s.seat[f.a]
    if f.kind == SINK:
        return p.height[0] + p.height[EXTRA] > 0
    if f.kind == BLOCK:
        if p.reserve:
            for i in range(ADVISOR_PLACE + 1):
                if (name_at(p, i) >= 0 and source_at(p, i).slot
                        and not p.cubes >> i & 1):
                    return True
        return False
    return True                         # TARGET


cdef void settle(State *s) noexcept nogil:
    cdef Frame *f
    while s.stack.depth:
        f = stack_top(&s.stack)
        if f.kind < RESOLVE:
            if settle_phase(s, f):
                return
        elif f.kind == RESOLVE:
            if f.c < f.d:
                do_row(s, f)
            else:
                stack_pop(&s.stack)
        elif f.kind == DUE:
            if settle_due(s, f):
                return
        elif f.kind == DRAW:
            if f.b and refill(s):
                return
            stack_pop(&s.stack)
        elif f.kind == DRAWN:
            if f.b and refill(s):
                f.who = CHANCE
                return
            f.b = 0
            f.who = f.a
            if bag_size(&s.drawn) > f.c:
                return
            bag_add(&s.hand[f.a], &s.drawn)
            bag_clear(&s.drawn)
            stack_pop(&s.stack)
        elif settle_choice(s, f):
            return
        else:
            stack_pop(&s.stack)
