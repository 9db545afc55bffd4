"""An engine process and its lines, with patience that ends. For checks and tests.

Unlike the client it believes nothing: it sends any bytes, and hands out every line.
"""

from __future__ import annotations

import queue
import subprocess
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from types import TracebackType
from typing import Self

from armillary.protocol.records import EngineError, EngineTerminatedError


class Pipe:
    """A running engine. `lines` is all that it has said and that was read."""

    def __init__(self, command: Sequence[str], patience: float = 10.0, **terms: object) -> None:
        self.patience = patience
        self.lines: list[str] = []
        self.process = subprocess.Popen(
            list(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, **terms)    # type: ignore[call-overload]
        self._said: queue.Queue[str | None] = queue.Queue()
        self._complaints: list[bytes] = []
        self._threads = [threading.Thread(target=work, daemon=True)
                         for work in (self._listen, self._overhear)]
        for thread in self._threads:
            thread.start()

    def _listen(self) -> None:
        for line in self.process.stdout:
            self._said.put(line.decode("utf-8", "replace").rstrip("\r\n"))
        self._said.put(None)

    def _overhear(self) -> None:
        for line in self.process.stderr:
            self._complaints.append(line)

    @property
    def stderr(self) -> str:
        """What the process wrote to its standard error so far."""
        return b"".join(self._complaints).decode("utf-8", "replace")

    def send(self, *lines: str | bytes) -> None:
        """Write lines; EngineTerminatedError if nobody reads them."""
        data = b"".join((line if isinstance(line, bytes) else line.encode()) + b"\n"
                        for line in lines)
        try:
            self.process.stdin.write(data)
            self.process.stdin.flush()
        except (OSError, ValueError):
            raise EngineTerminatedError("the engine reads no more") from None

    def read(self, patience: float | None = None) -> str | None:
        """The next line; None at the end; EngineError if nothing comes."""
        try:
            line = self._said.get(timeout=self.patience if patience is None else patience)
        except queue.Empty:
            raise EngineError("no answer") from None
        if line is None:
            self._said.put(None)
        else:
            self.lines.append(line)
        return line

    def until(self, wanted: str | Callable[[str], bool],
              patience: float | None = None) -> list[str]:
        """The lines up to the first one with this first word (or that fits), inclusive."""
        fits = wanted if callable(wanted) else lambda line: line.split(" ")[0] == wanted
        deadline = time.monotonic() + (self.patience if patience is None else patience)
        found: list[str] = []
        while True:
            try:
                line = self.read(max(0.0, deadline - time.monotonic()))
            except EngineError:
                raise EngineError(f"no {wanted} within the time; got {found[-5:]}") from None
            if line is None:
                raise EngineTerminatedError(f"the engine ended before it said {wanted}")
            found.append(line)
            if fits(line):
                return found

    def ask(self, line: str) -> str:
        """Send a query; what follows `response`."""
        self.send(line)
        return self.until("response")[-1].partition(" ")[2]

    def sync(self) -> list[str]:
        """All lines that come before the answer to `isready`."""
        self.send("isready")
        return self.until("readyok")[:-1]

    def end(self, patience: float | None = None) -> int:
        """Wait until the process has ended of its own; its status."""
        try:
            status: int = self.process.wait(self.patience if patience is None else patience)
        except subprocess.TimeoutExpired:
            raise EngineError("the engine does not end") from None
        for thread in self._threads:
            thread.join(self.patience)
        return status

    def close(self) -> None:
        """End the process, whatever it is doing."""
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        for thread in self._threads:
            thread.join(self.patience)
        for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
            with suppress(OSError):
                stream.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, problem: BaseException | None,
                 trace: TracebackType | None) -> None:
        self.close()
