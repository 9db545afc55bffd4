"""A client for any UGI engine, on asyncio. `armillary.protocol.simple` is its synchronous twin.

    engine = await popen_ugi(["armillary"])
    result = await engine.play("fen game=pig;seed=1", Limit(time=0.1))
    async with await engine.analysis("startpos") as analysis:
        async for info in analysis:
            print(info.nodes, info.pv)
            if info.nodes > 10_000:
                break
    await engine.quit()

One search at a time: a new one stops the one before. Every method raises
EngineTerminatedError once the process has ended.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Mapping, Sequence
from types import TracebackType
from typing import Any, Self

from armillary.position import Position
from armillary.protocol.records import (
    EngineError,
    EngineTerminatedError,
    Info,
    Limit,
    PlayResult,
    parse_info,
    position_words,
)

LONGEST_LINE = 1 << 26


async def popen_ugi(command: str | Sequence[str], *, timeout: float | None = 10.0,
                    **terms: Any) -> UgiEngine:
    """Start an engine and greet it. `terms` go to asyncio.create_subprocess_exec."""
    words = [command] if isinstance(command, str) else list(command)
    process = await asyncio.create_subprocess_exec(
        *words, stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE,
        limit=LONGEST_LINE, **terms)
    engine = UgiEngine(process)
    try:
        await asyncio.wait_for(engine.initialize(), timeout)
    except BaseException:
        await engine.kill()
        raise
    return engine


class UgiEngine:
    """One engine process. Made by `popen_ugi`."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process
        self.id: dict[str, str] = {}
        self.options: dict[str, str] = {}           # name -> how it was declared
        self.features: tuple[str, ...] = ()         # of a UGI+ engine
        self.errors: deque[str] = deque(maxlen=100)     # what it complained about, latest last
        self._waiting: dict[str, deque[asyncio.Future[str]]] = {
            word: deque() for word in ("ugiok", "readyok", "response")}
        self._complaints = 0                            # how many in all
        self._multipv = self._multipv_now = 1           # as configured, and as it is set
        self._search: Analysis | None = None
        self._ended: EngineTerminatedError | None = None
        self._reader = asyncio.create_task(self._read())

    # ---- Lines ---------------------------------------------------------------------------

    async def _read(self) -> None:
        stream = self.process.stdout
        assert stream is not None
        try:
            while line := await stream.readline():
                self._take(line.decode("utf-8", "replace").strip())
        except (OSError, ValueError):
            pass                                    # a line without end is an end as well
        code = await self.process.wait()
        self._end(EngineTerminatedError(f"the engine has ended (status {code})"))

    def _end(self, problem: EngineTerminatedError) -> None:
        self._ended = problem
        for queue in self._waiting.values():
            while queue:
                future = queue.popleft()
                if not future.done():
                    future.set_exception(problem)
        if self._search is not None:
            self._search._finish(problem)

    def _take(self, line: str) -> None:
        word, _, rest = line.partition(" ")
        if word in self._waiting:
            queue = self._waiting[word]
            if queue:
                future = queue.popleft()
                if not future.done():
                    future.set_result(rest)
        elif word == "bestmove":
            if self._search is not None:
                self._search._finish(rest)
        elif word == "info":
            if self._search is not None:
                self._search._tell(parse_info(line))
        elif word == "error":
            self.errors.append(rest)
            self._complaints += 1
            if self._search is not None:
                self._search.error = rest
        elif word == "id":
            name, _, value = rest.partition(" ")
            self.id[name] = value
        elif word == "option":
            name, _, terms = rest.removeprefix("name ").partition(" type ")
            self.options[name] = f"type {terms}"
        elif word == "protocol":
            self.features = tuple(rest.split()[2:])

    def send(self, line: str) -> None:
        """Write one line as it is."""
        if self._ended is not None:
            raise self._ended
        assert self.process.stdin is not None
        self.process.stdin.write(line.encode() + b"\n")

    def ask(self, line: str, word: str) -> asyncio.Future[str]:
        """Send a line; what will follow the next such first word that nobody waits for yet."""
        self.send(line)
        future: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self._waiting[word].append(future)
        return future

    # ---- Commands ------------------------------------------------------------------------

    async def initialize(self) -> None:
        """The greeting; `popen_ugi` has done it."""
        await self.ask("ugi", "ugiok")

    async def ping(self) -> None:
        """Wait until the engine has read everything that was sent."""
        await self.ask("isready", "readyok")

    async def configure(self, options: Mapping[str, Any]) -> None:
        """Set options; EngineError for one that the engine has not declared."""
        known = {name.lower(): name for name in self.options}
        for name in options:
            if name.lower() not in known:
                raise EngineError(f"the engine has no option {name!r} "
                                  f"(options: {', '.join(self.options)})")
        await self._rest()
        for name, value in options.items():
            text = str(value).lower() if isinstance(value, bool) else str(value)
            self.send(f"setoption name {known[name.lower()]} value {text}")
        before = self._complaints
        await self.ping()
        if self._complaints > before:
            raise EngineError(self.errors[-1])
        for name, value in options.items():
            if name.lower() == "multipv":
                self._multipv = self._multipv_now = int(value)

    async def new_game(self) -> None:
        """What comes next has nothing to do with what was before."""
        await self._rest()
        self.send("uginewgame")
        await self.ping()

    async def query(self, what: str, position: str | Position | None = None,
                    moves: Sequence[object] = ()) -> str:
        """The answer to `query …`, of this position or of the one that was last sent."""
        if position is not None:
            await self._rest()
            self.send(f"position {position_words(position, moves)}")
        return await self.ask(f"query {what}", "response")

    async def play(self, position: str | Position, limit: Limit | None = None, *,
                   moves: Sequence[object] = (), searchmoves: Sequence[object] = ()) -> PlayResult:
        """Search, and wait for the answer."""
        search = await self.analysis(position, limit or Limit(), moves=moves,
                                     searchmoves=searchmoves)
        return await self._answer(search)

    async def _answer(self, search: Analysis) -> PlayResult:
        """Wait for the answer; if nobody wants it any more, end the search."""
        try:
            return await search.wait()
        except asyncio.CancelledError:
            search.stop()
            raise

    async def analyse(self, position: str | Position, limit: Limit, *, multipv: int | None = None,
                      moves: Sequence[object] = ()) -> list[Info]:
        """Search, and tell what was found: a record for each of the best moves."""
        search = await self.analysis(position, limit, multipv=multipv, moves=moves)
        return list((await self._answer(search)).lines)

    async def analysis(self, position: str | Position | None, limit: Limit | None = None, *,
                       multipv: int | None = None, moves: Sequence[object] = (),
                       searchmoves: Sequence[object] = ()) -> Analysis:
        """Begin a search, without limit unless one is given, and follow it. Without a position
        it is of the one that was last sent. `multipv` holds for this search only."""
        await self._rest()
        wanted = self._multipv if multipv is None else multipv
        if wanted != self._multipv_now:
            configured = self._multipv
            await self.configure({"MultiPV": wanted})
            self._multipv = configured
        if position is not None:
            self.send(f"position {position_words(position, moves)}")
        words = ["go", *(["infinite"] if limit is None else limit.words())]
        if searchmoves:
            words += ["searchmoves", *map(str, searchmoves)]
        self._search = Analysis(self)
        self.send(" ".join(words))
        return self._search

    async def _rest(self) -> None:
        """End the search that goes on, if one does."""
        if self._ended is not None:
            raise self._ended
        search = self._search
        if search is not None and not search.is_done:
            search.stop()
            await search.wait()

    async def quit(self, patience: float = 5.0) -> int:
        """Say goodbye; the exit status. The process is killed if it does not go."""
        if self._ended is None:
            self.send("quit")
        try:
            await asyncio.wait_for(asyncio.shield(self._reader), patience)
        except TimeoutError:
            await self.kill()
        return self.process.returncode or 0

    async def kill(self) -> None:
        """End the process by force."""
        if self.process.returncode is None:
            self.process.kill()
        await self._reader


