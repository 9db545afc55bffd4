"""The command line as a whole: help, versions, errors that are sentences."""

import os
import re
import subprocess
import sys

import pytest

import armillary
from armillary.cli import command_names, load_command


def test_version(run):
    done = run("--version")
    assert (done.status, done.out) == (0, f"armillary {armillary.__version__}\n")


def test_help_tells_what_there_is(run):
    done = run("--help")
    assert done.status == 0
    for name in command_names():
        assert name in done.out
    assert "examples:" in done.out
    assert run("--help").out == done.out


@pytest.mark.parametrize("name", command_names())
def test_every_command_has_help_with_examples(run, name: str):
    done = run(name, "--help")
    assert done.status == 0
    assert "examples:" in done.out
    examples = [line for line in load_command(name).EXAMPLES.splitlines() if line.strip()]
    assert examples
    for line in examples:
        assert line in done.out
    assert any(f"armillary {name}" in line for line in examples)


def test_only_the_command_in_use_is_loaded():
    code = ("import sys; from armillary.cli import main; main(['games', 'pig']); "
            "print([m for m in sys.modules if m.startswith('armillary.commands.')])")
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True,
                          timeout=60)
    assert done.stdout.splitlines()[-1] == "['armillary.commands.games']"


@pytest.mark.parametrize("words", [
    ["no_such"], ["--no-such"], ["games", "--no-such"], ["perft"], ["perft", "pig"],
    ["perft", "pig", "--depth", "0"], ["perft", "pig", "--depth", "x"],
    ["playout", "pig", "--games", "0"], ["playout", "pig", "--seed", "-1"],
    ["bench", "--check", "a", "--write", "b"],
], ids=" ".join)
def test_wrong_arguments(run, words: list[str]):
    done = run(*words)
    assert done.status == 2
    assert "usage:" in done.err
    assert "armillary" in done.err
    assert done.out == ""


@pytest.mark.parametrize(("words", "sentence"), [
    (["games", "conect_four"], "there is no game 'conect_four'; did you mean connect_four?"),
    (["perft", "zzz", "--depth", "1"], "there is no game 'zzz'; games: connect_four"),
    (["perft", "pig", "--depth", "1", "--seats", "9"], "pig is for 2 to 8 seats, not 9"),
    (["perft", "pig", "--depth", "1", "--option", "winscore"], "--option winscore: expected NAME="),
    (["perft", "pig", "--depth", "1", "--option", "winscore=5"], "option winscore: '5'|option win"),
    (["perft", "pig", "--depth", "1", "--option", "x=5"], "pig has no option 'x'"),
    (["perft", "tic_tac_toe", "--depth", "1", "--moves", "b2 b2"], "'b2' is not legal for p2 here"),
    (["playout", "pig", "--position", "no_such.json"], "--position no_such.json: .*No such file"),
    (["bench", "no_such"], "there is no game 'no_such'"),
    (["bench", "pig", "--check", "no_such.toml"], "--check no_such.toml: .*No such file"),
], ids=lambda value: " ".join(value) if isinstance(value, list) else "")
def test_errors_are_sentences(run, words: list[str], sentence: str):
    done = run(*words)
    assert done.status == 2
    assert done.out == ""
    assert re.search(sentence, done.err), done.err
    assert done.err.startswith(f"armillary {words[0]}: ")
    assert done.err.count("\n") == 1
    assert "Traceback" not in done.err


def test_as_a_module_and_a_closed_pipe():
    """Whoever reads our output may leave early: no traceback."""
    command = [sys.executable, "-m", "armillary", "playout", "pig", "--games", "50", "--json"]
    read, write = os.pipe()
    os.close(read)
    done = subprocess.run(command, stdout=write, stderr=subprocess.PIPE, text=True, timeout=60,
                          check=False)
    os.close(write)
    assert done.returncode == 141
    assert done.stderr == ""
