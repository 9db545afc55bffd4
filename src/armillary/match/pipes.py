"""Players that are programs: any UGI engine, over pipes, on a short leash.

An engine is trusted with nothing. It runs in a process group of its own that dies with us;
every answer has a deadline, after which it is told to stop, then killed; its last lines on
stderr are kept for the record. A UGI+ engine is told what its seat has seen and must answer
with the key of the same view before it thinks; where the moves alone do not tell enough (a
card was passed, a cell proved taken) the view itself is sent.
"""

from __future__ import annotations

import asyncio
import contextlib
import ctypes
import os
import signal
import time
from collections.abc import Coroutine
from typing import Any, TypeVar

from armillary.match.config import EngineSpec, Faults
from armillary.match.players import Choice, Clocks, Fault
from armillary.position import Position
from armillary.protocol.client import Analysis, UgiEngine
from armillary.protocol.records import (
    EngineError,
    EngineTerminatedError,
    Limit,
    PlayResult,
    position_words,
)

T = TypeVar("T")

STDERR_BYTES = 4096         # kept of what an engine says on stderr
STDERR_LINES = 20           # shown of it
LONGEST_LINE = 1 << 20      # bytes an engine may write without an end of line
FAREWELL = 0.5              # seconds for an engine to go when asked
_LIBC = ctypes.CDLL(None)


