"""Phantom tic-tac-toe: state <-> dict."""

from libc.stdint cimport uint8_t
from libc.string cimport memset

from armillary_core.games.phantom_tic_tac_toe.state cimport (
    CELLS, DRAWN, PLAYING, State, attempt, list_attempts,
)

from itertools import combinations, permutations

NAMES = [column + row for row in "321" for column in "abc"]
SIGNS = "xo"
LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
STATUS = ("x-to-move", "o-to-move", "draw", "x-wins", "o-wins")


cdef str _status(const State *s):
    if s.result == PLAYING:
        return f"{SIGNS[s.turn]}-to-move"
    return "draw" if s.result == DRAWN else f"{SIGNS[1 - s.turn]}-wins"


def to_dict(bytes state, viewer=None):
    """The attempts of `x`, who began, and of `o`, in order, failures with a `!`; and how
    the game stands. A viewer sees its own attempts only."""
    cdef const State *s = <const State *><const char *>state
    cdef uint8_t cells[CELLS]
    data = {}
    for seat, sign in enumerate(SIGNS):
        n = list_attempts(s.attempts[seat], cells)
        data[sign] = [NAMES[cells[i]] + ("" if s.mark[seat] >> cells[i] & 1 else "!")
                      for i in range(n)]
        if viewer is not None and viewer != seat:
            data[sign] = "?"
    data["status"] = _status(s)
    return data


def from_dict(data, seats, options, viewer=None):
    """The inverse of to_dict. Without a viewer the status may be left out. With one, the
    attempts of the other seat may be "?": any that fit will do, because they are redrawn."""
    cdef State s
    for key in data:
        if key not in ("x", "o", "status"):
            raise ValueError(f"state.{key}: unknown key (keys: x, o, status)")
    if viewer is not None and viewer not in (0, 1):
        raise ValueError(f"view: {viewer + 1} is not a seat within 1 .. 2")
    status = data.get("status")
    if status is not None and status not in STATUS:
        raise ValueError(f"state.status: {status!r} is none of {', '.join(STATUS)}")
    lists = [_read(data.get(sign, []), sign, viewer not in (None, seat))
             for seat, sign in enumerate(SIGNS)]
    for seat in range(2):
        if lists[seat] is None:
            if status is None:
                raise ValueError("state.status: missing, and the attempts do not tell it")
            lists[seat] = _others_marks(lists[1 - seat], 1 - seat, status)
    memset(&s, 0, sizeof(State))
    s.seats = 2
    done = [0, 0]
    while s.result == PLAYING and done[s.turn] < len(lists[s.turn]):
        seat = s.turn
        where = f"state.{SIGNS[seat]}[{done[seat]}]"
        cell, fails = lists[seat][done[seat]]
        if s.tried[seat] >> <int>cell & 1:
            raise ValueError(f"{where}: {NAMES[cell]} is tried twice")
        if (s.mark[1 - seat] >> <int>cell & 1) != fails:
            raise ValueError(f"{where}: {NAMES[cell]} is {'empty' if fails else 'taken'} by then, "
                             f"so write '{NAMES[cell]}{'' if fails else '!'}'")
        attempt(&s, cell)
        done[seat] += 1
    for seat, sign in enumerate(SIGNS):
        if done[seat] < len(lists[seat]):
            raise ValueError(f"state.{sign}[{done[seat]}]: an attempt out of turn")
    if status is not None and status != _status(&s):
        raise ValueError(f"state.status: {status!r}, but these attempts lead to '{_status(&s)}'")
    return (<const char *>&s)[:sizeof(State)]


def _read(texts, sign, may_hide):
    """[(cell, whether the attempt fails), …], or None if hidden."""
    if texts == "?" and may_hide:
        return None
    if not isinstance(texts, list):
        raise ValueError(f"state.{sign}: {texts!r} is not a list of attempts")
    read = []
    for i, text in enumerate(texts):
        if not isinstance(text, str) or text.removesuffix("!") not in NAMES:
            raise ValueError(f"state.{sign}[{i}]: {text!r} is not a cell, or a cell with '!'")
        read.append((NAMES.index(text.removesuffix("!")), text.endswith("!")))
    return read


def _others_marks(own, seat, status):
    """Some marks of the other seat that fit a seat's own attempts and the status."""
    sign, other = SIGNS[seat], SIGNS[1 - seat]
    turns = 0
    found = {}                  # cells bumped into -> marks that the other had made by then
    free = list(range(CELLS))
    for cell, fails in own:
        if cell in free:
            free.remove(cell)
        if fails:
            found[cell] = turns + seat
        turns += not fails
    count = turns + seat        # if it is the seat's turn, or the other has moved since
    if status in (f"{other}-to-move", f"{sign}-wins") or (status == "draw" and seat == 0):
        count -= 1

    def fits(marks):
        if any(marks.index(cell) >= before for cell, before in found.items()):
            return False
        lines = [k for k in range(len(marks) + 1) if _has_line(marks[:k])]
        return lines == ([len(marks)] if status == f"{other}-wins" else [])

    if len(found) <= count <= CELLS:
        for rest in combinations(free, count - len(found)):
            for marks in permutations([*found, *rest]):
                if fits(marks):
                    return [(cell, False) for cell in marks]
    raise ValueError(f"state.{other}: no marks fit the attempts and the status")


def _has_line(cells):
    return any(set(line) <= set(cells) for line in LINES)
