"""The engine on stdin and stdout. One thread reads and answers, another one searches."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from queue import SimpleQueue

from armillary.protocol.grammar import Problem
from armillary.protocol.session import Session

MAX_LINE = 16 << 20     # bytes; what goes beyond is read and dropped
CHUNK = 1 << 16
HINT = ("armillary: the engine speaks UGI on standard input: type ugi, help is in "
        "docs/protocol.md; armillary --help lists the other commands")


def read_lines(fd: int) -> Iterator[bytes]:
    """Lines without their ends, the last one even if nothing ends it; the beginning of a line
    that is too long."""
    pending: list[bytes] = []
    size = 0
    while True:
        try:
            chunk = os.read(fd, CHUNK)
        except OSError:
            chunk = b""                 # as good as closed
        if not chunk:
            if size:
                yield b"".join(pending)
            return
        *ends, rest = chunk.split(b"\n")
        for part in ends:
            yield b"".join([*pending, part]) if pending else part
            pending, size = [], 0
        if rest and size < MAX_LINE:
            pending.append(rest)
            size += len(rest)


class Output:
    """Lines to a file descriptor, written whole and at once, by any thread."""

    def __init__(self, fd: int) -> None:
        self.fd = fd
        self.on_broken: Callable[[], None] = lambda: None
        self.log: Log | None = None
        self._lock = threading.Lock()

    def say(self, line: str) -> None:
        """Write a line, or several; if nobody reads any more, end the program."""
        data = line.encode("ascii", "backslashreplace") + b"\n"
        with self._lock:
            log = self.log              # another thread may close it at this moment
            if log is not None:
                for part in data.splitlines():
                    log.write(b"< ", part)
            while data:
                try:
                    data = data[os.write(self.fd, data):]
                except OSError:
                    self.on_broken()
                    return


class Log:
    """What was said, for those who look for a mistake."""

    def __init__(self, path: str) -> None:
        self._file = open(path, "ab", buffering=0)      # noqa: SIM115

    def write(self, mark: bytes, data: bytes) -> None:
        """One line; a full disk, or a file just closed, is no reason to stop playing."""
        with suppress(OSError, ValueError):
            self._file.write(mark + data.rstrip(b"\r\n") + b"\n")

    def close(self) -> None:
        """Close the file."""
        self._file.close()


def serve(settings: Sequence[str] = (), source: int = 0, sink: int = 1) -> int:
    """Talk until the client says quit or goes away. `settings` are options, as NAME=VALUE;
    Problem if one is wrong: unlike a client, whoever starts the engine sees its complaint."""
    output = Output(sink)
    output.on_broken = lambda: os._exit(0)      # a search may be going on: nobody waits for it

    def open_log(path: str) -> None:
        fresh = Log(path) if path and path != "<empty>" else None
        output.log, old = fresh, output.log
        if old is not None:
            old.close()

    searches: SimpleQueue[Callable[[], None]] = SimpleQueue()

    def search() -> None:
        while True:
            searches.get()()

    # One thread for all searches: to start one for each would cost more than a short search.
    threading.Thread(target=search, name="search", daemon=True).start()
    session = Session(output.say, searches.put, open_log)
    for setting in settings:
        name, sign, value = setting.partition("=")
        if not sign:
            raise Problem("bad_argument", f"{setting}: expected NAME=VALUE")
        if not session.set_option(name, value):
            raise Problem("bad_argument", f"there is no option {name} (ugi lists them)")
    for line in read_lines(source):
        if output.log is not None:
            output.log.write(b"> ", line)
        session.handle(line)
        if not session.is_open:
            break
    session.close()
    if session.is_searching:
        os._exit(0)         # it does not heed; it must not keep a program that was told to end
    return 0


def main(words: Sequence[str]) -> int:
    """`armillary` and `armillary ugi NAME=VALUE…`."""
    if sys.stdin is None or sys.stdout is None:
        return 0
    if sys.stdin.isatty():
        print(HINT, file=sys.stderr)
    try:
        return serve(words)
    except Problem as problem:
        print(f"armillary ugi: {problem}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        os._exit(130)       # a search may be going on
