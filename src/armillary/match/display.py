"""What a run shows: a table that refreshes on a terminal, plain lines elsewhere, status.json."""

from __future__ import annotations

import json
import math
import os
import sys
import time
from pathlib import Path
from typing import IO, Any

from armillary.match.runner import Progress
from armillary.match.statistics import elo_of_share, estimate

LINE_SECONDS = 10.0         # between plain lines
TABLE_SECONDS = 0.25        # between refreshes of the table
STATUS_SECONDS = 1.0        # between writes of the status file


def make_display(path: Path, stream: IO[str] | None = None, quiet: bool = False) -> Screen:
    """The display that fits the stream (standard error), with the status file beside `path`."""
    stream = stream or sys.stderr
    kind = Screen if quiet else Table if stream.isatty() else Lines
    return kind(path.with_suffix(".status.json"), stream)


def status(progress: Progress) -> dict[str, Any]:
    """The state of a run as plain data."""
    ledger = progress.ledger
    left = progress.seconds_left
    found: dict[str, Any] = {
        "state": progress.state, "file": progress.path.name, "at": round(time.time(), 3),
        "games": ledger.games_done, "games_total": ledger.games_total,
        "blocks_judged": ledger.judged, "games_per_minute": round(progress.rate * 60, 2),
        "seconds_left": None if left is None else round(left, 1),
        "void_blocks": ledger.void_blocks, "replayed_blocks": ledger.replayed,
        "out": ledger.out, "ends": ledger.ends,
        "engines": {name: {"games": t.games, "share": _ratio(t.share, t.seats),
                           "faults": t.faults} for name, t in ledger.tallies.items()}}
    if len(ledger.means) > 1:
        e = estimate(ledger.means, ledger.config.seats, ledger.copies)
        found["elo"] = {"value": _finite(e.elo), "low": _finite(e.low), "high": _finite(e.high)}
    if ledger.test is not None:
        test = ledger.test
        found["sprt"] = {"llr": round(test.llr, 4), "lower": round(test.lower, 4),
                         "upper": round(test.upper, 4), "verdict": test.verdict}
    return found


def sentence(progress: Progress) -> str:
    """The state of a run in a line."""
    s = status(progress)
    words = [f"{s['games']}/{s['games_total']} games", f"{s['games_per_minute']:.0f}/min"]
    if s["state"] == "running" and s["seconds_left"] is not None:
        words.append(f"{duration(s['seconds_left'])} left")
    words += [f"{name} {row['share']:.3f}" for name, row in s["engines"].items()
              if row["share"] is not None]
    if "elo" in s:
        value, low, high = ("-" if n is None else f"{n:+}" for n in s["elo"].values())
        words.append(f"elo {value} [{low}, {high}]")
    if "sprt" in s:
        words.append("llr {llr:.2f} [{lower:.2f}, {upper:.2f}]".format(**s["sprt"]))
        if s["sprt"]["verdict"]:
            words.append(f"verdict {s['sprt']['verdict']}")
    faults = sum(row["faults"] for row in s["engines"].values())
    if faults:
        words.append(f"{faults} faults")
    words += [f"{name} is out" for name in s["out"]]
    return "  ".join(words)


class Screen:
    """Shows nothing, but keeps the status file."""

    def __init__(self, path: Path, stream: IO[str]) -> None:
        self.path, self.stream = path, stream
        self._written = 0.0

    def update(self, progress: Progress) -> None:
        """Write the status file, now and then."""
        now = time.monotonic()
        if now - self._written >= STATUS_SECONDS:
            self._written = now
            self.write(progress)

    def write(self, progress: Progress) -> None:
        """Replace the status file; a reader never sees half of it."""
        new = self.path.with_suffix(".tmp")
        new.write_text(json.dumps(status(progress)) + "\n", "utf-8")
        os.replace(new, self.path)

    def close(self, progress: Progress) -> None:
        """The last word."""
        self.write(progress)


