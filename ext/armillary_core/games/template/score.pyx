"""The template game: the result, an estimate of it, and the invariants."""

from armillary_core.games.template.state cimport (
    CARDS, DEAL, DECK, DISCARD, HAND, NOWHERE, RESOLVE, ROLL, SEATS, STEAL, TURN, State, everybody,
)
from armillary_core.games.template.tables cimport ROWS, TABLES
from armillary_core.kernel.cards cimport Frame, stack_check, zone_count
from armillary_core.kernel.types cimport CHANCE


cdef void returns(const void *p, double *share, double *score) noexcept nogil:
    """The most points win; a tie shares the win."""
    cdef const State *s = <const State *>p
    cdef int seat, best = 0, winners = 0
    for seat in range(s.seats):
        score[seat] = s.score[seat]
        if s.score[seat] > best:
            best = s.score[seat]
    for seat in range(s.seats):
        winners += s.score[seat] == best
    for seat in range(s.seats):
        share[seat] = 1.0 / winners if s.score[seat] == best else 0.0


cdef void evaluate(const void *p, double *share) noexcept nogil:
    """By the points so far; nobody is written off."""
    cdef const State *s = <const State *>p
    cdef double total = 0
    cdef int seat
    for seat in range(s.seats):
        share[seat] = 2.0 + s.score[seat]
        total += share[seat]
    for seat in range(s.seats):
        share[seat] /= total


cdef const char *check_cards(const State *s) noexcept nogil:
    cdef int i
    for i in range(CARDS):
        if i >= TABLES.cards:
            if s.place[i] != NOWHERE or s.known[i]:
                return "a card that does not exist lies somewhere"
            continue
        if s.place[i] == DECK:
            if s.known[i]:
                return "somebody knows a card of the deck"
        elif s.place[i] == DISCARD:
            if s.known[i] != everybody(s):
                return "a discarded card is not known to all"
        elif s.place[i] < HAND + s.seats:
            if s.known[i] != 1 << (s.place[i] - HAND):
                return "a card in hand is not known to its holder alone"
        else:
            return "a card is in no place"
        if i and TABLES.kind[i] == TABLES.kind[i - 1]:
            if s.place[i] < s.place[i - 1]:
                return "copies are not in the order of their places"
    return NULL


cdef const char *check_frame(const State *s, const Frame *f, int i) noexcept nogil:
    if (f.kind == TURN) != (i == 0) or f.kind > DEAL:
        return "a pending frame is out of place"
    if f.who != CHANCE and f.who >= s.seats or (f.who == CHANCE) != (f.kind in (ROLL, DEAL)):
        return "a pending frame belongs to nobody"
    if f.kind == RESOLVE:
        if f.c > f.d or f.d > ROWS or i == s.stack.depth - 1 or f.a or f.b:
            return "the effects still to do are impossible"
    elif f.c or f.d:
        return "a pending frame has too many operands"
    if f.kind in (ROLL, DEAL) and f.a >= s.seats:
        return "chance serves no seat"
    if f.kind == TURN and (f.a or f.b) or f.kind in (STEAL, ROLL) and f.b:
        return "a pending frame has too many operands"
    return NULL


cdef const char *check_pending(const State *s) noexcept nogil:
    """The shape of the stack: a turn alone; the first deal over it; or the effects of a
    card over it, with one of them under way."""
    cdef const Frame *f = s.stack.frames
    cdef int i, owed, left = 0
    if s.stack.depth == 0:
        for i in range(s.seats):
            if zone_count(s.place, TABLES.cards, HAND + i):
                return "the game ended with cards in hand"
        return NULL
    owed = zone_count(s.place, TABLES.cards, HAND + f.who)
    if s.stack.depth > 1 and f[1].kind == RESOLVE:
        if s.stack.depth != 3 or f[1].who != f.who:
            return "effects are done in no turn"
        if (f[2].who if f[2].kind == STEAL else f[2].a) != f.who:
            return "an effect serves another seat"
        owed = 1                        # the turn moves on to a seat with cards
    for i in range(1, s.stack.depth):
        if f[i].kind == DEAL:
            if f[i].b == 0:
                return "chance deals no card"
            left += f[i].b
            owed += f[i].a == f.who
        elif f[1].kind != RESOLVE:
            return "an effect comes from no card"
    if left > <int>zone_count(s.place, TABLES.cards, DECK):
        return "chance owes more cards than the deck holds"
    if owed == 0:
        return "a seat without cards has the turn"
    return NULL


cdef const char *check(const void *p) noexcept nogil:
    cdef const State *s = <const State *>p
    cdef const char *wrong
    cdef int i
    if not 2 <= s.seats <= SEATS or s.spare[0] or s.spare[1] or s.spare[2]:
        return "a field is out of range"
    for i in range(s.seats, SEATS):
        if s.score[i]:
            return "an empty seat has points"
    wrong = check_cards(s)
    if wrong == NULL:
        wrong = stack_check(&s.stack)
    if wrong != NULL:
        return wrong
    for i in range(s.stack.depth):
        wrong = check_frame(s, &s.stack.frames[i], i)
        if wrong != NULL:
            return wrong
    return check_pending(s)
