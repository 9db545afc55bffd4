"""Master of Orion: one function a move."""

from libc.stdint cimport uint32_t, uint8_t
from libc.string cimport memmove

from armillary_core.games.orion.bag cimport bag_put, bag_take
from armillary_core.games.orion.can cimport (
    Force, attack_price, base_discount, discount_in, force_of, source_at, top_of,
)
from armillary_core.games.orion.effects cimport (
    after_build, change_loyalty, do_option, from_hand, gain, gain_points, lift_cube, push,
    return_advisor, settle, start_effect, throw, use_due,
)
from armillary_core.games.orion.legal cimport list_payments
from armillary_core.games.orion.moves cimport (
    ADVISOR_NAME, ATTACK, BLOCK_SLOT, CONSTRUCT, DEALT, DEALT_RACE, EFFECT, EXPLOIT, HIRE, KEEP,
    LAID_OUT, NAME_TARGET, OPTION, PAID, PASS, PICK_SYSTEM, PROPAGANDA, PUT_NEXT, RACE,
    RACE_NAME, RESEARCH, SEAT_NAME, SINK_CARD, TAKE_CARD, THROW, TRADE, TRADE_NAME, USE,
)
from armillary_core.games.orion.setup cimport take_race
from armillary_core.games.orion.state cimport (
    ADVISOR_PLACE, DISCARD, DRAW, DRAWN, DUE, FLEET, GREY, MAY_PASS, MULLIGAN, NONE, ORDER, PAY,
    RACE_PLACE, Seat, State, TURN,
)
from armillary_core.games.orion.tables cimport AFTER_ATTACK, ATTACKED, TABLES
from armillary_core.kernel.cards cimport Frame, stack_pop, stack_top
from armillary_core.kernel.types cimport CHANCE, move_arg, move_kind, move_t


# ---- Actions ---------------------------------------------------------------------------

cdef void spend(State *s, Frame *turn) noexcept nogil:
    """Put an action cube on the own board; the turn will go on."""
    cdef Seat *p = &s.seat[turn.who]
    p.available -= 1
    p.spent += 1
    turn.a = 1


cdef void pay(State *s, int seat, int system, move_t payment) noexcept nogil:
    """Pay for the card on top of a system, which then does what it does."""
    cdef Seat *p = &s.seat[seat]
    cdef int r
    for r in range(3):
        p.resource[r] -= move_arg(payment, r)
    after_build(s, seat, system)


cdef void construct(State *s, int seat, int kind, int system, int discount) noexcept nogil:
    """Discounts are counted before the card covers what may grant them (MOO-6.1); then the
    card lies open while its builder splits them (MOO-6.4)."""
    cdef Seat *p = &s.seat[seat]
    cdef move_t ways[100]
    cdef uint32_t n
    discount += base_discount(p) + discount_in(p, system)
    from_hand(s, seat, kind)
    lift_cube(p, system)
    p.system[system][p.height[system]] = <uint8_t>kind
    p.height[system] += 1
    n = list_payments(p, kind, discount, ways)
    if n == 1:
        pay(s, seat, system, ways[0])
    else:
        push(s, PAY, seat, system, min(discount, 99))


cdef void exploit(State *s, int seat, int kind) noexcept nogil:
    """What the colour yields (MOO-7), with the bonuses of the board and of working cards."""
    cdef Seat *p = &s.seat[seat]
    cdef int colour = TABLES.colour[kind]
    cdef int keep = TABLES.exploit_keep
    cdef int amount[3]
    cdef int place, r
    for r in range(3):
        amount[r] = TABLES.exploit[colour][r]
    for place in range(RACE_PLACE + 1):
        if source_at(p, place) != NULL:
            for r in range(3):
                amount[r] += source_at(p, place).exploit[colour][r]
            keep += source_at(p, place).exploit[colour][3]
    from_hand(s, seat, kind)
    throw(s, kind)
    for r in range(3):
        gain(p, r, amount[r])
    if colour == GREY:
        push(s, DRAWN, CHANCE, seat, TABLES.exploit_draw, keep)


cdef void research(State *s, int seat) noexcept nogil:
    cdef Seat *p = &s.seat[seat]
    cdef int place, cards = TABLES.research
    for place in range(RACE_PLACE + 1):
        if source_at(p, place) != NULL:
            cards += source_at(p, place).research
    push(s, DRAW, CHANCE, seat, cards)


