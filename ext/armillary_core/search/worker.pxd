# A worker: what one thread needs to simulate. Fields are grouped by who may change them.

from libc.stdint cimport uint8_t, uint32_t, uint64_t

from armillary_core.kernel.game cimport GameOps
from armillary_core.kernel.rng cimport Rng
from armillary_core.kernel.types cimport MAX_MOVES, MAX_SEATS, move_t
from armillary_core.search.arena cimport Arena, Slab
from armillary_core.search.params cimport Params

cdef enum:
    MAX_DEPTH = 512             # plies of a tree
    MAX_LOG = 4096              # moves of one simulation that learning looks at
    HISTORY = 4096              # entries of a seat's history table

cdef struct Tally:              # what came of one root move; a worker's own
    double share[MAX_SEATS]
    double score[MAX_SEATS]
    double square               # of the searcher's share
    uint32_t count
    uint32_t scored             # simulations that saw the end of the game

cdef struct Habit:              # what a move was worth, wherever it was played
    float value
    float visits

cdef struct Worker:
    # ---- set before the search, read-only during it ----
    const GameOps *ops
    const Params *params
    const uint8_t *root_state   # the searcher's view
    Arena *arena
    uint8_t seat                # the searcher
    uint8_t seats
    uint8_t hidden              # worlds are redrawn
    uint8_t shared              # other workers use the same tree
    uint8_t plain               # selection is bare UCB1
    uint8_t learns              # moves are logged for history, MAST or GRAVE
    uint32_t roots              # trees: 1, or the seats
    uint32_t forced             # the root child to visit, whatever it is worth; 0: free choice

    # ---- this worker's own ----
    Rng rng
    Slab slab
    uint8_t *world              # the root as redrawn for the present simulations
    uint8_t *state              # the present simulation
    uint32_t world_left         # simulations still to be made in this world
    uint64_t keys[MAX_SEATS]    # what each seat knows in this world
    move_t moves[MAX_MOVES]
    move_t labels[MAX_MOVES]
    double weights[MAX_MOVES]
    uint32_t found[MAX_MOVES]   # children of the present node that are available
    uint32_t path[MAX_SEATS][MAX_DEPTH + 1]
    uint8_t chooser[MAX_DEPTH + 1]  # who chose the edge at that depth
    uint8_t tied[MAX_DEPTH + 1]     # at that depth a proven tie was passed over
    uint32_t depth
    # A batch, in a shared tree: simulations that all begin at the same much-visited node. What
    # they owe to the edges above it is kept here and paid at once (see mcts.pxd).
    uint8_t *base               # the state there
    uint32_t anchor             # its depth
    uint32_t batch_left         # simulations still to begin there
    uint32_t batch_made
    uint32_t base_log           # log_count there
    uint64_t owed[MAX_DEPTH + 1]        # to Edge.value, by depth
    float owed_squares[MAX_DEPTH + 1]
    uint32_t log_count
    move_t log_move[MAX_LOG]
    uint8_t log_seat[MAX_LOG]
    Habit *habits               # seats * HISTORY
    Tally *tallies              # by root move
    double share[MAX_SEATS]     # result of the present simulation
    double score[MAX_SEATS]
    uint8_t scored
    double c                    # exploration, in units of the spread of results so far
    double sum                  # of the searcher's shares, and of their squares
    double squares
    double first_value          # of the first simulation in this world
    # spread over worlds: pairs of simulations in one world
    double pair_sum
    double pair_product
    uint64_t pairs
    uint64_t simulations
    uint64_t nodes              # children made
    uint32_t seldepth
    uint8_t full                # the arena gave no room
