# Everything that can be set, in one place. Python names, ranges and defaults: options.py.

from libc.stdint cimport int32_t, uint8_t, uint32_t

cdef enum:                      # Params.selection
    UCB1 = 0
    UCB1_TUNED = 1
    PUCT = 2

cdef enum:                      # Params.fpu
    FPU_FIRST = 0               # every move is tried once before any is tried again
    FPU_PARENT = 1              # an untried move counts as its parent's mean, less fpu_value
    FPU_VALUE = 2               # an untried move counts as fpu_value

cdef enum:                      # Params.policy
    UNIFORM = 0
    SUGGEST = 1                 # the game's own; uniform where it has none
    MAST = 2                    # by what moves were worth in this search so far

cdef enum:                      # Params.prior
    PRIOR_UNIFORM = 0
    PRIOR_SUGGEST = 1           # how often `suggest` names a move
    PRIOR_EVALUATE = 2          # a softmax of `evaluate` one ply ahead

cdef struct Params:
    # ---- the tree ----
    uint8_t redraw              # in hidden games, a new world for the simulations (ISMCTS)
    uint8_t multi               # a tree for each seat (MO-ISMCTS) instead of one
    uint8_t private             # with multi: others' trees begin with what they hold
    uint8_t paranoid            # others minimise the searcher's share instead of maximising theirs
    uint8_t solver              # prove wins, losses and ties (open games)
    uint32_t max_depth          # plies of the tree; 1: flat Monte Carlo
    uint32_t expand             # visits before a leaf gets children
    uint32_t worlds             # simulations made in one redrawn world
    uint32_t balance            # most outcomes of a chance node visited in proportion
    # ---- selection ----
    uint8_t selection
    uint8_t fpu
    uint8_t prior
    double c                    # weight of exploration
    uint8_t adapt               # c counts in units of the spread of results, not of whole wins
    double fpu_value
    double widen_c              # progressive widening: at most widen_c * visits^widen_power
    double widen_power          # moves are tried; widen_c 0: all
    double history              # weight of progressive history; 0: off
    uint32_t grave              # visits that make an ancestor's AMAF values trusted; 0: off
    double bias                 # of GRAVE: smaller trusts AMAF longer
    # ---- playouts ----
    uint8_t policy
    double epsilon              # share of uniform moves within SUGGEST and MAST
    int32_t cutoff              # plies of a playout before `evaluate` answers, as soon as the
    #                             turn passes to another seat; -1: to the end
    double mix                  # weight of `evaluate` at the leaf, beside the playout's result
