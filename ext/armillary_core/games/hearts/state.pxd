# Hearts: sets of cards in 64 bits.
#
# A suit has 16 bits, of which it uses 13, so that suit and rank are a shift and a mask:
#
#     card = 16 * suit + rank        suits C D H S = 0 .. 3, ranks 2 .. A = 0 .. 12
#
# Only hands, passes and the cards played are facts; the rest follows from them and is kept
# because each ply reads it. `check` replays the tricks and compares every byte.

from libc.stdint cimport uint8_t, uint64_t

cdef extern from *:
    """
    #define HEARTS_DECK     0x1fff1fff1fff1fffull
    #define HEARTS_SUIT     0x1fffull
    #define HEARTS_TWO      1ull
    #define HEARTS_HEARTS   (HEARTS_SUIT << 32)
    #define HEARTS_QUEEN    (1ull << 58)
    #define HEARTS_PLAIN    (HEARTS_DECK & ~HEARTS_HEARTS)
    #define HEARTS_SAFE     (HEARTS_PLAIN & ~HEARTS_QUEEN)
    """
    const uint64_t DECK "HEARTS_DECK"           # all cards
    const uint64_t CLUBS "HEARTS_SUIT"          # the lowest suit; others by shifting
    const uint64_t TWO_OF_CLUBS "HEARTS_TWO"
    const uint64_t HEARTS "HEARTS_HEARTS"
    const uint64_t PLAIN "HEARTS_PLAIN"         # all but the hearts
    const uint64_t SAFE "HEARTS_SAFE"           # all cards without points

cdef enum:
    SEATS = 4
    CARDS = 52
    HAND = 13                   # cards of a full hand; also the number of tricks
    PASSED = 3                  # cards that a seat passes
    QUEEN_OF_SPADES = 58
    POINTS = 26                 # all hearts, and 13 for the queen of spades

cdef struct State:
    uint8_t seats               # 4
    uint8_t phase               # the kind of the next move: DIRECTION, DEAL, PASS or PLAY
    uint8_t turn                # the seat to act, CHANCE or OVER
    uint8_t count               # moves made in this phase
    uint8_t direction           # seat s passes to s + direction; 0 = nobody passes
    uint8_t broken              # 1 once a trick with points was taken
    uint8_t best                # what wins the trick, or won the last: card << 2 | seat
    uint8_t pot                 # points in the open trick
    uint8_t points[4]           # points taken by each seat
    uint8_t trick[52]           # trick[4 t + s]: the card of seat s in trick t, else 0
    uint64_t want               # what the seat to act must play from if it can
    uint64_t hand[4]            # the cards that each seat holds now
    uint64_t passed[4]          # the cards that each seat has given away
    uint64_t cannot[4]          # cards that the play of a seat proves it does not hold

cdef inline uint64_t bit_of(unsigned card) noexcept nogil:
    return <uint64_t>1 << card

cdef inline uint64_t suit_of(unsigned card) noexcept nogil:
    """All cards of that card's suit."""
    return CLUBS << (card & 48)

cdef inline bint is_card(unsigned card) noexcept nogil:
    return card < 64 and DECK >> card & 1
