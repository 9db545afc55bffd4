"""For tests only: the kernel's inline helpers as Python functions, and a game at its bounds.

The game `bounds` is not listed among the games. It is as large as the kernel carries: 8
seats, a state of MAX_STATE bytes, MAX_MOVES legal moves, MAX_FRAMES pending frames and
MAX_CARDS hidden cards; and it fills every optional member of GameOps. Its rules: in turn,
a seat marks a number; the number says how many cards it is dealt (the highest one fills
the stack with deals), whether it may hide a card of its hand, and whether it rolls a die.
After some rounds the most pips win.
"""

from libc.stdint cimport int16_t, int32_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset

from armillary_core.kernel.bits cimport bits_count, bits_first, bits_nth
from armillary_core.kernel.cards cimport (
    Effect, Frame, Span, Stack, stack_check, stack_peek, stack_pop, stack_push, stack_top,
    zone_count, zone_move, zone_nth, zones_determinise, zones_observe, zones_sort,
)
from armillary_core.kernel.game cimport GameOps, make_game
from armillary_core.kernel.hash cimport hash_bytes, hash_mix
from armillary_core.kernel.rng cimport Rng, rng_below, rng_next, rng_seed, rng_stream, rng_unit
from armillary_core.kernel.types cimport (
    CHANCE, HAS_CHANCE, HAS_HIDDEN, MAX_CARDS, MAX_FRAMES, MAX_MOVES, MAX_SEATS, MAX_STATE, OVER,
    move_arg, move_kind, move_of, move_t,
)

from armillary_core.kernel.game import Option

BOUNDS = {"seats": MAX_SEATS, "state": MAX_STATE, "moves": MAX_MOVES, "frames": MAX_FRAMES,
          "cards": MAX_CARDS}
SIZES = {"Frame": sizeof(Frame), "Stack": sizeof(Stack), "Effect": sizeof(Effect),
         "Span": sizeof(Span)}


# ---- Random numbers and hashes ---------------------------------------------------------

def random_words(uint64_t seed, int count):
    """The first numbers of rng_next."""
    cdef Rng rng = rng_seed(seed)
    return [rng_next(&rng) for _ in range(count)]


def random_below(uint64_t seed, uint32_t n, int count):
    """The first numbers of rng_below."""
    cdef Rng rng = rng_seed(seed)
    return [rng_below(&rng, n) for _ in range(count)]


def random_units(uint64_t seed, int count):
    """The first numbers of rng_unit."""
    cdef Rng rng = rng_seed(seed)
    return [rng_unit(&rng) for _ in range(count)]


def stream_word(uint64_t seed, uint32_t stream, uint32_t n):
    """The first number of the n-th use of a stream."""
    cdef Rng rng = rng_stream(seed, stream, n)
    return rng_next(&rng)


def mix_word(uint64_t h, uint64_t x):
    """hash_mix."""
    return hash_mix(h, x)


def mix_bytes(bytes data, uint64_t seed):
    """hash_bytes."""
    return hash_bytes(<const char *>data, len(data), seed)


# ---- Bits and moves --------------------------------------------------------------------

def count_bits(uint64_t x):
    """bits_count."""
    return bits_count(x)


def first_bit(uint64_t x):
    """bits_first, which wants a bit."""
    if x == 0:
        raise ValueError("no bit is set")
    return bits_first(x)


def nth_bit(uint64_t x, unsigned k):
    """bits_nth, which wants k below the count."""
    if k >= <unsigned>bits_count(x):
        raise ValueError("not so many bits are set")
    return bits_nth(x, k)


def pack_move(uint8_t kind, uint8_t a, uint8_t b, uint8_t c):
    """A move, its kind and its first three operands, read back from it."""
    cdef move_t m = move_of(kind, a, b, c)
    return m, move_kind(m), [move_arg(m, i) for i in range(3)]


def move_operands(move_t m):
    """The kind and all seven operands."""
    return move_kind(m), [move_arg(m, i) for i in range(7)]


# ---- The stack -------------------------------------------------------------------------

