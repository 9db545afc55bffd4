"""Hearts: state <-> dict.

    {"direction": "left",                       none, left, across, right; null = not drawn
     "hands": ["2C,KC,5D,…", "?,?,…", …],       what each seat holds now
     "passed": ["QS,AH,KH", "?,?,?", "", ""],   what each seat has given away
     "tricks": ["p3:2C,5C,KC,AC", "p2:4D"]}     who led, and the cards in order

A hand is written card by card, and a card that the viewer cannot see is a `?`. There are no
blanks, for a position is one word to the protocol. The last trick is the open one; it may
be left out if it is empty and its leader is plain.
"""

from libc.stdint cimport uint64_t
from libc.string cimport memset

from armillary_core.games.hearts.hidden cimport redraw
from armillary_core.games.hearts.moves cimport DEAL, DIRECTION, PASS, PLAY
from armillary_core.games.hearts.play cimport begin_play, legal_cards, play_card
from armillary_core.games.hearts.state cimport (
    CARDS, DECK, HAND, PASSED, SEATS, TWO_OF_CLUBS, State, bit_of,
)
from armillary_core.kernel.bits cimport bits_count
from armillary_core.kernel.rng cimport Rng, rng_seed
from armillary_core.kernel.types cimport CHANCE, OVER

NAMES = [rank + suit for suit in "CDHS" for rank in "23456789TJQKA"]
NUMBER = {name: i // 13 * 16 + i % 13 for i, name in enumerate(NAMES)}
NAME = {number: name for name, number in NUMBER.items()}
DIRECTIONS = ["none", "left", "across", "right"]
KEYS = ["direction", "hands", "passed", "tricks"]


# ---- Writing ---------------------------------------------------------------------------

cdef str write_cards(uint64_t cards, bint seen):
    return ",".join([NAME[c] if seen else "?" for c in NAME if cards >> <int>c & 1])


def to_dict(bytes state, viewer=None):
    """The facts of a state, as the viewer sees them."""
    cdef const State *s = <const State *><const char *>state
    cdef bint all_seen = viewer is None or s.turn == OVER
    seen = {viewer}
    seen_passed = {viewer}
    if viewer is not None and s.phase == PLAY and s.direction:
        seen_passed.add((viewer - s.direction) & 3)
    return {
        "direction": None if s.phase == DIRECTION else DIRECTIONS[s.direction],
        "hands": [write_cards(s.hand[i], all_seen or i in seen) for i in range(SEATS)],
        "passed": [write_cards(s.passed[i], all_seen or i in seen_passed) for i in range(SEATS)],
        "tricks": write_tricks(s) if s.phase == PLAY else [],
    }


cdef list write_tricks(const State *s):
    cdef int i, leader, number
    cdef int begun = s.count & 3
    rows = []
    # The leader is the winner of the trick before; the first is who played the two of clubs.
    leader = s.turn if s.count == 0 else (s.turn - begun) & 3
    for number in range(s.count // 4):
        if number == 0:
            leader = next(seat for seat in range(SEATS) if s.trick[seat] == 0)
        cards = [s.trick[4 * number + (leader + i) % 4] for i in range(4)]
        rows.append(f"p{leader + 1}:" + ",".join([NAME[c] for c in cards]))
        best = max(range(4), key=lambda i: (cards[i] >> 4 == cards[0] >> 4, cards[i]))
        leader = (leader + best) % 4
    if s.count < CARDS:
        cards = [s.trick[s.count - begun + (leader + i) % 4] for i in range(begun)]
        rows.append(f"p{leader + 1}:" + ",".join([NAME[c] for c in cards]))
    return rows


# ---- Reading ---------------------------------------------------------------------------

def from_dict(data, seats, options, viewer=None):
    """The inverse of to_dict; in a view, unseen cards are put somewhere they may be."""
    cdef State s
    if set(data) - set(KEYS):
        raise ValueError(f"state: unknown key {sorted(set(data) - set(KEYS))[0]!r} "
                         f"(keys: {', '.join(KEYS)})")
    word = data.get("direction")
    if word is not None and word not in DIRECTIONS:
        raise ValueError(f"state.direction: {word!r} is none of {', '.join(DIRECTIONS)}, null")
    hands = read_row(data, "hands", viewer)
    passed = read_row(data, "passed", viewer)
    tricks = read_tricks(data.get("tricks", []))
    hidden = any([None in row for row in hands + passed])
    memset(&s, 0, sizeof(State))
    s.seats = SEATS
    s.want = DECK
    s.direction = 0 if word is None else DIRECTIONS.index(word)
    held = sum([len(row) for row in hands])
    given = sum([len(row) for row in passed])
    if tricks or (held == CARDS and (given == SEATS * PASSED or word == "none")):
        if word is None:
            raise ValueError("state.direction: tricks are played, but nothing was drawn")
        if hidden:
            refuse_unseen(hands, passed, viewer, (viewer - s.direction) & 3)
        fill_play(&s, hands, passed, tricks, viewer, hidden)
    else:
        if hidden:
            refuse_unseen(hands, passed, viewer, viewer)
        fill_deal(&s, hands, passed, word is not None, viewer, hidden)
    for i in range(SEATS):              # hidden cards must be as many as there are
        for name, row, count in (("hands", hands[i], bits_count(s.hand[i])),
                                 ("passed", passed[i], bits_count(s.passed[i]))):
            if len(row) != count:
                raise ValueError(f"state.{name}[{i}]: {len(row)} cards where {count} must be")
    return (<const char *>&s)[:sizeof(State)]


def read_row(data, key, viewer):
    """Four lists of card numbers, None for a hidden card."""
    texts = data.get(key, [""] * SEATS)
    if not isinstance(texts, list) or len(texts) != SEATS:
        raise ValueError(f"state.{key}: expected a list of {SEATS} texts")
    rows = []
    seen = set()
    for i, text in enumerate(texts):
        path = f"state.{key}[{i}]"
        row = [None if name == "?" else read_card(name, path, seen) for name in words(text, path)]
        if None in row:
            if viewer is None:
                raise ValueError(f"{path}: a ? stands only in a view")
            if set(row) != {None}:
                raise ValueError(f"{path}: either all of these cards are ? or none")
        rows.append(row)
    return rows


def read_card(name, path, seen):
    if name not in NUMBER:
        raise ValueError(f"{path}: {name!r} is not a card (2C .. AS)")
    card = NUMBER[name]
    if card in seen:
        raise ValueError(f"{path}: {name} is given twice")
    seen.add(card)
    return card


def words(text, path):
    if not isinstance(text, str):
        raise ValueError(f"{path}: {text!r} is not a text of cards")
    return text.split(",") if text else []


def refuse_unseen(hands, passed, viewer, giver):
    """In a view, refuse cards where a ? should be, and the other way round."""
    for i in range(SEATS):
        for key, row, seen in (("hands", hands[i], i == viewer),
                               ("passed", passed[i], i == viewer or i == giver)):
            if row and seen == (None in row):
                what = "sees" if seen else "cannot see"
                raise ValueError(f"state.{key}[{i}]: the viewer {what} these cards")


def read_tricks(texts):
    """[(leader, [cards])]; all but the last have four cards."""
    if not isinstance(texts, list) or len(texts) > HAND:
        raise ValueError(f"state.tricks: expected a list of at most {HAND} texts")
    tricks = []
    seen = set()
    for i, text in enumerate(texts):
        path = f"state.tricks[{i}]"
        if not isinstance(text, str) or text[:3] not in ("p1:", "p2:", "p3:", "p4:"):
            raise ValueError(f"{path}: {text!r} does not begin with its leader, p1: .. p4:")
        cards = [read_card(name, path, seen) for name in words(text[3:], path)]
        if len(cards) > SEATS or (len(cards) < SEATS and i + 1 < len(texts)):
            raise ValueError(f"{path}: {len(cards)} cards in a trick")
        tricks.append((int(text[1]) - 1, cards))
    return tricks


cdef uint64_t mask_of(row):
    cdef uint64_t mask = 0
    for card in row:
        if card is not None:
            mask |= bit_of(card)
    return mask


cdef int fill_deal(State *s, list hands, list passed, bint drawn, viewer,
                   bint hidden) except -1:
    """A state before the play."""
    cdef Rng rng = rng_seed(0)
    cdef int i
    for i in range(SEATS):
        s.hand[i] = mask_of(hands[i])
        s.passed[i] = mask_of(passed[i])
    held = sum([len(row) for row in hands])
    given = sum([len(row) for row in passed])
    s.phase = DIRECTION
    s.turn = CHANCE
    if drawn:
        s.phase = DEAL
        s.count = held
    if s.direction and held + given == CARDS:
        s.phase = PASS
        s.count = given
        s.turn = given // PASSED
        if given >= SEATS * PASSED:
            raise ValueError("state.hands: all have passed, but the passed cards are in no hand")
    elif given:
        raise ValueError("state.passed: cards are passed after the deal")
    elif held >= CARDS or (held and not drawn):
        raise ValueError("state.direction: it is drawn before the deal")
    if hidden:
        redraw(s, viewer, &rng)
    return 0


cdef int fill_play(State *s, list hands, list passed, list tricks, viewer,
                   bint hidden) except -1:
    """A state of the play: complete the hands that it began with, then play the tricks."""
    cdef int i
    if hidden:
        guess_hands(s, hands, passed, tricks, viewer)
    else:
        for i in range(SEATS):
            s.hand[i] = mask_of(hands[i])
            s.passed[i] = mask_of(passed[i])
    for i, (leader, cards) in enumerate(tricks):
        for k, card in enumerate(cards):
            if s.hand[(leader + k) & 3] & bit_of(card):
                raise ValueError(f"state.tricks[{i}]: {NAME[card]} is also in a hand")
            s.hand[(leader + k) & 3] |= bit_of(card)
    begin_play(s)
    replay(s, tricks, True)
    return 0


cdef int replay(State *s, list tricks, bint strict) except -1:
    """Play the tricks; if not strict, without asking whether the hands allow it."""
    for i, (leader, cards) in enumerate(tricks):
        if s.turn != leader:
            raise ValueError(f"state.tricks[{i}]: p{s.turn + 1} leads here, not p{leader + 1}")
        for card in cards:
            if strict and not legal_cards(s) >> <int>card & 1:
                raise ValueError(f"state.tricks[{i}]: p{s.turn + 1} may not play {NAME[card]}")
            play_card(s, card)
    return 0


cdef int guess_hands(State *s, list hands, list passed, list tricks, viewer) except -1:
    """Give the others hands that fit what the viewer knows, for the moment of now."""
    cdef State public = s[0]
    cdef Rng rng = rng_seed(0)
    cdef uint64_t own = mask_of(hands[viewer])
    cdef uint64_t known = own
    cdef int i
    for i in range(SEATS):
        public.passed[i] = mask_of(passed[i])
    public.phase = PLAY
    public.want = TWO_OF_CLUBS
    if tricks:
        public.turn = tricks[0][0]
    elif own & TWO_OF_CLUBS:
        public.turn = viewer
    else:
        raise ValueError("state.tricks: who leads the first trick?")
    replay(&public, tricks, False)
    if public.turn == OVER:
        raise ValueError("state.passed: at the end all is shown")
    for _, cards in tricks:
        known |= mask_of(cards)
    # The redraw reads nothing of the others' hands but which cards they hold together.
    for i in range(SEATS):
        public.hand[i] = 0
    public.hand[viewer] = own
    public.hand[(viewer + 1) & 3] = DECK & ~known
    if not redraw(&public, viewer, &rng):
        raise ValueError("state.hands: no deal fits what the viewer has seen")
    for i in range(SEATS):
        s.hand[i] = public.hand[i]
        s.passed[i] = public.passed[i]
    return 0
