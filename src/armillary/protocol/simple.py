"""The synchronous twin of the client: the same methods, blocking.

    with SimpleEngine.popen_ugi("armillary") as engine:
        print(engine.play("startpos moves d d", Limit(time=0.1)).move)
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Coroutine, Iterator, Mapping, Sequence
from types import TracebackType
from typing import Any, Self, TypeVar

from armillary.position import Position
from armillary.protocol.client import Analysis, UgiEngine, popen_ugi
from armillary.protocol.records import Info, Limit, PlayResult

T = TypeVar("T")


class SimpleEngine:
    """An engine process for programs without asyncio. Its loop runs in a thread behind it."""

    def __init__(self, command: str | Sequence[str], *, timeout: float | None = 10.0,
                 **terms: Any) -> None:
        self.timeout = timeout              # beyond what a limit allows; None: wait for ever
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        try:
            self.engine: UgiEngine = self._run(popen_ugi(command, timeout=timeout, **terms), None)
        except BaseException:
            self._end_loop()
            raise

    @classmethod
    def popen_ugi(cls, command: str | Sequence[str], *, timeout: float | None = 10.0,
                  **terms: Any) -> SimpleEngine:
        """Start an engine and greet it."""
        return cls(command, timeout=timeout, **terms)

    def _run(self, work: Coroutine[Any, Any, T], timeout: float | None) -> T:
        future = asyncio.run_coroutine_threadsafe(work, self._loop)
        try:
            return future.result(timeout)
        except BaseException:
            future.cancel()
            raise

    def _wait(self, limit: Limit | None) -> float | None:
        """How long a search may take until it counts as hung; a count of nodes, for ever."""
        if self.timeout is None or limit is None or limit.time is None:
            return None
        return self.timeout + limit.time

    @property
    def id(self) -> dict[str, str]:
        """What the engine calls itself."""
        return self.engine.id

    @property
    def options(self) -> dict[str, str]:
        """The options that it declared."""
        return self.engine.options

    @property
    def features(self) -> tuple[str, ...]:
        """The features of a UGI+ engine."""
        return self.engine.features

    @property
    def errors(self) -> list[str]:
        """What it complained about, the latest last."""
        return list(self.engine.errors)

    def ping(self) -> None:
        """Wait until the engine has read everything that was sent."""
        self._run(self.engine.ping(), self.timeout)

    def configure(self, options: Mapping[str, Any]) -> None:
        """Set options."""
        self._run(self.engine.configure(options), self.timeout)

    def new_game(self) -> None:
        """What comes next has nothing to do with what was before."""
        self._run(self.engine.new_game(), self.timeout)

    def query(self, what: str, position: str | Position | None = None,
              moves: Sequence[object] = ()) -> str:
        """The answer to `query …`."""
        return self._run(self.engine.query(what, position, moves), self.timeout)

    def play(self, position: str | Position, limit: Limit | None = None, *,
             moves: Sequence[object] = (), searchmoves: Sequence[object] = ()) -> PlayResult:
        """Search, and wait for the answer."""
        return self._run(self.engine.play(position, limit, moves=moves, searchmoves=searchmoves),
                         self._wait(limit))

    def analyse(self, position: str | Position, limit: Limit, *, multipv: int | None = None,
                moves: Sequence[object] = ()) -> list[Info]:
        """Search, and tell what was found."""
        return self._run(self.engine.analyse(position, limit, multipv=multipv, moves=moves),
                         self._wait(limit))

    def analysis(self, position: str | Position, limit: Limit | None = None, *,
                 multipv: int | None = None, moves: Sequence[object] = (),
                 searchmoves: Sequence[object] = ()) -> SimpleAnalysis:
        """Begin a search and follow it."""
        return SimpleAnalysis(self, self._run(
            self.engine.analysis(position, limit, multipv=multipv, moves=moves,
                                 searchmoves=searchmoves), self.timeout))

    def quit(self) -> int:
        """Say goodbye; the exit status."""
        try:
            return self._run(self.engine.quit(), None)
        finally:
            self._end_loop()

    def close(self) -> None:
        """Like quit, any number of times."""
        if not self._loop.is_closed():
            self.quit()

    def _end_loop(self) -> None:
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._loop.stop)
            self._thread.join()
            self._loop.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, problem: BaseException | None,
                 trace: TracebackType | None) -> None:
        self.close()


class SimpleAnalysis:
    """A search that goes on."""

    def __init__(self, simple: SimpleEngine, inner: Analysis) -> None:
        self._simple = simple
        self.inner = inner

    def stop(self) -> None:
        """End the search; its answer follows at once."""
        self._simple._loop.call_soon_threadsafe(self.inner.stop)

    def wait(self) -> PlayResult:
        """The answer."""
        return self._simple._run(self.inner.wait(), None)

    def __iter__(self) -> Iterator[Info]:
        while True:
            try:
                yield self._simple._run(self.inner.__anext__(), None)
            except StopAsyncIteration:
                return

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, problem: BaseException | None,
                 trace: TracebackType | None) -> None:
        self._simple._run(self.inner.__aexit__(kind, problem, trace), None)
