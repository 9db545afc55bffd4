"""Pig: state <-> dict."""

from libc.string cimport memset

from armillary_core.games.pig.state cimport State, winner
from armillary_core.kernel.types cimport CHANCE, OVER


def to_dict(bytes state, viewer=None):
    """The banked points, whose turn it is (from 1), the points at risk, whether the die is
    rolling, and how many choices have been made."""
    cdef const State *s = <const State *><const char *>state
    return {"scores": [s.score[seat] for seat in range(s.seats)], "turn": s.turn + 1,
            "pot": s.pot, "rolling": s.actor == CHANCE, "moves": s.moves}


def from_dict(data, seats, options, viewer=None):
    """The inverse of to_dict; all but the scores may be left out."""
    cdef State s
    memset(&s, 0, sizeof(State))
    known = ("scores", "turn", "pot", "rolling", "moves")
    for key in data:
        if key not in known:
            raise ValueError(f"state.{key}: unknown key (keys: {', '.join(known)})")
    scores = data.get("scores")
    if not isinstance(scores, list) or len(scores) != seats:
        raise ValueError(f"state.scores: expected a list of {seats} numbers")
    s.seats = seats
    s.winscore, s.dice, s.horizon = options["winscore"], options["dice"], options["horizon"]
    top = options["winscore"] + options["dice"] - 1
    for seat, points in enumerate(scores):
        s.score[seat] = _number(points, f"scores[{seat}]", 0, top)
    s.turn = _number(data.get("turn", 1), "turn", 1, seats) - 1
    s.pot = _number(data.get("pot", 0), "pot", 0, top)
    s.moves = _number(data.get("moves", 0), "moves", 0, options["horizon"])
    rolling = data.get("rolling", False)
    if not isinstance(rolling, bool):
        raise ValueError(f"state.rolling: {rolling!r} is not true or false")
    s.actor = CHANCE if rolling else s.turn
    if winner(&s) >= 0 or s.moves == s.horizon:
        if rolling:
            raise ValueError("state.rolling: the game is over")
        s.actor = OVER
    return (<const char *>&s)[:sizeof(State)]


def _number(value, where, low, high):
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise ValueError(f"state.{where}: {value!r} is not a number within {low} .. {high}")
    return value
