# The template game: what the data files say, as C arrays; read-only after import.

from libc.stdint cimport uint8_t, uint16_t

from armillary_core.games.template.state cimport CARDS
from armillary_core.kernel.cards cimport Effect, Span

cdef enum:
    KINDS = 16                  # at most
    ROWS = 64                   # effect rows, at most

# ---- verbs: what the operands mean stands in tables.pyx, what they do in effects.pyx ----
cdef enum:
    GAIN = 1
    STEAL_FROM = 2
    ROLL_DIE = 3
    DRAW = 4

cdef struct Tables:
    uint8_t hand                # cards dealt to each seat
    uint8_t sides               # of the die
    uint8_t kinds
    uint8_t cards
    uint16_t kind[CARDS]        # the kind of each card
    Span effects[KINDS]         # the rows of each kind
    Effect row[ROWS]

cdef Tables TABLES
