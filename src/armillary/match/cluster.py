"""The same games on many machines: a Dask cluster instead of local worker processes.

A game is a pure function of (configuration, number, attempt), so a task may be run twice when
a machine is lost, and still counts once. Needs the extra `cluster`, here and on the workers.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import queue
import threading
import time
from collections.abc import Callable
from typing import Any

from armillary.match.config import MatchConfig
from armillary.match.records import Task, dumps, summary
from armillary.match.referee import Referee
from armillary.match.workers import ATTEMPTS, DEPTH, Finished, packed, unpacked, void_record
from armillary_core.kernel.errors import ArmillaryError

#: Seconds between looks at how large the cluster is.
LOOK = 1.0
#: Seconds to reach the scheduler.
CONNECT = 10.0


def cluster_backend(address: str) -> Callable[[MatchConfig], ClusterWorkers]:
    """For `run_match`: play on the cluster with this scheduler."""
    try:
        import distributed  # noqa: F401
    except ImportError:
        raise ArmillaryError("--scheduler needs the extra: pip install 'armillary[cluster]'"
                             ) from None
    return lambda config: ClusterWorkers(config, address)


class ClusterWorkers:
    """Tasks as Dask futures; what comes back comes through a queue."""

    def __init__(self, config: MatchConfig, address: str) -> None:
        from distributed import Client
        self.config, self.address = config, address
        self._text = json.dumps(config.to_dict())
        try:
            self._client = Client(address, timeout=CONNECT)
        except OSError as problem:
            raise ArmillaryError(f"--scheduler {address}: {problem}") from None
        self._futures: dict[Task, Any] = {}
        self._failures: dict[Task, int] = {}
        self._back: queue.SimpleQueue[tuple[Task, Any]] = queue.SimpleQueue()
        self._threads, self._looked = 1, -LOOK

    @property
    def room(self) -> int:
        """A game and a spare one for every thread of the cluster, as it is now."""
        if time.monotonic() - self._looked >= LOOK:
            self._looked = time.monotonic()
            try:
                self._threads = max(1, sum(self._client.nthreads().values()))
            except OSError:
                raise self._gone() from None
        return DEPTH * self._threads - len(self._futures)

    def submit(self, task: Task) -> None:
        """Send the game to the cluster."""
        self._look()
        index, attempt = task
        future = self._client.submit(play_task, self._text, index, attempt, pure=False)
        self._futures[task] = future
        future.add_done_callback(lambda done: self._back.put((task, done)))

    def wait(self, timeout: float) -> list[Finished | Task]:
        """What has come back; the first may be waited for."""
        found: list[Finished | Task] = []
        self._look()
        try:
            task, future = self._back.get(timeout=timeout)
            while True:
                found.append(self._take(task, future))
                task, future = self._back.get_nowait()
        except queue.Empty:
            return found

    def close(self) -> None:
        """Cancel what is under way; the engines on the cluster are ended."""
        with contextlib.suppress(*([] if self._client.status == "running" else [Exception])):
            self._client.cancel(list(self._futures.values()))
            self._client.run(release)
        self._futures.clear()
        self._client.close()

    def _look(self) -> None:
        """Is the scheduler there? A connection that broke is tried again for a while."""
        if self._client.status == "closed":
            raise self._gone()

    def _gone(self) -> ArmillaryError:
        return ArmillaryError(f"--scheduler {self.address}: the scheduler is gone; the same "
                              "command goes on where the record ends")

    def _take(self, task: Task, future: Any) -> Finished | Task:
        del self._futures[task]
        if future.status == "finished":
            with contextlib.suppress(Exception, asyncio.CancelledError):
                return unpacked(future.result())
        if future.status != "error":            # lost with a connection: no fault of the game
            return task
        self._failures[task] = self._failures.get(task, 0) + 1
        if self._failures[task] < ATTEMPTS:
            return task
        record = void_record(self.config, task, f"cluster: {future.exception()!r:.200}")
        return Finished(summary(record), dumps(record))


# ---- On the workers --------------------------------------------------------------------

_referees: dict[int, tuple[str, Referee]] = {}      # by thread: a referee plays one at a time
_playing: dict[int, Referee] = {}                   # those in a game, which only its thread closes
_lock = threading.Lock()


def play_task(config: str, index: int, attempt: int) -> bytes:
    """One game, with the engines of the last one if it was of the same match."""
    thread = threading.get_ident()
    with _lock:
        known = _referees.pop(thread, None)
    if known is None or known[0] != config:
        if known is not None:
            known[1].close()
        known = (config, Referee(MatchConfig.from_dict(json.loads(config))))
    referee = known[1]
    with _lock:
        _playing[thread] = referee
    try:
        return packed(referee.play(index, attempt))
    finally:
        with _lock:
            del _playing[thread]
            if not referee.stopped:
                _referees[thread] = known
        if referee.stopped:
            referee.close()


def release() -> None:
    """End the engines of this worker: those at rest now, those in a game at their next move."""
    with _lock:
        idle = [referee for _, referee in _referees.values()]
        _referees.clear()
        for referee in _playing.values():
            referee.stopped = True
    # Engines over pipes are ended by a loop of their own, and this is the worker's: not here.
    closing = [threading.Thread(target=referee.close) for referee in idle]
    for thread in closing:
        thread.start()
    for thread in closing:
        thread.join()
