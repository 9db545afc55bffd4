# Master of Orion: the state and the layout of its bytes.
#
# Cards are kinds (rows of structures.toml) in bags and lists, never single copies: equal
# positions are equal bytes. All that everybody sees stands first, what is hidden last.

from libc.stdint cimport int8_t, uint8_t, uint16_t

from armillary_core.games.orion.bag cimport Bag
from armillary_core.kernel.cards cimport Stack

cdef enum:
    SEATS = 4                   # at most
    SYSTEMS = 5                 # 0 .. 3 in the order of opening; 4: the advisor's extra one
    EXTRA = 4
    HEIGHT = 5                  # cards in a system, at most
    PILE = 96                   # cards in the game, at most
    NONE = 255                  # no race yet, no advisor, no victim

# ---- places of effects: systems 0 .. 4 (their working cards), then ----
cdef enum:
    ADVISOR_PLACE = 5
    RACE_PLACE = 6

# ---- colours ----
cdef enum:
    BLUE = 0
    RED = 1
    YELLOW = 2
    GREY = 3
    ANY = 4

# ---- resources ----
cdef enum:
    FOOD = 0
    FLEET = 1
    PRODUCTION = 2

cdef enum:
    MAY_PASS = 8                # in operand d of BUILD

# ---- pending frames ------------------------------------------------------------------
# The frame at the bottom says the phase; effects stand above it. `who` is a seat, CHANCE
# where it says so, and 0 in frames that ask nobody.
cdef enum:
    RACES = 1                   # who or CHANCE takes a race for seat a; c: 1 = advisors follow
    ADVISORS = 2                # CHANCE lays out advisors
    DEAL = 3                    # CHANCE; b cards are still due to seat a
    MULLIGAN = 4                # who discards; a: 1 = has finished, b: cards discarded
    EXERTION = 5                # a seats, from the first player, have been served; asks nobody
    STARTS = 6                  # the same for effects at the start of the round
    TURN = 7                    # who acts; a: 1 = has acted
    TRIM = 8                    # a seats have trimmed their hands; asks nobody
    LAST_PHASE = 8
    # RESOLVE asks nobody; a: the opponent or NONE; b: place | colour covered + 1 << 3 | may << 6
    RESOLVE = 9                 # who; rows c .. d - 1 are still to do
    # DUE has in b the opponent or NONE, in d the colour covered + 1
    DUE = 10                    # who orders effects at the places of mask a, of timing c
    DRAW = 11                   # CHANCE; b cards are due to seat a
    DRAWN = 12                  # seat a: CHANCE draws b cards, then it (who) discards all but c
    DISCARD = 13                # who discards b cards
    TAKE = 14                   # who takes b of the top c cards of the pile (255: all)
    # BUILD has in d the system + 1 (0: any) | MAY_PASS
    BUILD = 15                  # who builds up to b cards of colour a, with c units of discount
    PAY = 16                    # who pays for the top card of system a, b units less
    ACTIVATE = 17               # who activates up to b cards; a: 1 = may pass
    TARGET = 18                 # who names an opponent for the RESOLVE below
    SINK = 19                   # who sinks a working card of seat a
    BLOCK = 20                  # who fills a slot of seat a
    SYSTEM = 21                 # who puts b systems in another order, one by one
    ORDER = 22                  # who orders system a: the lowest b cards are still free
    CHOOSE = 23                 # who does one of the options c .. d - 1 of the option list
    FRAMES = 24

cdef struct Seat:
    uint8_t race                # NONE before it is chosen
    uint8_t advisor             # NONE: has none
    uint8_t resource[3]
    uint8_t available           # action cubes
    uint8_t reserve             # cubes that are nowhere else
    uint8_t spent               # cubes on the own board
    uint8_t cubes               # bit per place: a cube in the slot of the working card there
    uint8_t propaganda          # 1: one of the spent cubes lies there
    int8_t loyalty
    uint8_t spare
    uint16_t points             # on the track
    uint8_t attacks[SEATS]      # own cubes on the boards of others
    uint8_t height[SYSTEMS]
    uint8_t system[SYSTEMS][HEIGHT]     # from the bottom to the top; zero above

cdef struct State:
    uint8_t seats
    uint8_t round               # from 1
    uint8_t first               # holds the first-player token
    uint8_t table               # advisors in the middle: a bit each
    uint8_t pile_count
    uint8_t spare[3]
    Seat seat[SEATS]
    uint8_t pile[PILE]          # discarded cards, from the bottom to the top; zero above
    Stack stack                 # empty: the game is over
    Bag open[SEATS]             # the cards of each hand that everybody knows
    # ---- hidden ----
    Bag hand[SEATS]             # all cards of each hand
    Bag drawn                   # drawn by exploiting a grey card, under a DRAWN frame
    Bag deck

cdef inline int seat_after(const State *s, int seat, int steps) noexcept nogil:
    """The seat so many steps to the left; steps < seats."""
    seat += steps
    return seat - s.seats if seat >= s.seats else seat
