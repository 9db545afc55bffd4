"""One copy of the tree and two virtual environments, made once for all tests of this folder."""

from __future__ import annotations

import shutil
import subprocess
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
    """Where packages are built."""
    return Venv(workshop / "maker")


@pytest.fixture(scope="session")
def user(workshop: Path) -> Venv:
    """Where a finished wheel is used."""
    return Venv(workshop / "user")


@pytest.fixture(scope="session")
def installed(tree: Path, maker: Venv) -> str:
    """`pip install .` into an empty environment; what it said."""
    return maker.pip("install", "-v", ".", cwd=tree)


@pytest.fixture(scope="session")
def wheel(tree: Path, workshop: Path, maker: Venv, installed: str) -> Path:
    """The wheel of the tree; the second build of one interpreter has little left to do."""
    maker.pip("wheel", "--no-deps", "-w", workshop / "wheels", ".", cwd=tree)
    return next((workshop / "wheels").glob("armillary-*.whl"))


@pytest.fixture(scope="session")
def sdist(tree: Path, workshop: Path, maker: Venv, installed: str) -> Path:
    maker.pip("install", "build", cwd=tree)
    maker.run(maker.python, "-m", "build", "--sdist", "-o", workshop / "sdist", cwd=tree)
    return next((workshop / "sdist").glob("armillary-*.tar.gz"))


@pytest.fixture(scope="session")
def editable(tree: Path, maker: Venv, installed: str) -> Venv:
    """The development install, made twice in a row."""
    for _ in range(2):
        maker.pip("install", "-e", ".[dev]", cwd=tree)
    return maker