class Analysis:
    """A search that goes on: iterate over its info records, `stop` it, `wait` for its answer."""

    def __init__(self, engine: UgiEngine) -> None:
        self.engine = engine
        self.lines: dict[int, Info] = {}        # the latest record by multipv
        self.error: str | None = None
        self._queue: asyncio.Queue[Info | None] = asyncio.Queue()
        self._result: asyncio.Future[PlayResult] = asyncio.get_running_loop().create_future()

    def _tell(self, info: Info) -> None:
        if info.pv or info.shares or info.depth is not None:
            self.lines[info.multipv] = info
        self._queue.put_nowait(info)

    def _finish(self, answer: str | EngineTerminatedError) -> None:
        self._queue.put_nowait(None)
        if self._result.done():
            return
        if isinstance(answer, EngineTerminatedError):
            self._result.set_exception(answer)
            self._result.exception()            # somebody may never ask; that is no fault
            return
        words = answer.split()
        ponder = words[2] if len(words) == 3 and words[1] == "ponder" else None
        lines = tuple(self.lines[number] for number in sorted(self.lines))
        move = words[0] if words and words[0] != "0000" else None
        self._result.set_result(PlayResult(move, ponder, self.info, lines, self.error))

    @property
    def info(self) -> Info:
        """The latest record of the best line."""
        return self.lines.get(1, Info())

    @property
    def is_done(self) -> bool:
        """Whether the answer is there."""
        return self._result.done()

    def stop(self) -> None:
        """End the search; its answer follows at once."""
        if not self.is_done:
            self.engine.send("stop")

    async def wait(self) -> PlayResult:
        """The answer."""
        return await asyncio.shield(self._result)

    def __aiter__(self) -> AsyncIterator[Info]:
        return self

    async def __anext__(self) -> Info:
        info = await self._queue.get()
        if info is None:
            self._queue.put_nowait(None)
            if self._result.done() and self._result.exception() is not None:
                await self._result
            raise StopAsyncIteration
        return info

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, kind: type[BaseException] | None, problem: BaseException | None,
                        trace: TracebackType | None) -> None:
        if self.engine._ended is None and not self.is_done:
            self.stop()
            await self.wait()
