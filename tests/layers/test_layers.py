"""Imports go one way: src -> search, games -> kernel. Reads every import and cimport."""

from __future__ import annotations

import re
import resource
import subprocess
import sys
from pathlib import Path

import pytest

import armillary
import armillary_core

CORE = Path(armillary_core.__file__).parent
FACE = Path(armillary.__file__).parent

STATEMENT = re.compile(
    r"^[ \t]*(?:from[ \t]+([\w.]+)[ \t]+c?import|c?import[ \t]+([\w., \t]+))", re.MULTILINE)


def imports(path: Path) -> set[str]:
    """The modules that a file imports or cimports, wherever in the file."""
    text = re.sub(r'("""|\'\'\').*?\1', "", path.read_text("utf-8"), flags=re.DOTALL)
    found = set()
    for source, names in STATEMENT.findall(text):
        if source:
            found.add(source)
        else:
            found |= {name.split()[0] for name in names.split(",") if name.strip()}
    return found


def sources(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*")
                  if path.suffix in {".py", ".pyx", ".pxd", ".pyi"})


def under(name: str, package: str) -> bool:
    return name == package or name.startswith(package + ".")


def ours(path: Path) -> set[str]:
    return {name for name in imports(path)
            if under(name, "armillary_core") or under(name, "armillary") or name.startswith(".")}


def test_the_reader_reads(tmp_path: Path):
    """A layer test that reads nothing would hold for ever."""
    sample = tmp_path / "sample.pyx"
    sample.write_text('"""import not_this"""\nimport os, sys as s\ncimport cython\n'
                      "from a.b cimport (\n    c,\n)\nif True:\n    from .near import x\n"
                      "x = 1  # import nothing\n")
    assert imports(sample) == {"os", "sys", "cython", "a.b", ".near"}
    assert len(sources(CORE / "kernel")) > 10
    assert len(sources(CORE / "games")) > 30
    assert any(ours(path) for path in sources(FACE))


@pytest.mark.parametrize("path", sources(CORE), ids=lambda p: str(p.relative_to(CORE)))
def test_compiled_half(path: Path):
    layer, *rest = path.relative_to(CORE).parts
    allowed = {"kernel": ["armillary_core.kernel"],
               "search": ["armillary_core.kernel", "armillary_core.search"]}.get(layer, [])
    if layer == "games" and len(rest) > 1:
        allowed = ["armillary_core.kernel", f"armillary_core.games.{rest[0]}"]
    for name in ours(path):
        assert not name.startswith("."), f"{path.name}: relative import of {name}"
        assert any(under(name, package) for package in allowed), f"{path} imports {name}"


def test_layers_of_the_core_are_known():
    folders = {path.name for path in CORE.iterdir() if path.is_dir()} - {"__pycache__"}
    assert folders == {"kernel", "search", "games"}


@pytest.mark.parametrize("path", sources(FACE), ids=lambda p: str(p.relative_to(FACE)))
def test_python_half(path: Path):
    """Notation of a game sees its own rules only; nothing but notation names a game."""
    parts = path.relative_to(FACE).parts
    own = path.stem if parts[0] == "games" and path.stem != "__init__" else None
    if own is not None and len(parts) > 2:
        own = parts[1]
    for name in ours(path):
        if under(name, "armillary_core.games") and name != "armillary_core.games":
            assert own is not None, f"{path} imports {name}"
            assert under(name, f"armillary_core.games.{own}"), f"{path} imports {name}"
        if under(name, "armillary.games") and name != "armillary.games":
            assert own is not None, f"{path} imports {name}"
            assert under(name, f"armillary.games.{own}"), f"{path} imports {name}"
        if own is not None:
            assert not under(name, "armillary_core.search"), f"{path} imports {name}"


# ---- What is loaded ----------------------------------------------------------------------

HEAVY = ["numpy", "rich", "scipy", "pyspiel", "openskill"]


def loaded_after(code: str) -> set[str]:
    """The modules in a fresh interpreter after that code."""
    script = f"{code}\nimport sys; print(' '.join(sys.modules), file=sys.stderr)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True,
                          check=True, timeout=60)
    return set(done.stderr.split())


@pytest.mark.parametrize("code", [
    "import armillary",
    "import armillary\np = armillary.new_game('hearts', seed=1)\n"
    "while not p.is_over: p.play(p.legal_moves[0])\nstr(p), p.to_json(), p.outcome",
    "import armillary\np = armillary.new_game('connect_four')\n"
    "armillary.Engine(seed=1).search(p, armillary.Limits(nodes=50))",
    "import armillary.cli\ntry: armillary.cli.main(['--version'])\nexcept SystemExit: pass",
    "import armillary.cli\narmillary.cli.main(['games'])",
    "import armillary.cli\narmillary.cli.main(['perft', 'tic_tac_toe', '--depth', '2'])",
], ids=["import", "play", "search", "version", "games", "perft"])
def test_the_engines_path_is_light(code: str):
    modules = loaded_after(code)
    assert "armillary_core.kernel.position" in modules
    for name in HEAVY:
        assert name not in modules


def test_games_are_loaded_when_asked_for():
    modules = loaded_after("import armillary\narmillary.new_game('pig')")
    assert "armillary_core.games.pig.rules" in modules
    assert "armillary_core.games.hearts.rules" not in modules


@pytest.mark.parametrize("words", [["-c", "import armillary"],
                                   ["-m", "armillary", "--version"]], ids=["import", "version"])
def test_it_starts_at_once(words: list[str]):
    """Under 0.15 s of CPU, the interpreter's own start included; the best of a few, as a busy
    machine makes everything dearer."""
    spent = []
    for _ in range(7):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([sys.executable, *words], check=True, timeout=60, capture_output=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        spent.append(after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime)
    assert min(spent) < 0.15, spent
