"""Perft: count the move sequences of a given length, the classic test of a move generator."""

from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memcpy

from armillary_core.kernel.game cimport GameOps
from armillary_core.kernel.position cimport Position, make_move
from armillary_core.kernel.types cimport CHANCE, OVER, move_t

from armillary_core.kernel.errors import ArmillaryError


cdef struct Counts:
    uint64_t nodes              # sequences of exactly the asked length
    uint64_t ends               # games that ended within it


cdef struct Level:              # one ply's share of the scratch memory
    uint8_t *state
    move_t *moves
    double *weight


cdef uint32_t list_moves(const GameOps *ops, const Level *level) noexcept nogil:
    cdef uint8_t who = ops.actor(level.state)
    if who == OVER:
        return 0
    if who == CHANCE:
        return ops.outcomes(level.state, level.moves, level.weight)
    return ops.legal(level.state, level.moves)


cdef void count(const GameOps *ops, Level *level, int depth, Counts *counts) noexcept nogil:
    cdef uint32_t i, n
    if ops.actor(level.state) == OVER:
        counts.ends += 1
        counts.nodes += depth == 0
        return
    if depth == 0:
        counts.nodes += 1
        return
    n = list_moves(ops, level)
    for i in range(n):
        memcpy(level[1].state, level.state, ops.state_size)
        ops.play(level[1].state, level.moves[i])
        count(ops, level + 1, depth - 1, counts)


def perft(Position start not None, int depth):
    """[(move, sequences of `depth` moves, games ended within them), …] for each first move.

    Outcomes of chance count as moves. Depth 0 counts nothing: it has no first move.
    """
    cdef const GameOps *ops = start.ops
    cdef Level *levels
    cdef uint8_t *memory
    cdef size_t size = (ops.state_size + 63) & ~<size_t>63
    cdef size_t width = ops.max_moves * sizeof(move_t)
    cdef size_t stride = size + 2 * width
    cdef Counts counts
    cdef uint32_t i, n
    if not 0 <= depth <= 1000:
        raise ArmillaryError(f"perft: a depth of {depth} is not within 0 .. 1000")
    levels = <Level *>malloc((depth + 1) * sizeof(Level))
    memory = <uint8_t *>malloc((depth + 1) * stride)
    if levels == NULL or memory == NULL:
        free(levels)
        free(memory)
        raise MemoryError()
    try:
        for i in range(depth + 1):
            levels[i].state = memory + i * stride
            levels[i].moves = <move_t *>(memory + i * stride + size)
            levels[i].weight = <double *>(memory + i * stride + size + width)
        memcpy(levels[0].state, start.state, ops.state_size)
        rows = []
        n = list_moves(ops, levels) if depth else 0
        for i in range(n):
            counts.nodes = counts.ends = 0
            memcpy(levels[1].state, start.state, ops.state_size)
            ops.play(levels[1].state, levels[0].moves[i])
            with nogil:
                count(ops, levels + 1, depth - 1, &counts)
            rows.append((make_move(start.game, levels[0].moves[i]), counts.nodes, counts.ends))
        return rows
    finally:
        free(levels)
        free(memory)
