"""From a clean tree to a package that works, in every way that we promise."""

from __future__ import annotations

import sysconfig
import zipfile
from pathlib import Path

import pytest

from build_tools import Venv, names_of, shell_blocks

pytestmark = [pytest.mark.slow, pytest.mark.timeout(900)]

SOURCES = {".pyx", ".pxd", ".pyi", ".py", ".toml"}


def wheel_names(path: Path) -> set[str]:
    with zipfile.ZipFile(path) as archive:
        return {name for name in archive.namelist() if ".dist-info/" not in name}


def expected_in_wheel(tree: Path) -> set[str]:
    """Every module of the tree: Python files, headers, data, and a binary for each .pyx."""
    suffix = sysconfig.get_config_var("EXT_SUFFIX")
    found = set()
    for root in ("src", "ext"):
        for path in (tree / root).rglob("*"):
            name = str(path.relative_to(tree / root))
            if path.suffix == ".pyx":
                found.add(name.removesuffix(".pyx") + suffix)
            elif path.suffix in SOURCES or path.name == "py.typed":
                found.add(name)
    return found


def test_pip_install(installed: str, maker, workshop: Path):
    assert "performance hint" not in installed.lower()
    text = maker.run("armillary", "playout", "connect_four", "--games", "1000", cwd=workshop)
    assert "1000 random games" in text
    assert "tic_tac_toe" in maker.run("armillary", "games", cwd=workshop)
    assert "armillary" in maker.run(maker.python, "-m", "armillary", "--version", cwd=workshop)


def test_wheel(wheel: Path, tree: Path, user, workshop: Path):
    """It carries all that it should and nothing else, and runs where nothing was built."""
    assert wheel_names(wheel) == expected_in_wheel(tree)
    assert sysconfig.get_platform().replace("-", "_").split("_")[0] in wheel.name
    user.pip("install", wheel, cwd=workshop)
    text = user.run("armillary", "perft", "hearts", "--depth", "3", cwd=workshop)
    assert "10608 sequences" in text
    text = user.run("armillary", "bench", "--check", tree / "tests" / "signatures.toml",
                    cwd=workshop)
    assert "was" not in text


def test_sdist_to_wheel(sdist: Path, wheel: Path, tree: Path, maker, workshop: Path):
    names = names_of(sdist)
    for folder in ("src", "ext", "tests", "benchmarks", "docs"):
        for path in (tree / folder).rglob("*"):
            if path.suffix in SOURCES | {".perft", ".md"} and "egg-info" not in str(path):
                assert str(path.relative_to(tree)) in names
    assert not [name for name in names if name.endswith((".so", ".c"))]
    maker.pip("wheel", "--no-deps", "-w", workshop / "again", sdist, cwd=workshop)
    again = next((workshop / "again").glob("armillary-*.whl"))
    assert wheel_names(again) == wheel_names(wheel)


def test_editable_install_twice_in_isolation(installed: str, tree: Path, workshop: Path):
    """pip's tools are gone by the second time: everything that names them is passed anew.
    The kernel alone is enough to see that."""
    visitor = Venv(workshop / "visitor")
    only = {"ARMILLARY_CMAKE_ARGS": "-DARMILLARY_ONLY=kernel"}
    for _ in range(2):
        visitor.pip("install", "--no-deps", "-e", ".", cwd=tree, **only)
    where = visitor.run(visitor.python, "-c", "import armillary_core.kernel.position as p;"
                        "print(p.__file__)", cwd=workshop)
    assert Path(where.strip()).resolve().is_relative_to(tree.resolve())


def test_editable_install(editable, tree: Path, workshop: Path):
    """Twice in a row; a change in Python needs no build."""
    where = editable.run(editable.python, "-c", "import armillary, armillary_core.kernel.game as g;"
                         "print(armillary.__file__, g.__file__)", cwd=workshop).split()
    assert all(Path(path).resolve().is_relative_to(tree.resolve()) for path in where)
    assert len(list(tree.glob("ext/armillary_core/kernel/*.so"))) >= 3
    version = tree / "src" / "armillary" / "_version.py"
    before = version.read_text()
    try:
        version.write_text('__version__ = "9.9.9"\n')
        assert editable.run("armillary", "--version", cwd=workshop).split()[-1] == "9.9.9"
    finally:
        version.write_text(before)


def test_in_place_binaries_stay_out_of_the_wheel(editable, tree: Path, workshop: Path, wheel: Path):
    """A stale binary of a developer must not be shipped."""
    stale = tree / "ext" / "armillary_core" / "kernel" / "stale.so"
    stale.write_bytes(b"old")
    try:
        editable.pip("wheel", "--no-build-isolation", "--no-deps", "-w", workshop / "clean", ".",
                     cwd=tree)
    finally:
        stale.unlink()
    again = next((workshop / "clean").glob("armillary-*.whl"))
    assert wheel_names(again) == wheel_names(wheel)


# ---- Games of others ----------------------------------------------------------------------

def test_a_game_from_the_template(editable, tree: Path):
    """The commands of docs/adding_a_game.md, to the letter; their last one runs the suites."""
    block = shell_blocks(tree / "docs" / "adding_a_game.md")[0]
    assert "cp -r ext/armillary_core/games/template" in block
    assert block.rstrip().splitlines()[-1].startswith("pytest ")
    text = editable.run("bash", "-euo", "pipefail", "-c", block, cwd=tree)
    assert "my_game, 2 seats, 10000 random games" in text
    assert " passed" in text
    assert "failed" not in text
    for word in ("tests/contract", "tests/hidden"):
        assert word in block
    assert "my_game" in editable.run("armillary", "games", cwd=tree)


def test_a_game_compiled_against_the_wheel(editable, user, tree: Path, wheel: Path,
                                           workshop: Path):
    """Elsewhere, with nothing of ours but the installed headers; found by a path alone."""
    user.pip("install", wheel, cwd=workshop)
    home = workshop / "elsewhere"
    rules = home / "armillary_core" / "games" / "noughts"
    rules.mkdir(parents=True)
    for path in (tree / "ext/armillary_core/games/tic_tac_toe").glob("*.p*"):
        text = path.read_text("utf-8").replace("tic_tac_toe", "noughts")
        (rules / path.name).write_text(text, "utf-8")
    notation = home / "armillary" / "games" / "noughts.py"
    notation.parent.mkdir(parents=True)
    notation.write_text((tree / "src/armillary/games/tic_tac_toe.py").read_text("utf-8"), "utf-8")
    compiler = (sysconfig.get_config_var("CC") or "cc").split()
    for path in sorted(rules.glob("*.pyx")):
        source = path.with_suffix(".c")
        editable.run(editable.python, "-m", "cython", "-3", "-I", home, "-I", user.packages,
                     "--module-name", f"armillary_core.games.noughts.{path.stem}", path,
                     "-o", source, cwd=home)
        editable.run(*compiler, "-shared", "-fPIC", "-O1", f"-I{sysconfig.get_path('include')}",
                     source, "-o", path.with_suffix(sysconfig.get_config_var("EXT_SUFFIX")),
                     cwd=home)
    text = user.run("armillary", "perft", "noughts", "--depth", "9", cwd=workshop,
                    PYTHONPATH=str(home))
    assert "255168 games ended" in text
    assert "noughts" in user.run("armillary", "games", cwd=workshop, PYTHONPATH=str(home))
