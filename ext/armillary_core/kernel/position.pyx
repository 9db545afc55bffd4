"""Position: one state of one game, with checked moves, seeded chance and views."""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc, realloc
from libc.string cimport memcmp, memcpy

cimport cython

from armillary_core.kernel.check cimport ARMILLARY_IS_CHECKED
from armillary_core.kernel.game cimport (
    Game, ops_determinise, ops_observe, ops_seen_move,
)
from armillary_core.kernel.hash cimport hash_bytes
from armillary_core.kernel.rng cimport STREAM_VERSION, Rng, rng_seed, rng_stream
from armillary_core.kernel.types cimport CHANCE, MAX_MOVES, MAX_OPTIONS, OVER, move_t

from armillary_core.kernel.errors import ArmillaryError, BadPosition, IllegalMove

IS_CHECKED = bool(ARMILLARY_IS_CHECKED)
SEED_VERSION = int(STREAM_VERSION)

cdef enum:
    SEEN_WORLDS = 20000         # how many worlds a view looks at for a move that it was told


@cython.freelist(256)
cdef class Move:
    """A move of a game: `str(move)` is its text, `int(move)` its 64 bits."""

    def __init__(self, Game game, value):
        self.game = game
        self.value = value

    def __str__(self):
        if self.game.notation is not None:
            try:
                return self.game.notation.move_text(self.value)
            except (ValueError, LookupError, OverflowError):
                pass                    # no move of the game: refusals still must name it
        return f"{self.value:#x}"

    def __repr__(self):
        return f"<{self}>"

    def __int__(self):
        return self.value

    def __index__(self):
        return self.value

    def __hash__(self):
        return hash(self.value)

    def __eq__(self, other):
        if isinstance(other, Move):
            return (<Move>other).value == self.value and (<Move>other).game is self.game
        if isinstance(other, str):
            return str(self) == other
        return NotImplemented

    def __lt__(self, Move other):
        return self.value < other.value

    def __reduce__(self):
        return (Move, (self.game, self.value))


cdef Move make_move(Game game, move_t value):
    cdef Move move = Move.__new__(Move)
    move.game = game
    move.value = value
    return move


