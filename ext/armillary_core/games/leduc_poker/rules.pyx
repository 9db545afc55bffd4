"""Leduc poker: the rules, and the GameOps."""

from libc.stdint cimport int32_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memcmp, memset

from armillary_core.games.leduc_poker.moves cimport DEAL, deal, turn
from armillary_core.games.leduc_poker.state cimport (
    CALL, CARDS, DECK, FOLD, HAND, MAX_ACTS, PUBLIC, RAISE, STAKE, State, act, contenders,
    deal_card, lowest_card, may_fold, may_raise, open_table, turn_card,
)
from armillary_core.kernel.cards cimport zone_nth, zones_determinise, zones_observe
from armillary_core.kernel.game cimport GameOps, make_game
from armillary_core.kernel.hash cimport hash_mix
from armillary_core.kernel.rng cimport Rng, rng_below
from armillary_core.kernel.types cimport (
    CHANCE, HAS_CHANCE, HAS_HIDDEN, MAX_SEATS, UNKNOWN, move_arg, move_kind, move_t,
)

from armillary_core.games.leduc_poker.view import from_dict, to_dict


cdef const char *setup(void *p, uint8_t seats, const int32_t *options) noexcept nogil:
    open_table(<State *>p, seats)
    return NULL


cdef uint8_t actor(const void *p) noexcept nogil:
    return (<const State *>p).actor


cdef uint32_t legal(const void *p, move_t *out) noexcept nogil:
    cdef const State *s = <const State *>p
    cdef uint32_t n = may_fold(s)
    out[0] = FOLD
    out[n] = CALL
    out[n + 1] = RAISE
    return n + 1 + may_raise(s)


cdef move_t sample(const void *p, Rng *rng) noexcept nogil:
    cdef const State *s = <const State *>p
    cdef uint32_t n = may_fold(s)
    return CALL - n + rng_below(rng, n + 1 + may_raise(s))


cdef void play(void *p, move_t m) noexcept nogil:
    cdef uint8_t kind = move_kind(m)
    if kind <= RAISE:
        act(<State *>p, kind)
    elif kind == DEAL:
        deal_card(<State *>p, move_arg(m, 0), move_arg(m, 1))
    else:
        turn_card(<State *>p, move_arg(m, 0))


cdef unsigned winners(const State *s) noexcept nogil:
    """The seats that share the pot."""
    cdef unsigned left = contenders(s)
    cdef unsigned best = 0, best_value = 0, public, card, seat, value
    if not left & (left - 1):
        return left
    public = zone_nth(s.place, CARDS, PUBLIC, 0)
    for card in range(lowest_card(s.seats), CARDS):
        if s.place[card] == DECK or card == public:
            continue
        seat = s.place[card] - HAND
        if left >> seat & 1:
            # With one public card a hand is worth its rank, unless it pairs.
            value = CARDS if card >> 1 == public >> 1 else 1 + (card >> 1)
            if value > best_value:
                best = 0
                best_value = value
            if value == best_value:
                best |= 1 << seat
    return best


cdef void returns(const void *p, double *share, double *score) noexcept nogil:
    cdef const State *s = <const State *>p
    cdef unsigned best = winners(s)
    cdef int seat, pot = 0, sharers = 0
    cdef double part
    for seat in range(s.seats):
        pot += s.paid[seat]
        sharers += best >> seat & 1
    part = pot / <double>sharers
    for seat in range(s.seats):
        score[seat] = (part if best >> seat & 1 else 0) - s.paid[seat]
        share[seat] = (score[seat] + STAKE) / (s.seats * STAKE)


# ---- Chance: the deck ------------------------------------------------------------------

cdef inline move_t card_move(const State *s, uint32_t card) noexcept nogil:
    return deal(s.dealt, card) if s.dealt < s.seats else turn(card)


