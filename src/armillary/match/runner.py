"""The runner: from a configuration and a file to a finished match, however often it is killed."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from armillary._version import __version__
from armillary.match.config import MatchConfig
from armillary.match.ledger import Ledger
from armillary.match.players import Fault
from armillary.match.records import SYNC_SECONDS, RecordFile, header, summary
from armillary.match.referee import make_player
from armillary.match.workers import Backend, Finished, LocalWorkers


@dataclass
class Progress:
    """Where a run stands; what the display shows."""

    ledger: Ledger
    path: Path
    begun: float                    # of this run, time.monotonic()
    played: int = 0                 # games of this run
    state: str = "running"          # running, decided, finished, out, stopped

    @property
    def rate(self) -> float:
        """Games a second, of this run."""
        return self.played / max(time.monotonic() - self.begun, 1e-9)

    @property
    def seconds_left(self) -> float | None:
        """At this rate, to the end of the schedule (a test may end before)."""
        left = self.ledger.games_total - self.ledger.games_done
        return left / self.rate if self.played else None


class Display(Protocol):
    """Shows the progress; called often, must be quick."""

    def update(self, progress: Progress) -> None:
        """Something may have changed."""

    def close(self, progress: Progress) -> None:
        """The run has ended."""


class Silent:
    """Shows nothing."""

    def update(self, progress: Progress) -> None:
        """Nothing."""

    def close(self, progress: Progress) -> None:
        """Nothing."""


def run_match(config: MatchConfig, path: str | Path, concurrency: int = 1,
              display: Display | None = None,
              backend: Callable[[MatchConfig], Backend] | None = None) -> Progress:
    """Play what is still to play of the match in this file; how it stands at the end.

    Ends when all blocks are played, when the sequential test is decided, or when all that is left
    needs an engine that has made too many faults. KeyboardInterrupt leaves a file that the same
    call continues.
    """
    display = display or Silent()
    file = RecordFile(path, config)
    try:
        if file.head is None:
            file.begin(header(config, engine_versions(config)))
        ledger = Ledger(config)
        for record in file.games:
            ledger.add(summary(record))
        file.games = []
        progress = Progress(ledger, file.path, time.monotonic())
        if _state(ledger, 0) == "running":
            make = backend or (lambda c: LocalWorkers(c, concurrency))
            _play(make(config), file, progress, display)
        progress.state = _state(ledger, 0)
        if progress.state == "running":         # and yet nothing is left that can be played
            progress.state = "out"
        display.close(progress)
        return progress
    finally:
        file.close()


def _play(backend: Backend, file: RecordFile, progress: Progress, display: Display) -> None:
    ledger = progress.ledger
    busy = 0
    try:
        while True:
            while _state(ledger, busy) == "running" and backend.room > 0:
                task = ledger.next_task()
                if task is None:
                    break
                backend.submit(task)
                busy += 1
            if not busy:
                break
            lines = []
            for back in backend.wait(SYNC_SECONDS):
                busy -= 1
                if not isinstance(back, Finished):
                    ledger.give_back(back)
                elif ledger.add(back.summary):
                    lines.append(back.line)
                    progress.played += 1
            file.append(lines) if lines else file.sync()
            display.update(progress)
            if _state(ledger, busy) == "decided":
                break
    except BaseException:
        progress.state = "stopped"
        display.close(progress)
        raise
    finally:
        backend.close()


def _state(ledger: Ledger, busy: int) -> str:
    if ledger.verdict is not None:
        return "decided"
    if ledger.games_done >= ledger.games_total and not busy:
        return "finished"
    return "running"


def engine_versions(config: MatchConfig) -> dict[str, str | None]:
    """What each engine calls itself; None for a program that does not start."""
    found: dict[str, str | None] = {}
    for spec in config.engines:
        found[spec.name] = f"armillary {__version__}"
        if spec.command:
            player = make_player(spec, config)
            try:
                found[spec.name] = player.identify()  # type: ignore[attr-defined]
            except Fault:
                found[spec.name] = None
            finally:
                player.close()
    return found
