"""Random games in bulk: how fast, how long, how wide, and who wins."""

from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memcpy

from armillary_core.kernel.game cimport GameOps
from armillary_core.kernel.position cimport Move, Position
from armillary_core.kernel.rng cimport Rng, rng_seed
from armillary_core.kernel.types cimport CHANCE, MAX_MOVES, MAX_SEATS, OVER, move_t
from armillary_core.search.playout cimport playout, uniform_move

from armillary_core.kernel.errors import ArmillaryError


def run_playouts(Position start not None, uint32_t games, uint64_t seed):
    """Play `games` random games from a position: (plies, shares by seat), summed.

    The bare loop, for measuring speed; releases the GIL.
    """
    cdef const GameOps *ops = start.ops
    cdef move_t room[MAX_MOVES]
    cdef double share[MAX_SEATS]
    cdef double score[MAX_SEATS]
    cdef double total[MAX_SEATS]
    cdef Rng rng = rng_seed(seed)
    cdef uint64_t plies = 0
    cdef uint32_t _game, seat
    cdef uint32_t seats = start.seats
    cdef void *s = malloc(ops.state_size)
    if s == NULL:
        raise MemoryError()
    for seat in range(MAX_SEATS):
        total[seat] = 0
    with nogil:
        for _game in range(games):
            memcpy(s, start.state, ops.state_size)
            plies += playout(ops, s, &rng, room)
            ops.returns(s, share, score)
            for seat in range(seats):
                total[seat] += share[seat]
    free(s)
    return plies, [total[seat] for seat in range(seats)]


def sample_moves(Position start not None, uint32_t count, uint64_t seed):
    """`count` independent draws, as numbers, of the move that a playout would make here."""
    cdef const GameOps *ops = start.ops
    cdef move_t room[MAX_MOVES]
    cdef Rng rng = rng_seed(seed)
    cdef uint8_t who = ops.actor(start.state)
    if who == OVER:
        return []
    if who == CHANCE:
        return [ops.chance(start.state, &rng) for _ in range(count)]
    return [uniform_move(ops, start.state, &rng, room) for _ in range(count)]


def survey_playouts(Position start not None, uint32_t games, uint64_t seed):
    """Play random games and look at each: a list of (plies, decisions, options, widest,
    shares, scores), `options` being the legal moves of all decisions together."""
    cdef const GameOps *ops = start.ops
    cdef move_t room[MAX_MOVES]
    cdef double share[MAX_SEATS]
    cdef double score[MAX_SEATS]
    cdef Rng rng = rng_seed(seed)
    cdef uint32_t _game, n, plies, decisions, widest
    cdef uint64_t options
    cdef uint8_t who
    cdef Position walk
    rows = []
    for _game in range(games):
        walk = start.blank_copy()
        plies = decisions = widest = 0
        options = 0
        with nogil:
            while True:
                who = ops.actor(walk.state)
                if who == OVER:
                    break
                if who == CHANCE:
                    ops.play(walk.state, ops.chance(walk.state, &rng))
                else:
                    n = ops.legal(walk.state, room)
                    decisions += 1
                    options += n
                    widest = max(widest, n)
                    ops.play(walk.state, uniform_move(ops, walk.state, &rng, room))
                plies += 1
        ops.returns(walk.state, share, score)
        rows.append((plies, decisions, options, widest,
                     tuple([share[k] for k in range(start.seats)]),
                     tuple([score[k] for k in range(start.seats)])))
    return rows


def soak(Position start not None, uint32_t games, uint64_t seed):
    """Play random games and check the invariants after every ply: a list of (plies, shares,
    scores, end), `end` being the last state. Each game has a seed of its own, so that the
    first failure, raised with its seed and its moves, can be seen again alone."""
    cdef const GameOps *ops = start.ops
    cdef move_t room[MAX_MOVES]
    cdef double share[MAX_SEATS]
    cdef double score[MAX_SEATS]
    cdef Rng rng
    cdef uint32_t game, plies
    cdef uint8_t who
    cdef move_t m
    cdef const char *wrong
    cdef Position walk = start.blank_copy()
    cdef move_t *log = <move_t *>malloc((ops.max_plies + 1) * sizeof(move_t))
    if log == NULL:
        raise MemoryError()
    rows = []
    try:
        for game in range(games):
            memcpy(walk.state, start.state, ops.state_size)
            rng = rng_seed(seed + game)
            plies = 0
            with nogil:
                while True:
                    wrong = ops.check(walk.state)
                    who = ops.actor(walk.state)
                    if wrong != NULL or who == OVER or plies == ops.max_plies:
                        break
                    if who == CHANCE:
                        m = ops.chance(walk.state, &rng)
                    else:
                        m = uniform_move(ops, walk.state, &rng, room)
                    log[plies] = m
                    plies += 1
                    ops.play(walk.state, m)
            if wrong != NULL or who != OVER:
                why = wrong.decode() if wrong != NULL else f"no end after {plies} plies"
                moves = " ".join([str(Move(start.game, log[i])) for i in range(plies)])
                raise ArmillaryError(f"{start.game.name}: {why}: seed {seed + game}: {moves}")
            ops.returns(walk.state, share, score)
            rows.append((plies, tuple([share[k] for k in range(start.seats)]),
                         tuple([score[k] for k in range(start.seats)]), walk.to_bytes()))
    finally:
        free(log)
    return rows