cdef class ProbeStack:
    """A pending stack. Unguarded, like the real one: only a checked build stops misuse."""
    cdef Stack stack

    def __cinit__(self):
        memset(&self.stack, 0, sizeof(Stack))

    def push(self, kind, who, a=0, b=0, c=0, d=0):
        """stack_push; the frame as it then stands on top."""
        return _frame(stack_push(&self.stack, kind, who, a, b, c, d)[0])

    def pop(self):
        """stack_pop."""
        return _frame(stack_pop(&self.stack))

    def top(self):
        """stack_top."""
        return _frame(stack_top(&self.stack)[0])

    def peek(self):
        """stack_peek."""
        return _frame(stack_peek(&self.stack)[0])

    def check(self):
        """What stack_check says."""
        cdef const char *wrong = stack_check(&self.stack)
        return None if wrong == NULL else wrong.decode()

    def to_bytes(self):
        """The raw stack."""
        return (<const char *>&self.stack)[:sizeof(Stack)]

    def load(self, bytes data):
        """Take on any bytes."""
        if len(data) != sizeof(Stack):
            raise ValueError("not the size of a stack")
        memcpy(&self.stack, <const char *>data, sizeof(Stack))


cdef tuple _frame(Frame f):
    return (f.kind, f.who, f.a, f.b, f.c, f.d)


# ---- Zones -----------------------------------------------------------------------------

cdef class ProbeZones:
    """Places and knowledge of up to MAX_CARDS cards; `kind` as a list, or None."""
    cdef uint8_t where[MAX_CARDS]
    cdef uint8_t mask[MAX_CARDS]
    cdef uint16_t kinds[MAX_CARDS]
    cdef bint has_kinds
    cdef uint32_t n

    def __init__(self, place, known, kind=None):
        if len(place) > MAX_CARDS or len(known) != len(place):
            raise ValueError("too many cards, or lists of different length")
        self.n = len(place)
        self.has_kinds = kind is not None
        for i in range(self.n):
            self.where[i], self.mask[i] = place[i], known[i]
            self.kinds[i] = kind[i] if self.has_kinds else i

    @property
    def place(self):
        """Where each card is."""
        return [self.where[i] for i in range(self.n)]

    @property
    def known(self):
        """Who knows it."""
        return [self.mask[i] for i in range(self.n)]

    def count(self, uint8_t where):
        """zone_count."""
        return zone_count(self.where, self.n, where)

    def nth(self, uint8_t where, uint32_t k):
        """zone_nth."""
        return zone_nth(self.where, self.n, where, k)

    def move(self, uint32_t card, uint8_t to, uint8_t who):
        """zone_move."""
        if card >= self.n:
            raise ValueError("no such card")
        zone_move(self.where, self.mask, card, to, who)

    def observe(self, uint8_t seat, uint64_t h=0):
        """zones_observe."""
        return zones_observe(self.where, self.mask, self.kinds if self.has_kinds else NULL,
                             self.n, seat, h)

    def determinise(self, uint8_t seat, uint64_t seed):
        """zones_determinise, and the order of copies where there are any."""
        cdef Rng rng = rng_seed(seed)
        zones_determinise(self.where, self.mask, self.n, seat, &rng)
        if self.has_kinds:
            self.sort()

    def sort(self):
        """zones_sort."""
        zones_sort(self.where, self.mask, self.kinds, self.n)


def store_effects(rows):
    """Rows of (verb, a, b, c, x, y) written to C and read back."""
    cdef Effect effect
    out = []
    for verb, a, b, c, x, y in rows:
        effect.verb, effect.a, effect.b, effect.c = verb, a, b, c
        effect.x, effect.y = <int16_t>x, <int16_t>y
        out.append((effect.verb, effect.a, effect.b, effect.c, effect.x, effect.y))
    return out


# ---- The game at the bounds: state and moves -------------------------------------------

cdef enum:                      # places of cards; HAND + seat
    DECK = 0
    HAND = 1
    PILE = HAND + MAX_SEATS     # hidden face down: its owner still knows it

cdef enum:                      # frames, in this order from the bottom
    TURN = 1                    # who marks a number
    ASK = 2                     # who may hide a card
    DRAW = 3                    # chance deals a card; a: the seat
    DICE = 4                    # chance rolls; a: the seat

cdef enum:                      # moves
    MARK = 1                    # number, two bytes
    KEEP = 2
    HIDE = 3                    # card, two bytes
    DEALT = 4                   # card, two bytes
    ROLLED = 5                  # pips

cdef enum:
    STEP = 6                    # bytes of tape between the cells of two numbers
    TAPE = MAX_STATE - 24 - 264 - 2 * MAX_CARDS
    MAX_ROUNDS = 4

