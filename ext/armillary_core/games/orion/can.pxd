# Master of Orion: what is possible. Questions that legal, play, effects and check share.

from libc.stdint cimport uint64_t

from armillary_core.games.orion.bag cimport bag_kinds, bag_size
from armillary_core.games.orion.moves cimport ADVISOR_NAME, RACE_NAME
from armillary_core.games.orion.state cimport (
    ADVISOR_PLACE, ANY, EXTRA, FLEET, NONE, RACE_PLACE, SYSTEMS, Seat, State,
)
from armillary_core.games.orion.tables cimport (
    ACTIVATE_CARDS, ACTIVATION, BUILD_CARDS, CHOICE, DISCARD_CARDS, EXCHANGE, SLOT_P, Source,
    TABLES,
)
from armillary_core.kernel.bits cimport bits_first
from armillary_core.kernel.cards cimport Effect

# ---- cards on the table ----------------------------------------------------------------

cdef inline int top_of(const Seat *p, int system) noexcept nogil:
    """The working card of a system that is not empty."""
    return p.system[system][p.height[system] - 1]

cdef inline int name_at(const Seat *p, int place) noexcept nogil:
    """The name (see moves.pxd) of what works at a place; -1: nothing."""
    if place < SYSTEMS:
        return top_of(p, place) if p.height[place] else -1
    if place == ADVISOR_PLACE:
        return ADVISOR_NAME + p.advisor if p.advisor != NONE else -1
    return RACE_NAME + p.race if p.race != NONE else -1

cdef inline const Source *source_at(const Seat *p, int place) noexcept nogil:
    cdef int name = name_at(p, place)
    return &TABLES.source[name] if name >= 0 else NULL

cdef inline uint64_t working_kinds(const Seat *p) noexcept nogil:
    """The kinds of the working structures."""
    cdef uint64_t kinds = 0
    cdef int system
    for system in range(SYSTEMS):
        if p.height[system]:
            kinds |= <uint64_t>1 << top_of(p, system)
    return kinds

cdef inline bint works(const Seat *p, int colour) noexcept nogil:
    """Whether a working structure has that colour; ANY asks nothing."""
    cdef int system
    if colour == ANY:
        return True
    for system in range(SYSTEMS):
        if p.height[system] and TABLES.colour[top_of(p, system)] == colour:
            return True
    return False

cdef inline int count_systems(const Seat *p) noexcept nogil:
    """Alluvia's is one even with no card on her (MOO-20.12)."""
    cdef int system, n = 0
    for system in range(EXTRA):
        n += p.height[system] > 0
    return n + (p.advisor != NONE and TABLES.source[ADVISOR_NAME + p.advisor].capacity > 0)

# ---- building --------------------------------------------------------------------------

cdef inline bint has_room(const Seat *p, int system) noexcept nogil:
    """Whether a card can be put there (MOO-2.4, 2.5, 18.1): systems are opened in order."""
    if system == EXTRA:
        return p.advisor != NONE and p.height[EXTRA] < TABLES.source[
            ADVISOR_NAME + p.advisor].capacity
    return (system < TABLES.systems and p.height[system] < TABLES.height
            and (system == 0 or p.height[system - 1] > 0))

cdef inline int base_discount(const Seat *p) noexcept nogil:
    """Units off in every system."""
    cdef int system, units = TABLES.source[RACE_NAME + p.race].discount
    if working_kinds(p) & TABLES.thrifty:
        for system in range(SYSTEMS):
            if p.height[system]:
                units += TABLES.source[top_of(p, system)].discount
    if p.advisor != NONE:
        units += TABLES.source[ADVISOR_NAME + p.advisor].discount
    return units

cdef inline int discount_in(const Seat *p, int system) noexcept nogil:
    """Units off in just this system."""
    cdef int units = 0
    if p.height[system]:
        units = TABLES.source[top_of(p, system)].discount_here
    if system == EXTRA and p.advisor != NONE:
        units += TABLES.source[ADVISOR_NAME + p.advisor].discount_here
    return units

cdef inline int shortage(const Seat *p, int kind) noexcept nogil:
    """Units of its cost that the seat cannot pay: the discount that it takes."""
    cdef int r, units = 0
    for r in range(3):
        if TABLES.cost[kind][r] > p.resource[r]:
            units += TABLES.cost[kind][r] - p.resource[r]
    return units

cdef inline uint64_t payable(const Seat *p, uint64_t kinds, int discount) noexcept nogil:
    """Those of the kinds that the seat may build, with so many units off (MOO-3.7, 6.5)."""
    cdef uint64_t rest, found
    if p.loyalty < TABLES.gate:
        kinds &= ~TABLES.gated
    found = (kinds & TABLES.payable[0][p.resource[0]] & TABLES.payable[1][p.resource[1]]
             & TABLES.payable[2][p.resource[2]])
    if discount:
        rest = kinds & ~found
        while rest:
            if shortage(p, bits_first(rest)) <= discount:
                found |= rest & -rest
            rest &= rest - 1
    return found

cdef inline bint can_build(const State *s, int seat, int colour, int system,
                           int discount) noexcept nogil:
    """Whether a card of that colour can be built, in that system (-1: in any)."""
    cdef const Seat *p = &s.seat[seat]
    cdef uint64_t kinds = bag_kinds(&s.hand[seat]) & TABLES.of_colour[colour]
    cdef int i
    if not kinds:
        return False
    discount += base_discount(p)
    for i in range(SYSTEMS):
        if (system < 0 or i == system) and has_room(p, i):
            if payable(p, kinds, discount + discount_in(p, i)):
                return True
    return False

# ---- effects ---------------------------------------------------------------------------

