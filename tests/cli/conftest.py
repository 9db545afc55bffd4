"""Runs the command line in this process."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from armillary.cli import main


@dataclass
class Done:
    """What a command left behind."""

    status: int
    out: str
    err: str


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]):
    def call(*words: str) -> Done:
        try:
            status = main(list(words))
        except SystemExit as leaving:           # argparse: --help, --version, wrong arguments
            status = leaving.code if isinstance(leaving.code, int) else 2
        out, err = capsys.readouterr()
        return Done(status, out, err)
    return call
