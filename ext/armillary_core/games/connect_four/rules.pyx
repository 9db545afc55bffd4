"""Connect Four: the rules, and the GameOps."""

from libc.stdint cimport int32_t, uint8_t, uint32_t, uint64_t

from armillary_core.games.connect_four.moves cimport drop
from armillary_core.games.connect_four.state cimport (
    COLUMNS, DRAWN, PLAYING, ROWS, WON, State, has_line,
)
from armillary_core.kernel.bits cimport bits_count
from armillary_core.kernel.game cimport GameOps, make_game
from armillary_core.kernel.types cimport OVER, move_arg, move_t

from armillary_core.games.connect_four.view import from_dict, to_dict

cdef enum:
    BOTTOM = 0x40810204081      # the lowest cell of every column


cdef const char *setup(void *p, uint8_t seats, const int32_t *options) noexcept nogil:
    (<State *>p).seats = seats
    return NULL


cdef uint8_t actor(const void *p) noexcept nogil:
    cdef const State *s = <const State *>p
    return s.turn if s.result == PLAYING else OVER


cdef uint32_t legal(const void *p, move_t *out) noexcept nogil:
    cdef const State *s = <const State *>p
    cdef uint64_t discs = s.disc[0] | s.disc[1]
    cdef uint32_t column, n = 0
    for column in range(COLUMNS):
        out[n] = drop(column)
        n += not discs >> (7 * column + ROWS - 1) & 1
    return n


cdef void play(void *p, move_t m) noexcept nogil:
    cdef State *s = <State *>p
    cdef uint64_t discs = s.disc[0] | s.disc[1]
    # Adding a column's lowest bit carries up to its first empty cell.
    cdef uint64_t column = <uint64_t>0x7f << 7 * move_arg(m, 0)
    cdef uint64_t mine = s.disc[s.turn] | ((discs + (column & <uint64_t>BOTTOM)) & column & ~discs)
    s.disc[s.turn] = mine
    s.turn ^= 1
    s.count += 1
    if has_line(mine):
        s.result = WON
    elif s.count == ROWS * COLUMNS:
        s.result = DRAWN


cdef void returns(const void *p, double *share, double *score) noexcept nogil:
    cdef const State *s = <const State *>p
    cdef int seat
    for seat in range(2):
        share[seat] = 0.5 if s.result == DRAWN else <double>(seat != s.turn)
        score[seat] = 2 * share[seat] - 1


cdef const char *check(const void *p) noexcept nogil:
    cdef const State *s = <const State *>p
    cdef uint64_t discs = s.disc[0] | s.disc[1]
    cdef uint64_t column
    cdef int i
    for i in range(4):
        if s.spare[i]:
            return "spare bytes are not zero"
    if s.seats != 2 or s.turn > 1 or s.result > WON:
        return "a field is out of range"
    if s.disc[0] & s.disc[1]:
        return "two discs in one cell"
    if discs & (<uint64_t>BOTTOM << ROWS | ~((<uint64_t>1 << 49) - 1)):
        return "a disc outside the board"
    for i in range(COLUMNS):
        column = discs >> 7 * i & 0x7f
        if column & (column + 1):
            return "a disc hangs in the air"
    if bits_count(discs) != s.count or s.turn != s.count % 2:
        return "the count of discs and the turn disagree"
    if bits_count(s.disc[0]) - bits_count(s.disc[1]) != s.turn:
        return "the seats have moved unequally often"
    if has_line(s.disc[s.turn]):
        return "play went on after a line"
    if (s.result == WON) != has_line(s.disc[1 - s.turn]):
        return "the result and the lines disagree"
    if s.result != WON and (s.result == DRAWN) != (s.count == ROWS * COLUMNS):
        return "the result and a full board disagree"
    return NULL


cdef GameOps OPS
OPS.name = b"connect_four"
OPS.state_size = sizeof(State)
OPS.max_moves = COLUMNS
OPS.max_plies = ROWS * COLUMNS
OPS.min_seats = 2
OPS.max_seats = 2
OPS.setup = setup
OPS.actor = actor
OPS.legal = legal
OPS.play = play
OPS.returns = returns
OPS.check = check

GAME = make_game(&OPS, (), to_dict, from_dict)