class PipePlayer:
    """One engine process, started when first needed and again after it died."""

    def __init__(self, spec: EngineSpec, faults: Faults) -> None:
        self.spec, self.faults = spec, faults
        self.start = ""                     # of the game: START without view and seed
        self._loop = asyncio.new_event_loop()
        self._engine: UgiEngine | None = None
        self._stderr = _Tail(self._loop)
        self._tokens: list[str] = []        # the moves of this game, as the seat saw them
        self._base, self._told = "", 0      # the START last sent, and the moves before it

    # ---- The player --------------------------------------------------------------------

    def new_game(self, seed: int, start: str) -> None:
        """Have the engine running, and forget the last game."""
        self.start, self._base, self._told, self._tokens = start, "", 0, []
        self._guard(self._new_game(seed), "startup")

    def choose(self, position: Position, seat: int, clocks: Clocks | None) -> Choice:
        """Ask for a move; Fault if it does not come in time, or not at all."""
        return self._guard(self._choose(position, seat, clocks), "crash")

    def identify(self) -> str:
        """What the engine calls itself."""
        return self._guard(self._identify(), "startup")

    def close(self) -> None:
        """End the engine, and all that it started."""
        if self._loop.is_closed():
            return
        try:
            self._loop.run_until_complete(self._end(FAREWELL))
        finally:
            self._stderr.close()
            self._loop.run_until_complete(self._loop.shutdown_asyncgens())
            self._loop.close()

    def _guard(self, work: Coroutine[Any, Any, T], kind: str) -> T:
        """Run; whatever goes wrong is the engine's fault, and it will be started anew."""
        try:
            return self._loop.run_until_complete(work)
        except Fault as fault:
            fault.stderr = self._last_words(fault.dead)
            raise
        except (EngineError, OSError) as problem:
            self._loop.run_until_complete(self._end(0))
            text = str(problem)
            if isinstance(problem, TimeoutError):
                text = f"no answer within {self.faults.startup} ms"
                kind = "time" if kind == "crash" else kind
            elif isinstance(problem, EngineError) and not isinstance(
                    problem, EngineTerminatedError):
                kind = "protocol"
            raise Fault(kind, text, True, self._last_words(True)) from None

    def _last_words(self, dead: bool) -> list[str]:
        if dead:
            self._loop.run_until_complete(self._stderr.rest())
        return self._stderr.lines()

    # ---- Its life ----------------------------------------------------------------------

    async def _start(self) -> UgiEngine:
        if self._engine is not None and self._engine.process.returncode is None:
            return self._engine
        await self._end(0)
        self._stderr.open()
        try:
            process = await asyncio.create_subprocess_exec(
                *self.spec.command, stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE, stderr=self._stderr.inlet, limit=LONGEST_LINE,
                start_new_session=True, preexec_fn=_die_with_parent)
        finally:
            self._stderr.close_inlet()
        self._engine = engine = _Engine(process)
        await asyncio.wait_for(engine.initialize(), self.faults.startup / 1000)
        if self.spec.options:
            await asyncio.wait_for(engine.configure(self.spec.options), self.faults.startup / 1000)
        return engine

    async def _identify(self) -> str:
        engine = await self._start()
        return engine.id.get("name", "unnamed")

    async def _new_game(self, seed: int) -> None:
        engine = await self._start()
        names = {name.lower() for name in self.spec.options}
        if "Seed" in engine.options and "seed" not in names:
            await asyncio.wait_for(engine.configure({"Seed": seed}), self.faults.startup / 1000)
        await asyncio.wait_for(engine.new_game(), self.faults.startup / 1000)

    async def _end(self, patience: float) -> None:
        engine, self._engine = self._engine, None
        if engine is None:
            return
        with contextlib.suppress(Exception):
            if patience and engine.process.returncode is None:
                engine.send("quit")
                await asyncio.wait_for(engine.process.wait(), patience)
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(engine.process.pid, signal.SIGKILL)       # also what it started itself
        with contextlib.suppress(Exception):
            # First its end, seen by the watcher alone: Popen.kill would look too, and race it.
            await asyncio.wait_for(engine.process.wait(), 5)
            await asyncio.wait_for(engine.kill(), 5)

    # ---- A move ------------------------------------------------------------------------

    async def _choose(self, position: Position, seat: int, clocks: Clocks | None) -> Choice:
        engine = self._engine
        if engine is None:
            raise EngineTerminatedError("the engine is not running")
        limits = self.spec.limits if clocks is None else clocks.limits(self.spec.limits)
        limit = Limit(limits.movetime, limits.nodes, limits.depth, limits.clock, limits.increment)
        budget = [self.spec.movetime, None if clocks is None else clocks.left[seat]]
        allowed = min((ms for ms in budget if ms is not None), default=None)
        deadline = (self.faults.patience if allowed is None
                    else allowed + self.faults.margin) / 1000
        text, key = self._describe(engine, position, seat)
        asked = self._ask_key(engine, text) if key else None
        begun = time.perf_counter()
        search = await engine.analysis(None if asked else text, limit)
        if asked is not None and not await self._agrees(engine, asked, key):
            # It thinks about something else. Perhaps the moves do not tell enough: say it all.
            problem = self._disagreement(engine)
            await self._silence(engine, search)
            if not position.game.has_hidden:
                raise problem
            text = self._rebase(position, seat)
            asked = self._ask_key(engine, text)
            begun = time.perf_counter()
            search = await engine.analysis(None, limit)
            if not await self._agrees(engine, asked, key):
                problem = self._disagreement(engine)
                await self._silence(engine, search)
                raise problem
        try:
            async with asyncio.timeout(deadline):
                result = await _finish(search)
        except TimeoutError:
            raise await self._late(search, deadline) from None
        ms = (time.perf_counter() - begun) * 1000
        if result.move is None:
            raise Fault("illegal", f"no move: bestmove 0000 {result.error or ''}".rstrip())
        shares = result.info.shares
        return (result.move, result.info.nodes, shares[seat] if len(shares) > seat else None, ms)

    async def _late(self, search: Analysis, seconds: float) -> Fault:
        """Tell it to stop; kill it if even that is not heeded."""
        text = f"no move within {seconds * 1000:.0f} ms"
        try:
            search.stop()
            async with asyncio.timeout(max(self.faults.margin, 10) / 1000):
                await _finish(search)
        except (TimeoutError, EngineError):
            await self._end(0)
            return Fault("time", f"{text}, and none after stop; killed", dead=True)
        return Fault("time", f"{text}; it came after stop")

    # ---- What is the position? ---------------------------------------------------------

    def _describe(self, engine: UgiEngine, position: Position, seat: int) -> tuple[str, str]:
        """What follows `position`, and the key to be answered ("": none is asked)."""
        hidden = position.game.has_hidden
        moves = position.seen_moves(seat) if hidden else position.moves
        tokens = self._tokens
        tokens += [str(move) for move in moves[len(tokens):]]
        if not engine.features:                 # plain UGI: it knows its own start
            return " ".join(["startpos moves", *tokens]), ""
        first = f"fen {self.start};view={seat + 1}" if hidden else f"fen {self.start}"
        text = " ".join([self._base or first, "moves", *tokens[self._told:]])
        ask = hidden or self.faults.check_keys
        return text, f"{position.view(seat).key:016x}" if ask else ""

    def _rebase(self, position: Position, seat: int) -> str:
        """The view itself; later moves are told from here."""
        self._base = position_words(position.view(seat)).removesuffix(" moves")
        self._told = len(position.moves)
        return f"{self._base} moves"

    def _ask_key(self, engine: UgiEngine, text: str) -> asyncio.Future[str]:
        """Ask, and go on without waiting: the answer comes before the search begins."""
        engine.errors.clear()
        engine.send(f"position {text}")
        asked = engine.ask("query key", "response")
        asked.add_done_callback(lambda future: future.cancelled() or future.exception())
        return asked

    async def _agrees(self, engine: UgiEngine, asked: asyncio.Future[str], key: str) -> bool:
        """Whether it took the position without complaint, and has the same key."""
        async with asyncio.timeout(self.faults.startup / 1000):
            answer = await asked
        return answer == key and not engine.errors

    async def _silence(self, engine: UgiEngine, search: Analysis) -> None:
        """End a search that is of no use; Fault if it does not end."""
        problem = self._disagreement(engine)
        search.stop()
        try:
            async with asyncio.timeout(self.faults.startup / 1000):
                await _finish(search)
        except TimeoutError:
            await self._end(0)
            problem.dead = True
            raise problem from None

    def _disagreement(self, engine: UgiEngine) -> Fault:
        complaint = engine.errors[-1] if engine.errors else "no complaint"
        return Fault("protocol", f"the engine has another position ({complaint})")