cdef struct State:
    uint8_t seats
    uint8_t rounds              # option
    uint8_t loaded              # option: pips weigh as many as they are
    uint8_t hiding              # option: whether ASK is asked
    uint16_t width              # option: how many numbers there are
    uint16_t turns              # marks made so far
    uint16_t pips[MAX_SEATS]
    Stack stack                 # empty: the game is over
    uint8_t place[MAX_CARDS]
    uint8_t known[MAX_CARDS]
    uint8_t tape[TAPE]          # how often each number was marked, at STEP * number

if sizeof(State) != MAX_STATE:
    raise ValueError(f"the state of bounds has {sizeof(State)} bytes, not {MAX_STATE}")


cdef inline move_t wide(uint8_t kind, uint32_t operand) noexcept nogil:
    return move_of(kind, operand & 0xff, operand >> 8)


cdef inline uint32_t operand(move_t m) noexcept nogil:
    return move_arg(m, 0) | move_arg(m, 1) << 8


# ---- Rules -----------------------------------------------------------------------------

cdef const char *setup(void *p, uint8_t seats, const int32_t *options) noexcept nogil:
    cdef State *s = <State *>p
    if options[0] < seats:
        return "there are fewer numbers than seats"
    s.seats = seats
    s.width, s.rounds, s.loaded, s.hiding = options[0], options[1], options[2], options[3]
    stack_push(&s.stack, TURN, 0)
    return NULL


cdef uint8_t actor(const void *p) noexcept nogil:
    cdef const State *s = <const State *>p
    return stack_peek(&s.stack).who if s.stack.depth else OVER


cdef uint32_t legal(const void *p, move_t *out) noexcept nogil:
    cdef const State *s = <const State *>p
    cdef const Frame *top = stack_peek(&s.stack)
    cdef uint32_t i, n = 1
    if top.kind == TURN:
        for i in range(s.width):
            out[i] = wide(MARK, i)
        return s.width
    out[0] = move_of(KEEP)
    for i in range(MAX_CARDS):
        if s.place[i] == HAND + top.who:
            out[n] = wide(HIDE, i)
            n += 1
    return n


cdef move_t sample(const void *p, Rng *rng) noexcept nogil:
    cdef const State *s = <const State *>p
    cdef const Frame *top = stack_peek(&s.stack)
    cdef uint32_t k
    if top.kind == TURN:
        return wide(MARK, rng_below(rng, s.width))
    k = rng_below(rng, 1 + zone_count(s.place, MAX_CARDS, HAND + top.who))
    if k == 0:
        return move_of(KEEP)
    return wide(HIDE, zone_nth(s.place, MAX_CARDS, HAND + top.who, k - 1))


cdef uint32_t outcomes(const void *p, move_t *out, double *weight) noexcept nogil:
    cdef const State *s = <const State *>p
    cdef uint32_t i, n = 0
    if stack_peek(&s.stack).kind == DICE:
        for i in range(6):
            out[i] = move_of(ROLLED, i + 1)
            weight[i] = i + 1 if s.loaded else 1
        return 6
    for i in range(MAX_CARDS):
        if s.place[i] == DECK:
            out[n] = wide(DEALT, i)
            weight[n] = 1
            n += 1
    return n


cdef move_t chance(const void *p, Rng *rng) noexcept nogil:
    cdef const State *s = <const State *>p
    cdef uint32_t k, pips = 1
    if stack_peek(&s.stack).kind == DICE:
        if not s.loaded:
            return move_of(ROLLED, 1 + rng_below(rng, 6))
        k = rng_below(rng, 21)
        while k >= pips:
            k -= pips
            pips += 1
        return move_of(ROLLED, pips)
    k = rng_below(rng, zone_count(s.place, MAX_CARDS, DECK))
    return wide(DEALT, zone_nth(s.place, MAX_CARDS, DECK, k))


cdef uint32_t stream(const void *p) noexcept nogil:
    cdef const State *s = <const State *>p
    cdef const Frame *top = stack_peek(&s.stack)
    return 0 if top.kind == DRAW else 1 + top.a


cdef void play_mark(State *s, uint32_t number) noexcept nogil:
    cdef uint8_t seat = stack_top(&s.stack).who
    cdef uint32_t draws = MAX_FRAMES if number == s.width - 1u else number % 3
    cdef uint32_t deck = zone_count(s.place, MAX_CARDS, DECK)
    s.tape[STEP * number] += 1
    s.turns += 1
    if s.turns < s.rounds * s.seats:
        stack_top(&s.stack).who = s.turns % s.seats
    else:
        stack_pop(&s.stack)
    if s.hiding and number % 2 and zone_count(s.place, MAX_CARDS, HAND + seat):
        stack_push(&s.stack, ASK, seat)
    while draws and deck and s.stack.depth < MAX_FRAMES:
        stack_push(&s.stack, DRAW, CHANCE, seat)
        draws -= 1
        deck -= 1
    if number % 4 == 0 and s.stack.depth < MAX_FRAMES:
        stack_push(&s.stack, DICE, CHANCE, seat)


