"""Worker processes on this machine: each plays one game at a time.

A worker is `python -m armillary.match.workers PARENT`. It reads the configuration as one JSON line,
then a line "GAME ATTEMPT" a task, and answers each with the summary and the record of the
game, between them a tab. It ends with its input, and with its parent.
"""

from __future__ import annotations

import contextlib
import ctypes
import json
import os
import selectors
import signal
import subprocess
import sys
import time
from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Protocol

from armillary.match.config import MatchConfig
from armillary.match.records import Task, dumps, summary
from armillary.match.referee import Referee, start_spec
from armillary.match.schedule import Schedule
from armillary_core.kernel.errors import ArmillaryError

#: Tasks that a worker holds: the game in play and the next, so that it never waits.
DEPTH = 2
#: A game that kills its worker so often is given up, and void.
ATTEMPTS = 3


@dataclass(frozen=True)
class Finished:
    """A game has ended: what the ledger must know, and the line for the file."""

    summary: dict[str, Any]
    line: bytes


class Backend(Protocol):
    """Plays tasks somewhere; each comes back exactly once, finished or lost."""

    @property
    def room(self) -> int:
        """How many tasks it would take now."""

    def submit(self, task: Task) -> None:
        """Take a task."""

    def wait(self, timeout: float) -> Iterable[Finished | Task]:
        """What has come back, after at most so many seconds: a lost task comes as itself."""

    def close(self) -> None:
        """Stop at once; games in progress are dropped."""


# ---- The worker's side -----------------------------------------------------------------

def die_with_parent() -> None:
    """Have the kernel end this process when its parent ends, however that happens."""
    with contextlib.suppress(OSError, AttributeError):
        ctypes.CDLL(None).prctl(1, signal.SIGKILL)          # PR_SET_PDEATHSIG


def work(parent: int) -> None:
    """The worker of that process: until its input ends."""
    die_with_parent()
    if os.getppid() != parent:          # it was killed before we asked to follow it
        return
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    answers = os.fdopen(os.dup(1), "wb", buffering=0)
    os.dup2(2, 1)                       # nothing that an engine prints may mix with answers
    first = sys.stdin.buffer.readline()
    if not first:
        return
    referee = Referee(MatchConfig.from_dict(json.loads(first)))
    try:
        for line in sys.stdin.buffer:
            index, attempt = map(int, line.split())
            record = referee.play(index, attempt)
            answers.write(packed(record))
    except BrokenPipeError:
        pass
    finally:
        referee.close()


def packed(record: dict[str, Any]) -> bytes:
    """Summary and record as one line."""
    return json.dumps(summary(record), separators=(",", ":")).encode() + b"\t" + dumps(record)


def unpacked(line: bytes) -> Finished:
    """The inverse."""
    head, _, tail = line.partition(b"\t")
    return Finished(json.loads(head), tail)


# ---- The runner's side -----------------------------------------------------------------

@dataclass
class _Worker:
    process: subprocess.Popen[bytes]
    tasks: deque[Task] = field(default_factory=deque)
    pending: bytearray = field(default_factory=bytearray)
    finished: int = 0


class LocalWorkers:
    """So many worker processes; one that dies is replaced."""

    def __init__(self, config: MatchConfig, count: int) -> None:
        self.config = config
        self._text = json.dumps(config.to_dict()).encode() + b"\n"
        self._selector = selectors.DefaultSelector()
        self._workers = [self._start() for _ in range(count)]
        self._deaths: dict[Task, int] = {}
        self._idle_deaths = 0

    @property
    def room(self) -> int:
        """How many tasks it would take now."""
        return sum(DEPTH - len(worker.tasks) for worker in self._workers)

    def submit(self, task: Task) -> None:
        """Give the task to the worker with the least to do."""
        worker = min(self._workers, key=lambda w: len(w.tasks))
        worker.tasks.append(task)
        assert worker.process.stdin is not None
        with contextlib.suppress(BrokenPipeError):      # its death is noticed in wait()
            worker.process.stdin.write(b"%d %d\n" % task)

    def wait(self, timeout: float) -> list[Finished | Task]:
        """Collect what the workers have finished."""
        found: list[Finished | Task] = []
        for key, _ in self._selector.select(timeout):
            worker: _Worker = key.data
            data = os.read(key.fd, 1 << 20)
            if not data:
                found += self._replace(worker)
                continue
            worker.pending += data
            *lines, rest = worker.pending.split(b"\n")
            worker.pending = bytearray(rest)
            for line in lines:
                worker.tasks.popleft()
                worker.finished += 1
                found.append(unpacked(bytes(line) + b"\n"))
        return found

    def close(self) -> None:
        """End the workers, and with them their engines."""
        for worker in self._workers:
            worker.process.terminate()
        deadline = time.monotonic() + 2
        for worker in self._workers:
            try:
                worker.process.wait(max(0.0, deadline - time.monotonic()))
            except subprocess.TimeoutExpired:
                worker.process.kill()
            self._forget(worker)
        self._workers = []
        self._selector.close()

    def _start(self) -> _Worker:
        path = os.pathsep.join(p for p in sys.path if p)
        process = subprocess.Popen(
            [sys.executable, "-m", "armillary.match.workers", str(os.getpid())],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0, start_new_session=True,
            env={**os.environ, "PYTHONPATH": path})
        assert process.stdin is not None
        assert process.stdout is not None
        worker = _Worker(process)
        self._selector.register(process.stdout, selectors.EVENT_READ, worker)
        with contextlib.suppress(BrokenPipeError):
            process.stdin.write(self._text)
        return worker

    def _forget(self, worker: _Worker) -> int:
        assert worker.process.stdin is not None
        assert worker.process.stdout is not None
        self._selector.unregister(worker.process.stdout)
        worker.process.stdin.close()
        worker.process.stdout.close()
        return worker.process.wait()

    def _replace(self, worker: _Worker) -> list[Finished | Task]:
        """The worker has died: its tasks go back, but a game that kills is given up."""
        status = self._forget(worker)
        self._idle_deaths = 0 if worker.finished else self._idle_deaths + 1
        if self._idle_deaths > 3 * len(self._workers):
            raise ArmillaryError(f"worker processes end at once (status {status})")
        self._workers[self._workers.index(worker)] = self._start()
        lost: list[Finished | Task] = list(worker.tasks)
        if worker.tasks:
            task = worker.tasks[0]
            self._deaths[task] = self._deaths.get(task, 0) + 1
            if self._deaths[task] >= ATTEMPTS:
                record = void_record(self.config, task, f"worker died (status {status})")
                lost[0] = Finished(summary(record), dumps(record))
        return lost


def void_record(config: MatchConfig, task: Task, reason: str) -> dict[str, Any]:
    """The record of a game that could not be played, through no provable fault of anyone."""
    plan = Schedule(config).plan(task[0])
    return {"id": task[0], "attempt": task[1], "block": plan.block,
            "engines": [config.engines[n].name for n in plan.seats],
            "start": f"{start_spec(config)};seed={plan.seed}", "at": round(time.time(), 3),
            "moves": "", "stats": [], "key": None, "ranks": [1] * config.seats, "scores": None,
            "shares": [1 / config.seats] * config.seats, "end": f"void:{reason}", "void": True}


if __name__ == "__main__":
    work(int(sys.argv[1]))
