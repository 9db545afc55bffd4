# Master of Orion: its moves. Operands in order; text form behind them.
#
# Lists ascend by operand b, then a, then kind: so the names of cards, advisors, races, seats
# and trades share one range of numbers for operand a, and groups of moves do not mingle.

from armillary_core.kernel.types cimport move_of, move_t

# ---- names: operand a ----
cdef enum:
    ADVISOR_NAME = 64           # structures are 0 .. 63
    RACE_NAME = 80
    SEAT_NAME = 96
    TRADE_NAME = 104            # + 3 * given + taken
    NAMES = 104                 # that have rows in the data

cdef enum:
    RACE = 1                    # race                              race:human
    KEEP = 2                    # (nothing)                         keep
    THROW = 3                   # card                              discard:frigate
    RESEARCH = 4                # (nothing)                         research
    PROPAGANDA = 5              # (nothing)                         propaganda
    EXPLOIT = 6                 # card                              exploit:frigate
    HIRE = 7                    # advisor                           deal:veil
    ATTACK = 8                  # seat                              attack:p3
    TRADE = 9                   # trade                             trade:food/fleet
    CONSTRUCT = 10              # card, system + 1                  build:frigate/2
    USE = 11                    # card or advisor, system + 1 or 0  activate:frigate/2
    PAID = 12                   # food, fleets, production          pay:food1,production1
    PASS = 13                   # (nothing)                         pass
    EFFECT = 14                 # name, system + 1 or 0             effect:frigate/2
    NAME_TARGET = 15            # seat                              target:p2
    SINK_CARD = 16              # seat, system + 1                  sink:p2/1
    BLOCK_SLOT = 17             # seat, place + 1                   block:p2/1  block:p2/a
    PICK_SYSTEM = 18            # system + 1                        system:2
    PUT_NEXT = 19               # card, 1 if it has a cube          order:frigate  order:frigate*
    TAKE_CARD = 20              # card                              take:frigate
    OPTION = 21                 # option                            choose:food2
    DEALT = 22                  # seat, card or UNKNOWN             ~draw:p1:frigate
    LAID_OUT = 23               # advisor                           ~advisor:veil
    DEALT_RACE = 24             # seat, race                        ~race:p1:human

cdef inline move_t move1(int kind, int a) noexcept nogil:
    return move_of(<unsigned char>kind, <unsigned char>a)

cdef inline move_t move2(int kind, int a, int b) noexcept nogil:
    return move_of(<unsigned char>kind, <unsigned char>a, <unsigned char>b)
