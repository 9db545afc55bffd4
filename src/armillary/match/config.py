"""What a match is: the game, the engines with their limits, who meets whom.

A configuration is plain data with an identity, the hash of everything that a game of it may
depend on. How many blocks are played, by how many processes and where they are written is
not part of it: a match may be continued, and made longer.
"""

from __future__ import annotations

import hashlib
import json
import shlex
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import MISSING, asdict, dataclass, field, fields
from pathlib import Path
from typing import Any

from armillary import games
from armillary.engine import Engine, Limits
from armillary.position import Position
from armillary_core.kernel.errors import ArmillaryError

TOURNAMENTS = ("match", "round_robin", "gauntlet")
#: Elo that a test may ask about: beyond it shares are 0 and 1 but for rounding.
MOST_ELO = 2000

#: What may stand for a field of each type, and how people call it.
KINDS: dict[str, tuple[tuple[type, ...], str]] = {
    "str": ((str,), "a text"),
    "int": ((int,), "a whole number"),
    "float": ((int, float), "a number"),
    "bool": ((bool,), "true or false"),
    "tuple[str, ...]": ((str, list, tuple), "a text or a list of texts"),
    **dict.fromkeys(("Mapping[str, Any]", "Faults", "Sprt"), ((Mapping,), "a table")),
    **dict.fromkeys(("tuple[EngineSpec, ...]", "tuple[Mapping[str, Any], ...]"),
                    ((list, tuple), "a list of tables, as [[double brackets]] make it")),
    **dict.fromkeys(("tuple[tuple[str, ...], ...]", "tuple[Any, ...]"), ((list, tuple), "a list")),
}


@dataclass(frozen=True)
class EngineSpec:
    """One contestant. Without a command it is our own engine, in the referee's process."""

    name: str
    command: tuple[str, ...] = ()
    options: Mapping[str, Any] = field(default_factory=dict)
    nodes: int | None = None
    depth: int | None = None
    movetime: int | None = None         # ms a move
    time: int | None = None             # ms a game, on a clock
    increment: int = 0                  # ms that a move adds to the clock

    @property
    def limits(self) -> Limits:
        """What the engine is told each time, clocks aside."""
        return Limits(nodes=self.nodes, depth=self.depth,
                      movetime=None if self.movetime is None else self.movetime / 1000)


@dataclass(frozen=True)
class Faults:
    """What is done about engines that misbehave. Times are ms."""

    margin: int = 100                   # over a time limit, before it counts as exceeded
    patience: int = 60_000              # for an answer, where no time limit says more
    startup: int = 10_000               # for a program to say that it is ready
    replays: int = 1                    # of a void block
    limit: int = 20                     # faults of one engine, after which it is out
    check_keys: bool = True             # compare position keys with programs that have them


@dataclass(frozen=True)
class Sprt:
    """A sequential test of the first engine: is it elo1 better, or only elo0?"""

    elo0: float
    elo1: float
    alpha: float = 0.05                 # chance to say elo1 where elo0 holds
    beta: float = 0.05                  # chance to say elo0 where elo1 holds