cdef void play(void *p, move_t m) noexcept nogil:
    cdef State *s = <State *>p
    cdef uint8_t kind = move_kind(m)
    cdef Frame top
    if kind == MARK:
        play_mark(s, operand(m))
        return
    top = stack_pop(&s.stack)
    if kind == HIDE:
        zone_move(s.place, s.known, operand(m), PILE, 1 << top.who)
    elif kind == DEALT:
        zone_move(s.place, s.known, operand(m), HAND + top.a, 1 << top.a)
    elif kind == ROLLED:
        s.pips[top.a] += move_arg(m, 0)


cdef void returns(const void *p, double *share, double *score) noexcept nogil:
    cdef const State *s = <const State *>p
    cdef int seat, best = 0, winners = 0
    for seat in range(s.seats):
        best = max(best, <int>s.pips[seat])
        score[seat] = s.pips[seat]
    for seat in range(s.seats):
        winners += s.pips[seat] == best
    for seat in range(s.seats):
        share[seat] = 1.0 / winners if s.pips[seat] == best else 0.0


cdef void evaluate(const void *p, double *share) noexcept nogil:
    cdef const State *s = <const State *>p
    cdef int seat
    for seat in range(s.seats):
        share[seat] = 1.0 / s.seats


# ---- Who knows what --------------------------------------------------------------------

cdef uint64_t observe(const void *p, uint8_t seat) noexcept nogil:
    cdef const State *s = <const State *>p
    cdef uint64_t h = hash_bytes(s, 24, seat)       # all before the stack
    h = hash_bytes(&s.stack, sizeof(Stack), h)
    h = hash_bytes(s.tape, TAPE, h)
    return zones_observe(s.place, s.known, NULL, MAX_CARDS, seat, h)


cdef move_t seen_move(const void *p, move_t m, uint8_t seat) noexcept nogil:
    cdef const State *s = <const State *>p
    cdef const Frame *top = stack_peek(&s.stack)
    if move_kind(m) == DEALT and top.a != seat or move_kind(m) == HIDE and top.who != seat:
        return wide(move_kind(m), 0xffff)
    return m


cdef void determinise(void *p, uint8_t seat, Rng *rng) noexcept nogil:
    cdef State *s = <State *>p
    zones_determinise(s.place, s.known, MAX_CARDS, seat, rng)


# ---- Invariants ------------------------------------------------------------------------

cdef const char *check_cards(const State *s) noexcept nogil:
    cdef int i
    for i in range(MAX_CARDS):
        if s.place[i] == DECK:
            if s.known[i]:
                return "somebody knows a card of the deck"
        elif s.place[i] == PILE:
            if bits_count(s.known[i]) != 1 or s.known[i] >> s.seats or not s.hiding:
                return "a hidden card has no owner"
        elif s.place[i] >= HAND + s.seats:
            return "a card is in no place"
        elif s.known[i] != 1 << (s.place[i] - HAND):
            return "a card in hand is not known to its holder alone"
    return NULL


cdef const char *check_tape(const State *s) noexcept nogil:
    cdef uint32_t i, marks = 0
    for i in range(TAPE):
        if s.tape[i]:
            if i % STEP or i >= STEP * s.width:
                return "a mark off the numbers"
            marks += s.tape[i]
    if marks != s.turns:
        return "the marks and the turns disagree"
    return NULL


