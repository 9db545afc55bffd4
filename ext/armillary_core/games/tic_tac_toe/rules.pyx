"""Tic-tac-toe: the rules, and the GameOps."""

from libc.stdint cimport int32_t, uint8_t, uint32_t

from armillary_core.games.tic_tac_toe.moves cimport mark
from armillary_core.games.tic_tac_toe.state cimport (
    CELLS, DRAWN, FULL, PLAYING, WON, State, has_line,
)
from armillary_core.kernel.bits cimport bits_count, bits_first
from armillary_core.kernel.game cimport GameOps, make_game
from armillary_core.kernel.types cimport OVER, move_arg, move_t

from armillary_core.games.tic_tac_toe.view import from_dict, to_dict


cdef const char *setup(void *p, uint8_t seats, const int32_t *options) noexcept nogil:
    (<State *>p).seats = seats
    return NULL


cdef uint8_t actor(const void *p) noexcept nogil:
    cdef const State *s = <const State *>p
    return s.turn if s.result == PLAYING else OVER


cdef uint32_t legal(const void *p, move_t *out) noexcept nogil:
    cdef const State *s = <const State *>p
    cdef unsigned empty = ~(s.mark[0] | s.mark[1]) & FULL
    cdef uint32_t n = 0
    while empty:
        out[n] = mark(bits_first(empty))
        n += 1
        empty &= empty - 1
    return n


cdef void play(void *p, move_t m) noexcept nogil:
    cdef State *s = <State *>p
    cdef unsigned mine = s.mark[s.turn] | 1 << move_arg(m, 0)
    s.mark[s.turn] = mine
    s.turn ^= 1
    if has_line(mine):
        s.result = WON
    elif (s.mark[0] | s.mark[1]) == FULL:
        s.result = DRAWN


cdef void returns(const void *p, double *share, double *score) noexcept nogil:
    cdef const State *s = <const State *>p
    cdef int seat
    for seat in range(2):
        share[seat] = 0.5 if s.result == DRAWN else <double>(seat != s.turn)
        score[seat] = 2 * share[seat] - 1


cdef const char *check(const void *p) noexcept nogil:
    cdef const State *s = <const State *>p
    if s.seats != 2 or s.turn > 1 or s.result > WON or s.spare:
        return "a field is out of range"
    if (s.mark[0] | s.mark[1]) & ~FULL:
        return "a mark outside the board"
    if s.mark[0] & s.mark[1]:
        return "two marks in one cell"
    if bits_count(s.mark[0]) - bits_count(s.mark[1]) != s.turn:
        return "the turn and the marks disagree"
    if has_line(s.mark[s.turn]):
        return "play went on after a line"
    if (s.result == WON) != has_line(s.mark[1 - s.turn]):
        return "the result and the lines disagree"
    if s.result != WON and (s.result == DRAWN) != ((s.mark[0] | s.mark[1]) == FULL):
        return "the result and a full board disagree"
    return NULL


cdef GameOps OPS
OPS.name = b"tic_tac_toe"
OPS.state_size = sizeof(State)
OPS.max_moves = CELLS
OPS.max_plies = CELLS
OPS.min_seats = 2
OPS.max_seats = 2
OPS.setup = setup
OPS.actor = actor
OPS.legal = legal
OPS.play = play
OPS.returns = returns
OPS.check = check

GAME = make_game(&OPS, (), to_dict, from_dict)
