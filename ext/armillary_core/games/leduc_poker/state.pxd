# Leduc poker for 2 to 8 seats: one card each, a round of bets, one public card, and a
# second round.
#
# Cards are numbered 2 * rank + suit: ranks 0 .. 8 for 5 6 7 8 9 T J Q K, suits 0 and 1.
# A game of n seats takes the n + 1 highest ranks, so that two seats play with J Q K; a card
# of the same name is the same number in every game.
#
# Everybody antes 1. A raise is 2 in the first round and 4 in the second, at most two of
# them a round; folding is possible only when there is something to pay. A pair with the
# public card wins, then the higher rank; equal ranks split the pot. Seats that dispute
# the pot at the end show their cards; all others stay hidden.

from libc.stdint cimport uint8_t, uint64_t

from armillary_core.kernel.bits cimport bits_count
from armillary_core.kernel.cards cimport zone_move
from armillary_core.kernel.types cimport CHANCE, MAX_SEATS, OVER

cdef enum:
    CARDS = 2 * (MAX_SEATS + 1)
    MAX_RAISES = 2              # a round
    STAKE = 1 + 2 * 2 + 2 * 4   # the most that a seat can lose
    MAX_ACTS = 3 * MAX_SEATS - 2    # a round: all check but one, and then two raises

cdef enum:                      # State.place; the hand of a seat is HAND + seat
    DECK = 0
    HAND = 1
    PUBLIC = HAND + MAX_SEATS

cdef enum:                      # what a seat may do, as in moves.pxd and in State.acts
    FOLD = 1
    CALL = 2
    RAISE = 3

cdef struct State:
    uint8_t seats               # 2 .. 8
    uint8_t actor               # a seat, CHANCE when a card is due, or OVER
    uint8_t round               # 0; 1 as soon as the first round of bets is closed
    uint8_t dealt               # cards dealt to seats, one each in turn
    uint8_t stakes              # what every seat must have paid to stay in
    uint8_t raises              # in this round
    uint8_t due                 # seats that must still act before this round is closed
    uint8_t folded              # bit s: seat s is out
    uint8_t paid[MAX_SEATS]     # what each seat has put into the pot; zero if not playing
    uint64_t acts[2]            # by round: 2 bits an act, the latest lowest
    uint8_t place[CARDS]        # DECK also for the cards that are not in the game
    uint8_t known[CARDS]        # seats that know the place
    uint8_t spare[4]

cdef inline unsigned lowest_card(unsigned seats) noexcept nogil:
    return 2 * (MAX_SEATS - seats)

cdef inline unsigned everybody(const State *s) noexcept nogil:
    return (1 << s.seats) - 1

cdef inline unsigned contenders(const State *s) noexcept nogil:
    """The seats that have not folded."""
    return everybody(s) & ~s.folded

cdef inline void open_table(State *s, unsigned seats) noexcept nogil:
    """The start, into zeroed memory."""
    cdef unsigned seat
    s.seats = seats
    s.actor = CHANCE
    s.stakes = 1
    s.due = seats
    for seat in range(seats):
        s.paid[seat] = 1

cdef inline void deal_card(State *s, unsigned seat, unsigned card) noexcept nogil:
    zone_move(s.place, s.known, card, HAND + seat, 1 << seat)
    s.dealt += 1
    s.actor = 0 if s.dealt == s.seats else CHANCE

cdef inline uint8_t seat_after(const State *s, uint8_t seat) noexcept nogil:
    """The next seat that has not folded."""
    while True:
        seat = 0 if seat + 1 == s.seats else seat + 1
        if not s.folded >> seat & 1:
            return seat

cdef inline void turn_card(State *s, unsigned card) noexcept nogil:
    zone_move(s.place, s.known, card, PUBLIC, everybody(s))
    s.actor = seat_after(s, s.seats - 1)

cdef inline bint may_fold(const State *s) noexcept nogil:
    return s.stakes > s.paid[s.actor]

cdef inline bint may_raise(const State *s) noexcept nogil:
    return s.raises < MAX_RAISES

cdef inline void show_cards(State *s) noexcept nogil:
    cdef unsigned seats = contenders(s)
    cdef unsigned card
    for card in range(lowest_card(s.seats), CARDS):
        if s.place[card] != DECK and s.place[card] != PUBLIC \
                and seats >> (s.place[card] - HAND) & 1:
            s.known[card] = everybody(s)

cdef inline void act(State *s, unsigned what) noexcept nogil:
    cdef unsigned seat = s.actor
    cdef unsigned left
    s.acts[s.round] = s.acts[s.round] << 2 | what
    if what == FOLD:
        s.folded |= 1 << seat
        s.due -= 1
        left = contenders(s)
        if not left & (left - 1):
            s.actor = OVER
            return
    elif what == CALL:
        s.paid[seat] = s.stakes
        s.due -= 1
    else:
        s.stakes += 2 << s.round
        s.paid[seat] = s.stakes
        s.raises += 1
        s.due = bits_count(contenders(s)) - 1
    if s.due:
        s.actor = seat_after(s, seat)
    elif s.round == 0:
        s.round = 1
        s.raises = 0
        s.due = bits_count(contenders(s))
        s.actor = CHANCE
    else:
        s.actor = OVER
        show_cards(s)
