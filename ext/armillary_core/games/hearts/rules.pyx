"""Hearts: the rules, and the GameOps."""

from libc.stdint cimport int32_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memcmp, memset

from armillary_core.games.hearts.hidden cimport determinise, observe, seen_move
from armillary_core.games.hearts.moves cimport (
    DEAL, DIRECTION, PASS, PLAY, card_move, deal_move,
)
from armillary_core.games.hearts.pick cimport pick_card, pick_fill
from armillary_core.games.hearts.play cimport begin_play, legal_cards, pass_card, play_card
from armillary_core.games.hearts.state cimport (
    CARDS, DECK, HAND, PASSED, POINTS, SEATS, State, bit_of, is_card,
)
from armillary_core.kernel.bits cimport bits_count, bits_first
from armillary_core.kernel.game cimport GameOps, make_game
from armillary_core.kernel.rng cimport Rng, rng_below
from armillary_core.kernel.types cimport (
    CHANCE, HAS_CHANCE, HAS_HIDDEN, OVER, move_arg, move_kind, move_t,
)

from armillary_core.games.hearts.view import from_dict, to_dict


cdef const char *setup(void *p, uint8_t seats, const int32_t *options) noexcept nogil:
    cdef State *s = <State *>p
    s.seats = seats
    s.phase = DIRECTION
    s.turn = CHANCE
    s.want = DECK
    return NULL


cdef uint8_t actor(const void *p) noexcept nogil:
    return (<const State *>p).turn


cdef uint32_t legal(const void *p, move_t *out) noexcept nogil:
    cdef const State *s = <const State *>p
    cdef uint64_t cards = legal_cards(s)
    cdef uint32_t n = 0
    while cards:
        out[n] = card_move(s.phase, bits_first(cards))
        n += 1
        cards &= cards - 1
    return n


cdef move_t sample(const void *p, Rng *rng) noexcept nogil:
    cdef const State *s = <const State *>p
    return card_move(s.phase, pick_card(legal_cards(s), rng))


cdef void play(void *p, move_t m) noexcept nogil:
    cdef State *s = <State *>p
    cdef unsigned card = move_arg(m, 0)
    cdef uint8_t kind = move_kind(m)
    if kind == PLAY:
        play_card(s, card)
    elif kind == PASS:
        pass_card(s, card)
    elif kind == DEAL:
        s.hand[s.count & 3] |= bit_of(card)
        s.count += 1
        if s.count == CARDS:
            s.count = 0
            s.turn = 0
            s.phase = PASS
            if s.direction == 0:
                begin_play(s)
    else:
        s.direction = <uint8_t>card
        s.phase = DEAL


cdef void returns(const void *p, double *share, double *score) noexcept nogil:
    cdef const State *s = <const State *>p
    cdef int seat, shooter = -1
    for seat in range(SEATS):
        if s.points[seat] == POINTS:
            shooter = seat
    for seat in range(SEATS):
        if shooter < 0:
            score[seat] = POINTS - s.points[seat]
            share[seat] = score[seat] / (3 * POINTS)
        else:                           # all points for one seat count against the others
            share[seat] = <double>(seat == shooter)
            score[seat] = POINTS * share[seat]


# ---- Chance ----------------------------------------------------------------------------

cdef inline uint64_t undealt(const State *s) noexcept nogil:
    return DECK & ~(s.hand[0] | s.hand[1] | s.hand[2] | s.hand[3])


cdef move_t chance(const void *p, Rng *rng) noexcept nogil:
    cdef const State *s = <const State *>p
    if s.phase == DIRECTION:
        return card_move(DIRECTION, rng_below(rng, SEATS))
    return deal_move(s.count & 3, pick_card(undealt(s), rng))


cdef uint32_t outcomes(const void *p, move_t *out, double *weight) noexcept nogil:
    cdef const State *s = <const State *>p
    cdef uint64_t cards = undealt(s)
    cdef uint32_t n = 0
    if s.phase == DIRECTION:
        for n in range(SEATS):
            out[n] = card_move(DIRECTION, n)
            weight[n] = 1
        return SEATS
    while cards:
        out[n] = deal_move(s.count & 3, bits_first(cards))
        weight[n] = 1
        n += 1
        cards &= cards - 1
    return n


cdef uint32_t stream(const void *p) noexcept nogil:
    """The direction and the deck are drawn apart."""
    return (<const State *>p).phase == DEAL


# ---- Invariants ------------------------------------------------------------------------

