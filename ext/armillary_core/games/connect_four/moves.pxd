# Moves: DROP with the column, 0 .. 6, as operand.

from armillary_core.kernel.types cimport move_t

cdef enum:
    DROP = 1

cdef inline move_t drop(unsigned column) noexcept nogil:
    return DROP | <move_t>column << 8
