# Position: owns one state, checked at the edge. Move: a 64-bit move that knows its game.

from libc.stdint cimport int64_t, uint8_t, uint32_t, uint64_t

from armillary_core.kernel.game cimport Game, GameOps
from armillary_core.kernel.types cimport move_t


cdef class Move:
    cdef readonly Game game
    cdef readonly move_t value


cdef class Position:
    cdef readonly Game game
    cdef const GameOps *ops
    cdef uint8_t *state             # ops.state_size bytes, owned
    cdef readonly int seats
    cdef dict given                 # option values, complete; shared by copies, never changed
    cdef bint seeded                # chance answers itself from `seed`
    cdef uint64_t seed
    cdef dict streams               # stream -> how often it was used
    cdef int viewer                 # the seat whose view this is, or -1
    cdef bytes origin               # the state before the first logged move
    cdef move_t *log                # every move since, outcomes included; owned
    cdef uint32_t log_count
    cdef uint32_t log_room

    cdef int allocate(self, Game game, int seats, dict given) except -1
    cdef int apply(self, move_t m) except -1
    cdef int settle(self) except -1
    cdef int64_t use_stream(self) except -1
    cdef int record(self, move_t m) except -1
    cdef int play_seen(self, move_t token, move) except -1
    cdef move_t play_as_seen(self, const uint8_t *world, uint8_t *after, move_t token) noexcept
    cdef int only_viewer(self, int who) except -1
    cdef uint32_t list_moves(self, move_t *out) noexcept
    cdef move_t value_of(self, move) except? 0
    cdef bint is_legal(self, move_t m) noexcept
    cdef Position blank_copy(self)


cdef Move make_move(Game game, move_t value)
