"""The bridge from setuptools to CMake; everything native is described in CMakeLists.txt.

Extra CMake arguments go through the environment:
    ARMILLARY_CMAKE_ARGS="-DARMILLARY_CHECKED=ON" pip install .
"""

import hashlib
import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

ROOT = Path(__file__).resolve().parent


class CMakeBuild(build_ext):
    """Configure, build and install the extension modules with CMake."""

    def run(self) -> None:
        in_place = self.inplace or getattr(self, "editable_mode", False)
        target = ROOT / "ext" if in_place else Path(self.build_lib).resolve()
        wanted = shlex.split(os.environ.get("ARMILLARY_CMAKE_ARGS", ""))
        options = [
            "-DCMAKE_BUILD_TYPE=None",
            f"-DPython_EXECUTABLE={sys.executable}",
            *wanted,
        ]
        # A folder per set of options: sanitizer flags must not leak into another build.
        tag = hashlib.sha256("\0".join(options).encode()).hexdigest()[:12]
        folder = ROOT / "build" / f"cmake-{tag}"
        # It may live in an isolated environment that is gone by the next build,
        # so it is passed anew each time and never names the folder.
        ninja = shutil.which("ninja")
        if ninja:
            options += ["-G", "Ninja", f"-DCMAKE_MAKE_PROGRAM={ninja}"]
        jobs = os.environ.get("CMAKE_BUILD_PARALLEL_LEVEL") or str(len(os.sched_getaffinity(0)))
        for command in (
            ["cmake", "-S", str(ROOT), "-B", str(folder), *options],
            ["cmake", "--build", str(folder), "--parallel", jobs],
            ["cmake", "--install", str(folder), "--prefix", str(target)],
        ):
            subprocess.run(command, check=True)

    def get_outputs(self) -> list[str]:
        return []

    def get_output_mapping(self) -> dict[str, str]:
        return {}


setup(
    # Only marks the wheel as platform-specific; CMake finds the modules by itself.
    ext_modules=[Extension("armillary_core._cmake", sources=[])],
    cmdclass={"build_ext": CMakeBuild},
)
