"""Master of Orion: state <-> dict. docs/games/orion.md describes the keys."""

from libc.string cimport memset, strcmp

from armillary_core.games.orion.bag cimport Bag, bag_copies, bag_put, bag_size, bag_take
from armillary_core.games.orion.can cimport source_at
from armillary_core.games.orion.moves cimport ADVISOR_NAME
from armillary_core.games.orion.state cimport (
    ADVISOR_PLACE, EXTRA, HEIGHT, NONE, PILE, Seat, State, TURN,
)
from armillary_core.games.orion.hidden cimport determinise
from armillary_core.games.orion.score cimport card_points, check
from armillary_core.games.orion.tables cimport TABLES
from armillary_core.kernel.bits cimport bits_count
from armillary_core.kernel.cards cimport Frame, stack_push
from armillary_core.kernel.rng cimport Rng, rng_seed
from armillary_core.kernel.types cimport CHANCE, MAX_FRAMES

from armillary_core.games.orion.tables import ADVISOR_NAMES, CARD_NAMES, RACE_NAMES, RESOURCES

FRAME_NAMES = ["", "races", "advisors", "deal", "mulligan", "exertion", "start", "turn", "trim",
               "resolve", "due", "draw", "drawn", "discard", "take", "build", "pay", "activate",
               "target", "sink", "block", "system", "order", "choose"]
STATE_KEYS = ("round", "first", "seats", "advisors", "discard", "drawn", "pending")
SEAT_KEYS = ("race", "food", "fleet", "production", "loyalty", "points", "cubes", "spent",
             "propaganda", "attacks", "advisor", "systems", "extra", "hand", "open")


# ---- State -> dict ---------------------------------------------------------------------

cdef list bag_names(const Bag *bag):
    return [CARD_NAMES[kind] for kind in range(TABLES.kinds)
            for _ in range(bag_copies(bag, kind))]


cdef list system_names(const Seat *p, int system):
    cdef int top = p.height[system] - 1
    return [CARD_NAMES[p.system[system][i]] + "*" * (i == top and p.cubes >> system & 1)
            for i in range(top + 1)]


cdef dict seat_dict(const State *s, int seat, viewer):
    cdef const Seat *p = &s.seat[seat]
    known = bag_names(&s.open[seat])
    hand = bag_names(&s.hand[seat])
    if viewer is not None and viewer != seat:
        hand = known + ["?"] * (len(hand) - len(known))
    data = {"race": None if p.race == NONE else RACE_NAMES[p.race]}
    for r, name in enumerate(RESOURCES):
        data[name] = p.resource[r]
    data["loyalty"], data["points"] = p.loyalty, p.points
    data["cubes"], data["spent"], data["propaganda"] = p.available, p.spent, bool(p.propaganda)
    data["attacks"] = [p.attacks[i] for i in range(s.seats)]
    data["advisor"] = None
    if p.advisor != NONE:
        data["advisor"] = ADVISOR_NAMES[p.advisor] + "*" * (p.cubes >> ADVISOR_PLACE & 1)
    data["systems"] = [system_names(p, i) for i in range(EXTRA) if p.height[i]]
    if p.height[EXTRA]:
        data["extra"] = system_names(p, EXTRA)
    data["hand"], data["open"] = hand, known
    return data


def to_dict(bytes state, viewer=None):
    """All that the viewer knows; the deck and the reserves are what is left."""
    cdef const State *s = <const State *><const char *>state
    cdef const Frame *f
    cdef int i, drawer = -1
    pending = []
    for i in range(s.stack.depth):
        f = &s.stack.frames[i]
        frame = [FRAME_NAMES[f.kind], "chance" if f.who == CHANCE else f"p{f.who + 1}",
                 f.a, f.b, f.c, f.d]
        while len(frame) > 2 and not frame[len(frame) - 1]:
            frame.pop()
        pending.append(frame)
        if FRAME_NAMES[f.kind] == "drawn":
            drawer = f.a
    drawn = bag_names(&s.drawn)
    if viewer is not None and viewer != drawer:
        drawn = ["?"] * len(drawn)
    return {
        "round": s.round, "first": f"p{s.first + 1}",
        "seats": [seat_dict(s, seat, viewer) for seat in range(s.seats)],
        "advisors": [ADVISOR_NAMES[i] for i in range(TABLES.advisors) if s.table >> i & 1],
        "discard": [CARD_NAMES[s.pile[i]] for i in range(s.pile_count)],
        "drawn": drawn, "pending": pending,
    }


