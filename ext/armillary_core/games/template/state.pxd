# The template game: its state and the layout of its bytes.
#
# Cards are numbered; copies of one kind stand in a row. A card is in the deck, in the
# discard pile, or in a hand; who knows that is a mask of seats.

from libc.stdint cimport uint8_t

from armillary_core.kernel.cards cimport Stack

cdef enum:
    SEATS = 4                   # at most
    CARDS = 32                  # at most; the data say how many there are

# ---- places of cards ----
cdef enum:
    DECK = 0
    DISCARD = 1
    HAND = 2                    # + seat
    NOWHERE = 255               # cards beyond the number in the data

# ---- pending frames ----
cdef enum:
    TURN = 1                    # who plays a card; always at the bottom
    RESOLVE = 2                 # who; effects c .. d - 1 of a card still to do; never left on top
    STEAL = 3                   # who names a victim; a: the amount
    ROLL = 4                    # chance rolls the die; a: the seat
    DEAL = 5                    # chance deals; a: the seat, b: how many cards

cdef struct State:
    uint8_t seats
    uint8_t score[SEATS]
    uint8_t spare[3]
    uint8_t place[CARDS]
    uint8_t known[CARDS]
    Stack stack                 # empty: the game is over

cdef inline uint8_t everybody(const State *s) noexcept nogil:
    """The mask of all seats."""
    return <uint8_t>((1 << s.seats) - 1)
