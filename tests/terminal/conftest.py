"""Drives the commands as a person or a tool would: in a pseudo-terminal, or over pipes."""

from __future__ import annotations

import os
import signal
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pexpect
import pytest

from terminal.driver import COMMAND

Run = Callable[..., "subprocess.CompletedProcess[str]"]
Spawn = Callable[..., "pexpect.spawn[str]"]


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    # Where something has loaded readline, a size is left behind in the environment.
    kept = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "LINES")}
    return {**kept, "XDG_STATE_HOME": str(tmp_path / "state"), "TERM": "xterm", "PYTHONUTF8": "1"}


@pytest.fixture
def run(environment: dict[str, str], tmp_path: Path) -> Run:
    """Run a command over pipes."""
    def call(*words: str, typed: str = "", status: int = 0
             ) -> subprocess.CompletedProcess[str]:
        done = subprocess.run([*COMMAND, *words], input=typed, capture_output=True, text=True,
                              env=environment, cwd=tmp_path, timeout=120)
        assert "Traceback" not in done.stderr
        assert done.returncode == status, done.stderr
        return done
    return call


@pytest.fixture
def refused(run: Run) -> Callable[..., str]:
    """Run a command that must end in a sentence and status 2; the sentence."""
    def call(*words: str, typed: str = "") -> str:
        sentence = run(*words, typed=typed, status=2).stderr.splitlines()[-1]
        assert sentence.startswith("armillary")
        return sentence
    return call


def hear_interrupts() -> None:
    """In a suite that runs in the background Ctrl-C may be turned off, and is inherited so."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@pytest.fixture
def spawn(environment: dict[str, str], tmp_path: Path) -> Iterator[Spawn]:
    """Run a command in a terminal of so many columns."""
    children = []

    def call(*words: str, columns: int = 80, **more: Any) -> pexpect.spawn[str]:
        child = pexpect.spawn(COMMAND[0], [*COMMAND[1:], *words], env=environment, timeout=60,
                              dimensions=(30, columns), encoding="utf-8", cwd=str(tmp_path),
                              preexec_fn=hear_interrupts, **more)
        children.append(child)
        return child
    yield call
    for child in children:
        child.close(force=True)
