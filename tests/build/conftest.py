"""One copy of the tree and a few virtual environments, made once for all tests of this folder.

A full build takes most of a minute, so there are two: one in the tree, whose tools stay where
they are (`--no-build-isolation`) and which all installs share, and one from the sdist in pip's
own isolation.
"""

from __future__ import annotations

import shutil
import subprocess
import tomllib
from pathlib import Path

import pytest

from build_tools import Venv

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="session")
def workshop(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("build")


@pytest.fixture(scope="session")
def tree(workshop: Path) -> Path:
    """The sources as a clone would have them: nothing built, nothing ignored."""
    names = subprocess.run(["git", "ls-files", "-co", "--exclude-standard", "-z"], cwd=ROOT,
                           capture_output=True, text=True, timeout=60, check=False)
    if names.returncode != 0:
        pytest.skip("needs a git checkout")
    folder = workshop / "tree"
    for name in filter(None, names.stdout.split("\0")):
        if (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, folder / name)
    assert not list(folder.rglob("*.so"))
    return folder


@pytest.fixture(scope="session")
def maker(workshop: Path) -> Venv:
    """Where packages are built: an environment with the tools that pyproject.toml asks for."""
    venv = Venv(workshop / "maker")
    needs = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["build-system"]["requires"]
    venv.pip("install", *needs, "build", cwd=workshop)
    return venv


@pytest.fixture(scope="session")
def user(workshop: Path) -> Venv:
    """Where a finished wheel is used."""
    return Venv(workshop / "user")


@pytest.fixture(scope="session")
def installed(tree: Path, maker: Venv) -> str:
    """`pip install .`; what it said."""
    return maker.pip("install", "--no-build-isolation", "-v", ".", cwd=tree)


@pytest.fixture(scope="session")
def wheel(tree: Path, workshop: Path, maker: Venv, installed: str) -> Path:
    """The wheel of the tree."""
    maker.pip("wheel", "--no-build-isolation", "--no-deps", "-w", workshop / "wheels", ".",
              cwd=tree)
    return next((workshop / "wheels").glob("armillary-*.whl"))


@pytest.fixture(scope="session")
def sdist(tree: Path, workshop: Path, maker: Venv, installed: str) -> Path:
    maker.run(maker.python, "-m", "build", "--no-isolation", "--sdist", "-o", workshop / "sdist",
              cwd=tree)
    return next((workshop / "sdist").glob("armillary-*.tar.gz"))


@pytest.fixture(scope="session")
def editable(tree: Path, maker: Venv, installed: str) -> Venv:
    """The development install, made twice in a row."""
    for _ in range(2):
        maker.pip("install", "--no-build-isolation", "-e", ".[dev]", cwd=tree)
    return maker
