"""One conversation: lines in, lines out, one search at a time. No input or output here.

`handle` is called by one thread, line by line, and never waits for a search. `say` may be
called by two, the caller's and the one that `launch` runs a search in; it takes a line, or
several that belong together, with a line feed between them.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence

from armillary._version import __version__
from armillary.engine import Engine, Limits, Result, Stop
from armillary.games import game_names
from armillary.position import CHANCE, Position
from armillary.protocol.grammar import (
    NULL_MOVE,
    Go,
    Problem,
    parse_go,
    parse_position,
    parse_setoption,
    printable,
)
from armillary.protocol.options import Options
from armillary.protocol.queries import FEATURES, answer
from armillary.protocol.report import info_lines
from armillary.protocol.table import Fault, Table

UPDATE = 0.1            # seconds between two sets of info lines
PATIENCE = 1.0          # seconds that a stopped search may take to answer
WORLDS = 16             # in which a reply that is named must be legal


class Job:
    """One search that goes on. `handle` and the search share it under the session's lock."""

    def __init__(self, position: Position, go: Go) -> None:
        self.position = position        # what the mover knows; nothing else is in it
        self.go = go
        self.answers = 1                # how many bestmoves are due
        self.pondering = go.ponder
        self.released = threading.Event()   # it may answer: set from the start, unless infinite
        self.stopped = False
        self.stop = Stop()              # ends the present call of the engine
        self.answered = threading.Event()
        self.told = 0.0


