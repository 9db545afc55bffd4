"""From the tracked files to an sdist, from the sdist to a wheel: made once, for all tests here.

A full build is dear, so there is one, in the unpacked sdist; the wheel, the modules in place and
the games of others come from it. It is made by the environment that runs the tests, which has
the tools already. That pip fetches them, from pyproject.toml alone, is proven by the editable
install here and by the README's commands in .ci/run.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

from build_tools import Environment

ROOT = Path(__file__).resolve().parents[2]


class Wheel(NamedTuple):
    path: Path
    log: str        # what was said while it was built


@pytest.fixture(scope="session")
def workshop(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("build")


@pytest.fixture(scope="session")
def clone(workshop: Path) -> Path:
    """The sources as a clone would have them: nothing built, nothing ignored."""
    names = subprocess.run(["git", "ls-files", "-co", "--exclude-standard", "-z"], cwd=ROOT,
                           capture_output=True, text=True, timeout=60, check=False)
    if names.returncode != 0:
        pytest.skip("needs a git checkout")
    folder = workshop / "clone"
    for name in filter(None, names.stdout.split("\0")):
        if (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, folder / name)
    assert not list(folder.rglob("*.so"))
    return folder


@pytest.fixture(scope="session")
def maker() -> Environment:
    """Where packages are built: here."""
    return Environment(Path(sys.prefix))


@pytest.fixture(scope="session")
def user(workshop: Path, wheel: Wheel) -> Environment:
    """Where the finished wheel is used, and nothing was built."""
    venv = Environment.new(workshop / "user")
    venv.pip("install", wheel.path, cwd=workshop)
    return venv


@pytest.fixture(scope="session")
def sdist(clone: Path, workshop: Path, maker: Environment) -> Path:
    maker.run(maker.python, "-m", "build", "--no-isolation", "--sdist", "-o", workshop / "sdist",
              cwd=clone)
    return next((workshop / "sdist").glob("armillary-*.tar.gz"))


@pytest.fixture(scope="session")
def tree(sdist: Path, workshop: Path) -> Path:
    """The unpacked sdist."""
    shutil.unpack_archive(sdist, workshop / "unpacked")
    return next((workshop / "unpacked").iterdir())


@pytest.fixture(scope="session")
def wheel(tree: Path, workshop: Path, maker: Environment) -> Wheel:
    """The wheel of the sdist."""
    log = maker.pip("wheel", "--no-build-isolation", "--no-deps", "-v", "-w", workshop / "wheels",
                    ".", cwd=tree)
    return Wheel(next((workshop / "wheels").glob("armillary-*.whl")), log)


@pytest.fixture(scope="session")
def in_place(tree: Path, maker: Environment, wheel: Wheel) -> Path:
    """The tree with its modules in place, as a developer has it."""
    log = maker.run(maker.python, "setup.py", "build_ext", "--inplace", cwd=tree)
    assert "Building C object" not in log, "what the wheel was made of was built again"
    assert len(list(tree.glob("ext/armillary_core/kernel/*.so"))) >= 3
    return tree
