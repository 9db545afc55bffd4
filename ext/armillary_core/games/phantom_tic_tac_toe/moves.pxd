# Moves: TRY with the cell, 0 .. 8, as operand; to the other seat it is UNKNOWN.

from armillary_core.kernel.types cimport move_t

cdef enum:
    TRY = 1

cdef inline move_t try_cell(unsigned cell) noexcept nogil:
    return TRY | <move_t>cell << 8
