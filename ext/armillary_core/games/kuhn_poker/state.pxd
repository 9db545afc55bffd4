# Kuhn poker for 2 to 8 seats: one card each, one bet.
#
# Cards are numbered by rank, 0 .. 8 for 5 6 7 8 9 T J Q K. A game of n seats takes the
# n + 1 highest, so that two seats play with J Q K; a card of the same name is the same
# number in every game.
#
# Everybody antes 1. In turn each seat passes or bets 1; after a first bet the others pass
# (fold) or bet (call) once, and the highest card among those who bet takes the pot. If
# nobody bets, the highest card of all takes it. Seats that dispute the pot at the end show
# their cards; a card that folded, or won without a dispute, stays hidden.

from libc.stdint cimport uint8_t, uint16_t

from armillary_core.kernel.cards cimport zone_move
from armillary_core.kernel.types cimport CHANCE, MAX_SEATS, OVER

cdef enum:
    CARDS = MAX_SEATS + 1
    STAKE = 2                   # the most that a seat can lose: ante and bet

cdef enum:                      # State.place; the hand of a seat is HAND + seat
    DECK = 0
    HAND = 1

cdef struct State:
    uint8_t seats               # 2 .. 8
    uint8_t actor               # a seat, CHANCE during the deal, or OVER
    uint8_t dealt               # cards dealt, one to each seat in turn
    uint8_t acts                # passes and bets made
    uint16_t bets               # bit i: the i-th of them was a bet
    uint8_t opener              # 1 + the seat that bet first, or 0
    uint8_t spare
    uint8_t place[CARDS]        # DECK also for the cards that are not in the game
    uint8_t known[CARDS]        # seats that know the place
    uint8_t spare2[6]

cdef inline unsigned lowest_card(unsigned seats) noexcept nogil:
    return MAX_SEATS - seats

cdef inline unsigned everybody(const State *s) noexcept nogil:
    return (1 << s.seats) - 1

cdef inline unsigned bettors(const State *s) noexcept nogil:
    """The seats that bet: bit s for seat s, in the first lap or in the second."""
    return (s.bets | s.bets >> s.seats) & everybody(s)

cdef inline unsigned contenders(const State *s) noexcept nogil:
    """At the end, the seats that the highest card is sought among."""
    return bettors(s) if s.opener else everybody(s)

cdef inline void deal_card(State *s, unsigned seat, unsigned card) noexcept nogil:
    zone_move(s.place, s.known, card, HAND + seat, 1 << seat)
    s.dealt += 1
    s.actor = 0 if s.dealt == s.seats else CHANCE

cdef inline void show_cards(State *s) noexcept nogil:
    """The end: a disputed pot is settled on the table."""
    cdef unsigned seats = contenders(s)
    cdef unsigned card
    s.actor = OVER
    if seats & (seats - 1):
        for card in range(lowest_card(s.seats), CARDS):
            if s.place[card] != DECK and seats >> (s.place[card] - HAND) & 1:
                s.known[card] = everybody(s)

cdef inline void bet_or_pass(State *s, bint bet) noexcept nogil:
    s.bets |= bet << s.acts
    s.acts += 1
    if bet and not s.opener:
        s.opener = s.actor + 1
    # Without a bet one lap is all; after one, everybody up to the opener acts once more.
    if s.acts == s.seats + s.opener - (s.opener != 0):
        show_cards(s)
    else:
        s.actor = 0 if s.actor + 1 == s.seats else s.actor + 1
