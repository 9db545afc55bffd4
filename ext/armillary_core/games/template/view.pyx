"""The template game: state <-> dict, for notation and tests."""

from libc.string cimport memset

from armillary_core.games.template.state cimport (
    CARDS, DECK, DISCARD, HAND, NOWHERE, State, everybody,
)
from armillary_core.games.template.tables cimport TABLES
from armillary_core.kernel.cards cimport stack_push, zones_sort
from armillary_core.kernel.types cimport CHANCE

from armillary_core.games.template.tables import CARD_NAMES

FRAMES = ["", "turn", "resolve", "steal", "roll", "deal"]


def to_dict(bytes state, viewer=None):
    """Scores, hands, the discard pile and what is pending; the deck is all the rest."""
    cdef const State *s = <const State *><const char *>state
    hands = []
    for seat in range(s.seats):
        cards = [TABLES.kind[i] for i in range(TABLES.cards) if s.place[i] == HAND + seat]
        open_hand = viewer is None or viewer == seat
        hands.append([CARD_NAMES[k] if open_hand else "?" for k in cards])
    pending = []
    for i in range(s.stack.depth):
        f = s.stack.frames[i]
        who = "chance" if f.who == CHANCE else f"p{f.who + 1}"
        pending.append([FRAMES[f.kind], who, f.a, f.b, f.c, f.d])
    discard = [CARD_NAMES[TABLES.kind[i]] for i in range(TABLES.cards) if s.place[i] == DISCARD]
    return {"scores": [s.score[seat] for seat in range(s.seats)],
            "hands": hands, "discard": discard, "pending": pending}


def from_dict(data, seats, options, viewer=None):
    """The inverse of to_dict; "?" is a card that the viewer does not know."""
    cdef State s
    cdef int card
    memset(&s, 0, sizeof(State))
    unknown = set(data) - {"scores", "hands", "discard", "pending"}
    if unknown:
        raise ValueError(f"state: unknown key {sorted(unknown)[0]!r}")
    s.seats = seats
    for name in ("scores", "hands"):
        if not isinstance(data.get(name), list) or len(data[name]) != seats:
            raise ValueError(f"state.{name}: expected a list of {seats}")
    for seat, points in enumerate(data["scores"]):
        if not isinstance(points, int) or not 0 <= points <= 255:
            raise ValueError(f"state.scores[{seat}]: {points!r} is not within 0 .. 255")
        s.score[seat] = points
    for card in range(CARDS):
        s.place[card] = DECK if card < TABLES.cards else NOWHERE
    places = [(f"hands[{seat}]", cards, HAND + seat, 1 << seat)
              for seat, cards in enumerate(data["hands"])]
    places.append(("discard", data.get("discard", []), DISCARD, everybody(&s)))
    # Named cards first: an unknown one may be any that is left.
    for wanted_unknown in (False, True):
        for name, cards, place, who in places:
            if not isinstance(cards, list):
                raise ValueError(f"state.{name}: expected a list of cards")
            for n, card_name in enumerate(cards):
                if (card_name == "?") != wanted_unknown:
                    continue
                if card_name == "?" and (viewer is None or who >> viewer & 1):
                    raise ValueError(f"state.{name}[{n}]: '?' in a place that is seen")
                for card in range(TABLES.cards):
                    if s.place[card] == DECK and card_name in ("?", CARD_NAMES[TABLES.kind[card]]):
                        s.place[card], s.known[card] = place, who
                        break
                else:
                    raise ValueError(f"state.{name}[{n}]: there is no {card_name!r} left")
    zones_sort(s.place, s.known, TABLES.kind, TABLES.cards)
    seat_numbers = {"chance": CHANCE, **{f"p{i + 1}": i for i in range(seats)}}
    pending = data.get("pending", [])
    if not isinstance(pending, list) or len(pending) > 32:
        raise ValueError("state.pending: expected a list of at most 32 frames")
    for n, frame in enumerate(pending):
        if not isinstance(frame, list) or len(frame) != 6 or frame[0] not in FRAMES[1:] \
                or frame[1] not in seat_numbers:
            raise ValueError(f"state.pending[{n}]: expected [what, who, a, b, c, d]")
        stack_push(&s.stack, FRAMES.index(frame[0]), seat_numbers[frame[1]],
                   frame[2], frame[3], frame[4], frame[5])
    return (<const char *>&s)[:sizeof(State)]
