"""docs/terminal.md tells the truth: its dialogue happens so, its commands are understood."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path

import pytest

from armillary.cli import build_parser
from terminal.test_serve import serve  # noqa: F401

PAGE = (Path(__file__).parents[2] / "docs" / "terminal.md").read_text("utf-8")


def blocks(kind: str) -> list[str]:
    return re.findall(rf"```{kind}\n(.*?)```", PAGE, re.S)


@pytest.mark.parametrize("line", [line for block in blocks("sh") for line in block.splitlines()])
def test_the_commands_are_understood(line):
    words = shlex.split(line, comments=True)[1:]
    assert build_parser(words).parse_args(words).command == words[0]


def test_the_dialogue_happens_so(serve):  # noqa: F811
    [dialogue] = blocks("dialogue")
    client = serve("--workers", "1")
    # Lines expected and not yet received: a reply to `terminate` and the one that it causes may
    # come in either order, and partial replies may repeat.
    expected: list[dict] = []

    def settle() -> None:
        while expected:
            got = client.receive()
            fit = [want for want in expected if want.items() <= got.items()]
            assert fit or "partial" in got, got
            if fit:
                expected.remove(fit[0])

    for line in dialogue.splitlines():
        sign, data = line[0], json.loads(line[2:])
        if sign == ">":
            settle()
            client.send(data)
        else:
            expected.append(data)
    settle()
    assert client.close() == []
