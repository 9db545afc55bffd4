"""Tuning: which option values play best? Successive halving over blocks, then a test.

Settings are drawn from the space of options; each plays a match of its own against the base,
all on the same seeds. After every rung the better part goes on and plays twice as many blocks.
The last one standing must pass a sequential test against the base on fresh seeds, for the best
of many looks better than it is. Every match has its file in the folder, and every decision
follows from the files: the same command continues a search that was killed.
"""

from __future__ import annotations

import hashlib
import json
import math
import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

from armillary.match.config import EngineSpec, MatchConfig, only
from armillary.match.runner import Progress, run_match
from armillary.match.statistics import Estimate, estimate
from armillary_core.kernel.errors import ArmillaryError

#: Plays a match in a file.
Play = Callable[[MatchConfig, Path], Progress]


@dataclass(frozen=True)
class Dimension:
    """One option to tune: a range, or choices."""

    name: str
    low: float | None = None
    high: float | None = None
    scale: str = "linear"               # or "log"
    choices: tuple[Any, ...] = ()

    def draw(self, rng: random.Random) -> Any:
        """A value at random; a range of whole numbers gives whole numbers."""
        if self.choices:
            return rng.choice(self.choices)
        assert self.low is not None
        assert self.high is not None
        whole = isinstance(self.low, int) and isinstance(self.high, int)
        if self.scale == "log":
            value = math.exp(rng.uniform(math.log(self.low), math.log(self.high)))
        elif whole:
            return rng.randint(int(self.low), int(self.high))
        else:
            value = rng.uniform(self.low, self.high)
        return round(value) if whole else float(f"{value:.4g}")


@dataclass(frozen=True)
class TuneConfig:
    """A search for options."""

    game: str
    base: Mapping[str, Any]             # an engine: limits and options
    option: tuple[Mapping[str, Any], ...]
    seats: int | None = None
    options: Mapping[str, Any] = field(default_factory=dict)   # of the game
    seed: int = 1
    candidates: int = 16
    blocks: int = 16                    # of the first rung; doubled in each
    keep: float = 0.5                   # the part that goes on
    elo1: float = 20.0                  # what the winner must be better by
    confirm: int = 2000                 # blocks at most in the last test

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> TuneConfig:
        """Read and check."""
        only(data, cls, "tune")
        for name in ("game", "base", "option"):
            if name not in data:
                raise ArmillaryError(f"tune: {name!r} is missing")
        config = cls(**{**data, "option": tuple(data["option"])})
        if config.candidates < 2 or config.blocks < 2 or not 0 < config.keep < 1:
            raise ArmillaryError("tune: candidates and blocks from 2, keep between 0 and 1")
        only(config.base, EngineSpec, "tune: base")
        if not config.option:
            raise ArmillaryError("tune: no option to tune")
        settings = config.settings()
        for setting in settings:        # what cannot be played is refused now, not in mid-search
            config.match(setting, config.blocks)
        config.match(settings[0], config.confirm, final=True)
        return config

    @property
    def identity(self) -> str:
        """Of everything but the length of the last test."""
        data = {f.name: getattr(self, f.name) for f in fields(self) if f.name != "confirm"}
        return hashlib.sha256(json.dumps(data, sort_keys=True).encode()).hexdigest()[:16]

    def dimensions(self) -> list[Dimension]:
        """The options to tune, checked."""
        found = []
        for row in self.option:
            only(row, Dimension, "tune: option")
            if "name" not in row:
                raise ArmillaryError("tune: an option has no name")
            d = Dimension(**{**row, "choices": tuple(row.get("choices", ()))})
            if d.scale not in ("linear", "log"):
                raise ArmillaryError(f"tune: option {d.name}: scale {d.scale!r} is neither linear "
                                     "nor log")
            ranged = d.low is not None and d.high is not None and d.low < d.high
            if not (d.choices or ranged) or (d.scale == "log" and not (d.low or 0) > 0):
                raise ArmillaryError(f"tune: option {d.name}: needs choices, or low < high "
                                     f"(low > 0 on a log scale)")
            found.append(d)
        return found

    def settings(self) -> list[dict[str, Any]]:
        """The candidates: distinct, drawn from the seed."""
        rng = random.Random(self.seed)
        found: list[dict[str, Any]] = []
        for _ in range(100 * self.candidates):
            drawn = {d.name: d.draw(rng) for d in self.dimensions()}
            if drawn not in found:
                found.append(drawn)
            if len(found) == self.candidates:
                break
        return found

    def match(self, setting: Mapping[str, Any], blocks: int, final: bool = False) -> MatchConfig:
        """A setting against the base."""
        base = dict(self.base)
        tuned = {**base, "name": "tuned", "options": {**base.get("options", {}), **setting}}
        return MatchConfig.from_dict({
            "game": self.game, "options": self.options, "blocks": blocks,
            "seed": self.seed + 1 if final else self.seed,
            "engines": [tuned, {**base, "name": "base"}],
            **({"seats": self.seats} if self.seats else {}),
            **({"sprt": {"elo0": 0.0, "elo1": self.elo1}} if final else {})})


