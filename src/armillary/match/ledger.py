"""What has been played of a match, what is still to play, and what it says so far.

Only complete blocks are judged, in schedule order: short games end first, and would bias an
early look. A block with a void game is replayed whole, on its seed, as another attempt; if
that is void too the block is left out. Everything here follows from the records alone, in
whatever order they come; so a run that was killed continues as if it had not been.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from armillary.match.config import MatchConfig
from armillary.match.records import Task
from armillary.match.schedule import Schedule
from armillary.match.statistics import SequentialTest


@dataclass
class Tally:
    """The running sums of an engine."""

    games: int = 0
    seats: int = 0                  # seats played in
    share: float = 0.0
    faults: int = 0


@dataclass
class _Block:
    attempt: int = 0
    done: dict[int, dict[str, Any]] = field(default_factory=dict)
    means: float | None = None
    closed: bool = False


class Ledger:
    """Fed with summaries; hands out tasks."""

    def __init__(self, config: MatchConfig) -> None:
        self.config = config
        self.schedule = Schedule(config)
        self.engines = [spec.name for spec in config.engines]
        self.tallies = {name: Tally() for name in self.engines}
        self.ends: dict[str, int] = {}
        self.void_blocks = 0                # left out for good
        self.replayed = 0                   # attempts that were void
        self.games_done = 0                 # of the schedule, each counted once
        self.judged = 0                     # blocks of the contiguous prefix
        self.means: list[float] = []        # of the first engine, by judged block
        self.results: list[tuple[list[str], list[int]]] = []    # names and ranks, as they end
        self.copies = self.schedule.lineups[0].count(0)
        self.test = (None if config.sprt is None
                     else SequentialTest(config.sprt, config.seats, self.copies))
        self._single = len(self.schedule.lineups) == 1
        self._blocks: dict[int, _Block] = {}
        self._seen: set[Task] = set()
        self._given: set[Task] = set()
        self._again: list[Task] = []        # heap of tasks to play anew
        self._next = self._fresh()

    # ---- In ----------------------------------------------------------------------------

    def add(self, game: dict[str, Any]) -> bool:
        """Count a finished game; False if it was counted before."""
        task = (game["id"], game["attempt"])
        if task in self._seen:
            return False
        self._seen.add(task)
        self._given.discard(task)
        plan = self.schedule.plan(game["id"])
        block = self._blocks.setdefault(plan.block, _Block())
        for name in game["faulty"]:
            self.tallies[name].faults += 1
        if game["attempt"] > block.attempt:
            block.attempt, block.done = game["attempt"], {}
        if game["attempt"] == block.attempt:
            block.done[game["id"]] = game
        if not block.closed and len(block.done) == len(self.schedule.block_games(plan.block)):
            self._complete(plan.block, block)
        return True

    def _complete(self, number: int, block: _Block) -> None:
        games = list(block.done.values())
        void = any(game["void"] for game in games)
        if void and block.attempt < self.config.faults.replays:
            self.replayed += 1
            for game in games:
                heapq.heappush(self._again, (game["id"], block.attempt + 1))
            return
        block.closed = True
        self.games_done += len(games)
        shares = 0.0
        for game in games:
            self.ends[game["end"]] = self.ends.get(game["end"], 0) + 1
            seats = self.schedule.plan(game["id"]).seats
            for seat, engine in enumerate(seats):
                tally = self.tallies[self.engines[engine]]
                tally.seats += 1
                tally.share += game["shares"][seat]
            self.results.append(([self.engines[n] for n in seats], game["ranks"]))
            for engine in set(seats):
                self.tallies[self.engines[engine]].games += 1
            shares += sum(game["shares"][s] for s, engine in enumerate(seats) if engine == 0)
        if void:
            self.void_blocks += 1
        else:
            block.means = shares / len(games)
        block.done = {}
        while (ready := self._blocks.get(self.judged)) is not None and ready.closed:
            self.judged += 1
            if ready.means is not None and self._single:
                self.means.append(ready.means)
                if self.test is not None:
                    self.test.add(ready.means)

    # ---- Out ---------------------------------------------------------------------------

    def next_task(self) -> Task | None:
        """The next game to play; None if all are given out, or need an engine that is out."""
        if self._stuck():
            return None
        while self._again:
            task = heapq.heappop(self._again)
            if task not in self._seen and task not in self._given and not self._is_out(task[0]):
                self._given.add(task)
                return task
        for task in self._next:
            if not self._is_out(task[0]):
                self._given.add(task)
                return task
        return None

    def give_back(self, task: Task) -> None:
        """The task was not finished; it will be given out again."""
        if task in self._given:
            self._given.discard(task)
            heapq.heappush(self._again, task)

    def _fresh(self) -> Iterator[Task]:
        # A block that already has a second attempt needs no more of its first.
        for block in range(self.config.blocks):
            for index in self.schedule.block_games(block):
                known = self._blocks.get(block)
                attempt = known.attempt if known is not None else 0
                if (index, attempt) not in self._seen and (index, attempt) not in self._given:
                    yield index, attempt

    def _is_out(self, index: int) -> bool:
        out = self.out
        return bool(out) and any(self.engines[n] in out for n in self.schedule.plan(index).seats)

    def _stuck(self) -> bool:
        """Whether every line-up has an engine that is out."""
        out = {self.engines.index(name) for name in self.out}
        return bool(out) and all(out & set(lineup) for lineup in self.schedule.lineups)

    # ---- State -------------------------------------------------------------------------

    @property
    def out(self) -> list[str]:
        """Engines with too many faults: their games are no longer played."""
        limit = self.config.faults.limit
        return [name for name, tally in self.tallies.items() if tally.faults >= limit]

    @property
    def verdict(self) -> str | None:
        """Of the sequential test."""
        return None if self.test is None else self.test.verdict

    @property
    def games_total(self) -> int:
        """Of the schedule."""
        return self.schedule.games