cdef const char *check_stack(const State *s) noexcept nogil:
    cdef const char *wrong = stack_check(&s.stack)
    cdef const Frame *f
    cdef uint8_t last, below = 0
    cdef uint32_t draws = 0
    cdef bint going = s.turns < s.rounds * s.seats
    cdef int i
    if wrong != NULL:
        return wrong
    if going and not s.stack.depth:
        return "nobody has the turn"
    last = (s.turns - 1) % s.seats if s.turns else 0
    for i in range(s.stack.depth):
        f = &s.stack.frames[i]
        if f.b or f.c or f.d or f.kind > DICE:
            return "a pending frame is out of range"
        if (f.kind == TURN) != (going and i == 0):
            return "a pending turn is out of place"
        if f.kind < below or f.kind == below and f.kind != DRAW:
            return "pending frames are out of order"
        below = f.kind
        if f.kind == TURN:
            if f.who != s.turns % s.seats or f.a:
                return "the turn is another seat's"
            continue
        if s.turns == 0:
            return "something is pending before the first mark"
        if f.kind == ASK:
            if f.who != last or f.a or not s.hiding \
                    or not zone_count(s.place, MAX_CARDS, HAND + last):
                return "a seat is asked in vain"
        elif f.who != CHANCE or f.a != last:
            return "chance serves another seat"
        draws += f.kind == DRAW
    if draws > zone_count(s.place, MAX_CARDS, DECK):
        return "chance owes more cards than the deck holds"
    return NULL


cdef const char *check(const void *p) noexcept nogil:
    cdef const State *s = <const State *>p
    cdef const char *wrong
    cdef int i
    if not 1 <= s.seats <= MAX_SEATS or not 1 <= s.rounds <= MAX_ROUNDS or s.loaded > 1 \
            or s.hiding > 1 or not s.seats <= s.width <= MAX_MOVES or s.width < 2 \
            or s.turns > s.rounds * s.seats:
        return "a field is out of range"
    for i in range(MAX_SEATS):
        if s.pips[i] > (6 * MAX_ROUNDS if i < s.seats else 0):
            return "pips are out of range"
    wrong = check_cards(s)
    if wrong == NULL:
        wrong = check_tape(s)
    return check_stack(s) if wrong == NULL else wrong


# ---- The handle ------------------------------------------------------------------------

def to_dict(bytes state, viewer=None):
    """The bytes alone: a view is determinised from nothing, so it hides what it must."""
    return {"bytes": state.rstrip(b"\0").hex()}


def from_dict(data, seats, options, viewer=None):
    """The inverse of to_dict."""
    if set(data) != {"bytes"} or not isinstance(data["bytes"], str):
        raise ValueError("state: expected {'bytes': hexadecimal text}")
    raw = bytes.fromhex(data["bytes"])
    if len(raw) > MAX_STATE or list(raw[:1]) != [seats]:
        raise ValueError("state.bytes: too long, or for another number of seats")
    state = raw.ljust(MAX_STATE, b"\0")
    wanted = [options["rounds"], options["dice"] == "loaded", options["hiding"],
              options["width"] & 0xff, options["width"] >> 8]
    if list(state[1:6]) != wanted:
        raise ValueError("state.bytes: the options are others")
    return state


cdef GameOps OPS
OPS.name = b"bounds"
OPS.state_size = sizeof(State)
OPS.flags = HAS_CHANCE | HAS_HIDDEN
OPS.max_moves = MAX_MOVES
OPS.max_plies = MAX_ROUNDS * MAX_SEATS * (MAX_FRAMES + 3)
OPS.min_seats = 1
OPS.max_seats = MAX_SEATS
OPS.setup = setup
OPS.actor = actor
OPS.legal = legal
OPS.play = play
OPS.returns = returns
OPS.chance = chance
OPS.outcomes = outcomes
OPS.stream = stream
OPS.observe = observe
OPS.seen_move = seen_move
OPS.determinise = determinise
OPS.sample = sample
OPS.suggest = sample
OPS.evaluate = evaluate
OPS.check = check

GAME = make_game(&OPS, (
    Option("width", MAX_MOVES, "how many numbers there are", low=2, high=MAX_MOVES),
    Option("rounds", 2, "turns of each seat", low=1, high=MAX_ROUNDS),
    Option("dice", "loaded", "whether high pips are likelier", choices=("plain", "loaded")),
    Option("hiding", True, "whether cards may be hidden"),
), to_dict, from_dict)


def bad_game(str what):
    """Try to make a game that breaks a bound; make_game must refuse it."""
    cdef GameOps ops
    memcpy(&ops, &OPS, sizeof(GameOps))
    options = ()
    if what == "state":
        ops.state_size = MAX_STATE + 1
    elif what == "moves":
        ops.max_moves = MAX_MOVES + 1
    elif what == "seats":
        ops.max_seats = MAX_SEATS + 1
    elif what == "options":
        options = GAME.options * 9
    elif what == "chance":
        ops.stream = NULL
    elif what == "hidden":
        ops.determinise = NULL
    elif what == "function":
        ops.check = NULL
    make_game(&ops, options, to_dict, from_dict)
