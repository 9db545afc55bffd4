# Master of Orion: what the data files say, as C arrays; read-only after import.

from libc.stdint cimport int8_t, uint8_t, uint16_t, uint64_t

from armillary_core.games.orion.bag cimport Bag
from armillary_core.games.orion.moves cimport NAMES
from armillary_core.kernel.cards cimport Effect

cdef enum:
    KINDS = 64                  # of structures, at most
    ADVISOR_ROWS = 8
    RACE_ROWS = 16
    ROWS = 250
    OPTIONS = 64
    BUNDLES = 64
    OPTION_LIST = 120

# ---- timings ----
cdef enum:
    NEVER = 0
    ACTIVATION = 1
    AFTER_BUILD = 2
    AFTER_ATTACK = 3
    START_OF_ROUND = 4
    ALWAYS = 5
    END_OF_GAME = 6
    AT_EXERTION = 7
    ATTACKED = 8                # always, with trigger "attacked"

# ---- slots ----
cdef enum:
    SLOT_A = 1
    SLOT_P = 2

# ---- who suffers ----
cdef enum:
    THE_OTHER = 0               # the attacked, or the attacker
    CHOSEN = 1
    EACH = 2

# ---- counters ----
cdef enum:
    PER_CARD = 1                # structures of a colour, covered ones too
    PER_WORKING = 2
    PER_SYSTEM = 3

# ---- verbs: what the operands mean stands in tables.pyx, what they do in effects.pyx ----
cdef enum:
    GAIN = 1
    GAIN_BY_COVERED = 2
    DRAW_CARDS = 3
    DISCARD_CARDS = 4
    TAKE_FROM_PILE = 5
    GAIN_CUBE = 6
    CARRY_CUBE = 7
    LOYALTY = 8
    POINTS = 9
    BUILD_CARDS = 10
    ACTIVATE_CARDS = 11
    REORDER = 12
    CHOICE = 13
    OPP_LOYALTY = 14
    OPP_DISCARD = 15
    OPP_CHOICE = 16
    STEAL = 17
    OPP_SINK = 18
    OPP_BLOCK = 19
    OPP_RETURN_ADVISOR = 20
    BUNDLE = 21                 # options only
    EXCHANGE = 22               # options only
    VERBS_END = 23

# ---- scoring of "?" cards ----
cdef enum:
    COUNT_CARDS = 1
    COUNT_WORKING = 2
    COUNT_LOYALTY = 3
    COUNT_RESOURCES = 4

cdef struct Source:             # a structure, an advisor or a race, as far as it does something
    uint8_t timing
    uint8_t slot                # 0, SLOT_A or SLOT_P
    uint8_t may                 # 1: it may be declined
    uint8_t asks                # 1: whether to decline it is a question of its own
    uint8_t gated               # 1: cannot be activated below the loyalty gate
    uint8_t colour              # a working card of this colour is needed; ANY: no condition
    uint8_t first               # rows first .. end - 1
    uint8_t end
    uint8_t cost[3]             # the extra cost: resources,
    uint8_t cost_points
    uint8_t cost_loyalty
    uint8_t cost_cards
    uint8_t cost_cubes
    uint8_t carry               # 1: the cube in its slot stays for the next round
    # ---- standing modifiers ----
    uint8_t discount            # in any system
    uint8_t discount_here       # in its own system
    int8_t strength             # when attacking
    int8_t price                # of own attacks
    int8_t defence
    int8_t toll                 # on attackers
    uint8_t research
    uint8_t capacity            # of the extra system; 0: none
    uint8_t permanent
    uint8_t exploit[4][4]       # by colour: food, fleets, production, cards kept

cdef struct Exertion:
    uint8_t cubes
    int8_t loyalty
    uint8_t first               # rows first .. end - 1
    uint8_t end

cdef struct Formula:
    uint8_t count               # 0: printed points
    uint8_t colour
    uint8_t amount
    uint8_t divisor

cdef struct Tables:
    # ---- structures ----
    uint8_t kinds
    uint8_t cards
    uint8_t colour[KINDS]
    uint8_t cost[KINDS][3]
    uint8_t income[KINDS][3]
    uint8_t points[KINDS]
    Formula formula[KINDS]
    Bag copies
    uint64_t of_colour[5]       # kinds by colour; ANY: all
    uint64_t gated              # kinds that cannot be built below the loyalty gate
    uint64_t timed[9]           # kinds by their timing
    uint64_t offensive          # kinds that change the strength or the price of own attacks
    uint64_t defensive          # kinds that change those of attacks on their owner
    uint64_t thrifty            # kinds that grant a discount in every system
    uint64_t payable[3][10]     # kinds whose cost in a resource is covered by so many units
    # ---- structures, advisors and races by name (see moves.pxd) ----
    Source source[NAMES]
    Effect row[ROWS]
    Effect option[OPTIONS]
    uint8_t option_list[OPTION_LIST]
    uint8_t options
    uint8_t listed              # entries of the option list
    uint8_t rows
    uint8_t bundle[BUNDLES][3]
    uint8_t bundles
    # ---- advisors ----
    uint8_t advisors
    uint8_t advisors_used
    uint8_t hire_cards
    # ---- races ----
    uint8_t races
    uint8_t shared_race         # the one that several seats may have
    uint8_t start[RACE_ROWS][3]
    uint8_t start_loyalty[RACE_ROWS]
    uint8_t trade[RACE_ROWS][3]
    Exertion exertion[RACE_ROWS][3]     # low, medium, high
    # ---- rules ----
    uint8_t rounds
    uint8_t start_hand
    uint8_t hand_limit
    uint8_t cubes               # of a seat, without markers
    uint8_t systems
    uint8_t height
    uint8_t low_zone            # the highest number of the zone
    uint8_t medium_zone
    uint8_t most                # of a resource
    int8_t most_loyalty
    int8_t gate
    int8_t end_loyalty          # at or below it the game ends
    uint8_t exploit[4][3]
    uint8_t exploit_draw        # of a grey card
    uint8_t exploit_keep
    uint8_t research
    uint8_t propaganda
    uint8_t attack_price
    uint8_t attack_points
    int8_t attack_loyalty
    uint8_t attack_limit[5]     # by the number of seats

cdef Tables TABLES
