"""`armillary check`: our engine passes, and engines with a fault are found out."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from armillary.protocol.check import LEVELS, level_of, run_checks
from wire import COMMAND, environment

#: Our engine with a fault: lines on their way out are changed, or swallowed.
FAULTY = """
import re, sys
from armillary.protocol.server import Output
from armillary.cli import main
old = Output.say
def say(self, text):
    for line in text.split("\\n"):
        new = {fault}
        if new is not None:
            old(self, new)
Output.say = say
sys.exit(main([]))
"""


def checked(fault: str, highest: int):
    command = [sys.executable, "-c", FAULTY.format(fault=fault)]
    before = os.environ.get("PYTHONPATH")
    os.environ["PYTHONPATH"] = environment()["PYTHONPATH"]
    try:
        return list(run_checks(command, 1.5, highest))
    finally:
        os.environ.pop("PYTHONPATH")
        if before is not None:
            os.environ["PYTHONPATH"] = before


def test_our_engine_reaches_the_highest_level():
    done = subprocess.run([*COMMAND, "check", "--level", "3", *COMMAND], timeout=120,
                          capture_output=True, text=True, env=environment(), check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "0 failed, 0 skipped; reaches level 3" in done.stdout


@pytest.mark.parametrize(("fault", "level", "word"), [
    ("line + ' ponder a' if line.startswith('bestmove') else line", 0, "ends every go"),
    ("line.replace('error busy', 'error xyzzy')", 1, "refuses"),
    ("re.sub(r';view=', ';seed=1;view=', line)", 2, "view"),
])
def test_faults_are_found(fault, level, word):
    verdicts = checked(fault, level + 1)
    failed = [verdict for verdict in verdicts if verdict.state == "fail"]
    assert any(word in verdict.name for verdict in failed)
    assert level_of(verdicts) == level
    assert all(verdict.detail for verdict in failed)


def test_what_is_no_engine_has_no_level():
    """And it is not asked all the rest: that would only try the patience of who waits."""
    for code in ("", "import time; time.sleep(60)"):
        (verdict,) = run_checks([sys.executable, "-c", code], 0.5)
        assert verdict.state == "fail"
        assert level_of([verdict]) == 0
    assert LEVELS[0] == "none"


@pytest.mark.parametrize(("words", "complaint"), [
    ([], "program"), (["no-such-program-anywhere"], "no program 'no"),
    (["--", "no-such"], "no program 'no"),
    (["--patience", "0", "x"], "--patience"), (["--patience", "nan", "x"], "--patience"),
])
def test_wrong_arguments_are_a_sentence(words, complaint):
    done = subprocess.run([*COMMAND, "check", *words], timeout=60, capture_output=True, text=True,
                          env=environment(), check=False)
    assert done.returncode == 2
    assert complaint in done.stderr.splitlines()[-1]
    assert "Traceback" not in done.stderr
