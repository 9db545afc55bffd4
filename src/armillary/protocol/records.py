"""What a client sends and gets: limits, info records, results and errors.

>>> info = parse_info("info depth 9 nodes 120 multipv 2 wp .6,.4 score cp 40 pv d c")
>>> info.multipv, info.shares, info.pv
(2, (0.6, 0.4), ('d', 'c'))
>>> Limit(time=0.5, nodes=100).words()
['movetime', '500', 'nodes', '100']
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from armillary.position import Position
from armillary.protocol.grammar import one_word


class EngineError(RuntimeError):
    """The engine did not do what the protocol promises, or was asked what it does not know."""


class EngineTerminatedError(EngineError):
    """The engine process has ended."""


@dataclass(frozen=True)
class Limit:
    """When a search shall end; times are seconds. Nothing given: the engine decides."""

    time: float | None = None               # for this move
    nodes: int | None = None
    depth: int | None = None
    clocks: Mapping[int, float] = field(default_factory=dict)       # left, by seat from 0
    increments: Mapping[int, float] = field(default_factory=dict)   # gained a move, by seat

    def words(self) -> list[str]:
        """What follows `go`."""
        words = []
        if self.time is not None:
            words += ["movetime", str(max(1, round(self.time * 1000)))]
        for name, number in (("nodes", self.nodes), ("depth", self.depth)):
            if number is not None:
                words += [name, str(number)]
        for what, clock in (("time", self.clocks), ("inc", self.increments)):
            for seat, seconds in sorted(clock.items()):
                words += [f"p{seat + 1}{what}", str(max(0, round(seconds * 1000)))]
        return words


@dataclass(frozen=True)
class Info:
    """One `info` line. Plain engines tell less: what is missing is None or empty."""

    depth: int | None = None
    seldepth: int | None = None
    time: float | None = None               # seconds
    nodes: int | None = None
    nps: int | None = None
    hashfull: int | None = None
    multipv: int = 1
    visits: int | None = None
    shares: tuple[float, ...] = ()          # `wp`: of the win, by seat
    scores: tuple[float, ...] = ()          # `vp`: expected at the end, by seat
    cp: int | None = None                   # the mover's view
    mate: int | None = None
    pv: tuple[str, ...] = ()
    string: str = ""


@dataclass(frozen=True)
class PlayResult:
    """What a search answered. `move` is None where the engine had none to give."""

    move: str | None
    ponder: str | None = None
    info: Info = field(default_factory=Info)            # of the best line
    lines: tuple[Info, ...] = ()                        # by multipv
    error: str | None = None                            # what the engine complained about


def parse_info(line: str) -> Info:
    """An `info` line; words that nobody knows are skipped."""
    words = line.split()[1:]
    found: dict[str, object] = {}
    numbers = {"depth", "seldepth", "nodes", "nps", "hashfull", "multipv", "visits", "cp", "mate"}
    i = 0
    while i < len(words):
        word, value = words[i], words[i + 1] if i + 1 < len(words) else ""
        i += 2
        if word == "pv":
            found["pv"] = tuple(words[i - 1:])
            break
        if word == "string":
            found["string"] = " ".join(words[i - 1:])
            break
        if word == "score":
            i -= 1
        elif word in numbers and _is_number(value):
            found[word] = int(float(value))
        elif word == "time" and _is_number(value):
            found["time"] = float(value) / 1000
        elif word in ("wp", "vp") and all(map(_is_number, value.split(","))):
            found["shares" if word == "wp" else "scores"] = tuple(map(float, value.split(",")))
        else:
            i -= 1
    return Info(**found)    # type: ignore[arg-type]


def _is_number(text: str) -> bool:
    try:
        return abs(float(text)) < 1e18
    except ValueError:
        return False


def position_words(position: str | Position, moves: Sequence[object] = ()) -> str:
    """What follows `position`: a text (`startpos moves …`, `fen START moves …`) or a Position,
    and further moves."""
    if isinstance(position, Position):
        text = f"fen {one_word(position.to_dict())} moves"
    else:
        text = position.strip()
        if not text.startswith(("startpos", "fen ")):
            text = f"fen {text}"
        if any(c in text for c in "\r\n"):
            raise ValueError("a position is one line")
    if moves:
        text = " ".join([text, "moves", *map(str, moves)])
    return text
