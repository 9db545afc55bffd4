"""Pig: the rules, and the GameOps."""

from libc.stdint cimport int32_t, uint8_t, uint32_t

from armillary_core.games.pig.moves cimport ROLL, STOP, face
from armillary_core.games.pig.state cimport (
    MAX_DICE, MAX_HORIZON, MAX_WINSCORE, MIN_DICE, MIN_WINSCORE, State, fall, roll, stop, winner,
)
from armillary_core.kernel.game cimport GameOps, make_game
from armillary_core.kernel.rng cimport Rng, rng_below
from armillary_core.kernel.types cimport (
    CHANCE, HAS_CHANCE, MAX_SEATS, OVER, move_arg, move_kind, move_t,
)

from armillary_core.games.pig.view import from_dict, to_dict
from armillary_core.kernel.game import Option


cdef const char *setup(void *p, uint8_t seats, const int32_t *options) noexcept nogil:
    cdef State *s = <State *>p
    s.seats = seats
    s.winscore = options[0]
    s.dice = options[1]
    s.horizon = options[2]
    return NULL


cdef uint8_t actor(const void *p) noexcept nogil:
    return (<const State *>p).actor


cdef inline bint may_roll(const State *s) noexcept nogil:
    """Who has enough to win must bank it."""
    return s.score[s.turn] + s.pot < s.winscore


cdef uint32_t legal(const void *p, move_t *out) noexcept nogil:
    cdef bint both = may_roll(<const State *>p)
    out[0] = ROLL
    out[both] = STOP
    return 1 + both


cdef move_t sample(const void *p, Rng *rng) noexcept nogil:
    return ROLL if may_roll(<const State *>p) and rng_below(rng, 2) == 0 else STOP


cdef void play(void *p, move_t m) noexcept nogil:
    cdef uint8_t kind = move_kind(m)
    if kind == ROLL:
        roll(<State *>p)
    elif kind == STOP:
        stop(<State *>p)
    else:
        fall(<State *>p, move_arg(m, 0))


cdef void returns(const void *p, double *share, double *score) noexcept nogil:
    cdef const State *s = <const State *>p
    cdef int best = winner(s)
    cdef int seat
    for seat in range(s.seats):
        if best < 0:
            share[seat] = 1.0 / s.seats
            score[seat] = 0
        else:
            share[seat] = <double>(seat == best)
            score[seat] = 1 if seat == best else -1.0 / (s.seats - 1)


cdef move_t chance(const void *p, Rng *rng) noexcept nogil:
    return face(1 + rng_below(rng, (<const State *>p).dice))


cdef uint32_t outcomes(const void *p, move_t *out, double *weight) noexcept nogil:
    cdef uint32_t sides = (<const State *>p).dice
    cdef uint32_t i
    for i in range(sides):
        out[i] = face(i + 1)
        weight[i] = 1
    return sides


cdef uint32_t stream(const void *p) noexcept nogil:
    """A die for each seat."""
    return (<const State *>p).turn


cdef const char *check(const void *p) noexcept nogil:
    cdef const State *s = <const State *>p
    cdef int seat, best
    if s.seats < 2 or s.seats > MAX_SEATS or s.turn >= s.seats:
        return "a seat is out of range"
    if s.winscore < MIN_WINSCORE or s.winscore > MAX_WINSCORE or s.dice < MIN_DICE \
            or s.dice > MAX_DICE or s.horizon < 1 or s.horizon > MAX_HORIZON:
        return "an option is out of range"
    if s.moves > s.horizon:
        return "more moves than the horizon allows"
    best = winner(s)
    for seat in range(MAX_SEATS):
        if s.score[seat] and seat >= s.seats:
            return "points of a seat that does not play"
        if s.score[seat] >= s.winscore + s.dice:
            return "more points than can be banked"
        if s.score[seat] >= s.winscore and seat != best:
            return "play went on after a win"
    if best >= 0 and s.pot:
        return "play went on after a win"
    if s.score[s.turn] + s.pot >= s.winscore + s.dice:
        return "more points than can be rolled in a turn"
    if best >= 0 or s.moves == s.horizon:
        if s.actor != OVER:
            return "play goes on after the end"
    elif s.actor != s.turn and s.actor != CHANCE:
        return "it is nobody's turn"
    if s.actor != s.turn and not may_roll(s):
        return "a roll by a seat that had to stop"
    return NULL


cdef GameOps OPS
OPS.name = b"pig"
OPS.state_size = sizeof(State)
OPS.flags = HAS_CHANCE
OPS.max_moves = MAX_DICE
OPS.max_plies = 2 * MAX_HORIZON - 1     # every roll but the last is followed by the die
OPS.min_seats = 2
OPS.max_seats = MAX_SEATS
OPS.setup = setup
OPS.actor = actor
OPS.legal = legal
OPS.sample = sample
OPS.play = play
OPS.returns = returns
OPS.chance = chance
OPS.outcomes = outcomes
OPS.stream = stream
OPS.check = check

GAME = make_game(&OPS, (
    Option("winscore", 100, "points that win", low=int(MIN_WINSCORE), high=int(MAX_WINSCORE)),
    Option("dice", 6, "sides of the die", low=int(MIN_DICE), high=int(MAX_DICE)),
    Option("horizon", 1000, "choices after which nobody wins", low=1, high=int(MAX_HORIZON)),
), to_dict, from_dict)
