"""What a client may set: the options of the protocol, and those of the engine behind it.

Names are compared without case, blanks and underscores. An option of the engine that the
protocol does not name itself is offered under its own name: `rollout_depth` as RolloutDepth.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import Any

from armillary.engine import Engine
from armillary.protocol.grammar import Problem
from armillary_core.kernel.errors import ArmillaryError
from armillary_core.kernel.game import Option

PROTOCOLS = ("ugi", "ugi+1")

#: Options of the engine that go by another name on the wire.
_ALIASES = {"strength": "level", "treereuse": "reuse", "moveoverhead": "overhead"}


@functools.lru_cache(256)
def plain(name: str) -> str:
    """A name as it is compared."""
    return "".join(c for c in name.lower() if c not in " _-")


@dataclass(frozen=True)
class Choice:
    """One option on the wire."""

    name: str
    kind: str                       # spin, check, combo, string
    default: Any
    low: int = 0
    high: int = 0
    words: tuple[str, ...] = ()

    def declare(self) -> str:
        """The line before `ugiok`."""
        default = self.default
        if self.kind == "check":
            default = "true" if default else "false"
        line = f"option name {self.name} type {self.kind} default {default or '<empty>'}"
        if self.kind == "spin":
            line = f"option name {self.name} type spin default {default} " \
                   f"min {self.low} max {self.high}"
        return " ".join([line, *(f"var {word}" for word in self.words)])

    def read(self, text: str) -> Any:
        """The value that a client sent; Problem if it is none."""
        if self.kind == "spin":
            digits = text.removeprefix("-")
            if digits.isascii() and digits.isdecimal() and len(digits) < 30 \
                    and self.low <= int(text) <= self.high:
                return int(text)
            raise Problem("bad_argument", f"{self.name}: {text[:40]} is not a whole number "
                                          f"within {self.low} .. {self.high}")
        if self.kind == "check":
            if text.lower() in ("true", "false"):
                return text.lower() == "true"
            raise Problem("bad_argument", f"{self.name}: {text[:40]} is not true or false")
        if self.kind == "combo":
            for word in self.words:
                if word.lower() == text.lower():
                    return word
            raise Problem("bad_argument", f"{self.name}: {text[:40]} is not one of "
                                          f"{' '.join(self.words)}")
        return "" if text == "<empty>" else text


class Options:
    """The values of all options, and their way into the engine."""

    def __init__(self, engine: Engine, games: list[str]) -> None:
        self.engine = engine
        first = "connect_four" if "connect_four" in games else games[0]
        self._engine_options = {plain(o.name): o for o in engine.OPTIONS}
        own = [
            Choice("Game", "combo", first, words=tuple(games)),
            Choice("Players", "spin", 0, 0, 8),         # 0: the fewest
            *self._from_engine("Seed", "Threads", "Hash", "Strength", "Algorithm", "MoveOverhead",
                               "TreeReuse"),
            Choice("Deterministic", "check", False),
            Choice("MultiPV", "spin", 1, 1, 1024),
            Choice("Ponder", "check", False),
            Choice("Protocol", "combo", PROTOCOLS[0], words=PROTOCOLS),
            Choice("LogFile", "string", ""),
        ]
        known = {plain(c.name) for c in own} | set(_ALIASES.values())
        rest = [_offer("".join(part.title() for part in o.name.split("_")), o)
                for key, o in self._engine_options.items() if key not in known]
        self.choices = {plain(c.name): c for c in [*own, *rest]}
        self.values = {key: c.default for key, c in self.choices.items()}
        self.given: set[str] = set()            # what the client has set

    def _from_engine(self, *names: str) -> list[Choice]:
        """Those of these options that the engine has."""
        found = [(name, self._engine_options.get(_ALIASES.get(plain(name), plain(name))))
                 for name in names]
        return [_offer(name, option) for name, option in found if option is not None]

    def __getitem__(self, name: str) -> Any:
        return self.values[plain(name)]

    def is_given(self, name: str) -> bool:
        """Whether the client has set it."""
        return plain(name) in self.given

    def set(self, name: str, text: str) -> str | None:
        """Set an option; its name as we spell it, or None if there is none such."""
        key = plain(name)
        choice = self.choices.get(key)
        if choice is None:
            return None
        value = choice.read(text)
        option = self._engine_options.get(_ALIASES.get(key, key))
        if option is not None:
            try:
                self.engine.configure(**{option.name: value})
            except (ArmillaryError, ValueError, TypeError, MemoryError) as problem:
                raise Problem("bad_argument", f"{choice.name}: {problem}") from None
        self.values[key] = value
        self.given.add(key)
        if key in ("deterministic", "threads"):     # threads race
            self.engine.configure(threads=1 if self["Deterministic"] else self["Threads"])
        return choice.name


def _offer(name: str, option: Option) -> Choice:
    """An option of the engine as it goes over the wire."""
    if option.choices is not None:
        return Choice(name, "combo", option.default, words=tuple(option.choices))
    if isinstance(option.default, bool):
        return Choice(name, "check", option.default)
    if isinstance(option.default, int):
        return Choice(name, "spin", option.default, option.low or 0, option.high or 0)
    return Choice(name, "string", str(option.default))     # with a fraction, or a text