@dataclass
class Candidate:
    """A setting and what it has shown."""

    number: int
    setting: dict[str, Any]
    rungs: int = 0                      # played
    found: Estimate | None = None


@dataclass
class Tuning:
    """The state of a search."""

    config: TuneConfig
    candidates: list[Candidate]
    verdict: str | None = None          # of the last test
    confirmed: Estimate | None = None

    @property
    def best(self) -> Candidate:
        """The one that went farthest."""
        return max(self.candidates, key=lambda c: (c.rungs, c.found.mean if c.found else 0))


def tune(config: TuneConfig, folder: Path, play: Play = run_match,
         told: Callable[[str], None] = lambda line: None) -> Tuning:
    """Search; everything is kept in the folder."""
    claim(folder, config)
    state = Tuning(config, [Candidate(n, s) for n, s in enumerate(config.settings())])
    alive, blocks = list(state.candidates), config.blocks
    while True:
        for one in alive:
            path = folder / f"candidate-{one.number:03}.jsonl"
            ledger = play(config.match(one.setting, blocks), path).ledger
            # A match that once went farther is looked at only so far: decisions must repeat.
            one.found = estimate(ledger.means[:blocks], ledger.config.seats)
            one.rungs += 1
            told(f"{blocks} blocks: {describe(one)}")
        if len(alive) == 1:
            break
        alive.sort(key=lambda one: (-(one.found.mean if one.found else 0), one.number))
        alive = alive[:max(1, math.floor(len(alive) * config.keep))]
        blocks *= 2
    final = play(config.match(alive[0].setting, config.confirm, final=True),
                 folder / "confirm.jsonl").ledger
    state.verdict = final.verdict
    state.confirmed = estimate(final.means, final.config.seats)
    (folder / "report.json").write_text(json.dumps(as_dict(state), indent=1) + "\n", "utf-8")
    return state


def claim(folder: Path, config: TuneConfig) -> None:
    """Make the folder this search's own, or refuse one that belongs to another."""
    folder.mkdir(parents=True, exist_ok=True)
    mark = folder / "tune.json"
    if mark.exists():
        try:
            known = json.loads(mark.read_text("utf-8"))["identity"]
        except (ValueError, TypeError, LookupError):
            raise ArmillaryError(f"{mark} is not what a search writes") from None
        if known != config.identity:
            raise ArmillaryError(f"{folder} was begun with another configuration ({known}, "
                                 f"now {config.identity}); give another folder")
        return
    new = mark.with_suffix(".tmp")
    new.write_text(json.dumps({"identity": config.identity}) + "\n", "utf-8")
    new.replace(mark)


# ---- Report ----------------------------------------------------------------------------

def describe(one: Candidate) -> str:
    """A candidate in a line."""
    words = " ".join(f"{name}={value}" for name, value in one.setting.items())
    if one.found is None:
        return words
    e = one.found
    return f"{words}: share {e.mean:.4f} ± {e.error:.4f}, elo {e.elo:+.0f} over {e.blocks} blocks"


def as_dict(state: Tuning) -> dict[str, Any]:
    """The report for programs."""
    rows = [{"number": c.number, "setting": c.setting, "rungs": c.rungs,
             "blocks": c.found.blocks if c.found else 0,
             "share": c.found.mean if c.found else None} for c in state.candidates]
    base = EngineSpec(**{**state.config.base, "name": "base"})
    return {"game": state.config.game, "identity": state.config.identity, "candidates": rows,
            "base": dict(base.options), "best": state.best.setting, "verdict": state.verdict,
            "confirmed": None if state.confirmed is None else {
                "blocks": state.confirmed.blocks, "share": state.confirmed.mean}}


def as_text(state: Tuning) -> str:
    """The report for people: the best first."""
    order = sorted(state.candidates,
                   key=lambda c: (-c.rungs, -(c.found.mean if c.found else 0), c.number))
    lines = [f"{state.config.game}: {len(order)} settings against the base"]
    lines += [f"  {c.rungs} rungs  {describe(c)}" for c in order]
    if state.confirmed is not None:
        words = {"elo1": "better than the base", "elo0": "not better than the base", None: "open"}
        e = state.confirmed
        lines.append(f"on fresh seeds: share {e.mean:.4f} ± {e.error:.4f}, elo {e.elo:+.1f} over "
                     f"{e.blocks} blocks; the test says: {words[state.verdict]}")
    return "\n".join(lines)
