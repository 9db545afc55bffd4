"""The grammar of UGI+: words of a line -> what they mean. No state, no positions.

>>> parse_position("fen game=pig;seed=4 moves roll stop moves roll".split())
('game=pig;seed=4', ['roll', 'stop', 'roll'])
>>> parse_start("game=pig;seed=4;teams=1/2").seed
4
>>> parse_go("movetime 50 searchmoves a1 b2".split())[0]
Go(numbers={'movetime': 50}, infinite=False, ponder=False, searchmoves=['a1', 'b2'])
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

#: The words of `error CODE text`.
CODES = ("unknown_command", "bad_argument", "bad_position", "illegal_token", "unsupported", "busy")
NULL_MOVE = "0000"
MAX_TOKEN = 255
MAX_SEATS = 8
LARGEST = 1 << 53               # a number of `go`: larger ones are cut to this

_SPEC_KEYS: tuple[str, ...] = ("game", "players", "seed", "view", "teams", "chance", "rules")
_JSON_KEYS = (*_SPEC_KEYS, "options", "streams", "state")
_COUNTS = ("movetime", "nodes", "depth", *(f"p{k}{what}" for k in range(1, MAX_SEATS + 1)
                                           for what in ("time", "inc")))


class Problem(Exception):
    """What is wrong with a line: one of CODES, and a sentence."""

    def __init__(self, code: str, text: str) -> None:
        super().__init__(text)
        self.code = code
        self.text = text


@dataclass(frozen=True)
class Start:
    """Where a game begins. `state` is the dict of a position in the middle of it."""

    game: str | None = None                 # None: the option Game
    players: int | None = None              # None: the fewest, or the option Players
    options: dict[str, Any] = field(default_factory=dict)
    seed: int | None = None                 # None: chance waits to be told
    view: int | None = None                 # the seat, from 0, whose list this is
    teams: tuple[frozenset[int], frozenset[int]] | None = None      # the seats of two sides
    streams: dict[str, Any] = field(default_factory=dict)
    state: dict[str, Any] | None = None
    chance: int | None = None               # version of the function seed -> outcomes
    rules: int | None = None                # version of the game's rules


@dataclass
class Go:
    """The words of a `go`. Times are milliseconds, as they were sent."""

    numbers: dict[str, int] = field(default_factory=dict)
    infinite: bool = False
    ponder: bool = False
    searchmoves: list[str] = field(default_factory=list)


def printable(text: str, room: int = 400) -> str:
    """The text on one line of ASCII, cut to a length."""
    text = text if len(text) <= room else text[:room - 3] + "..."
    flat = "".join(c if c.isprintable() else f"\\x{ord(c):02x}" for c in text)
    return flat.encode("ascii", "backslashreplace").decode()


def one_word(data: Any) -> str:
    """JSON in ASCII and without any blank, even in texts."""
    return json.dumps(data, separators=(",", ":")).replace(" ", "\\u0020")


# ---- position --------------------------------------------------------------------------

def parse_position(words: Sequence[str]) -> tuple[str, list[str]]:
    """The START and the tokens of the words after `position`. Every `moves` is skipped, so
    that several lists are one."""
    if not words:
        raise Problem("bad_position", "position needs startpos, or fen and a start")
    start, rest = words[0], words[1:]
    if start == "fen":
        if not rest or rest[0] == "moves":
            raise Problem("bad_position", "fen needs a start: startpos, key=value;… or JSON")
        start, rest = rest[0], rest[1:]
    elif start != "startpos":
        raise Problem("bad_position", f"position {start}: expected startpos or fen")
    if rest and rest[0] != "moves":
        raise Problem("bad_position", f"expected moves after the start, not {rest[0]}")
    return start, [word for word in rest if word != "moves"]


def parse_start(start: str | Mapping[str, Any]) -> Start:
    """A START: `startpos`, a SPEC or a JSON object, as text or read already."""
    if start == "startpos":
        return Start()
    if not isinstance(start, str):
        data, keys = dict(start), _JSON_KEYS
    elif start.lstrip().startswith("{"):
        data, keys = _read_json(start), _JSON_KEYS
    else:
        data, keys = _read_spec(start), _SPEC_KEYS
    for key in data:
        if key not in keys and not (key.startswith("opt.") and key[4:]):
            raise Problem("bad_position", f"unknown key {key} "
                                          f"(keys: {' '.join(keys)} opt.NAME)")
    options = data.get("options", {})
    if not isinstance(options, dict):
        raise Problem("bad_position", "options: not an object")
    options = {**options, **{key[4:]: value for key, value in data.items()
                             if key.startswith("opt.")}}
    for key in ("streams", "state"):
        if not isinstance(data.get(key, {}), dict):
            raise Problem("bad_position", f"{key}: not an object")
    game = data.get("game")
    if game is not None and not isinstance(game, str):
        raise Problem("bad_position", "game: not a name")
    view = _number(data, "view", 1, MAX_SEATS)
    terms = Start(
        game=game, players=_number(data, "players", 1, MAX_SEATS), options=options,
        seed=_number(data, "seed", 0, 2**64 - 1), view=None if view is None else view - 1,
        teams=_teams(data.get("teams")), streams=data.get("streams", {}), state=data.get("state"),
        chance=_number(data, "chance", 0, 2**31), rules=_number(data, "rules", 0, 2**31))
    if terms.view is not None and terms.seed is not None:
        raise Problem("bad_position", "a view has no seed: no seat knows it")
    return terms


def _read_spec(word: str) -> dict[str, Any]:
    data: dict[str, Any] = {}
    for part in word.split(";"):
        key, sign, value = part.partition("=")
        if not sign:
            raise Problem("bad_position", f"{part}: expected key=value")
        if key in data:
            raise Problem("bad_position", f"{key} is given twice")
        data[key] = value
    return data


def _read_json(word: str) -> dict[str, Any]:
    try:
        data = json.loads(word)
    except (ValueError, RecursionError) as problem:
        raise Problem("bad_position", f"not JSON: {problem}") from None
    if not isinstance(data, dict):
        raise Problem("bad_position", "not a JSON object")
    return data


def _number(data: dict[str, Any], key: str, low: int, high: int) -> int | None:
    value = data.get(key)
    if value is None:
        return None
    if isinstance(value, str):
        value = _whole(value)
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise Problem("bad_position", f"{key}: not a whole number within {low} .. {high}")
    return value


def _whole(text: str) -> int | None:
    """Decimal digits as a number; None for anything else."""
    if not text.isascii() or not text.isdecimal() or len(text) > 400:
        return None
    return int(text)


def _teams(value: Any) -> tuple[frozenset[int], frozenset[int]] | None:
    """`1/234`: the seats of both sides, which name every seat once."""
    if value is None:
        return None
    sides = value.split("/") if isinstance(value, str) else []
    seats = "".join(sides)
    if len(sides) != 2 or not all(sides) or sorted(seats) != list("12345678"[:len(seats)]):
        raise Problem("bad_position", "teams: expected two sides that name every seat once, 1/234")
    first, second = (frozenset(int(seat) - 1 for seat in side) for side in sides)
    return first, second


def teams_text(teams: tuple[frozenset[int], frozenset[int]]) -> str:
    """The inverse: `1/234`."""
    return "/".join("".join(str(seat + 1) for seat in sorted(side)) for side in teams)


# ---- go --------------------------------------------------------------------------------

def parse_go(words: Sequence[str]) -> tuple[Go, list[Problem]]:
    """The limits, and what was wrong: a bad limit is left out, the search goes on."""
    go = Go()
    problems = []
    rest = list(reversed(words))
    while rest:
        word = rest.pop()
        if word in _COUNTS:
            number = _whole(rest[-1]) if rest else None
            if number is None and rest and rest[-1][:1] == "-" and _whole(rest[-1][1:]) is not None:
                number = 0                      # a clock that has run out
            if number is None:
                problems.append(Problem("bad_argument", f"go {word} needs a whole number"))
                if rest and not _is_go_word(rest[-1]):
                    rest.pop()
            else:
                rest.pop()
                go.numbers[word] = min(number, LARGEST)
        elif word == "infinite":
            go.infinite = True
        elif word == "ponder":
            go.ponder = True
        elif word == "searchmoves":
            while rest and not _is_go_word(rest[-1]):
                go.searchmoves.append(rest.pop())
        else:
            problems.append(Problem("bad_argument", f"go does not know {word}"))
    return go, problems


def _is_go_word(word: str) -> bool:
    return word in _COUNTS or word in ("infinite", "ponder", "searchmoves")


# ---- setoption -------------------------------------------------------------------------

def parse_setoption(words: Sequence[str]) -> tuple[str, str]:
    """The name, which may have blanks, and the value, empty if there is none."""
    if not words or words[0] != "name":
        raise Problem("bad_argument", "expected: setoption name N [value V]")
    at = words.index("value") if "value" in words else len(words)
    name = " ".join(words[1:at])
    if not name:
        raise Problem("bad_argument", "setoption needs a name")
    return name, " ".join(words[at + 1:])
