"""Kuhn poker: state <-> dict."""

from libc.string cimport memset

from armillary_core.games.kuhn_poker.state cimport (
    CARDS, DECK, HAND, State, bet_or_pass, deal_card, lowest_card,
)
from armillary_core.kernel.types cimport CHANCE

NAMES = "56789TJQK"


def to_dict(bytes state, viewer=None):
    """The cards of the seats, as far as they are dealt and seen, and the bets: `p`, `b`."""
    cdef const State *s = <const State *><const char *>state
    cards = [""] * s.dealt
    for card in range(CARDS):
        if s.place[card] != DECK:
            seen = viewer is None or s.known[card] >> <int>viewer & 1
            cards[s.place[card] - HAND] = NAMES[card] if seen else "?"
    return {"cards": cards, "bets": "".join("pb"[s.bets >> i & 1] for i in range(s.acts))}


def from_dict(data, seats, options, viewer=None):
    """The inverse of to_dict. Where a viewer is given, cards that it does not see may be
    "?": any others will do, because they are redrawn."""
    cdef State s
    memset(&s, 0, sizeof(State))
    for key in data:
        if key not in ("cards", "bets"):
            raise ValueError(f"state.{key}: unknown key (keys: cards, bets)")
    cards, bets = data.get("cards", []), data.get("bets", "")
    if not isinstance(cards, list) or len(cards) > seats:
        raise ValueError(f"state.cards: {cards!r} is not a list of at most {seats} cards")
    if not isinstance(bets, str):
        raise ValueError(f"state.bets: {bets!r} is not a text of p and b")
    if viewer is not None and not 0 <= viewer < seats:
        raise ValueError(f"view: {viewer + 1} is not a seat within 1 .. {seats}")
    s.seats = seats
    s.actor = CHANCE
    deck = NAMES[lowest_card(seats):]
    left = [name for name in deck if name not in cards]
    for seat, name in enumerate(cards):
        where = f"state.cards[{seat}]"
        if name == "?":
            if viewer is None or viewer == seat:
                raise ValueError(f"{where}: '?' stands only for a card that a viewer does not see")
            name = left.pop()
        elif not isinstance(name, str) or name not in tuple(deck):
            raise ValueError(f"{where}: {name!r} is not one of {', '.join(deck)}")
        elif name in cards[:seat]:
            raise ValueError(f"{where}: {name} is dealt twice")
        deal_card(&s, seat, NAMES.index(name))
    for letter in bets:
        if letter not in "pb":
            raise ValueError(f"state.bets: {letter!r} is neither p nor b")
        if s.actor >= CHANCE:
            when = "before all cards are dealt" if s.actor == CHANCE else "after the end"
            raise ValueError(f"state.bets: {bets!r} goes on {when}")
        bet_or_pass(&s, letter == "b")
    if viewer is not None:
        for card in range(CARDS):
            if s.place[card] != DECK and s.known[card] >> <int>viewer & 1 \
                    and cards[s.place[card] - HAND] == "?":
                raise ValueError(f"state.cards[{s.place[card] - HAND}]: "
                                 "'?' stands for a card that was shown at the end")
    return (<const char *>&s)[:sizeof(State)]
