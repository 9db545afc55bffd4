"""What the documents say is true: dialogues, JSON, Python and the example frontend are run."""

from __future__ import annotations

import json
import re
import subprocess
import sys

import pytest

from armillary import Engine, Position, game_names
from wire import COMMAND, ROOT, environment

PAGE = (ROOT / "docs/protocol.md").read_text("utf-8")
GAMES = (ROOT / "docs/games/README.md").read_text("utf-8")


def blocks(page: str, kind: str) -> list[str]:
    return re.findall(rf"^```{kind}\n(.*?)^```$", page, re.DOTALL | re.MULTILINE)


def fits(pattern: str, line: str) -> bool:
    return re.fullmatch(".*".join(map(re.escape, pattern.split("…"))), line) is not None


@pytest.mark.parametrize("dialogue", blocks(PAGE, "ugi"), ids=lambda text: text.split("\n")[0])
def test_dialogues(launch, dialogue):
    engine = launch()
    said: list[str] = []
    lines = dialogue.splitlines()
    assert all(line[:2] in ("> ", "< ") for line in lines)
    for number, line in enumerate(lines):
        if line.startswith("> "):
            engine.send(line[2:])
            continue
        wanted = line[2:]
        head = wanted.split(" ")[0]
        found = said.pop(0) if said else engine.read()
        if head in ("info", "option"):          # one line stands for all of them
            while found.startswith(head + " "):
                assert fits(wanted, found)
                found = engine.read()
            said.append(found)
        else:
            while found.startswith("info "):
                found = engine.read()
            assert fits(wanted, found), f"line {number + 1}: {found}"
    if lines[-1] == "> quit":
        assert engine.end() == 0
    else:
        assert engine.sync() == said == []


def test_every_command_and_option_is_documented(engine):
    for line in engine.lines:
        if line.startswith("option name "):
            name = line.split(" type ")[0].removeprefix("option name ")
            own = {option.name.replace("_", "") for option in Engine.OPTIONS}
            assert f"`{name}`" in PAGE or name.lower() in own, name
    engine.send("query")
    asked = next(line for line in engine.until("response") if line.startswith("error"))
    for word in asked.split("query ")[1].split("|"):
        assert f"`{word}`" in PAGE or f"query {word}" in PAGE, word


@pytest.mark.parametrize("text", blocks(GAMES, "json"))
def test_positions(text):
    position = Position.from_json(text)
    assert json.loads(position.to_json()) == json.loads(text)


def test_every_game_has_its_words():
    own = {path.stem for path in (ROOT / "docs/games").glob("*.md")}
    for name in game_names():
        assert f"## {name}\n" in GAMES or name in own


def test_python_in_the_page(monkeypatch, capsys):
    monkeypatch.setenv("PYTHONPATH", environment()["PYTHONPATH"])
    (code,) = blocks(PAGE, "python")
    exec(code.replace('"armillary"', repr(list(COMMAND))), {})
    assert len(capsys.readouterr().out.splitlines()) == 4


@pytest.mark.parametrize(("start", "seat", "typed"), [
    ("game=tic_tac_toe", "p1", "a1 a2 a3 b1 b2 b3 c1 c2 c3 xyzzy"),
    ("game=kuhn_poker;seed=3", "p2", "pass bet"),
])
def test_the_example_frontend(start, seat, typed):
    """Somebody who types everything that exists, again and again, ends the game."""
    done = subprocess.run(
        [sys.executable, ROOT / "docs/examples/frontend.py", " ".join(COMMAND), start, seat],
        input="\n".join(typed.split() * 20) + "\n", capture_output=True, text=True, timeout=120,
        env=environment(), check=False)
    assert done.returncode == 0, done.stderr
    assert "it is over: ranks " in done.stdout
    assert "you may: " in done.stdout
    lines = (ROOT / "docs/examples/frontend.py").read_text().splitlines()
    assert len(lines) <= 50
