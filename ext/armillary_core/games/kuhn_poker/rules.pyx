"""Kuhn poker: the rules, and the GameOps."""

from libc.stdint cimport int32_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memcmp, memset

from armillary_core.games.kuhn_poker.moves cimport BET, DEAL, PASS, deal
from armillary_core.games.kuhn_poker.state cimport (
    CARDS, DECK, HAND, STAKE, State, bet_or_pass, bettors, contenders, deal_card, lowest_card,
)
from armillary_core.kernel.bits cimport bits_count
from armillary_core.kernel.cards cimport zone_nth, zones_determinise, zones_observe
from armillary_core.kernel.game cimport GameOps, make_game
from armillary_core.kernel.hash cimport hash_mix
from armillary_core.kernel.rng cimport Rng, rng_below, rng_next
from armillary_core.kernel.types cimport (
    CHANCE, HAS_CHANCE, HAS_HIDDEN, MAX_SEATS, UNKNOWN, move_arg, move_kind, move_t,
)

from armillary_core.games.kuhn_poker.view import from_dict, to_dict


cdef const char *setup(void *p, uint8_t seats, const int32_t *options) noexcept nogil:
    (<State *>p).seats = seats
    (<State *>p).actor = CHANCE
    return NULL


cdef uint8_t actor(const void *p) noexcept nogil:
    return (<const State *>p).actor


cdef uint32_t legal(const void *p, move_t *out) noexcept nogil:
    out[0] = PASS
    out[1] = BET
    return 2


cdef move_t sample(const void *p, Rng *rng) noexcept nogil:
    return PASS + (rng_next(rng) >> 63)


cdef void play(void *p, move_t m) noexcept nogil:
    if move_kind(m) == DEAL:
        deal_card(<State *>p, move_arg(m, 0), move_arg(m, 1))
    else:
        bet_or_pass(<State *>p, move_kind(m) == BET)


cdef void returns(const void *p, double *share, double *score) noexcept nogil:
    cdef const State *s = <const State *>p
    cdef unsigned bet = bettors(s)
    cdef unsigned left = contenders(s)
    cdef unsigned card = CARDS - 1
    cdef int seat, chips
    while s.place[card] == DECK or not left >> (s.place[card] - HAND) & 1:
        card -= 1
    for seat in range(s.seats):
        chips = -1 - <int>(bet >> seat & 1)
        if s.place[card] == HAND + seat:
            chips += s.seats + bits_count(bet)
        score[seat] = chips
        share[seat] = (chips + STAKE) / <double>(s.seats * STAKE)


# ---- Chance: the deck ------------------------------------------------------------------

cdef move_t chance(const void *p, Rng *rng) noexcept nogil:
    cdef const State *s = <const State *>p
    cdef uint32_t low = lowest_card(s.seats)
    cdef uint32_t k = rng_below(rng, s.seats + 1 - s.dealt)
    return deal(s.dealt, low + zone_nth(s.place + low, CARDS - low, DECK, k))


cdef uint32_t outcomes(const void *p, move_t *out, double *weight) noexcept nogil:
    cdef const State *s = <const State *>p
    cdef uint32_t card, n = 0
    for card in range(lowest_card(s.seats), CARDS):
        if s.place[card] == DECK:
            out[n] = deal(s.dealt, card)
            weight[n] = 1
            n += 1
    return n


cdef uint32_t stream(const void *p) noexcept nogil:
    return 0


# ---- Who knows what --------------------------------------------------------------------

cdef uint64_t observe(const void *p, uint8_t seat) noexcept nogil:
    cdef const State *s = <const State *>p
    cdef uint32_t low = lowest_card(s.seats)
    cdef uint64_t h = hash_mix(seat, s.seats | s.dealt << 8 | s.acts << 16)
    return zones_observe(s.place + low, s.known + low, NULL, CARDS - low, seat,
                         hash_mix(h, s.bets))


cdef move_t seen_move(const void *p, move_t m, uint8_t seat) noexcept nogil:
    if move_kind(m) == DEAL and move_arg(m, 0) != seat:
        return deal(move_arg(m, 0), UNKNOWN)
    return m


cdef void determinise(void *p, uint8_t seat, Rng *rng) noexcept nogil:
    cdef State *s = <State *>p
    cdef uint32_t low = lowest_card(s.seats)
    zones_determinise(s.place + low, s.known + low, CARDS - low, seat, rng)


cdef const char *check(const void *p) noexcept nogil:
    """Deals and bets once more: everything else follows from the places and the bets."""
    cdef const State *s = <const State *>p
    cdef State again
    cdef uint32_t i, seat, card
    if s.seats < 2 or s.seats > MAX_SEATS or s.dealt > s.seats:
        return "a seat is out of range"
    memset(&again, 0, sizeof(State))
    setup(&again, s.seats, NULL)
    for seat in range(s.dealt):
        card = zone_nth(s.place, CARDS, HAND + seat, 0)
        if card < lowest_card(s.seats) or card == CARDS:
            return "a seat has no card of this game"
        deal_card(&again, seat, card)
    for i in range(s.acts):
        if again.actor >= CHANCE:
            return "a bet before the deal or after the end"
        bet_or_pass(&again, s.bets >> i & 1)
    if memcmp(s, &again, sizeof(State)) != 0:
        return "the cards and the bets disagree with the rest"
    return NULL


cdef GameOps OPS
OPS.name = b"kuhn_poker"
OPS.state_size = sizeof(State)
OPS.flags = HAS_CHANCE | HAS_HIDDEN
OPS.max_moves = CARDS
OPS.max_plies = MAX_SEATS + 2 * MAX_SEATS - 1
OPS.min_seats = 2
OPS.max_seats = MAX_SEATS
OPS.setup = setup
OPS.actor = actor
OPS.legal = legal
OPS.sample = sample
OPS.play = play
OPS.returns = returns
OPS.chance = chance
OPS.outcomes = outcomes
OPS.stream = stream
OPS.observe = observe
OPS.seen_move = seen_move
OPS.determinise = determinise
OPS.check = check

GAME = make_game(&OPS, (), to_dict, from_dict)
