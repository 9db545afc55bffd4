"""The Game handle: a GameOps on its way to Python, and its set-up options."""

from libc.stdint cimport int32_t, uint8_t, uint64_t

from armillary_core.kernel.hash cimport hash_bytes
from armillary_core.kernel.rng cimport Rng
from armillary_core.kernel.types cimport (
    HAS_CHANCE, HAS_HIDDEN, MAX_MOVES, MAX_OPTIONS, MAX_SEATS, MAX_STATE, move_t,
)

from armillary_core.kernel.errors import ArmillaryError


cdef uint64_t ops_observe(const GameOps *ops, const void *s, uint8_t seat) noexcept nogil:
    if ops.observe == NULL:
        return hash_bytes(s, ops.state_size, 0)
    return ops.observe(s, seat)


cdef move_t ops_seen_move(const GameOps *ops, const void *s, move_t m, uint8_t seat) noexcept nogil:
    return m if ops.seen_move == NULL else ops.seen_move(s, m, seat)


cdef void ops_determinise(const GameOps *ops, void *s, uint8_t seat, Rng *rng) noexcept nogil:
    if ops.determinise != NULL:
        ops.determinise(s, seat, rng)


class Option:
    """One set-up option of a game: a whole number in a range, a switch, or a word of a list."""

    def __init__(self, name, default, help, *, low=None, high=None, choices=None):
        self.name, self.default, self.help = name, default, help
        self.low, self.high, self.choices = low, high, choices

    def __repr__(self):
        return f"Option({self.name!r}, default={self.default!r}, {self.describe()})"

    def describe(self):
        """The values it takes, for people."""
        if self.choices is not None:
            return " | ".join(self.choices)
        if isinstance(self.default, bool):
            return "true | false"
        return f"{self.low} .. {self.high}"

    def to_int(self, value):
        """The value as the number that the game's set-up reads; ArmillaryError if it is none."""
        if self.choices is not None:
            if value in self.choices:
                return self.choices.index(value)
        elif isinstance(self.default, bool):
            words = {"true": 1, "on": 1, "1": 1, "false": 0, "off": 0, "0": 0}
            if isinstance(value, bool):
                return int(value)
            if isinstance(value, str) and value.lower() in words:
                return words[value.lower()]
        else:
            if isinstance(value, str) and len(value) < 20 and value.removeprefix("-").isdecimal():
                value = int(value)      # a longer one is out of range, and Python may refuse it
            if isinstance(value, int) and not isinstance(value, bool):
                if self.low <= value <= self.high:
                    return value
        raise ArmillaryError(f"option {self.name}: {value!r} is not one of {self.describe()}")

    def from_int(self, number):
        """The inverse of to_int, in the type of the default."""
        if self.choices is not None:
            return self.choices[number]
        return bool(number) if isinstance(self.default, bool) else number


cdef class Game:
    """One game: its name, bounds and options. Every rule behind it is compiled.

    Made once by the game's `rules` module; positions refer to it.
    """

    def __init__(self):
        raise TypeError("games are made by their own modules; use armillary.game(name)")

    def __repr__(self):
        return f"Game({self.name!r})"

    def __reduce__(self):
        return (_find, (self.name,))

    @property
    def min_seats(self):
        """The fewest seats."""
        return self.ops.min_seats

    @property
    def max_seats(self):
        """The most seats."""
        return self.ops.max_seats

    @property
    def max_moves(self):
        """The most legal moves, or chance outcomes, of any position."""
        return self.ops.max_moves

    @property
    def max_plies(self):
        """Every game ends within so many moves, chance included."""
        return self.ops.max_plies

    @property
    def state_size(self):
        """Bytes of one state."""
        return self.ops.state_size

    @property
    def has_chance(self):
        """Whether dice or decks decide some positions."""
        return bool(self.ops.flags & HAS_CHANCE)

    @property
    def has_hidden(self):
        """Whether seats do not see everything."""
        return bool(self.ops.flags & HAS_HIDDEN)

    @property
    def has_suggest(self):
        """Whether the game has a playout policy of its own."""
        return self.ops.suggest != NULL

    @property
    def has_evaluate(self):
        """Whether the game can estimate a position."""
        return self.ops.evaluate != NULL

    def read_options(self, given):
        """All options with their values; ArmillaryError says what is wrong with the given ones."""
        cdef int32_t numbers[MAX_OPTIONS]
        self.fill_options(dict(given), numbers)
        return {o.name: o.from_int(numbers[i]) for i, o in enumerate(self.options)}

    cdef int fill_options(self, dict given, int32_t *out) except -1:
        cdef int i
        left = dict(given)
        for i, option in enumerate(self.options):
            out[i] = option.to_int(left.pop(option.name, option.default))
        for name in left:
            known = ", ".join(o.name for o in self.options) or "none"
            raise ArmillaryError(f"{self.name} has no option {name!r} (options: {known})")
        return 0


def _find(name):
    from importlib import import_module
    return import_module(f"armillary_core.games.{name}.rules").GAME


cdef Game make_game(const GameOps *ops, tuple options, to_dict, from_dict):
    """The handle of a filled GameOps; refuses one that breaks the kernel's bounds."""
    name = ops.name.decode()
    if not 0 < ops.state_size <= MAX_STATE:
        raise ValueError(f"{name}: a state of {ops.state_size} bytes (at most {MAX_STATE})")
    if not 0 < ops.max_moves <= MAX_MOVES:
        raise ValueError(f"{name}: {ops.max_moves} moves (at most {MAX_MOVES})")
    if not 1 <= ops.min_seats <= ops.max_seats <= MAX_SEATS:
        raise ValueError(f"{name}: {ops.min_seats} to {ops.max_seats} seats (at most {MAX_SEATS})")
    if len(options) > MAX_OPTIONS:
        raise ValueError(f"{name}: {len(options)} options (at most {MAX_OPTIONS})")
    needed = [ops.setup != NULL, ops.actor != NULL, ops.legal != NULL, ops.play != NULL,
              ops.returns != NULL, ops.check != NULL]
    if ops.flags & HAS_CHANCE:
        needed += [ops.chance != NULL, ops.outcomes != NULL, ops.stream != NULL]
    if ops.flags & HAS_HIDDEN:
        needed += [ops.observe != NULL, ops.seen_move != NULL, ops.determinise != NULL]
    if not all(needed):
        raise ValueError(f"{name}: a function that its flags require is missing")
    cdef Game game = Game.__new__(Game)
    game.ops = ops
    game.name = name
    game.options = options
    game.to_dict = to_dict
    game.from_dict = from_dict
    return game
