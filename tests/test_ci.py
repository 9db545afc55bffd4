""".ci/run itself: that it ends well when all is well, and badly when one step is not."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
TOOLS = ("ruff", "cython-lint", "mypy", "pytest")
README = """
```sh
mkdir -p .venv/bin && cp tools/* .venv/bin
```
```sh
true
```
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project whose steps all do nothing."""
    script = ROOT / ".ci" / "run"
    if not script.is_file() or shutil.which("git") is None:
        pytest.skip("needs a git checkout")
    for name in (".ci", "tools", "tests"):
        (tmp_path / name).mkdir()
    shutil.copy2(script, tmp_path / ".ci" / "run")
    (tmp_path / "README.md").write_text(README, encoding="utf-8")
    for name in (*(f"tools/{tool}" for tool in TOOLS), "tests/sanitize.sh"):
        (tmp_path / name).write_text("#!/bin/sh\necho well\n", encoding="utf-8")
        (tmp_path / name).chmod(0o755)
    return tmp_path


def run(project: Path) -> subprocess.CompletedProcess[str]:
    author = {f"GIT_{who}_{what}": "ci@localhost" for who in ("AUTHOR", "COMMITTER")
              for what in ("NAME", "EMAIL")}
    env = {**os.environ, **author}
    for words in (["init", "-q"], ["add", "."], ["commit", "-qm", "all"]):
        subprocess.run(["git", *words], cwd=project, env=env, check=True, timeout=60)
    return subprocess.run(["bash", ".ci/run"], cwd=project, env=env, capture_output=True,
                          text=True, timeout=120, check=False)


def test_that_it_ends_well(project):
    done = run(project)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "all is well" in done.stdout


@pytest.mark.parametrize("broken", ["README.md", "tools/mypy", "tests/sanitize.sh"])
def test_that_a_failed_step_fails_it(project, broken):
    path = project / broken
    path.write_text(path.read_text(encoding="utf-8").replace("true", "false")
                    .replace("echo well", "echo gone wrong; exit 3"), encoding="utf-8")
    done = run(project)
    assert done.returncode == 1, done.stdout + done.stderr
    assert "all is well" not in done.stdout
    assert "FAILED" in done.stdout
