"""The real engine process over pipes, and a session without one."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from wire import COMMAND, environment

from armillary.protocol.pipe import Pipe
from armillary.protocol.session import Session

@pytest.fixture()
def launch() -> Iterator[Callable[..., Pipe]]:
    """Starts engines; ends them all. None may ever complain on stderr."""
    running: list[Pipe] = []

    def start(*settings: str) -> Pipe:
        words = [*COMMAND, "ugi", *settings] if settings else COMMAND
        running.append(Pipe(words, patience=60.0, env=environment()))
        return running[-1]

    yield start
    for pipe in running:
        pipe.close()
        assert pipe.stderr == ""


@pytest.fixture()
def engine(launch: Callable[..., Pipe]) -> Pipe:
    """One engine, greeted."""
    pipe = launch()
    pipe.send("ugi")
    pipe.until("ugiok")
    return pipe


class Talk:
    """A session in this process; a search ends before `say` returns."""

    def __init__(self) -> None:
        self.said: list[str] = []
        self.session = Session(self.said.append, lambda work: work())

    def say(self, *lines: str | bytes) -> list[str]:
        """Send lines; what was answered."""
        self.said.clear()
        for line in lines:
            self.session.handle(line if isinstance(line, bytes) else line.encode())
        return list(self.said)

    def ask(self, what: str) -> str:
        """The answer to a query."""
        return self.say(f"query {what}")[-1].removeprefix("response").removeprefix(" ")


@pytest.fixture()
def talk() -> Talk:
    return Talk()