def scores(bytes state):
    """What each seat would score if the game ended now, for the board."""
    cdef const State *s = <const State *><const char *>state
    return [s.seat[i].points + s.seat[i].loyalty + card_points(&s.seat[i])
            for i in range(s.seats)]


def reserves(bytes state):
    """The cubes in the reserve of each seat."""
    cdef const State *s = <const State *><const char *>state
    return [s.seat[i].reserve for i in range(s.seats)]


def deck_size(bytes state):
    """The cards in the deck."""
    cdef const State *s = <const State *><const char *>state
    return bag_size(&s.deck)


# ---- Dict -> state ---------------------------------------------------------------------

def number(data, key, low, high, default, where):
    """A whole number of a dict."""
    value = data.get(key, default)
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise ValueError(f"{where}.{key}: {value!r} is not within {low} .. {high}")
    return value


def words(data, key, where):
    """A list of names."""
    value = data.get(key, [])
    if not isinstance(value, list):
        raise ValueError(f"{where}.{key}: expected a list")
    for n, word in enumerate(value):
        if not isinstance(word, str):
            raise ValueError(f"{where}.{key}[{n}]: {word!r} is not a name")
    return value


def index(names, word, where):
    """The number of a name."""
    if not isinstance(word, str) or word not in names:
        raise ValueError(f"{where}: {word!r} is none of {', '.join(names)}")
    return names.index(word)


def only_keys(data, keys, where):
    """Refuse what is no object, and keys that mean nothing."""
    if not isinstance(data, dict):
        raise ValueError(f"{where}: {data!r} is not an object")
    for key in data:
        if key not in keys:
            raise ValueError(f"{where}: unknown key {key!r} (keys: {', '.join(keys)})")


cdef int take(State *s, Bag *to, word, str where) except -1:
    """Move a card out of the deck; "?" is any that is left."""
    cdef int kind
    if word == "?":
        for kind in range(TABLES.kinds):
            if bag_copies(&s.deck, kind):
                break
        else:
            raise ValueError(f"{where}: no card is left for '?'")
    else:
        kind = index(CARD_NAMES, word, where)
    if not bag_copies(&s.deck, kind):
        raise ValueError(f"{where}: there is no {word!r} left")
    bag_take(&s.deck, kind)
    if to != NULL:
        bag_put(to, kind)
    return kind


cdef int read_system(State *s, int seat, int system, cards, str where) except -1:
    cdef Seat *p = &s.seat[seat]
    if not isinstance(cards, list) or len(cards) > HEIGHT or system < EXTRA and not cards:
        raise ValueError(f"{where}: expected a list of 1 to {HEIGHT} cards")
    for n, word in enumerate(cards):
        spot = f"{where}[{n}]"
        if not isinstance(word, str):
            raise ValueError(f"{spot}: {word!r} is not a card")
        if word.endswith("*"):
            if n + 1 < len(cards):
                raise ValueError(f"{spot}: a cube on a covered card")
            p.cubes |= 1 << system
            word = word.removesuffix("*")
        if word == "?":
            raise ValueError(f"{spot}: '?' in a place that all see")
        p.system[system][n] = take(s, NULL, word, spot)
    p.height[system] = len(cards)
    return 0