@dataclass(frozen=True)
class MatchConfig:
    """A match, a round robin or a gauntlet."""

    game: str
    seats: int
    engines: tuple[EngineSpec, ...]
    seed: int = 1
    options: Mapping[str, Any] = field(default_factory=dict)
    tournament: str = "match"
    lineups: tuple[tuple[str, ...], ...] = ()   # own line-ups, engine names by seat
    faults: Faults = Faults()
    sprt: Sprt | None = None
    blocks: int = 100                   # the only field that is not part of the identity

    def __post_init__(self) -> None:
        check(self)

    @property
    def identity(self) -> str:
        """16 hex digits: equal for configurations that play the same games."""
        data = self.to_dict()
        del data["blocks"]
        text = json.dumps(data, sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(text.encode()).hexdigest()[:16]

    def start(self) -> Position:
        """Where every game begins, chance waiting."""
        return Position(games.game(self.game), self.seats, None, self.options)

    def to_dict(self) -> dict[str, Any]:
        """As plain data; `from_dict` reads it back."""
        data = asdict(self)
        data["engines"] = [{**spec, "command": list(spec["command"])} for spec in data["engines"]]
        data["lineups"] = [list(names) for names in self.lineups]
        return data

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> MatchConfig:
        """The configuration that such data describe; ArmillaryError says what is wrong."""
        data = dict(data)
        if "engine" in data:            # [[engine]] reads better in TOML
            data["engines"] = data.pop("engine")
        only(data, cls, "match")
        for name in ("game", "engines"):
            if name not in data:
                raise ArmillaryError(f"match: {name!r} is missing")
        engines = tuple(_engine(row) for row in data.pop("engines"))
        faults = _table(data.pop("faults", {}), Faults, "faults")
        sprt = data.pop("sprt", None)
        seats = data.pop("seats", None)
        if seats is None:
            seats = games.game(data["game"]).min_seats
        lineups = tuple(_names(row, "lineups") for row in data.pop("lineups", ()))
        return cls(engines=engines, faults=faults, seats=seats, lineups=lineups,
                   sprt=None if sprt is None else _table(sprt, Sprt, "sprt"), **data)


def read_config(path: str | Path) -> MatchConfig:
    """The configuration in a TOML file."""
    return MatchConfig.from_dict(read_toml(path))


def read_toml(path: str | Path) -> dict[str, Any]:
    """A TOML file as a dict; ArmillaryError names the file."""
    try:
        return tomllib.loads(Path(path).read_text("utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as problem:
        raise ArmillaryError(f"{path}: {problem}") from None


def parse_engine(words: Sequence[str]) -> dict[str, Any]:
    """An engine from NAME=VALUE words, as `--engine` takes them.

    >>> parse_engine(["name=new", "nodes=100", "algorithm=flat"])
    {'name': 'new', 'options': {'algorithm': 'flat'}, 'nodes': 100}
    """
    row: dict[str, Any] = {"name": "", "options": {}}
    numbers = {"nodes", "depth", "movetime", "time", "increment"}
    for word in words:
        name, sign, value = word.partition("=")
        if not sign or not name:
            raise ArmillaryError(f"--engine {word}: expected NAME=VALUE")
        if name in ("name", "command"):
            row[name] = value
        elif name in numbers:
            row[name] = _number(value, f"--engine {name}")
        else:
            row["options"][name.removeprefix("option.")] = _literal(value)
    if not row["name"]:
        row["name"] = " ".join(words)
    return row


def parse_table(words: Sequence[str], flag: str) -> dict[str, Any]:
    """A table from words such as elo0=0 elo1=20: what it would be in TOML."""
    found = {}
    for word in words:
        name, sign, value = word.partition("=")
        if not sign or not name:
            raise ArmillaryError(f"{flag} {word}: expected NAME=VALUE")
        found[name] = _literal(value)
    return found


# ---- Reading ---------------------------------------------------------------------------

def _engine(row: Mapping[str, Any]) -> EngineSpec:
    what = f"engine {row.get('name', '')}" if isinstance(row, Mapping) else "engine"
    only(row, EngineSpec, what)
    command = row.get("command", ())
    if isinstance(command, str):
        try:
            command = shlex.split(command)
        except ValueError as problem:
            raise ArmillaryError(f"{what}: command {row['command']!r}: {problem}") from None
        if not command:
            raise ArmillaryError(f"{what}: command is empty")
    spec: EngineSpec = _table({**row, "command": _names(command, f"{what}: command")}, EngineSpec,
                              what)
    return spec


def _names(row: Any, what: str) -> tuple[str, ...]:
    """A list of texts."""
    if not isinstance(row, (list, tuple)) or not all(isinstance(word, str) for word in row):
        raise ArmillaryError(f"{what}: {row!r} is not a list of texts")
    return tuple(row)


def _table(row: Any, kind: type[Any], what: str) -> Any:
    only(row, kind, what)
    for entry in fields(kind):
        if entry.name not in row and entry.default is entry.default_factory is MISSING:
            raise ArmillaryError(f"{what}: {entry.name!r} is missing")
    return kind(**row)


def only(row: Any, kind: type[Any], what: str) -> None:
    """ArmillaryError unless this is a table with entries of that dataclass, each of its type."""
    if not isinstance(row, Mapping):
        raise ArmillaryError(f"{what}: {row!r} is not a table")
    known = {f.name: str(f.type) for f in fields(kind)}
    for name, value in row.items():
        if name not in known:
            raise ArmillaryError(f"{what}: unknown entry {name!r} (entries: {', '.join(known)})")
        wanted, _, optional = known[name].partition(" | ")
        types, words = KINDS[wanted]
        if value is None and optional:
            continue
        # True is a number to Python, not to people.
        if not isinstance(value, types) or (isinstance(value, bool) and bool not in types):
            raise ArmillaryError(f"{what}: {name} {value!r} is not {words}")


def _number(text: str, what: str) -> int:
    try:
        return int(text.replace("_", ""))
    except ValueError:
        raise ArmillaryError(f"{what}: {text!r} is not a whole number") from None


def _literal(text: str) -> Any:
    """A value as TOML would read it, else the text itself."""
    try:
        return tomllib.loads(f"x = {text}")["x"]
    except tomllib.TOMLDecodeError:
        return text


# ---- Checking --------------------------------------------------------------------------

def check(config: MatchConfig) -> None:
    """Raise ArmillaryError for what cannot be played, before anything starts."""
    config.start()
    names = [spec.name for spec in config.engines]
    if len(names) < 2:
        raise ArmillaryError("match: at least two engines are needed")
    if len(set(names)) < len(names) or not all(names):
        raise ArmillaryError(f"match: every engine needs a name of its own, not {names}")
    for spec in config.engines:
        _check_engine(spec)
    if config.tournament not in TOURNAMENTS:
        raise ArmillaryError(f"tournament: {config.tournament!r} is none of {TOURNAMENTS}")
    if config.tournament == "match" and not config.lineups and len(names) != 2:
        raise ArmillaryError("match: two engines, or tournament = \"round_robin\" or \"gauntlet\"")
    for lineup in config.lineups:
        if len(lineup) != config.seats or not set(lineup) <= set(names):
            raise ArmillaryError(f"lineups: {list(lineup)} does not name {config.seats} engines")
    numbers = {"blocks": config.blocks, "seed": config.seed, **asdict(config.faults)}
    for name, value in numbers.items():
        low = 1 if name in ("blocks", "limit") else 0
        if value < low:
            raise ArmillaryError(f"{name}: {value!r} is not a whole number from {low}")
    if config.sprt is not None:
        _check_sprt(config, config.sprt)
    try:
        json.dumps(config.to_dict())
    except TypeError:                   # TOML has dates, records have not
        raise ArmillaryError("options: only texts, numbers, true and false") from None


def _check_sprt(config: MatchConfig, sprt: Sprt) -> None:
    if config.tournament != "match" or len(config.engines) != 2 or len(config.lineups) > 1:
        raise ArmillaryError("sprt: only for a match of two engines with one line-up")
    if config.lineups and len(set(config.lineups[0])) != 2:
        raise ArmillaryError("sprt: only for a line-up with both engines")
    for name in ("elo0", "elo1"):
        if not abs(getattr(sprt, name)) <= MOST_ELO:        # nan is no number either
            raise ArmillaryError(f"sprt: {name} {getattr(sprt, name)} is not within "
                                 f"-{MOST_ELO} .. {MOST_ELO}")
    if not sprt.elo0 < sprt.elo1:
        raise ArmillaryError(f"sprt: elo0 {sprt.elo0} must be below elo1 {sprt.elo1}")
    if not (0 < sprt.alpha < 0.5 and 0 < sprt.beta < 0.5):
        raise ArmillaryError("sprt: alpha and beta lie between 0 and 0.5")


def _check_engine(spec: EngineSpec) -> None:
    for name in ("nodes", "depth", "movetime", "time"):
        value = getattr(spec, name)
        if value is not None and value < 1:
            raise ArmillaryError(f"engine {spec.name}: {name} {value!r} is not a positive number")
    if spec.increment < 0:
        raise ArmillaryError(f"engine {spec.name}: increment {spec.increment!r} is below 0")
    if not (spec.nodes or spec.depth or spec.movetime or spec.time):
        raise ArmillaryError(f"engine {spec.name}: needs one of nodes, depth, movetime, time")
    if not spec.command:
        try:
            Engine(**spec.options)
        except ArmillaryError as problem:
            raise ArmillaryError(f"engine {spec.name}: {problem}") from None