cdef const char *check(const void *p) noexcept nogil:
    """Takes the facts out of the state, makes the state anew from them, and compares."""
    cdef const State *s = <const State *>p
    cdef State fresh
    cdef uint64_t held = 0, given = 0
    cdef unsigned seat, i
    cdef const char *wrong
    if s.seats != SEATS or s.phase < PASS or s.phase > DEAL or s.direction >= SEATS:
        return "a field is out of range"
    memset(&fresh, 0, sizeof(State))
    setup(&fresh, SEATS, NULL)
    for seat in range(SEATS):
        if (s.hand[seat] | s.passed[seat]) & ~DECK:
            return "a card that does not exist"
        if s.hand[seat] & held or s.passed[seat] & given:
            return "a card in two places"
        held |= s.hand[seat]
        given |= s.passed[seat]
        fresh.hand[seat] = s.hand[seat]
        fresh.passed[seat] = s.passed[seat]
    if s.phase == PLAY:
        wrong = check_play(s, &fresh)
        if wrong != NULL:
            return wrong
    elif s.phase == PASS:
        if held & given or held | given != DECK:
            return "hands and passes do not make a deck"
        if s.direction == 0 or s.count >= SEATS * PASSED:
            return "nobody has cards to pass"
        fresh.phase = PASS
        fresh.direction = s.direction
        fresh.count = s.count
        fresh.turn = s.count / PASSED
        for seat in range(SEATS):
            i = min(max(s.count - <int>(PASSED * seat), 0), PASSED)
            if bits_count(s.passed[seat]) != <int>i or bits_count(s.hand[seat]) != <int>(HAND - i):
                return "the passes and their number disagree"
    else:
        fresh.phase = s.phase
        fresh.direction = s.direction if s.phase == DEAL else 0
        fresh.count = s.count
        if given or s.count >= CARDS or (s.phase == DIRECTION and s.count):
            return "something happened before the deal was over"
        for seat in range(SEATS):
            if bits_count(s.hand[seat]) != (s.count + 3 - <int>seat) / SEATS:
                return "the hands and the number of cards dealt disagree"
    if memcmp(s, &fresh, sizeof(State)) != 0:
        return "a derived field is wrong"
    return NULL


cdef const char *check_play(const State *s, State *fresh) noexcept nogil:
    """The same for the play: `fresh` has hands and passes, and gets the rest by replay."""
    cdef unsigned i, seat, card, leader, begun = s.count & 3
    cdef uint64_t seen = 0
    if s.count > CARDS or (s.turn >= SEATS and not (s.turn == OVER and s.count == CARDS)):
        return "a field is out of range"
    for seat in range(SEATS):
        seen |= s.hand[seat]
    leader = (s.turn - begun) & 3
    for i in range(s.count):            # give the cards back
        seat = (i + leader) & 3 if i >= s.count - begun else i & 3
        card = s.trick[(i & ~3) + seat]
        if not is_card(card) or seen >> card & 1:
            return "a card was played that was not there"
        seen |= bit_of(card)
        fresh.hand[seat] |= bit_of(card)
    for seat in range(SEATS):
        if bits_count(fresh.hand[seat]) != HAND:
            return "a hand has not thirteen cards"
        if s.direction == 0:
            if s.passed[seat]:
                return "a card was passed to nobody"
        elif bits_count(s.passed[seat]) != PASSED:
            return "a seat has not passed three cards"
    for seat in range(SEATS):
        if s.passed[seat] & ~fresh.hand[(seat + s.direction) & 3]:
            return "a passed card did not arrive"
    fresh.direction = s.direction
    begin_play(fresh)
    for i in range(s.count):
        card = s.trick[(i & ~3) + fresh.turn]
        if not is_card(card) or not legal_cards(fresh) >> card & 1:
            return "a card was played against the rules"
        play_card(fresh, card)
    return NULL


pick_fill()

cdef GameOps OPS
OPS.name = b"hearts"
OPS.state_size = sizeof(State)
OPS.flags = HAS_CHANCE | HAS_HIDDEN
OPS.max_moves = CARDS
OPS.max_plies = 1 + CARDS + SEATS * PASSED + CARDS
OPS.min_seats = SEATS
OPS.max_seats = SEATS
OPS.setup = setup
OPS.actor = actor
OPS.legal = legal
OPS.play = play
OPS.returns = returns
OPS.chance = chance
OPS.outcomes = outcomes
OPS.stream = stream
OPS.observe = observe
OPS.seen_move = seen_move
OPS.determinise = determinise
OPS.sample = sample
OPS.check = check

GAME = make_game(&OPS, (), to_dict, from_dict)
