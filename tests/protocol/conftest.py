"""The real engine process over pipes, and a session without one."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from armillary.protocol.pipe import Pipe
from wire import COMMAND, Talk, environment


@pytest.fixture
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


@pytest.fixture
def engine(launch: Callable[..., Pipe]) -> Pipe:
    """One engine, greeted."""
    pipe = launch()
    pipe.send("ugi")
    pipe.until("ugiok")
    return pipe


@pytest.fixture
def talk() -> Talk:
    return Talk()
