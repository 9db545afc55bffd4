"""From a leaf to a result."""

from libc.stdint cimport int32_t, uint8_t, uint32_t

from armillary_core.kernel.game cimport GameOps
from armillary_core.kernel.rng cimport rng_below, rng_unit
from armillary_core.kernel.types cimport CHANCE, MAX_SEATS, OVER, move_t
from armillary_core.search.params cimport MAST, UNIFORM, Params
from armillary_core.search.playout cimport playout, uniform_move
from armillary_core.search.select cimport habit_of
from armillary_core.search.worker cimport MAX_LOG, Habit, Worker

cdef enum:
    PATIENCE = 16               # plies past the cut-off, for a turn to end


cdef void log_move(Worker *w, uint8_t who, move_t m) noexcept nogil:
    if w.log_count < MAX_LOG:
        w.log_move[w.log_count] = m
        w.log_seat[w.log_count] = who
        w.log_count += 1


cdef void learn(Worker *w) noexcept nogil:
    cdef uint32_t i
    cdef Habit *habit
    for i in range(w.log_count):
        habit = habit_of(w, w.log_seat[i], w.log_move[i])
        habit.visits += 1
        habit.value += <float>w.share[w.log_seat[i]]
        if habit.visits > 1e6:          # old news counts for less, and sums stay exact
            habit.visits *= 0.5
            habit.value *= 0.5


cdef move_t habitual_move(Worker *w, uint8_t who) noexcept nogil:
    """The move that was worth most so far; an unknown one counts as a win."""
    cdef uint32_t n = w.ops.legal(w.state, w.moves)
    cdef uint32_t i, ties = 0
    cdef move_t best = w.moves[0]
    cdef float value, most = -1
    cdef const Habit *habit
    if n == 1:
        return best
    for i in range(n):
        habit = habit_of(w, who, w.moves[i])
        value = habit.value / habit.visits if habit.visits > 0 else <float>1
        if value > most:
            most = value
            best = w.moves[i]
            ties = 1
        elif value == most:
            ties += 1
            if rng_below(&w.rng, ties) == 0:
                best = w.moves[i]
    return best


cdef move_t policy_move(Worker *w, uint8_t who) noexcept nogil:
    cdef const Params *par = w.params
    if par.policy == UNIFORM or (par.epsilon > 0 and rng_unit(&w.rng) < par.epsilon):
        return uniform_move(w.ops, w.state, &w.rng, w.moves)
    if par.policy == MAST:
        return habitual_move(w, who)
    return w.ops.suggest(w.state, &w.rng)


cdef void settle(Worker *w) noexcept nogil:
    w.ops.returns(w.state, w.share, w.score)
    w.scored = 1


cdef void rollout(Worker *w) noexcept nogil:
    cdef const GameOps *ops = w.ops
    cdef const Params *par = w.params
    cdef double guess[MAX_SEATS]
    cdef int32_t left = par.cutoff
    cdef int32_t patience = PATIENCE
    cdef uint32_t seat
    cdef uint8_t who
    cdef uint8_t last = w.chooser[w.depth] if w.depth else CHANCE
    cdef move_t m
    cdef bint mixed = par.mix > 0 and ops.evaluate != NULL
    w.scored = 0
    if mixed:
        ops.evaluate(w.state, guess)
    if mixed and par.mix >= 1:
        for seat in range(w.seats):
            w.share[seat] = guess[seat]
        return
    if par.policy == UNIFORM and left < 0 and not w.learns:
        playout(ops, w.state, &w.rng, w.moves)
        settle(w)
    else:
        while True:
            who = ops.actor(w.state)
            if who == OVER:
                settle(w)
                break
            if left == 0 and ops.evaluate != NULL:
                # In the midst of a turn a gain may stand whose price is not yet paid.
                if patience == 0 or (who != last and who != CHANCE):
                    ops.evaluate(w.state, w.share)
                    break
                patience -= 1
            left -= left > 0
            if who == CHANCE:
                ops.play(w.state, ops.chance(w.state, &w.rng))
                continue
            last = who
            m = policy_move(w, who)
            if w.learns:
                log_move(w, who, m)
            ops.play(w.state, m)
    if mixed:
        for seat in range(w.seats):
            w.share[seat] += par.mix * (guess[seat] - w.share[seat])