class _Engine(UgiEngine):
    """Lines said in one breath go out in one write, so that the engine wakes once a move."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        super().__init__(process)
        self._said: list[str] = []

    def send(self, line: str) -> None:
        """Write one line, at the end of this turn of the loop."""
        if self._ended is not None:
            raise self._ended
        if not self._said:
            asyncio.get_running_loop().call_soon(self._flush)
        self._said.append(line)

    def _flush(self) -> None:
        lines, self._said = "\n".join(self._said), []
        with contextlib.suppress(EngineError):          # whoever waits is told so anyway
            super().send(lines)


async def _finish(search: Analysis) -> PlayResult:
    """The answer; what is told meanwhile is read and dropped, so that a flood piles up nowhere."""
    async for _ in search:
        pass
    return await search.wait()


def _die_with_parent() -> None:
    _LIBC.prctl(1, signal.SIGKILL)              # PR_SET_PDEATHSIG


class _Tail:
    """The last bytes of what an engine writes to stderr, through a pipe of our own."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._outlet = self.inlet = -1
        self._bytes = b""

    def open(self) -> None:
        """A fresh pipe for a fresh engine."""
        self.close()
        self._bytes = b""
        self._outlet, self.inlet = os.pipe()
        os.set_blocking(self._outlet, False)
        self._loop.add_reader(self._outlet, self._read)

    def close_inlet(self) -> None:
        """The engine has it now."""
        if self.inlet >= 0:
            os.close(self.inlet)
            self.inlet = -1

    def close(self) -> None:
        """Let go of the pipe."""
        self.close_inlet()
        if self._outlet >= 0:
            self._loop.remove_reader(self._outlet)
            os.close(self._outlet)
            self._outlet = -1

    def _read(self) -> None:
        try:
            data = os.read(self._outlet, 1 << 16)
        except BlockingIOError:
            return
        if not data:
            self.close()
        self._bytes = (self._bytes + data)[-STDERR_BYTES:]

    async def rest(self) -> None:
        """Give the last words of a dead engine a moment to arrive."""
        deadline = time.monotonic() + 0.2
        while self._outlet >= 0 and time.monotonic() < deadline:
            await asyncio.sleep(0.002)

    def lines(self) -> list[str]:
        """The last lines."""
        return self._bytes.decode("utf-8", "replace").splitlines()[-STDERR_LINES:]
