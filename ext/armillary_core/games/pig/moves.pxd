# Moves: ROLL and STOP, and the outcome FACE with the number shown, 1 .. sides, as operand.

from armillary_core.kernel.types cimport move_t

cdef enum:
    ROLL = 1
    STOP = 2
    FACE = 3

cdef inline move_t face(unsigned number) noexcept nogil:
    return FACE | <move_t>number << 8
