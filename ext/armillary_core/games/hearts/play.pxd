# What playing does to a state: shared by the rules, the redraw of hidden cards and the
# reading of JSON, and inlined in each.

from libc.stdint cimport uint8_t, uint64_t

from armillary_core.games.hearts.moves cimport PLAY
from armillary_core.games.hearts.state cimport (
    CARDS, DECK, PASSED, PLAIN, QUEEN_OF_SPADES, SAFE, SEATS, TWO_OF_CLUBS, State, bit_of,
    suit_of,
)
from armillary_core.kernel.types cimport OVER

cdef inline uint64_t legal_cards(const State *s) noexcept nogil:
    """The cards that the seat to act may pass or play; never empty in a sound state."""
    cdef uint64_t hand = s.hand[s.turn]
    cdef uint64_t first = hand & s.want
    cdef uint64_t other = hand
    if s.count < SEATS:                 # no points in the first trick, if that is possible
        other = hand & SAFE
        other = other if other else hand
    return first if first else other

cdef inline void begin_play(State *s) noexcept nogil:
    """Hands are complete: the holder of the two of clubs leads it."""
    cdef unsigned seat, turn = 0
    for seat in range(1, SEATS):
        turn += seat * ((s.hand[seat] & TWO_OF_CLUBS) != 0)
    s.turn = <uint8_t>turn
    s.phase = PLAY
    s.count = 0
    s.want = TWO_OF_CLUBS

cdef inline void pass_card(State *s, unsigned card) noexcept nogil:
    """The seat to act gives a card away; after the twelfth all receive theirs."""
    cdef unsigned seat
    cdef uint64_t bit = bit_of(card)
    s.hand[s.turn] ^= bit
    s.passed[s.turn] |= bit
    s.count += 1
    if s.count % PASSED == 0:
        s.turn += 1
        if s.turn == SEATS:
            for seat in range(SEATS):
                s.hand[(seat + s.direction) & 3] |= s.passed[seat]
            begin_play(s)

cdef inline void play_card(State *s, unsigned card) noexcept nogil:
    """The seat to act plays a card to the trick. Its hand need not be known to us: what is
    public comes out right all the same."""
    cdef unsigned turn = s.turn
    cdef unsigned count = s.count
    cdef unsigned best = s.best
    cdef unsigned mine = card << 2 | turn
    cdef uint64_t bit = bit_of(card)
    cdef uint64_t want = s.want
    cdef uint64_t missing
    cdef uint8_t pot = s.pot + (card >> 4 == 2) + 13 * (card == QUEEN_OF_SPADES)
    # A card from outside proves that there was none inside.
    missing = 0 if bit & want else want
    if count < SEATS and not bit & SAFE:
        missing |= SAFE
    s.cannot[turn] |= missing
    s.hand[turn] ^= bit
    s.trick[(count & ~3) + turn] = <uint8_t>card
    if count & 3 == 0:
        s.want = suit_of(card)
    else:                               # no branch here: none could be predicted
        mine &= -<unsigned>((bit & want) != 0)
        mine = best + ((mine - best) & -<unsigned>(mine > best))
    s.best = <uint8_t>mine
    s.pot = pot
    s.turn = (turn + 1) & 3
    s.count = <uint8_t>(count + 1)
    if count & 3 == 3:
        turn = mine & 3
        s.turn = <uint8_t>turn
        s.points[turn] += pot
        s.pot = 0
        s.broken |= pot != 0
        s.want = DECK if s.broken else PLAIN
        if count + 1 == CARDS:
            s.turn = OVER