class Session:
    """The engine's side of the protocol."""

    def __init__(self, say: Callable[[str], None],
                 launch: Callable[[Callable[[], None]], None],
                 log: Callable[[str], None] | None = None, engine: Engine | None = None) -> None:
        self._say = say
        self._launch = launch
        self._open_log = log
        self.engine = engine or Engine()
        self.options = Options(self.engine, game_names())
        self.table = Table()
        self.debug = False
        self.is_open = True
        self._described: tuple[str, list[str]] = ("startpos", [])
        self._stale = True              # the table must be set before it is asked
        self._job: Job | None = None
        self._lock = threading.Lock()
        self._commands: dict[str, Callable[[Sequence[str]], None]] = {
            "ugi": self._ugi, "isready": self._isready, "uginewgame": self._uginewgame,
            "position": self._position, "query": self._query, "go": self._go,
            "stop": self._stop, "ponderhit": self._ponderhit, "setoption": self._setoption,
            "debug": self._debug, "quit": self._quit,
        }

    def handle(self, line: bytes) -> None:
        """Do what one line asks."""
        raw = line.split()
        if not raw:
            return
        try:
            words = list(map(bytes.decode, raw))
        except UnicodeDecodeError:
            words = [word.decode("utf-8", "backslashreplace") for word in raw]
        command = self._commands.get(words[0])
        if command is None:
            self._error(Problem("unknown_command", words[0]))
            return
        try:
            command(words[1:])
        except Problem as problem:
            self._error(problem)

    def close(self) -> None:
        """The client has gone, or said goodbye: end the search."""
        self.is_open = False
        self._halt()
        self._await_stopped()

    @property
    def is_searching(self) -> bool:
        """Whether an answer is still due."""
        return self._job is not None

    def _error(self, problem: Problem) -> None:
        self._say(f"error {problem.code} {printable(problem.text)}")

    # ---- Greetings and options ---------------------------------------------------------

    def _ugi(self, words: Sequence[str]) -> None:
        self._say("\n".join([f"id name Armillary {__version__}",
                             "id author the Armillary authors",
                             *(choice.declare() for choice in self.options.choices.values()),
                             f"protocol ugi+ 1 {' '.join(FEATURES)}", "ugiok"]))

    def _isready(self, words: Sequence[str]) -> None:
        self._say("readyok")

    def _setoption(self, words: Sequence[str]) -> None:
        self._refuse_while_searching("setoption")
        name, value = parse_setoption(words)
        if not self.set_option(name, value) and self.debug:
            self._say(f"info string there is no option {printable(name)}")

    def set_option(self, name: str, value: str) -> bool:
        """Set an option; False if there is none of that name, Problem if it is no value of it."""
        known = self.options.set(name, value)
        if known in ("Game", "Players"):
            self._stale = True
        elif known == "LogFile" and self._open_log is not None:
            try:
                self._open_log(value)
            except (OSError, ValueError) as problem:    # ValueError: a path with a NUL
                raise Problem("bad_argument", f"LogFile: {problem}") from None
        return known is not None

    def _debug(self, words: Sequence[str]) -> None:
        if list(words) not in (["on"], ["off"]):
            raise Problem("bad_argument", "expected: debug on or debug off")
        self.debug = words[0] == "on"

    def _uginewgame(self, words: Sequence[str]) -> None:
        self._refuse_while_searching("uginewgame")
        self.engine.clear()

    def _quit(self, words: Sequence[str]) -> None:
        self.close()

    def _refuse_while_searching(self, what: str) -> None:
        self._await_stopped()
        if self._job is not None:
            raise Problem("busy", f"{what}: a search is going on; stop it first")

    def _await_stopped(self) -> None:
        """Wait for a search that was told to stop: its client need not wait for the answer."""
        job = self._job
        if job is not None and job.stopped:
            job.answered.wait(PATIENCE)

    # ---- The position ------------------------------------------------------------------

    def _position(self, words: Sequence[str]) -> None:
        self._refuse_while_searching("position")
        try:
            self._described = parse_position(words)
        except Problem as problem:
            self._described = ("", [])
            self._stale = False
            self.table = Table()
            self.table.fault = Fault(problem.code, problem.text)
            raise
        self._stale = True
        fault = self._current().fault
        if fault is not None:
            raise Problem(fault.code, fault.text)

    def _current(self) -> Table:
        """The table, set anew if options have changed what its START means."""
        if self._stale:
            self._stale = False
            start, tokens = self._described
            self.table.set(start, tokens, self.options["Game"], self.options["Players"])
        return self.table

    def _query(self, words: Sequence[str]) -> None:
        try:
            self._say(f"response {answer(self._current(), words)}")
        except Problem as problem:
            self._error(problem)
            self._say("response none")

    # ---- Searching ---------------------------------------------------------------------

    def _go(self, words: Sequence[str]) -> None:
        go, problems = parse_go(words)
        for problem in problems:
            self._error(problem)
        self._await_stopped()
        with self._lock:
            if self._job is not None:
                self._job.answers += 1
                self._error(Problem("busy", "go: a search is going on; "
                                            "this one gets the same answer"))
                return
            try:
                position = self._mover_view()
            except Problem as problem:
                self._error(problem)
                self._say(f"bestmove {NULL_MOVE}")
                return
            self._drop_illegal(position, go)
            job = self._job = Job(position, go)
            if not (go.infinite or go.ponder):
                job.released.set()
        self._launch(lambda: self._run(job))

    def _mover_view(self) -> Position:
        """What the seat to move knows. Neither hidden cards nor the seed go any further."""
        table = self._current()
        if table.fault is not None:
            raise Problem(table.fault.code, table.fault.text)
        position = table.position
        actor = table.actor
        if actor is None or position is None:
            raise Problem("bad_position", "the game is over")
        if actor == CHANCE:
            raise Problem("bad_position", "chance must decide first (see: query chance)")
        if position.view_of not in (None, actor):
            raise Problem("bad_position", f"p{actor + 1} is to move, but this is what "
                                          f"p{(position.view_of or 0) + 1} knows")
        return position.seen_by(actor)

    def _drop_illegal(self, position: Position, go: Go) -> None:
        if go.searchmoves:
            legal = {str(move) for move in position.legal_moves}
            for token in go.searchmoves:
                if token not in legal:
                    self._error(Problem("illegal_token", f"searchmoves: {token[:80]}"))
            go.searchmoves = [token for token in go.searchmoves if token in legal]

    def _limits(self, job: Job) -> Limits:
        go = job.go
        numbers = go.numbers
        moves = tuple(go.searchmoves)
        if job.pondering or go.infinite:
            return Limits(infinite=True, searchmoves=moves)
        nodes, depth = numbers.get("nodes"), numbers.get("depth")
        if self.options["Deterministic"]:       # time would decide otherwise each time
            return Limits(nodes=nodes or None, depth=depth or None, searchmoves=moves)
        movetime = numbers.get("movetime")
        clock, increment = {}, {}
        for seat in range(job.position.seats):
            if f"p{seat + 1}time" in numbers:
                clock[seat] = max(1, numbers[f"p{seat + 1}time"]) / 1000
            if f"p{seat + 1}inc" in numbers:
                increment[seat] = numbers[f"p{seat + 1}inc"] / 1000
        return Limits(
            nodes=None if nodes is None else max(1, nodes),
            movetime=None if movetime is None else max(1, movetime) / 1000,
            depth=None if depth is None else max(1, depth),
            clock=clock, increment=increment, searchmoves=moves)

    def _run(self, job: Job) -> None:
        """Search, wait until the answer is wanted, answer. Runs in a thread of its own."""
        seat = job.position.actor or 0
        rows = self.options["MultiPV"]
        quiet = self.options["Deterministic"] or (
            # The same search must tell the same: so nothing that depends on the clock.
            self.options["Threads"] == 1 and self.options.is_given("Seed")
            and set(job.go.numbers) <= {"nodes", "depth"}
            and not job.go.infinite and not job.go.ponder)

        def update(result: Result) -> None:
            now = time.monotonic()
            if not quiet and now - job.told >= UPDATE:
                job.told = now
                self._say("\n".join(info_lines(result, seat, rows)))

        if self.options["Deterministic"]:       # the answer depends on the question alone
            self.engine.clear()
        while True:
            result = None
            try:
                result = self.engine.search(job.position, self._limits(job), update, job.stop)
            except Exception as problem:    # whatever it was: an answer is due
                self._error(Problem("unsupported", f"{type(problem).__name__}: {problem}"))
            job.released.wait()
            with self._lock:
                if job.pondering and not job.stopped:       # the guess was right: now in earnest
                    job.pondering = False
                    job.stop = Stop()
                    if job.go.infinite:
                        job.released.clear()
                    if job.stopped:     # just now: it may have told the other Stop
                        self._halt()
                    continue
                self._answer(job, result, seat, rows)
                return

    def _answer(self, job: Job, result: Result | None, seat: int, rows: int) -> None:
        """The final info lines, and one bestmove for each `go`. Holds the lock."""
        lines: list[str] = []
        if result is None:
            best = str(job.position.legal_moves[0])
        else:
            lines += info_lines(result, seat, rows)
            best = str(result.move)
            if self.options["Protocol"] == "ugi+1" and _can_follow(job.position, seat, result):
                best += f" ponder {result.pv[1]}"
        self._job = None
        self._say("\n".join(lines + [f"bestmove {best}"] * job.answers))
        job.answered.set()

    def _halt(self) -> None:
        """End the search, if there is one, and let it answer."""
        job = self._job
        if job is not None:
            job.stopped = True
            job.released.set()
            job.stop.set()

    def _stop(self, words: Sequence[str]) -> None:
        self._halt()

    def _ponderhit(self, words: Sequence[str]) -> None:
        job = self._job
        stop = job.stop if job is not None else None    # looked at first: see _run
        if job is None or stop is None or not job.pondering:
            raise Problem("bad_argument", "ponderhit: nothing is pondered")
        job.released.set()
        stop.set()


def _can_follow(position: Position, seat: int, result: Result) -> bool:
    """Whether the second move of the variation is sure to be legal after the first, as far as this
    seat knows: a client may send both. A card may be in the other's hand or not."""
    if len(result.pv) < 2:
        return False
    for n in range(WORLDS if position.game.has_hidden else 1):
        world = position.determinise(seat, n)
        world.play(result.move)
        if world.actor is None or world.actor < 0 or result.pv[1] not in world.legal_moves:
            return False
    return True