class Lines(Screen):
    """A line now and then."""

    def __init__(self, path: Path, stream: IO[str]) -> None:
        super().__init__(path, stream)
        self._said = time.monotonic()

    def update(self, progress: Progress) -> None:
        """A line every ten seconds."""
        super().update(progress)
        now = time.monotonic()
        if now - self._said >= LINE_SECONDS:
            self._said = now
            print(sentence(progress), file=self.stream, flush=True)

    def close(self, progress: Progress) -> None:
        """A last line."""
        super().close(progress)
        print(f"{progress.state}: {sentence(progress)}", file=self.stream, flush=True)


class Table(Screen):
    """A table that refreshes."""

    def __init__(self, path: Path, stream: IO[str]) -> None:
        super().__init__(path, stream)
        from rich.console import Console
        from rich.live import Live
        self._live = Live(console=Console(file=stream), auto_refresh=False)
        self._drawn = 0.0
        self._skill = Skill()

    def update(self, progress: Progress) -> None:
        """Draw, a few times a second."""
        super().update(progress)
        now = time.monotonic()
        if now - self._drawn >= TABLE_SECONDS:
            self._drawn = now
            self._draw(progress)

    def close(self, progress: Progress) -> None:
        """Draw for the last time."""
        super().close(progress)
        self._draw(progress)
        self._live.stop()

    def _draw(self, progress: Progress) -> None:
        if not self._live.is_started:
            self._live.start()
        self._live.update(self.render(progress), refresh=True)

    def render(self, progress: Progress) -> Any:
        """The table as rich draws it."""
        from rich import box
        from rich.table import Table as RichTable
        ledger = progress.ledger
        config = ledger.config
        table = RichTable(box=box.SIMPLE, title=f"{config.game}, {config.seats} seats",
                          caption=sentence(progress), caption_justify="left")
        for name in ("engine", "games", "share", "elo", "skill", "faults"):
            table.add_column(name, justify="left" if name == "engine" else "right")
        skills = self._skill.feed(progress)
        for name, tally in ledger.tallies.items():
            share = _ratio(tally.share, tally.seats)
            elo = None if share is None else _finite(elo_of_share(share, config.seats))
            table.add_row(name, str(tally.games), "-" if share is None else f"{share:.3f}",
                          "-" if elo is None else f"{elo:+.0f}", skills.get(name, "-"),
                          str(tally.faults))
        return table


class Skill:
    """Online ratings by openskill, if it is installed; for the eye only: they depend on order."""

    def __init__(self) -> None:
        self._seen = 0
        self._ratings: dict[str, Any] = {}
        try:
            from openskill.models import PlackettLuce
            self._model: Any = PlackettLuce()
        except ImportError:
            self._model = None

    def feed(self, progress: Progress) -> dict[str, str]:
        """Rate the games that have come since; mu and sigma as text."""
        if self._model is None:
            return {}
        ledger = progress.ledger
        for names, ranks in ledger.results[self._seen:]:
            # A team of one a seat; copies of an engine learn together.
            teams = [[self._ratings.setdefault(n, self._model.rating(name=n))] for n in names]
            for (new,), name in zip(self._model.rate(teams, ranks=list(ranks)), names, strict=True):
                self._ratings[name] = new
        self._seen = len(ledger.results)
        return {name: f"{r.mu:.1f} ± {r.sigma:.1f}" for name, r in self._ratings.items()}


def duration(seconds: float) -> str:
    """A time for people: 42s, 7m05s, 3h20m."""
    whole = int(seconds)
    if whole < 60:
        return f"{whole}s"
    if whole < 3600:
        return f"{whole // 60}m{whole % 60:02}s"
    return f"{whole // 3600}h{whole % 3600 // 60:02}m"


def _ratio(a: float, b: int) -> float | None:
    return round(a / b, 4) if b else None


def _finite(value: float) -> float | None:
    return round(value, 1) if math.isfinite(value) else None