cdef void attack(State *s, Frame *turn, int victim) noexcept nogil:
    """Pay, score, and let the effects follow: the attacker's, then the victim's (MOO-10.8,
    10.9)."""
    cdef int seat = turn.who
    cdef Seat *p = &s.seat[seat]
    cdef Force mine = force_of(p, True)
    p.resource[FLEET] -= attack_price(s, seat, victim, &mine)
    p.available -= 1
    p.attacks[victim] += 1
    turn.a = 1
    gain_points(p, TABLES.attack_points)
    change_loyalty(&s.seat[victim], TABLES.attack_loyalty)
    push(s, DUE, victim, 127, seat, ATTACKED)
    push(s, DUE, seat, 127, victim, AFTER_ATTACK)


cdef void trade(Seat *p, int given, int taken) noexcept nogil:
    p.resource[given] -= TABLES.trade[p.race][given]
    gain(p, taken, TABLES.trade[p.race][taken])


cdef void hire(State *s, int seat, int advisor) noexcept nogil:
    return_advisor(s, seat)
    s.seat[seat].advisor = <uint8_t>advisor
    s.table &= ~(1 << advisor)
    if TABLES.hire_cards:
        push(s, DISCARD, seat, 0, TABLES.hire_cards)


cdef void play_action(State *s, Frame *turn, move_t m) noexcept nogil:
    """One of the eight actions but activation."""
    cdef int kind = move_kind(m)
    cdef int a = move_arg(m, 0)
    cdef int seat = turn.who
    cdef Seat *p = &s.seat[seat]
    if kind == ATTACK:
        attack(s, turn, a - SEAT_NAME)
        return
    spend(s, turn)
    if kind == CONSTRUCT:
        construct(s, seat, a, move_arg(m, 1) - 1, 0)
    elif kind == EXPLOIT:
        exploit(s, seat, a)
    elif kind == RESEARCH:
        research(s, seat)
    elif kind == TRADE:
        trade(p, (a - TRADE_NAME) / 3, (a - TRADE_NAME) % 3)
    elif kind == PROPAGANDA:
        p.propaganda = 1
        change_loyalty(p, TABLES.propaganda)
    elif kind == HIRE:
        hire(s, seat, a - ADVISOR_NAME)


# ---- Answers ---------------------------------------------------------------------------

cdef void use(State *s, Frame *f, int place) noexcept nogil:
    """Activate: with an action cube in a turn, by an effect with one from the reserve
    (MOO-9.5)."""
    cdef int seat = f.who
    cdef Seat *p = &s.seat[seat]
    p.cubes |= 1 << place
    if f.kind == TURN:
        p.available -= 1
        f.a = 1
    else:
        p.reserve -= 1
        f.a = 1                         # a first one was due, the others are not
        count_down(s, f)
    start_effect(s, seat, place, NONE, 0)


cdef void count_down(State *s, Frame *f) noexcept nogil:
    """One of b is done; a frame with nothing left goes."""
    f.b -= 1
    if f.b == 0:
        stack_pop(&s.stack)


cdef void discard_card(State *s, Frame *f, int kind) noexcept nogil:
    if f.kind == DRAWN:
        bag_take(&s.drawn, kind)
        throw(s, kind)
        return
    from_hand(s, f.who, kind)
    throw(s, kind)
    if f.kind == MULLIGAN:
        f.b += 1
    else:
        count_down(s, f)


cdef void keep_hand(State *s, Frame *f) noexcept nogil:
    cdef int seat = f.who
    f.a = 1
    if f.b:
        push(s, DRAW, CHANCE, seat, f.b)


cdef void deal_card(State *s, Frame *f, int seat, int kind) noexcept nogil:
    bag_take(&s.deck, kind)
    bag_put(&s.drawn if f.kind == DRAWN else &s.hand[seat], kind)
    f.b -= 1