cdef inline bint can_afford(const State *s, int seat, const Source *source,
                            int cubes) noexcept nogil:
    """Whether the extra cost can be paid when `cubes` actions are gone (MOO-3.4, 9.4)."""
    cdef const Seat *p = &s.seat[seat]
    return (source.cost[0] <= p.resource[0] and source.cost[1] <= p.resource[1]
            and source.cost[2] <= p.resource[2] and source.cost_points <= p.points
            and source.cost_cubes + cubes <= p.available
            and (source.cost_cards == 0 or source.cost_cards <= bag_size(&s.hand[seat])))

cdef inline bint can_choose(const State *s, int seat, const Effect *option) noexcept nogil:
    """Whether an option can be done in full."""
    cdef const Seat *p = &s.seat[seat]
    if option.verb == EXCHANGE:
        return (TABLES.bundle[option.a][0] <= p.resource[0]
                and TABLES.bundle[option.a][1] <= p.resource[1]
                and TABLES.bundle[option.a][2] <= p.resource[2])
    if option.verb == DISCARD_CARDS:
        return bag_size(&s.hand[seat]) >= option.x
    return True

cdef inline bint can_use(const State *s, int seat, int place, bint as_action, bint deep,
                         bint blind=False) noexcept nogil:
    """Whether a working card can be activated (MOO-9). `deep`: one that activates others counts;
    `blind`: by what all can see, without a look at the hand."""
    cdef const Seat *p = &s.seat[seat]
    cdef const Source *source = source_at(p, place)
    cdef const Effect *row
    cdef int i
    if source == NULL or source.timing != ACTIVATION or p.cubes >> place & 1:
        return False
    if source.gated and p.loyalty < TABLES.gate:
        return False
    if (p.available if as_action else p.reserve) == 0 or not works(p, source.colour):
        return False
    if not can_afford(s, seat, source, as_action):
        return False
    if source.end - source.first != 1:
        return True
    row = &TABLES.row[source.first]
    if row.verb == BUILD_CARDS:
        if blind:
            return bag_kinds(&s.hand[seat]) != 0
        return can_build(s, seat, row.a, place if row.c else -1, row.b)
    if row.verb == CHOICE:
        for i in range(row.x, row.y):
            if can_choose(s, seat, &TABLES.option[TABLES.option_list[i]]):
                return True
        return False
    if row.verb == ACTIVATE_CARDS:
        if not deep or not as_action and p.reserve < 2:
            return False
        for i in range(ADVISOR_PLACE + 1):
            if i != place and can_use_plain(s, seat, i, blind):
                return True
        return False
    return True

cdef inline bint can_use_plain(const State *s, int seat, int place, bint blind) noexcept nogil:
    """Whether a card that does not itself activate others can be activated by an effect."""
    cdef const Seat *p = &s.seat[seat]
    cdef const Source *source = source_at(p, place)
    if source == NULL or source.timing != ACTIVATION:
        return False
    return not (source.end - source.first == 1
                and TABLES.row[source.first].verb == ACTIVATE_CARDS) and can_use(
        s, seat, place, False, False, blind)

cdef inline bint is_due(const State *s, int seat, int place, int timing) noexcept nogil:
    """Whether the effect at a place can be applied now."""
    cdef const Seat *p = &s.seat[seat]
    cdef const Source *source = source_at(p, place)
    if source == NULL or source.timing != timing or not works(p, source.colour):
        return False
    if source.slot == SLOT_P and (p.cubes >> place & 1 or p.reserve == 0):
        return False
    return can_afford(s, seat, source, 0)

cdef inline int due_places(const State *s, int seat, int mask, int timing) noexcept nogil:
    """Those places of the mask whose effects can be applied now."""
    cdef const Seat *p = &s.seat[seat]
    cdef int place, found = 0
    for place in range(SYSTEMS):
        if mask >> place & 1 and p.height[place]:
            if TABLES.timed[timing] >> top_of(p, place) & 1 and is_due(s, seat, place, timing):
                found |= 1 << place
    for place in range(ADVISOR_PLACE, RACE_PLACE + 1):
        if mask >> place & 1 and is_due(s, seat, place, timing):
            found |= 1 << place
    return found

# ---- attacks ---------------------------------------------------------------------------

cdef struct Force:              # what a seat brings to an attack, or sets against one
    int fleets                  # in the comparison
    int price                   # its own share of the price

cdef inline Force force_of(const Seat *p, bint attacking) noexcept nogil:
    cdef Force force
    cdef const Source *source
    cdef int place
    force.fleets = p.resource[FLEET]
    force.price = TABLES.attack_price if attacking else 0
    if working_kinds(p) & (TABLES.offensive if attacking else TABLES.defensive):
        place = 0
    else:
        place = ADVISOR_PLACE
    while place <= RACE_PLACE:
        source = source_at(p, place)
        if source != NULL:
            force.fleets += source.strength if attacking else source.defence
            force.price += source.price if attacking else source.toll
        place += 1
    if attacking:
        force.price = max(force.price, 1)
    return force

cdef inline int attack_price(const State *s, int seat, int victim,
                             const Force *mine) noexcept nogil:
    """The fleets that an attack costs; -1 if it is not allowed (MOO-10.2 to 10.7)."""
    cdef const Seat *p = &s.seat[seat]
    cdef Force theirs
    if seat == victim or p.attacks[victim] >= TABLES.attack_limit[s.seats]:
        return -1
    theirs = force_of(&s.seat[victim], False)
    if mine.fleets < theirs.fleets or mine.price + theirs.price > p.resource[FLEET]:
        return -1
    return mine.price + theirs.price
