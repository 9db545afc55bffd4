# The seam: what a game tells, and all that a search may ask.
#
# A state is one C struct without pointers, at most MAX_STATE bytes, all of them meaningful
# (padding is zero): copied by memcpy, compared by memcmp, hashed by its bytes. Its first
# byte is the number of seats. Functions
# never allocate, never keep anything between calls, and read nothing but the state and
# read-only tables. They are unchecked: callers pass what the contract allows.

from libc.stdint cimport int32_t, uint8_t, uint32_t, uint64_t

from armillary_core.kernel.rng cimport Rng
from armillary_core.kernel.types cimport move_t

cdef struct GameOps:
    # ---- what a search must know to allocate ----
    const char *name
    uint32_t state_size
    uint32_t flags              # HAS_CHANCE | HAS_HIDDEN
    uint32_t max_moves          # most legal moves, or outcomes, of any one node
    uint32_t max_plies          # every game ends within so many moves, chance included
    uint8_t min_seats
    uint8_t max_seats

    # ---- the game proper ----
    # The start, into zeroed memory; usually one that waits for chance. Answers NULL, or
    # a sentence saying why these options do not go together.
    const char *(*setup)(void *s, uint8_t seats, const int32_t *options) noexcept nogil
    # A seat, CHANCE or OVER.
    uint8_t (*actor)(const void *s) noexcept nogil
    # The legal moves of the seat to act, ascending, no duplicates, at least one; their number.
    uint32_t (*legal)(const void *s, move_t *out) noexcept nogil
    # Apply a legal move or a possible outcome. Deterministic.
    void (*play)(void *s, move_t m) noexcept nogil
    # At the end, for each seat: its share of the win (what a search maximises; within
    # 0 .. 1, all seats together 1; in games for points a linear map of them) and its score.
    void (*returns)(const void *s, double *share, double *score) noexcept nogil

    # ---- chance; NULL without HAS_CHANCE ----
    # Draw one outcome.
    move_t (*chance)(const void *s, Rng *rng) noexcept nogil
    # List the outcomes, ascending, each with its weight (> 0; any common scale).
    uint32_t (*outcomes)(const void *s, move_t *out, double *weight) noexcept nogil
    # Which named random stream the pending outcome belongs to: a deck, or a kind of dice
    # together with its seat.
    uint32_t (*stream)(const void *s) noexcept nogil

    # ---- who knows what; NULL without HAS_HIDDEN ----
    # A key of all that the seat knows: states are in one information set exactly when
    # their keys agree.
    uint64_t (*observe)(const void *s, uint8_t seat) noexcept nogil
    # The move as that seat sees it made in s: unknown operands become UNKNOWN.
    move_t (*seen_move)(const void *s, move_t m, uint8_t seat) noexcept nogil
    # Redraw all that the seat cannot know, uniformly over what fits everything it has seen.
    # The result is a function of the information set and rng alone: two states that the
    # seat cannot tell apart become the same bytes. That is what makes the search honest.
    void (*determinise)(void *s, uint8_t seat, Rng *rng) noexcept nogil

    # ---- optional knowledge ----
    # One uniformly random legal move, for games that can pick one faster than list all;
    # NULL = pick from legal().
    move_t (*sample)(const void *s, Rng *rng) noexcept nogil
    # Playout policy; NULL = uniform.
    move_t (*suggest)(const void *s, Rng *rng) noexcept nogil
    # Estimated share of the win per seat, for cut-off playouts; NULL = none.
    void (*evaluate)(const void *s, double *share) noexcept nogil

    # ---- for tests and checked builds ----
    # NULL if the invariants hold, else a sentence saying which one is broken. Safe on any
    # bytes at all; where it answers NULL, every other function is safe too.
    const char *(*check)(const void *s) noexcept nogil


# The same questions with the defaults filled in, for callers outside the hot path.
cdef uint64_t ops_observe(const GameOps *ops, const void *s, uint8_t seat) noexcept nogil
cdef move_t ops_seen_move(const GameOps *ops, const void *s, move_t m, uint8_t seat) noexcept nogil
cdef void ops_determinise(const GameOps *ops, void *s, uint8_t seat, Rng *rng) noexcept nogil


cdef class Game:
    """Carries a GameOps to Python, with what Python code must know of the game."""
    cdef const GameOps *ops
    cdef readonly str name
    cdef readonly tuple options         # of Option
    cdef readonly object to_dict        # (state: bytes, viewer: int | None) -> dict
    cdef readonly object from_dict      # (dict, seats, options, viewer) -> bytes; raises ValueError
    cdef public object notation         # the game's module of armillary.games, once it is loaded

    cdef int fill_options(self, dict given, int32_t *out) except -1


cdef Game make_game(const GameOps *ops, tuple options, to_dict, from_dict)
