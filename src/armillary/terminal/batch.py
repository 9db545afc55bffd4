"""Many positions, one a line: analysed several at a time, answered in order, resumable."""

from __future__ import annotations

import contextlib
import hashlib
import json
import queue
import sys
import threading
from collections.abc import Generator, Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any, TextIO

from armillary.commands._shared import progress
from armillary.engine import Engine
from armillary.terminal.queries import Defaults, id_of, prepare, read_object, read_query
from armillary_core.kernel.errors import ArmillaryError


class Batch:
    """Answers the lines of a file or a pipe."""

    def __init__(self, defaults: Defaults, workers: int) -> None:
        self.defaults = defaults
        self.workers = workers
        self.engines: queue.SimpleQueue[Engine] = queue.SimpleQueue()
        self.all_engines = [Engine(**defaults.options) for _ in range(workers)]
        for engine in self.all_engines:
            self.engines.put(engine)
        self.failed = 0
        self.answered = 0
        self.is_stopped = False

    def run(self, source: str, out: str | None) -> int:
        """Read, answer and write; the exit status."""
        with contextlib.ExitStack() as stack:
            lines, total = self.open_source(source, stack)
            done, self.failed = resume(out) if out else ([], 0)
            self.answered = len(done)
            target = stack.enter_context(open_out(out)) if out else sys.stdout
            steps = stack.enter_context(contextlib.closing(self.answers(lines, done)))
            left = None if total is None else max(0, total - len(done))
            for reply in progress(steps, "analyse", left):
                target.write(json.dumps(reply) + "\n")
                target.flush()
                self.answered += 1
                self.failed += "error" in reply
        if self.failed:
            print(f"armillary analyse: {self.failed} of {self.answered} lines could not be "
                  f"analysed; their replies say why", file=sys.stderr)
        return 1 if self.failed else 0

    def open_source(self, source: str, stack: contextlib.ExitStack
                    ) -> tuple[Iterable[bytes], int | None]:
        """The lines, and how many where that can be known before they are read."""
        if source == "-":
            return sys.stdin.buffer, None
        try:
            file = stack.enter_context(Path(source).open("rb"))     # noqa: SIM115
            if not file.seekable():
                return file, None       # a named pipe
            total = sum(1 for line in file if line.strip())
            file.seek(0)
        except OSError as problem:
            raise ArmillaryError(f"{source}: {problem.strerror}") from None
        return file, total

    # ---- Answering ---------------------------------------------------------------------

    def answers(self, lines: Iterable[bytes], done: list[str]
                ) -> Generator[dict[str, Any], None, None]:
        """The replies in the order of the lines, without those that are done already."""
        waiting: queue.Queue[Future[dict[str, Any]] | BaseException | None] = queue.Queue(
            maxsize=2 * self.workers)
        pool = ThreadPoolExecutor(self.workers, "batch")

        def read() -> None:
            # Reading has a thread of its own: a slow pipe must not hold finished replies back.
            end: BaseException | None = None
            try:
                for number, line in enumerate((x for x in lines if x.strip()), 1):
                    mark = self.digest(line)
                    if number <= len(done):
                        if done[number - 1] != mark:
                            raise ArmillaryError(
                                f"line {number} of the output belongs to another position or to "
                                f"other settings; choose another --out")
                    elif not self.is_stopped:
                        waiting.put(pool.submit(self.answer, number, mark, line))
            except BaseException as problem:
                end = problem
            waiting.put(end)

        threading.Thread(target=read, name="reader", daemon=True).start()
        try:
            while (found := waiting.get()) is not None:
                if isinstance(found, BaseException):
                    raise found
                yield found.result()
        except BaseException:
            self.is_stopped = True
            for engine in self.all_engines:
                engine.stop()
            raise
        finally:
            pool.shutdown(wait=False, cancel_futures=True)

    def answer(self, number: int, mark: str, line: bytes) -> dict[str, Any]:
        """The reply to one line; what is wrong with it is a reply too."""
        head: dict[str, Any] = {"line": number, "digest": mark, "id": None}
        try:
            data = read_object(line)
            head["id"] = id_of(data)
            query = read_query(data, self.defaults)
            if query.limits.infinite:
                raise ArmillaryError("infinite: a batch must end")
        except (ArmillaryError, UnicodeDecodeError) as problem:
            return {**head, "error": str(problem)}
        engine = self.engines.get()
        try:
            prepare(engine, query)
            result = engine.search(query.position, query.limits,
                                   lambda _: engine.stop() if self.is_stopped else None)
            return {**head, **query.reply(result)}
        except ArmillaryError as problem:
            return {**head, "error": str(problem)}
        finally:
            self.engines.put(engine)

    def digest(self, line: bytes) -> str:
        """What a line and the settings are known by in the output."""
        settings = json.dumps([self.defaults.game, dict(self.defaults.limits),
                               self.defaults.multipv, dict(self.defaults.options)])
        return hashlib.sha256(settings.encode() + b"\n" + line.strip()).hexdigest()[:16]


# ---- The output file -------------------------------------------------------------------

def resume(out: str) -> tuple[list[str], int]:
    """The digests of the finished lines, and how many are errors; cuts a torn last line off."""
    path = Path(out)
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        return [], 0
    except OSError as problem:
        raise ArmillaryError(f"{out}: {problem.strerror}") from None
    whole = data[:data.rfind(b"\n") + 1]
    marks, failed = [], 0
    for number, line in enumerate(whole.splitlines(), 1):
        try:
            reply = json.loads(line)
            if reply["line"] != number:
                raise ValueError
            marks.append(str(reply["digest"]))
            failed += "error" in reply
        except (ValueError, TypeError, KeyError, RecursionError):
            raise ArmillaryError(f"{out}: line {number} is no reply of a batch; "
                                 f"choose another --out") from None
    if len(whole) < len(data):
        with path.open("r+b") as file:
            file.truncate(len(whole))
    return marks, failed


def open_out(out: str) -> TextIO:
    """The output, to be continued."""
    try:
        return open(out, "a", encoding="utf-8")
    except OSError as problem:
        raise ArmillaryError(f"{out}: {problem.strerror}") from None