cdef void take_card(State *s, Frame *f, int kind) noexcept nogil:
    """The topmost copy; the others keep their order, and all see what was taken (MOO-19.8)."""
    cdef int i = s.pile_count - 1
    cdef int seat = f.who
    while s.pile[i] != kind:
        i -= 1
    memmove(&s.pile[i], &s.pile[i + 1], s.pile_count - 1 - i)
    s.pile_count -= 1
    s.pile[s.pile_count] = 0
    bag_put(&s.hand[seat], kind)
    bag_put(&s.open[seat], kind)
    if f.c < 255:
        f.c -= 1
    count_down(s, f)


cdef void sink_card(Seat *p, int system) noexcept nogil:
    """The working card goes to the bottom; a card that is alone stays as it is (MOO-20.2 to
    20.4)."""
    cdef int n = p.height[system]
    cdef uint8_t card = <uint8_t>top_of(p, system)
    if n > 1:
        lift_cube(p, system)
        memmove(&p.system[system][1], &p.system[system][0], n - 1)
        p.system[system][0] = card


cdef void put_next(State *s, Frame *f, int kind, bint with_cube) noexcept nogil:
    """Of the lowest f.b cards this one comes to lie on the others. The working card, which
    alone can have a cube, is told from its copies by it."""
    cdef Seat *p = &s.seat[f.who]
    cdef uint8_t *cards = p.system[f.a]
    cdef int i = f.b - 1
    if f.b == p.height[f.a] and p.cubes >> f.a & 1 and not with_cube:
        lift_cube(p, f.a)
        i -= 1
    while cards[i] != kind:
        i -= 1
    memmove(&cards[i], &cards[i + 1], f.b - 1 - i)
    cards[f.b - 1] = <uint8_t>kind
    f.b -= 1


cdef void answer(State *s, Frame *f, move_t m) noexcept nogil:
    """A decision within an action or a phase."""
    cdef int kind = move_kind(m)
    cdef int a = move_arg(m, 0)
    cdef int b = move_arg(m, 1)
    cdef int seat = f.who
    cdef Frame old = f[0]
    if kind == THROW:
        discard_card(s, f, a)
    elif kind == PASS:
        stack_pop(&s.stack)
    elif kind == PAID:
        stack_pop(&s.stack)
        pay(s, seat, old.a, m)
    elif kind == EFFECT:
        use_due(s, b - 1 if b else ADVISOR_PLACE if a < RACE_NAME else RACE_PLACE)
    elif kind == CONSTRUCT:
        f.d |= MAY_PASS
        count_down(s, f)
        construct(s, seat, a, b - 1, old.c)
    elif kind == KEEP:
        keep_hand(s, f)
    elif kind == RACE:
        take_race(s, seat, a - RACE_NAME)
        f.a += 1
        f.who = f.a
    elif kind == TAKE_CARD:
        take_card(s, f, a)
    elif kind == OPTION:
        stack_pop(&s.stack)
        do_option(s, seat, &TABLES.option[a])
    elif kind == NAME_TARGET:
        stack_pop(&s.stack)
        stack_top(&s.stack).a = <uint8_t>a
    elif kind == SINK_CARD:
        stack_pop(&s.stack)
        sink_card(&s.seat[a], b - 1)
    elif kind == BLOCK_SLOT:
        stack_pop(&s.stack)
        s.seat[a].reserve -= 1
        s.seat[a].cubes |= 1 << (b - 1)
    elif kind == PICK_SYSTEM:
        count_down(s, f)
        push(s, ORDER, seat, a - 1, s.seat[seat].height[a - 1])
    elif kind == PUT_NEXT:
        put_next(s, f, a, b)


cdef void play(void *p, move_t m) noexcept nogil:
    cdef State *s = <State *>p
    cdef Frame *f = stack_top(&s.stack)
    cdef int kind = move_kind(m)
    if kind == DEALT:
        deal_card(s, f, move_arg(m, 0), move_arg(m, 1))
    elif kind == USE:
        use(s, f, move_arg(m, 1) - 1 if move_arg(m, 1) else ADVISOR_PLACE)
    elif f.kind == TURN:
        play_action(s, f, m)
    elif kind == LAID_OUT:
        s.table |= 1 << (move_arg(m, 0) - ADVISOR_NAME)
    elif kind == DEALT_RACE:
        take_race(s, move_arg(m, 0), move_arg(m, 1) - RACE_NAME)
        f.a += 1
    else:
        answer(s, f, m)
    settle(s)