cdef int read_seat(State *s, int seat, data, str where) except -1:
    """All of a seat but its hand."""
    cdef Seat *p = &s.seat[seat]
    cdef int r, i, used
    only_keys(data, SEAT_KEYS, where)
    if "race" not in data:
        raise ValueError(f"{where}.race: missing")
    race = data["race"]
    p.race = NONE if race is None else index(RACE_NAMES, race, f"{where}.race")
    for r, name in enumerate(RESOURCES):
        start = 0 if race is None else TABLES.start[p.race][r]
        p.resource[r] = number(data, name, 0, TABLES.most, start, where)
    start = 0 if race is None else TABLES.start_loyalty[p.race]
    p.loyalty = number(data, "loyalty", -100, TABLES.most_loyalty, start, where)
    p.points = number(data, "points", 0, 9999, 0, where)
    p.available = number(data, "cubes", 0, TABLES.cubes, 0, where)
    p.spent = number(data, "spent", 0, TABLES.cubes, 0, where)
    propaganda = data.get("propaganda", False)
    if not isinstance(propaganda, bool):
        raise ValueError(f"{where}.propaganda: {propaganda!r} is not true or false")
    p.propaganda = propaganda
    attacks = data.get("attacks", [0] * s.seats)
    if not isinstance(attacks, list) or len(attacks) != s.seats:
        raise ValueError(f"{where}.attacks: expected a list of {s.seats} numbers")
    for i in range(s.seats):
        p.attacks[i] = number({"attacks": attacks[i]}, "attacks", 0, 9, 0, where)
    p.advisor = NONE
    advisor = data.get("advisor")
    if advisor is not None:
        if isinstance(advisor, str) and advisor.endswith("*"):
            p.cubes |= 1 << ADVISOR_PLACE
            advisor = advisor.removesuffix("*")
        p.advisor = index(ADVISOR_NAMES, advisor, f"{where}.advisor")
    systems = data.get("systems", [])
    if not isinstance(systems, list) or len(systems) > EXTRA:
        raise ValueError(f"{where}.systems: expected a list of at most {EXTRA} systems")
    for i, cards in enumerate(systems):
        read_system(s, seat, i, cards, f"{where}.systems[{i}]")
    read_system(s, seat, EXTRA, data.get("extra", []), f"{where}.extra")
    used = p.available + p.spent + bits_count(p.cubes)
    for i in range(s.seats):
        used += p.attacks[i]
    if used > TABLES.cubes:
        raise ValueError(f"{where}: {used} cubes in use, but a seat has {TABLES.cubes}")
    p.reserve = TABLES.cubes - used
    return 0


cdef int read_hands(State *s, seats, drawn, viewer) except -1:
    """Named cards first: an unknown one may be any that is left."""
    cdef int seat
    cdef int drawer = -1
    for seat in range(s.stack.depth):
        if FRAME_NAMES[s.stack.frames[seat].kind] == "drawn":
            drawer = s.stack.frames[seat].a
    for hidden in (False, True):
        for seat in range(s.seats):
            where = f"state.seats[{seat}]"
            hand = words(seats[seat], "hand", where)
            for n, word in enumerate(hand):
                if (word == "?") == hidden:
                    if hidden and (viewer is None or viewer == seat):
                        raise ValueError(f"{where}.hand[{n}]: '?' in a hand that is seen")
                    take(s, &s.hand[seat], word, f"{where}.hand[{n}]")
            if hidden:
                continue
            known = words(seats[seat], "open", where)
            if viewer is not None and viewer != seat:
                if set(known) - set(hand):
                    raise ValueError(f"{where}.open: a card that is not in hand")
                known = [word for word in hand if word != "?"]
            for n, word in enumerate(known):
                kind = index(CARD_NAMES, word, f"{where}.open[{n}]")
                if bag_copies(&s.open[seat], kind) == bag_copies(&s.hand[seat], kind):
                    raise ValueError(f"{where}.open[{n}]: {word!r} is not in hand")
                bag_put(&s.open[seat], kind)
        for n, word in enumerate(drawn):
            if (word == "?") == hidden:
                if hidden and (viewer is None or viewer == drawer):
                    raise ValueError(f"state.drawn[{n}]: '?' for the seat that drew it")
                take(s, &s.drawn, word, f"state.drawn[{n}]")
    return 0


cdef int read_pending(State *s, pending) except -1:
    who = {"chance": CHANCE, **{f"p{i + 1}": i for i in range(s.seats)}}
    if not isinstance(pending, list) or len(pending) > MAX_FRAMES:
        raise ValueError(f"state.pending: expected a list of at most {MAX_FRAMES} frames")
    for n, frame in enumerate(pending):
        where = f"state.pending[{n}]"
        if not isinstance(frame, list) or not 2 <= len(frame) <= 6:
            raise ValueError(f"{where}: expected [what, who, a, b, c, d]")
        kind = index(FRAME_NAMES[1:], frame[0], where) + 1
        seat = who[list(who)[index(list(who), frame[1], where)]]
        numbers = [number({"operand": value}, "operand", 0, limit, 0, where)
                   for value, limit in zip(frame[2:], (255, 255, 65535, 65535), strict=False)]
        a, b, c, d = numbers + [0] * (4 - len(numbers))
        stack_push(&s.stack, kind, seat, a, b, c, d)
    return 0


