"""What the packaging tests share: Python environments, and what is in pages and archives."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path


class Environment:
    """A Python environment, and how to run things in it without another shining through."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.python = folder / "bin" / "python"

    @classmethod
    def new(cls, folder: Path) -> Environment:
        """A virtual environment with nothing but pip in it."""
        subprocess.run([sys.executable, "-m", "venv", str(folder)], check=True, timeout=120)
        return cls(folder)

    def env(self, **more: str) -> dict[str, str]:
        kept = {name: value for name, value in os.environ.items()
                if name not in {"PYTHONPATH", "PYTHONHOME", "ARMILLARY_CMAKE_ARGS", "LD_PRELOAD"}
                and not name.startswith("PYTEST_")}
        path = f"{self.folder / 'bin'}{os.pathsep}{os.environ['PATH']}"
        return {**kept, "VIRTUAL_ENV": str(self.folder), "PATH": path, **more}

    def run(self, *words: str | Path, cwd: Path, seconds: int = 900, **env: str) -> str:
        """Run a command of the environment; its output, or a failure that shows it."""
        done = subprocess.run([str(word) for word in words], cwd=cwd, env=self.env(**env),
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                              timeout=seconds, check=False)
        assert done.returncode == 0, f"{' '.join(map(str, words))}\n{done.stdout[-6000:]}"
        return done.stdout

    def pip(self, *words: str | Path, cwd: Path, **env: str) -> str:
        return self.run(self.python, "-m", "pip", *words, cwd=cwd, **env)

    @property
    def packages(self) -> Path:
        return next((self.folder / "lib").glob("python3.*")) / "site-packages"


def shell_blocks(path: Path) -> list[str]:
    """The ```sh blocks of a page."""
    return re.findall(r"^```sh\n(.*?)^```$", path.read_text("utf-8"), re.MULTILINE | re.DOTALL)


def sdist_names(archive: Path) -> set[str]:
    """The files of an sdist, without its leading folder."""
    with tarfile.open(archive) as tar:
        return {name.partition("/")[2] for name in tar.getnames()}


def wheel_names(archive: Path) -> set[str]:
    """The files of a wheel, without its metadata."""
    with zipfile.ZipFile(archive) as wheel:
        return {name for name in wheel.namelist() if ".dist-info/" not in name}
