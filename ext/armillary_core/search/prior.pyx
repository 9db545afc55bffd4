"""Priors of new children: uniform, by the game's policy, or by its evaluation one ply ahead."""

from libc.math cimport exp
from libc.stdint cimport uint8_t, uint32_t
from libc.string cimport memcpy

from armillary_core.kernel.game cimport GameOps
from armillary_core.kernel.types cimport CHANCE, MAX_SEATS, MAX_STATE, OVER, move_t
from armillary_core.search.arena cimport Extra
from armillary_core.search.params cimport PRIOR_EVALUATE, PRIOR_SUGGEST
from armillary_core.search.worker cimport Worker

cdef enum:
    DRAWS = 16                  # of the policy
    SHARPNESS = 6               # of the softmax over shares


cdef void by_suggest(Worker *w, const move_t *moves, uint32_t n, Extra *out) noexcept nogil:
    cdef uint32_t i, _k
    cdef move_t m
    for i in range(n):
        out[i].prior = <float>1 / (DRAWS + n)
    for _k in range(DRAWS):
        m = w.ops.suggest(w.state, &w.rng)
        for i in range(n):
            if moves[i] == m:
                out[i].prior += <float>1 / (DRAWS + n)
                break


cdef void by_evaluate(Worker *w, const move_t *moves, uint32_t n, Extra *out) noexcept nogil:
    cdef const GameOps *ops = w.ops
    cdef uint8_t next[MAX_STATE]
    cdef double share[MAX_SEATS]
    cdef double score[MAX_SEATS]
    cdef double value, total = 0
    cdef uint8_t who = ops.actor(w.state)
    cdef uint32_t i
    for i in range(n):
        memcpy(next, w.state, ops.state_size)
        ops.play(next, moves[i])
        while ops.actor(next) == CHANCE:
            ops.play(next, ops.chance(next, &w.rng))
        if ops.actor(next) == OVER:
            ops.returns(next, share, score)
        else:
            ops.evaluate(next, share)
        value = exp(SHARPNESS * share[who])
        out[i].prior = <float>value
        total += value
    for i in range(n):
        out[i].prior = <float>(out[i].prior / total)


cdef void fill_priors(Worker *w, const move_t *moves, uint32_t n, Extra *out) noexcept nogil:
    cdef uint32_t i
    cdef bint chance = w.ops.actor(w.state) == CHANCE
    if w.params.prior == PRIOR_SUGGEST and w.ops.suggest != NULL and not chance:
        by_suggest(w, moves, n, out)
    elif w.params.prior == PRIOR_EVALUATE and w.ops.evaluate != NULL and not chance:
        by_evaluate(w, moves, n, out)
    else:
        for i in range(n):
            out[i].prior = <float>1 / n
