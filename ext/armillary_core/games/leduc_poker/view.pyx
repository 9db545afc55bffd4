"""Leduc poker: state <-> dict."""

from libc.stdint cimport uint64_t
from libc.string cimport memset

from armillary_core.games.leduc_poker.state cimport (
    CALL, CARDS, DECK, FOLD, HAND, PUBLIC, RAISE, State, act, deal_card, lowest_card, may_fold,
    may_raise, open_table, turn_card,
)
from armillary_core.kernel.types cimport CHANCE

NAMES = [rank + suit for rank in "56789TJQK" for suit in "12"]
LETTERS = {"f": FOLD, "c": CALL, "r": RAISE}
KEYS = ("cards", "public", "bets")


def to_dict(bytes state, viewer=None):
    """The cards of the seats, as far as they are dealt and seen; the public card, or None;
    and the bets of both rounds: `f`, `c`, `r`."""
    cdef const State *s = <const State *><const char *>state
    cards = [""] * s.dealt
    public = None
    for card, name in enumerate(NAMES):
        if s.place[card] == PUBLIC:
            public = name
        elif s.place[card] != DECK:
            seen = viewer is None or s.known[card] >> <int>viewer & 1
            cards[s.place[card] - HAND] = name if seen else "?"
    return {"cards": cards, "public": public, "bets": [_letters(s.acts[0]), _letters(s.acts[1])]}


cdef str _letters(uint64_t acts):
    letters = ""
    while acts:
        letters = " fcr"[acts & 3] + letters
        acts >>= 2
    return letters


def from_dict(data, seats, options, viewer=None):
    """The inverse of to_dict. Where a viewer is given, cards that it does not see may be
    "?": any others will do, because they are redrawn."""
    cdef State s
    memset(&s, 0, sizeof(State))
    for key in data:
        if key not in KEYS:
            raise ValueError(f"state.{key}: unknown key (keys: {', '.join(KEYS)})")
    cards, public, bets = data.get("cards", []), data.get("public"), data.get("bets", [])
    if not isinstance(cards, list) or len(cards) > seats:
        raise ValueError(f"state.cards: {cards!r} is not a list of at most {seats} cards")
    if not isinstance(bets, list) or len(bets) > 2:
        raise ValueError(f"state.bets: {bets!r} is not a list of two texts")
    if viewer is not None and not 0 <= viewer < seats:
        raise ValueError(f"view: {viewer + 1} is not a seat within 1 .. {seats}")
    open_table(&s, seats)
    deck = NAMES[lowest_card(seats):]
    left = [name for name in deck if name not in cards and name != public]
    for seat, name in enumerate(cards):
        where = f"state.cards[{seat}]"
        if name == "?":
            if viewer is None or viewer == seat:
                raise ValueError(f"{where}: '?' stands only for a card that a viewer does not see")
            name = left.pop()
        else:
            _known_card(name, deck, cards[:seat], where)
        deal_card(&s, seat, NAMES.index(name))
    _replay(&s, bets[0] if bets else "", 0)
    if public is not None:
        _known_card(public, deck, cards, "state.public")
        if s.actor != CHANCE or s.round == 0:
            raise ValueError("state.public: no public card before the first round is closed")
        turn_card(&s, NAMES.index(public))
    _replay(&s, bets[1] if len(bets) > 1 else "", 1)
    if viewer is not None:
        for card in range(CARDS):
            if s.place[card] != DECK and s.place[card] != PUBLIC \
                    and s.known[card] >> <int>viewer & 1 and cards[s.place[card] - HAND] == "?":
                raise ValueError(f"state.cards[{s.place[card] - HAND}]: "
                                 "'?' stands for a card that was shown at the end")
    return (<const char *>&s)[:sizeof(State)]


def _known_card(name, deck, taken, where):
    if name not in deck:
        raise ValueError(f"{where}: {name!r} is not one of {', '.join(deck)}")
    if name in taken:
        raise ValueError(f"{where}: {name} is dealt twice")


cdef int _replay(State *s, letters, int part) except -1:
    where = f"state.bets[{part}]"
    if not isinstance(letters, str):
        raise ValueError(f"{where}: {letters!r} is not a text of f, c and r")
    for i, letter in enumerate(letters):
        what = LETTERS.get(letter)
        if what is None:
            raise ValueError(f"{where}: {letter!r} is none of f, c, r")
        if s.actor >= CHANCE or s.round != part:
            raise ValueError(f"{where}: nobody can act after {letters[:i]!r}")
        if (what == FOLD and not may_fold(s)) or (what == RAISE and not may_raise(s)):
            raise ValueError(f"{where}: {letter!r} is not legal after {letters[:i]!r}")
        act(s, what)
    return 0
