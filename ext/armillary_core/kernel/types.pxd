# The vocabulary: numbers that every game and every search agree on.

from libc.stdint cimport uint8_t, uint32_t, uint64_t

# ---- Bounds: what the kernel carries --------------------------------------------------
cdef enum:
    MAX_SEATS = 8
    MAX_STATE = 8192        # bytes of one state
    MAX_MOVES = 1024        # legal moves, or outcomes of one chance event
    MAX_FRAMES = 32         # pending decisions on the stack
    MAX_CARDS = 512         # cards in hidden zones
    MAX_OPTIONS = 32        # set-up options of a game

# ---- Who decides ----------------------------------------------------------------------
# actor() answers a seat (0 .. seats - 1) or one of these.
cdef enum:
    CHANCE = 254
    OVER = 255

# ---- Moves ----------------------------------------------------------------------------
# A move is 64 bits: byte 0 (the lowest) is its kind, bytes 1-7 are operands.
# Kind 0 is reserved, so 0 is never a move.
ctypedef uint64_t move_t

cdef enum:
    NO_MOVE = 0
    UNKNOWN = 255           # an operand that the observer cannot see: "?" in text

cdef inline move_t move_of(uint8_t kind, uint8_t a=0, uint8_t b=0, uint8_t c=0) noexcept nogil:
    return kind | <move_t>a << 8 | <move_t>b << 16 | <move_t>c << 24

cdef inline uint8_t move_kind(move_t m) noexcept nogil:
    return m & 0xff

cdef inline uint8_t move_arg(move_t m, int i) noexcept nogil:
    """Operand `i`, counted from 0."""
    return (m >> (8 + 8 * i)) & 0xff

# ---- What the search must know of a game: GameOps.flags --------------------------------
cdef enum:
    HAS_CHANCE = 1          # some nodes are decided by dice or decks
    HAS_HIDDEN = 2          # seats do not see everything