cdef move_t chance(const void *p, Rng *rng) noexcept nogil:
    cdef const State *s = <const State *>p
    cdef uint32_t low = lowest_card(s.seats)
    cdef uint32_t k = rng_below(rng, CARDS - low - s.dealt)
    return card_move(s, low + zone_nth(s.place + low, CARDS - low, DECK, k))


cdef uint32_t outcomes(const void *p, move_t *out, double *weight) noexcept nogil:
    cdef const State *s = <const State *>p
    cdef uint32_t card, n = 0
    for card in range(lowest_card(s.seats), CARDS):
        if s.place[card] == DECK:
            out[n] = card_move(s, card)
            weight[n] = 1
            n += 1
    return n


cdef uint32_t stream(const void *p) noexcept nogil:
    return 0


# ---- Who knows what --------------------------------------------------------------------

cdef uint64_t observe(const void *p, uint8_t seat) noexcept nogil:
    # All else that is public follows from the acts and from the places.
    cdef const State *s = <const State *>p
    cdef uint32_t low = lowest_card(s.seats)
    cdef uint64_t h = hash_mix(hash_mix(seat, s.seats | s.dealt << 8), s.acts[0])
    return zones_observe(s.place + low, s.known + low, NULL, CARDS - low, seat,
                         hash_mix(h, s.acts[1]))


cdef move_t seen_move(const void *p, move_t m, uint8_t seat) noexcept nogil:
    if move_kind(m) == DEAL and move_arg(m, 0) != seat:
        return deal(move_arg(m, 0), UNKNOWN)
    return m


cdef void determinise(void *p, uint8_t seat, Rng *rng) noexcept nogil:
    cdef State *s = <State *>p
    cdef uint32_t low = lowest_card(s.seats)
    zones_determinise(s.place + low, s.known + low, CARDS - low, seat, rng)


# ---- Invariants ------------------------------------------------------------------------

cdef bint replay(State *s, uint8_t part, uint64_t acts) noexcept nogil:
    """Play the acts of one round; False if they could not be."""
    cdef int shift = 2 * MAX_ACTS
    cdef unsigned what
    if acts >> shift:
        return False
    while shift and not acts >> (shift - 2):
        shift -= 2
    while shift:
        shift -= 2
        what = acts >> shift & 3
        if s.actor >= CHANCE or s.round != part or what == 0 \
                or (what == FOLD and not may_fold(s)) or (what == RAISE and not may_raise(s)):
            return False
        act(s, what)
    return True


cdef const char *check(const void *p) noexcept nogil:
    """Deals and bets once more: everything else follows from the places and the acts."""
    cdef const State *s = <const State *>p
    cdef State again
    cdef uint32_t seat, card
    if s.seats < 2 or s.seats > MAX_SEATS or s.dealt > s.seats:
        return "a seat is out of range"
    memset(&again, 0, sizeof(State))
    open_table(&again, s.seats)
    for seat in range(s.dealt):
        card = zone_nth(s.place, CARDS, HAND + seat, 0)
        if card < lowest_card(s.seats) or card == CARDS:
            return "a seat has no card of this game"
        deal_card(&again, seat, card)
    if not replay(&again, 0, s.acts[0]):
        return "the bets of the first round are impossible"
    card = zone_nth(s.place, CARDS, PUBLIC, 0)
    if card < CARDS:
        if card < lowest_card(s.seats) or again.round == 0 or again.actor != CHANCE:
            return "a public card out of place or time"
        turn_card(&again, card)
    if not replay(&again, 1, s.acts[1]):
        return "the bets of the second round are impossible"
    if memcmp(s, &again, sizeof(State)) != 0:
        return "the cards and the bets disagree with the rest"
    return NULL


cdef GameOps OPS
OPS.name = b"leduc_poker"
OPS.state_size = sizeof(State)
OPS.flags = HAS_CHANCE | HAS_HIDDEN
OPS.max_moves = CARDS
OPS.max_plies = MAX_SEATS + 1 + 2 * MAX_ACTS
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