cdef class Position:
    """One position; see armillary.Position, which adds text and JSON."""

    def __cinit__(self):
        self.viewer = -1

    def __dealloc__(self):
        free(self.state)
        free(self.log)

    def __init__(self, Game game not None, seats=None, seed=None, options=None):
        cdef int32_t numbers[MAX_OPTIONS]
        cdef const char *wrong
        if seats is None:
            seats = game.min_seats
        self.allocate(game, _seats(game, seats), game.read_options(options or {}))
        game.fill_options(self.given, numbers)
        wrong = self.ops.setup(self.state, self.seats, numbers)
        if wrong != NULL:
            raise ArmillaryError(f"{game.name}: {wrong.decode()}")
        self.origin = self.state[:self.ops.state_size]
        self.sow(seed)

    # ---- Making and copying -----------------------------------------------------------

    cdef int allocate(self, Game game, int seats, dict given) except -1:
        cdef uint8_t *state = <uint8_t *>calloc(1, game.ops.state_size)
        if state == NULL:
            raise MemoryError()
        free(self.state)                # __init__ and load may be called again
        self.state = state
        self.log_count = 0
        self.game = game
        self.ops = game.ops
        self.seats = seats
        self.given = given
        self.streams = {}
        self.seeded = False
        self.viewer = -1
        return 0

    def sow(self, seed):
        """From here on let chance answer itself from this seed, or wait (None)."""
        number = _seed(seed)
        self.seeded = number is not None
        if self.seeded:
            self.seed = number
            self.settle()

    cdef Position blank_copy(self):
        """The same place and terms, with no seed and no log."""
        cdef Position other = type(self).__new__(type(self))
        other.allocate(self.game, self.seats, self.given)
        memcpy(other.state, self.state, self.ops.state_size)
        other.viewer = self.viewer
        return other

    def copy(self):
        """An independent position with the same state, seed and history."""
        cdef Position other = self.blank_copy()
        cdef uint32_t i
        other.seeded, other.seed = self.seeded, self.seed
        other.streams = dict(self.streams)
        other.origin = self.origin
        for i in range(self.log_count):
            other.record(self.log[i])
        return other

    def __copy__(self):
        return self.copy()

    def __deepcopy__(self, memo):
        return self.copy()

    def __reduce__(self):
        log = [self.log[i] for i in range(self.log_count)]
        return (_restore, (type(self), self.game, self.seats, self.given, self.to_bytes(),
                           self.seed if self.seeded else None, self.streams,
                           self.viewer, self.origin, log))

    # ---- Who, and what may be done -----------------------------------------------------

    @property
    def actor(self):
        """The seat to move, counted from 0; CHANCE (-1) if chance must; None at the end."""
        cdef uint8_t who = self.ops.actor(self.state)
        return None if who == OVER else -1 if who == CHANCE else who

    @property
    def is_over(self):
        """Whether the game has ended."""
        return self.ops.actor(self.state) == OVER

    cdef uint32_t list_moves(self, move_t *out) noexcept:
        cdef double weight[MAX_MOVES]
        cdef uint8_t who = self.ops.actor(self.state)
        if who == OVER:
            return 0
        if who == CHANCE:
            return self.ops.outcomes(self.state, out, weight)
        return self.ops.legal(self.state, out)

    @property
    def legal_moves(self):
        """The moves that may be played, in a fixed order; at a chance node its outcomes."""
        cdef move_t moves[MAX_MOVES]
        cdef uint32_t n = self.list_moves(moves)
        cdef uint32_t i
        return [make_move(self.game, moves[i]) for i in range(n)]

    @property
    def chance_outcomes(self):
        """At a chance node, the outcomes with their probabilities; else an empty list."""
        cdef move_t moves[MAX_MOVES]
        cdef double weight[MAX_MOVES]
        cdef double total = 0
        cdef uint32_t i, n
        if self.ops.actor(self.state) != CHANCE:
            return []
        n = self.ops.outcomes(self.state, moves, weight)
        for i in range(n):
            total += weight[i]
        return [(make_move(self.game, moves[i]), weight[i] / total) for i in range(n)]

    # ---- Playing -----------------------------------------------------------------------

    def play(self, move):
        """Play a legal move: a Move, its text or its number. Raises IllegalMove.

        A view takes the moves as its seat saw them, and all that may be, whatever its
        redrawn world happens to hold.
        """
        cdef move_t m = self.value_of(move)
        if self.viewer >= 0:
            self.play_seen(m, move)
            return
        if not self.is_legal(m):
            raise IllegalMove(self.refusal(move))
        self.apply(m)
        if self.seeded:
            self.settle()

    cdef int play_seen(self, move_t token, move) except -1:
        """Find a world where the viewer would have seen this, play it there, and redraw.

        The move may leave open what the viewer learned by it; then any world will do.
        """
        cdef move_t seen = 0
        cdef size_t size = self.ops.state_size
        cdef uint8_t who = self.ops.actor(self.state)
        cdef int worlds = 64 if who == self.viewer else SEEN_WORLDS
        cdef uint8_t *world
        cdef Rng rng
        cdef int i
        if who == OVER:
            raise IllegalMove(self.refusal(move))
        world = <uint8_t *>malloc(2 * size)
        if world == NULL:
            raise MemoryError()
        try:
            for i in range(worlds):
                memcpy(world, self.state, size)
                if i:
                    rng = rng_seed(i)
                    ops_determinise(self.ops, world, self.viewer, &rng)
                seen = self.play_as_seen(world, world + size, token)
                if seen:
                    memcpy(self.state, world + size, size)
                    break
            else:
                raise IllegalMove(self.refusal(move))
        finally:
            free(world)
        rng = rng_seed(0)
        ops_determinise(self.ops, self.state, self.viewer, &rng)
        self.record(seen)
        return 0

    cdef move_t play_as_seen(self, const uint8_t *world, uint8_t *after, move_t token) noexcept:
        """Play in `world`, into `after`, this move or one that looks like it to the viewer;
        what the viewer sees of it, or 0 if there is none. One that it notices is preferred."""
        cdef move_t moves[MAX_MOVES]
        cdef double weight[MAX_MOVES]
        cdef uint64_t before = ops_observe(self.ops, world, self.viewer)
        cdef uint8_t who = self.ops.actor(world)
        cdef move_t seen, found = 0
        cdef uint32_t i, n
        if who == CHANCE:
            n = self.ops.outcomes(world, moves, weight)
        else:
            n = self.ops.legal(world, moves)
        for i in range(n):
            seen = ops_seen_move(self.ops, world, moves[i], self.viewer)
            if token == seen or token == moves[i]:
                memcpy(after, world, self.ops.state_size)
                self.ops.play(after, moves[i])
                found = seen
                if ops_observe(self.ops, after, self.viewer) != before:
                    break
        return found

    cdef move_t value_of(self, move) except? 0:
        if isinstance(move, Move):
            if (<Move>move).game is not self.game:
                raise IllegalMove(f"{move} is a move of {(<Move>move).game.name}, "
                                  f"not of {self.game.name}")
            return (<Move>move).value
        if isinstance(move, str):
            if self.game.notation is None:
                raise IllegalMove(f"{self.game.name} has no notation loaded to read {move!r}")
            try:
                value = self.game.notation.parse_move(move)
                if self.game.notation.move_text(value) == move:
                    return value        # a token has one spelling: not "p+1", not "P1"
            except (ValueError, LookupError, OverflowError):
                pass
            raise IllegalMove(self.refusal(move))
        if isinstance(move, int) and not isinstance(move, bool):
            if 0 <= move < 1 << 64:
                return move
            raise IllegalMove(self.refusal(move))
        raise TypeError(f"a move is a Move, a text or a number, not {type(move).__name__}")

    cdef bint is_legal(self, move_t m) noexcept:
        cdef move_t moves[MAX_MOVES]
        cdef uint32_t n = self.list_moves(moves)
        cdef uint32_t i
        for i in range(n):
            if moves[i] == m:
                return True
        return False

    def refusal(self, move):
        """Why this move is refused: names it and what was legal."""
        if self.is_over:
            return f"{move}: the game is over"
        texts = [str(m) for m in self.legal_moves]
        shown = " ".join(texts[:40]) + (f" … ({len(texts)} in all)" if len(texts) > 40 else "")
        who = "chance" if self.actor == -1 else f"p{self.actor + 1}"
        kind = "a possible outcome" if who == "chance" else "legal"
        return f"{str(move)[:80]!r} is not {kind} for {who} here; legal: {shown}"

    cdef int apply(self, move_t m) except -1:
        cdef const char *wrong
        self.ops.play(self.state, m)
        self.record(m)
        if ARMILLARY_IS_CHECKED:
            wrong = self.ops.check(self.state)
            if wrong != NULL:
                raise AssertionError(f"{self.game.name}: after {make_move(self.game, m)}: "
                                     f"{wrong.decode()}")
        return 0

    cdef int settle(self) except -1:
        """Let seeded chance answer until a seat must decide."""
        cdef uint32_t n
        cdef Rng rng
        while self.ops.actor(self.state) == CHANCE:
            n = self.use_stream()
            rng = rng_stream(self.seed, self.ops.stream(self.state), n)
            self.apply(self.ops.chance(self.state, &rng))
        return 0

    def count_outcome(self):
        """Count the pending outcome as a use of its stream: before one that is told, not drawn,
        in a game that takes up a seed elsewhere."""
        if self.ops.actor(self.state) == CHANCE:
            self.use_stream()

    cdef int64_t use_stream(self) except -1:
        """Count one more use of the pending stream; how many there were."""
        cdef uint32_t stream = self.ops.stream(self.state)
        n = self.streams.get(stream, 0)
        self.streams[stream] = n + 1
        return n

    cdef int record(self, move_t m) except -1:
        cdef move_t *grown
        if self.log_count == self.log_room:
            grown = <move_t *>realloc(self.log, (self.log_room * 2 + 16) * sizeof(move_t))
            if grown == NULL:
                raise MemoryError()
            self.log = grown
            self.log_room = self.log_room * 2 + 16
        self.log[self.log_count] = m
        self.log_count += 1
        return 0

    @property
    def moves(self):
        """Every move since the start of this position, outcomes included."""
        cdef uint32_t i
        return [make_move(self.game, self.log[i]) for i in range(self.log_count)]

    def seen_moves(self, seat):
        """The same list as that seat saw it: what it could not see is `?` in the text."""
        cdef uint8_t who = self.seat_number(seat)
        cdef Position walk
        cdef uint32_t i
        if self.viewer >= 0:
            self.only_viewer(who)
            return self.moves
        walk = self.blank_copy()
        memcpy(walk.state, <const uint8_t *>self.origin, self.ops.state_size)
        seen = []
        for i in range(self.log_count):
            seen.append(make_move(
                self.game, ops_seen_move(self.ops, walk.state, self.log[i], who)))
            self.ops.play(walk.state, self.log[i])
        return seen

    # ---- The end -----------------------------------------------------------------------

    def returns(self):
        """At the end: the shares of the win and the scores, by seat; before it, None."""
        cdef double share[8]
        cdef double score[8]
        if self.ops.actor(self.state) != OVER:
            return None
        self.ops.returns(self.state, share, score)
        return (tuple([share[i] for i in range(self.seats)]),
                tuple([score[i] for i in range(self.seats)]))

    # ---- Who knows what ----------------------------------------------------------------

    def seat_number(self, seat):
        """The seat, checked."""
        number = _whole(seat, "seat")
        if not 0 <= number < self.seats:
            raise ArmillaryError(f"seat {number}: the seats here are 0 .. {self.seats - 1}")
        return number

    @property
    def view_of(self):
        """The seat whose view this is, or None for the whole truth."""
        return None if self.viewer < 0 else self.viewer

    def view(self, seat):
        """What that seat knows, as a position: no seed, no history, hidden parts redrawn.

        Two positions that the seat cannot tell apart have the same view, byte for byte.
        """
        cdef int who = self.seat_number(seat)
        cdef Rng rng = rng_seed(0)
        self.only_viewer(who)
        cdef Position other = self.blank_copy()
        ops_determinise(self.ops, other.state, who, &rng)
        other.viewer = who
        other.origin = other.to_bytes()
        return other

    def seen_by(self, seat):
        """The view of that seat with its history: the moves that it noticed, as it saw them.

        All that the seat knows, and nothing else; a search that follows the game reads it.
        """
        cdef Position other = self.view(seat)
        cdef Position walk = self.blank_copy()
        cdef uint8_t who = other.viewer
        cdef Rng rng = rng_seed(0)
        cdef uint64_t before, after
        cdef uint32_t i
        if self.viewer >= 0:
            return self.copy()
        memcpy(walk.state, <const uint8_t *>self.origin, self.ops.state_size)
        before = ops_observe(self.ops, walk.state, who)
        for i in range(self.log_count):
            seen = ops_seen_move(self.ops, walk.state, self.log[i], who)
            self.ops.play(walk.state, self.log[i])
            after = ops_observe(self.ops, walk.state, who)
            if after != before:
                other.record(seen)
            before = after
        memcpy(walk.state, <const uint8_t *>self.origin, self.ops.state_size)
        ops_determinise(self.ops, walk.state, who, &rng)
        other.origin = walk.to_bytes()
        return other

    cdef int only_viewer(self, int who) except -1:
        if self.viewer >= 0 and self.viewer != who:
            raise ArmillaryError(f"this is the view of seat {self.viewer}; "
                                 f"it does not hold what seat {who} knows")
        return 0

    def determinise(self, seat, seed):
        """A world that the seat holds possible, drawn at random from the seed: a copy.

        Also of a view, whose worlds are whole: they play by what they hold.
        """
        cdef uint8_t who = self.seat_number(seat)
        cdef Rng rng = rng_seed(_whole(seed, "seed") & 0xffffffffffffffff)
        cdef Position other = self.blank_copy()
        ops_determinise(self.ops, other.state, who, &rng)
        other.viewer = -1
        other.origin = other.to_bytes()
        return other

    def observe(self, seat):
        """The 64-bit key of all that the seat knows."""
        return ops_observe(self.ops, self.state, self.seat_number(seat))

    def start_key(self, seat):
        """The key of what the seat knew before the first of `moves`."""
        return ops_observe(self.ops, <const uint8_t *>self.origin, self.seat_number(seat))

    # ---- Identity and bytes ------------------------------------------------------------

    @property
    def key(self):
        """A 64-bit hash of the state, equal on all machines."""
        return hash_bytes(self.state, self.ops.state_size, 0)

    def __eq__(self, other):
        if not isinstance(other, Position):
            return NotImplemented
        cdef Position that = other
        return (self.ops == that.ops and self.viewer == that.viewer
                and memcmp(self.state, that.state, self.ops.state_size) == 0)

    def __hash__(self):
        return hash(self.key)

    @property
    def options(self):
        """The set-up options, complete."""
        return dict(self.given)

    @property
    def seed_state(self):
        """(seed, uses of each stream) of seeded chance, or None where chance waits."""
        return (self.seed, dict(self.streams)) if self.seeded else None

    def to_bytes(self):
        """The state, raw: from_bytes of the same version on the same machine reads it."""
        return self.state[:self.ops.state_size]

    def load(self, Game game not None, seats, options, data, viewer=None, seed=None, streams=None):
        """Become the position with this state; BadPosition says which invariant it breaks."""
        cdef const char *wrong
        cdef Rng rng = rng_seed(0)
        # All is checked before the first change: a refusal leaves this position as it was.
        if not isinstance(data, bytes) or len(data) != game.ops.state_size:
            raise BadPosition(f"{game.name}: a state is {game.ops.state_size} bytes")
        number = _seats(game, seats)
        if data[0] != number:
            raise BadPosition(f"{game.name}: a state of {data[0]} seats, not {number}")
        wrong = game.ops.check(<const uint8_t *>data)
        if wrong != NULL:
            raise BadPosition(f"{game.name}: {wrong.decode()}")
        if viewer is not None and not 0 <= _whole(viewer, "view") < number:
            raise BadPosition(f"{game.name}: no seat {viewer} to take the view of")
        uses = {_word32(stream): _word32(count) for stream, count in (streams or {}).items()}
        seed = _seed(seed)
        self.allocate(game, number, game.read_options(options or {}))
        memcpy(self.state, <const uint8_t *>data, game.ops.state_size)
        if viewer is not None:
            self.viewer = viewer
            ops_determinise(self.ops, self.state, self.viewer, &rng)
        self.origin = self.to_bytes()
        self.streams = uses
        self.sow(seed)

    def check(self):
        """Raise AssertionError if an invariant of the game is broken."""
        cdef const char *wrong = self.ops.check(self.state)
        if wrong != NULL:
            raise AssertionError(f"{self.game.name}: {wrong.decode()}")


def _restore(kind, game, seats, options, data, seed, streams, viewer, origin, log):
    cdef Position position = kind.__new__(kind)
    position.load(game, seats, options, data, None, None, streams)
    position.viewer = viewer
    position.seeded = seed is not None
    position.seed = seed or 0
    position.origin = origin
    for move in log:
        position.record(move)
    return position


def _whole(value, what):
    if type(value) is int:
        return value
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        raise ArmillaryError(f"{what}: {value!r} is not a whole number")
    return value.__index__()


def _seed(value):
    if value is None:
        return None
    number = _whole(value, "seed")
    if not 0 <= number < 1 << 64:
        raise ArmillaryError(f"seed: {number} is not within 0 .. 2^64 - 1")
    return number


def _word32(value):
    number = _whole(value, "streams")
    if not 0 <= number < 1 << 32:
        raise BadPosition(f"streams: {number} is not within 0 .. 2^32 - 1")
    return number


def _seats(Game game, value):
    low, high = game.ops.min_seats, game.ops.max_seats
    number = _whole(value, "seats")
    if not low <= number <= high:
        seats = f"{low} seats" if low == high else f"{low} to {high} seats"
        raise ArmillaryError(f"{game.name} is for {seats}, not {number}")
    return number
