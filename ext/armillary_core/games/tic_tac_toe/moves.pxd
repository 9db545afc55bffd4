# Moves: MARK with the cell, 0 .. 8, as operand.

from armillary_core.kernel.types cimport move_t

cdef enum:
    MARK = 1

cdef inline move_t mark(unsigned cell) noexcept nogil:
    return MARK | <move_t>cell << 8
