"""The analysis server: JSON queries in, JSON replies out, several searches at once.

The lines a client may send, beside queries (see `queries`):

    {"id": …, "action": "terminate", "query": ID}     end that query; it still gets its reply
    {"id": …, "action": "ping"}                       answered at once

Every line gets a reply that carries its id; a query has exactly one that is not `partial`.
"""

from __future__ import annotations

import heapq
import json
import os
import threading
import time
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import IO, Any

from armillary._version import __version__
from armillary.engine import Engine, Result
from armillary.terminal.queries import (
    Defaults,
    Id,
    Query,
    id_of,
    prepare,
    read_object,
    read_query,
)
from armillary_core.kernel.errors import ArmillaryError


@dataclass(order=True)
class Job:
    """A query on its way: the heap takes the highest priority, then the oldest."""

    rank: tuple[int, int]
    query: Query = field(compare=False)
    engine: Engine | None = field(default=None, compare=False)      # while it is searched
    is_terminated: bool = field(default=False, compare=False)


class Server:
    """Answers queries from one client. `jobs`, `waiting` and `ended` belong to `lock`."""

    def __init__(self, out: IO[str], defaults: Defaults, workers: int) -> None:
        self.out = out
        self.defaults = defaults
        self.lock = threading.Condition()
        self.speech = threading.Lock()          # one line at a time
        self.jobs: dict[Id, Job] = {}           # waiting or searched
        self.waiting: list[Job] = []
        self.ended = False                      # no more input: leave when all is answered
        self.count = 0
        self.workers = [threading.Thread(target=self.work, args=[Engine(**defaults.options)],
                                         name=f"worker {n}", daemon=True) for n in range(workers)]

    def serve(self, lines: Iterable[bytes]) -> int:
        """Answer all lines, then finish what is under way; the exit status."""
        for worker in self.workers:
            worker.start()
        try:
            for line in lines:
                if line.strip():
                    self.take(line)
            with self.lock:
                self.ended = True
                for job in self.jobs.values():
                    if job.query.limits.infinite:       # nobody is left to end it
                        self.terminate(job)
                self.lock.notify_all()
            for worker in self.workers:
                worker.join()
        except KeyboardInterrupt:
            with self.lock:
                self.ended = True
                for job in self.jobs.values():
                    self.terminate(job)
                self.lock.notify_all()
            return 130
        return 0

    # ---- Lines -------------------------------------------------------------------------

    def take(self, line: bytes) -> None:
        """Answer one line, or put its query in the queue."""
        number: Id = None
        try:
            data = read_object(line)
            number = id_of(data)
            if "id" not in data:
                raise ArmillaryError('"id" is missing')
            action = data.get("action")
            if action is not None:
                self.send({"id": number, **self.act(action, data)})
                return
            query = read_query(data, self.defaults)
            with self.lock:
                if query.id in self.jobs:
                    raise ArmillaryError("id: another query with this id is not answered yet")
                self.count += 1
                job = self.jobs[query.id] = Job((-query.priority, self.count), query)
                heapq.heappush(self.waiting, job)
                self.lock.notify()
        except (ArmillaryError, UnicodeDecodeError) as problem:
            self.send({"id": number, "error": str(problem)})

    def act(self, action: Any, data: dict[str, Any]) -> dict[str, Any]:
        """Do what an action asks; what to reply."""
        if action == "ping":
            with self.lock:
                return {"action": "ping", "version": __version__, "waiting": len(self.waiting),
                        "running": len(self.jobs) - len(self.waiting)}
        if action == "terminate":
            if "query" not in data:
                raise ArmillaryError('terminate: "query" is missing: the id of the query to end')
            wanted = data["query"]
            if not isinstance(wanted, str | int) or isinstance(wanted, bool):
                raise ArmillaryError("terminate: query: must be a text or a whole number")
            with self.lock:
                job = self.jobs.get(wanted)
                if job:
                    self.terminate(job)
                return {"action": "terminate", "query": wanted, "found": job is not None}
        raise ArmillaryError(f"action: {action!r} is not one of ping, terminate")

    def terminate(self, job: Job) -> None:
        """End a query, waiting or searched. Holds the lock."""
        job.is_terminated = True
        if job.engine:
            job.engine.stop()

    def send(self, reply: dict[str, Any]) -> None:
        """Write one line, at once."""
        text = json.dumps(reply, allow_nan=False) + "\n"
        with self.speech:
            try:
                self.out.write(text)
                self.out.flush()
            except (OSError, ValueError):
                # Whoever asked has gone. The main thread may be waiting for input that never
                # comes, and there is nothing to save.
                os._exit(141)

    # ---- Workers -----------------------------------------------------------------------

    def work(self, engine: Engine) -> None:
        """Answer queries until there are no more."""
        while (job := self.next_job()) is not None:
            try:
                reply = self.answer(engine, job)
            except ArmillaryError as problem:
                reply = {"id": job.query.id, "error": str(problem)}
            except Exception as problem:        # a fault of ours must not leave a query unanswered
                reply = {"id": job.query.id, "error": f"internal error: {problem!r}"}
            with self.lock:
                job.engine = None
                del self.jobs[job.query.id]
            self.send(reply)

    def next_job(self) -> Job | None:
        """The next query, waited for; None at the end."""
        with self.lock:
            while not self.waiting:
                if self.ended:
                    return None
                self.lock.wait()
            return heapq.heappop(self.waiting)

    def answer(self, engine: Engine, job: Job) -> dict[str, Any]:
        """Search one query; its final reply."""
        query = job.query
        with self.lock:
            if job.is_terminated:
                return {"id": query.id, "terminated": True}
            prepare(engine, query)
            job.engine = engine
        told = time.monotonic()

        def report(result: Result) -> None:
            nonlocal told
            if job.is_terminated:       # the stop may have come before the search began
                engine.stop()
            elif query.report_every and time.monotonic() - told >= query.report_every:
                told = time.monotonic()
                self.send({**query.reply(result), "partial": True})

        reply = query.reply(engine.search(query.position, query.limits, report))
        return {**reply, "terminated": True} if job.is_terminated else reply
