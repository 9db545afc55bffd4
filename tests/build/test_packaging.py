"""From a clean tree to a package that works, in every way that we promise."""

from __future__ import annotations

import sysconfig
from pathlib import Path

import pytest

from build_tools import Environment, sdist_names, shell_blocks, wheel_names

pytestmark = [pytest.mark.slow, pytest.mark.timeout(1100)]

SOURCES = {".pyx", ".pxd", ".pyi", ".py", ".toml"}


def expected_in_wheel(clone: Path) -> set[str]:
    """Every module of the sources: Python files, headers, data, and a binary for each .pyx."""
    suffix = sysconfig.get_config_var("EXT_SUFFIX")
    found = set()
    for root in ("src", "ext"):
        for path in (clone / root).rglob("*"):
            name = str(path.relative_to(clone / root))
            if path.suffix == ".pyx":
                found.add(name.removesuffix(".pyx") + suffix)
            elif path.suffix in SOURCES or path.name == "py.typed":
                found.add(name)
    return found


def test_sdist(sdist: Path, clone: Path, tree: Path):
    """All that is needed to build, test and read, and nothing that was built."""
    names = sdist_names(sdist)
    for folder in ("src", "ext", "tests", "benchmarks", "docs"):
        for path in (clone / folder).rglob("*"):
            if path.suffix in SOURCES | {".perft", ".md"} and "egg-info" not in str(path):
                assert str(path.relative_to(clone)) in names
    assert not [name for name in names if name.endswith((".so", ".c"))]
    for name in ("pyproject.toml", "setup.py", "CMakeLists.txt"):
        assert (tree / name).read_bytes() == (clone / name).read_bytes()


def test_sdist_to_wheel(wheel, clone: Path):
    """It carries all that it should and nothing else."""
    assert "performance hint" not in wheel.log.lower()
    assert "Transpiling armillary_core/kernel" in wheel.log      # so hints would have been seen
    assert wheel_names(wheel.path) == expected_in_wheel(clone)
    assert sysconfig.get_platform().replace("-", "_").split("_")[0] in wheel.path.name


def test_the_wheel_runs(user, clone: Path, workshop: Path):
    text = user.run("armillary", "playout", "connect_four", "--games", "1000", cwd=workshop)
    assert "1000 random games" in text
    assert "tic_tac_toe" in user.run("armillary", "games", cwd=workshop)
    assert "armillary" in user.run(user.python, "-m", "armillary", "--version", cwd=workshop)
    text = user.run("armillary", "perft", "hearts", "--depth", "3", cwd=workshop)
    assert "10608 sequences" in text
    text = user.run("armillary", "bench", "--check", clone / "tests" / "signatures.toml",
                    cwd=workshop)
    assert "was" not in text


def test_editable_install_twice_in_isolation(in_place: Path, workshop: Path):
    """pip's tools are gone by the second time: everything that names them is passed anew.
    The kernel alone is enough to see that. A change in Python then needs no build."""
    visitor = Environment.new(workshop / "visitor")
    for _ in range(2):
        visitor.pip("install", "-e", ".", cwd=in_place,
                    ARMILLARY_CMAKE_ARGS="-DARMILLARY_ONLY=kernel")
    where = visitor.run(visitor.python, "-c", "import armillary, armillary_core.kernel.game as g;"
                        "print(armillary.__file__, g.__file__)", cwd=workshop).split()
    assert all(Path(path).resolve().is_relative_to(in_place.resolve()) for path in where)
    version = in_place / "src" / "armillary" / "_version.py"
    before = version.read_text()
    try:
        version.write_text('__version__ = "9.9.9"\n')
        assert visitor.run("armillary", "--version", cwd=workshop).split()[-1] == "9.9.9"
    finally:
        version.write_text(before)


def test_in_place_binaries_stay_out_of_the_wheel(in_place: Path, maker, workshop: Path, wheel):
    """A stale binary of a developer must not be shipped."""
    stale = in_place / "ext" / "armillary_core" / "kernel" / "stale.so"
    stale.write_bytes(b"old")
    try:
        maker.pip("wheel", "--no-build-isolation", "--no-deps", "-w", workshop / "clean", ".",
                  cwd=in_place)
    finally:
        stale.unlink()
    again = next((workshop / "clean").glob("armillary-*.whl"))
    assert wheel_names(again) == wheel_names(wheel.path)


# ---- Games of others ----------------------------------------------------------------------

def test_a_game_from_the_template(in_place: Path, maker):
    """The commands of docs/adding_a_game.md, to the letter; their last one runs the suites."""
    assert (maker.folder / "bin" / "armillary").exists(), "run this where armillary is installed"
    block = shell_blocks(in_place / "docs" / "adding_a_game.md")[0]
    assert "cp -r ext/armillary_core/games/template" in block
    assert block.rstrip().splitlines()[-1].startswith("pytest ")
    here = {"PYTHONPATH": f"{in_place / 'src'}:{in_place / 'ext'}"}
    text = maker.run("bash", "-euo", "pipefail", "-c", block, cwd=in_place, **here)
    assert "my_game, 2 seats, 10000 random games" in text
    assert " passed" in text
    assert "failed" not in text
    for word in ("tests/contract", "tests/hidden"):
        assert word in block
    assert "my_game" in maker.run("armillary", "games", cwd=in_place, **here)


def test_a_game_compiled_against_the_wheel(user, maker, clone: Path, workshop: Path):
    """Elsewhere, with nothing of ours but the installed headers; found by a path alone."""
    home = workshop / "elsewhere"
    rules = home / "armillary_core" / "games" / "noughts"
    rules.mkdir(parents=True)
    for path in (clone / "ext/armillary_core/games/tic_tac_toe").glob("*.p*"):
        text = path.read_text("utf-8").replace("tic_tac_toe", "noughts")
        (rules / path.name).write_text(text, "utf-8")
    notation = home / "armillary" / "games" / "noughts.py"
    notation.parent.mkdir(parents=True)
    notation.write_text((clone / "src/armillary/games/tic_tac_toe.py").read_text("utf-8"), "utf-8")
    compiler = (sysconfig.get_config_var("CC") or "cc").split()
    for path in sorted(rules.glob("*.pyx")):
        source = path.with_suffix(".c")
        maker.run(maker.python, "-m", "cython", "-3", "-I", home, "-I", user.packages,
                  "--module-name", f"armillary_core.games.noughts.{path.stem}", path,
                  "-o", source, cwd=home)
        maker.run(*compiler, "-shared", "-fPIC", "-O1", f"-I{sysconfig.get_path('include')}",
                  source, "-o", path.with_suffix(sysconfig.get_config_var("EXT_SUFFIX")),
                  cwd=home)
    text = user.run("armillary", "perft", "noughts", "--depth", "9", cwd=workshop,
                    PYTHONPATH=str(home))
    assert "255168 games ended" in text
    assert "noughts" in user.run("armillary", "games", cwd=workshop, PYTHONPATH=str(home))