cdef int read_faults(const State *s) except -1:
    """What `check` would refuse without a word on where it stands."""
    cdef const Seat *p
    cdef int seat, other, place, room
    cdef int advisors = bits_count(s.table)
    for seat in range(s.seats):
        p = &s.seat[seat]
        where = f"state.seats[{seat}]"
        room = 0 if p.advisor == NONE else TABLES.source[ADVISOR_NAME + p.advisor].capacity
        if p.height[EXTRA] > room:
            raise ValueError(f"{where}.extra: {p.height[EXTRA]} high, where there is room "
                             f"for {room}")
        for place in range(ADVISOR_PLACE + 1):
            if p.cubes >> place & 1 and not source_at(p, place).slot:
                path = ("advisor" if place == ADVISOR_PLACE else "extra" if place == EXTRA
                        else f"systems[{place}]")
                raise ValueError(f"{where}.{path}: a cube on a card without a slot")
        if p.propaganda and not p.spent:
            raise ValueError(f"{where}.propaganda: its cube is missing in {where}.spent")
        for other in range(s.seats):
            room = 0 if other == seat else TABLES.attack_limit[s.seats]
            if p.attacks[other] > room:
                raise ValueError(f"{where}.attacks[{other}]: {p.attacks[other]} is not within "
                                 f"0 .. {room}")
        for other in range(seat):
            if p.race == s.seat[other].race and p.race not in (NONE, TABLES.shared_race):
                raise ValueError(f"{where}.race: {RACE_NAMES[p.race]!r} is that of "
                                 f"state.seats[{other}], too")
            if p.advisor == s.seat[other].advisor and p.advisor != NONE:
                raise ValueError(f"{where}.advisor: {ADVISOR_NAMES[p.advisor]!r} is with "
                                 f"state.seats[{other}], too")
        if p.advisor != NONE and s.table >> p.advisor & 1:
            raise ValueError(f"{where}.advisor: {ADVISOR_NAMES[p.advisor]!r} is among "
                             "state.advisors, too")
        advisors += p.advisor != NONE
    if advisors > TABLES.advisors_used:
        raise ValueError(f"state.advisors: {advisors} in the game, with those of the seats, but "
                         f"{TABLES.advisors_used} are used")
    return 0


def from_dict(data, seats, options, viewer=None):
    """The inverse of to_dict; "?" is a card that the viewer does not know."""
    cdef State s
    cdef int i
    cdef Rng rng = rng_seed(0)
    cdef const char *wrong
    memset(&s, 0, sizeof(State))
    only_keys(data, STATE_KEYS, "state")
    s.seats = seats
    s.deck = TABLES.copies
    s.round = number(data, "round", 1, TABLES.rounds, 1, "state")
    names = [f"p{i + 1}" for i in range(seats)]
    s.first = index(names, data.get("first", "p1"), "state.first")
    rows = data.get("seats")
    if not isinstance(rows, list) or len(rows) != seats:
        raise ValueError(f"state.seats: expected a list of {seats} seats")
    for i, row in enumerate(rows):
        read_seat(&s, i, row, f"state.seats[{i}]")
    for n, word in enumerate(words(data, "advisors", "state")):
        i = index(ADVISOR_NAMES, word, f"state.advisors[{n}]")
        if s.table >> i & 1:
            raise ValueError(f"state.advisors[{n}]: {word!r} is there twice")
        s.table |= 1 << i
    pile = words(data, "discard", "state")
    if len(pile) > PILE:
        raise ValueError(f"state.discard: {len(pile)} cards")
    for n, word in enumerate(pile):
        if word == "?":
            raise ValueError(f"state.discard[{n}]: '?' in a place that all see")
        s.pile[n] = take(&s, NULL, word, f"state.discard[{n}]")
        s.pile_count += 1
    read_pending(&s, data.get("pending", [["turn", names[s.first]]]))
    read_hands(&s, rows, words(data, "drawn", "state"), viewer)
    if s.stack.depth == 1 and s.stack.frames[0].kind == TURN:
        i = s.stack.frames[0].who
        if i < seats and s.seat[i].available == 0:
            raise ValueError(f"state.pending[0]: p{i + 1} is to act but has no cubes "
                             f"(state.seats[{i}].cubes)")
    read_faults(&s)
    wrong = check(&s)
    if viewer is not None and wrong != NULL and strcmp(wrong, b"nobody can move") == 0:
        determinise(&s, viewer, &rng)   # the "?" were filled without what a seat has shown
    return (<const char *>&s)[:sizeof(State)]
