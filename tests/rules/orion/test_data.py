"""The data of Master of Orion: names, provenance, and errors that say where."""

from __future__ import annotations

import random
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from armillary.games import orion
from rules.orion.twin import ADVISORS, CARDS, DATA, RACES

ALL = {**CARDS, **ADVISORS, **RACES}


@pytest.mark.parametrize("name", ALL)
def test_every_row_has_both_names(name: str) -> None:
    row = ALL[name]
    assert re.fullmatch(r"[A-Za-z -]+", row["name_en"])
    assert re.fullmatch(r"[А-Яа-яёЁ -]+", row["name_ru"])     # noqa: RUF001
    assert orion.NAMES["en"][name] == row["name_en"]
    assert orion.NAMES["ru"][name] == row["name_ru"]


@pytest.mark.parametrize("name", ALL)
def test_every_row_says_where_it_comes_from(name: str) -> None:
    row = ALL[name]
    assert row["source"] in ("rulebook", "reconstructed") or row["source"].startswith("public: ")
    assert row["confidence"] in ("high", "medium", "low")
    assert isinstance(row["facts"], list)
    assert isinstance(row["reconstructed"], list)
    if row["source"] == "reconstructed":
        assert row["reconstructed"]


def test_names_are_unique() -> None:
    for lang in ("en", "ru"):
        names = [orion.NAMES[lang][name] for name in ALL]
        assert len(set(names)) == len(names)


# ---- Another folder -------------------------------------------------------------------------

def run(folder: Path) -> subprocess.CompletedProcess[str]:
    command = ["-m", "armillary", "playout", "orion", "--games", "20", "--data", str(folder)]
    return subprocess.run(
        [sys.executable, *command],
        capture_output=True, text=True, timeout=60, check=False)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return Path(shutil.copytree(DATA, tmp_path / "cards"))


def edit(folder: Path, file: str, old: str, new: str, after: str = "") -> None:
    """Replace the first `old` behind `after` in a file of the folder."""
    path = folder / file
    text = path.read_text(encoding="utf-8")
    start = text.index(after)
    assert old in text[start:]
    path.write_text(text[:start] + text[start:].replace(old, new, 1), encoding="utf-8")


def test_another_folder_is_played(folder: Path) -> None:
    edit(folder, "structures.toml", "vp = 3", "vp = 4", 'id = "automated_laboratory"')
    result = run(folder)
    assert result.returncode == 0, result.stderr


@pytest.mark.parametrize(("file", "after", "old", "new", "words"), [
    ("structures.toml", 'id = "titan"', 'verb = "gain"', 'verb = "gian"', ("titan", "gian")),
    ("structures.toml", 'id = "titan"', "copies = 1", "copies = 0", ("titan", "copies")),
    ("structures.toml", 'id = "titan"', "copies = 1", 'copies = "one"', ("titan", "copies")),
    ("structures.toml", 'id = "titan"', 'colour = "red"', 'colour = "pink"', ("titan", "colour")),
    ("structures.toml", 'id = "titan"', "fleet = 5", "fleet = -5", ("titan", "cost")),
    ("structures.toml", 'id = "titan"', 'timing = "after_attack"', 'timing = "sometimes"',
     ("titan", "timing")),
    ("structures.toml", 'id = "frigate"', 'id = "frigate"', 'id = "titan"', ("titan", "twice")),
    ("structures.toml", 'id = "titan"', "name_ru", "nom_ru", ("titan", "name_ru")),
    ("structures.toml", 'id = "titan"', "loyalty6 =", "loyalty7 =", ("titan", "loyalty7")),
    ("structures.toml", 'id = "titan"', "fleet = 5", "flet = 5", ("titan", "cost", "flet")),
    ("structures.toml", 'id = "titan"', "vp = 6", "vp = '!'", ("titan", "vp")),
    ("structures.toml", 'id = "frigate"', "copies = 3", "copies = 2", ("total_cards",)),
    ("structures.toml", "", "[[structure]]", "[[structure]", ("TOML",)),
    ("advisors.toml", 'id = "veil"', "amount = 2", "amount = 200", ("veil", "amount")),
    ("races.toml", "", "low_zone = [0, 3]", "low_zone = []", ("low_zone",)),
    ("races.toml", "", "blue = { food = 3 }", "blue = 3", ("blue",)),
    ("races.toml", 'id = "psilon"', "exertion_low", "exertion_lo", ("psilon", "exertion_lo")),
    ("races.toml", 'id = "psilon"', "food = 4", "food = 14", ("psilon", "start")),
])
def test_a_bad_row_is_refused_by_file_card_and_field(
        folder: Path, file: str, after: str, old: str, new: str, words: tuple[str, ...]) -> None:
    edit(folder, file, old, new, after)
    result = run(folder)
    assert result.returncode != 0
    assert "Traceback" not in result.stderr
    for word in (file, *words):
        assert word in result.stderr, result.stderr


def test_a_missing_folder_is_refused(tmp_path: Path) -> None:
    result = run(tmp_path / "nothing")
    assert result.returncode != 0
    assert "Traceback" not in result.stderr
    assert "toml" in result.stderr or "nothing" in result.stderr


JUNK = ("3", '"x"', "[]", "[1]", "{ a = 1 }", '[{ verb = "draw", amount = 1, per = 3 }]', "")
LOADER = """
import sys
from armillary_core.games.orion import tables
from armillary_core.kernel.errors import DataError
for line in sys.stdin:
    try:
        tables.load(line.strip())
    except DataError:
        pass
    print("done", flush=True)
"""


def test_junk_in_a_field_is_refused_or_played(tmp_path: Path) -> None:
    """Any value in place of any other: loaded or refused, never another error, never a crash."""
    rng = random.Random(3)
    spots = [(path, n, line.split()[0]) for path in sorted(DATA.glob("*.toml"))
             for n, line in enumerate(path.read_text(encoding="utf-8").splitlines())
             if re.match(r"\w+ = .*[^\[]$", line) and not re.match(r"text|note|facts|recon", line)]
    by_key = {(path.name, key): (path, n) for path, n, key in spots}     # one spot of each field
    folders = []
    for case, (path, n) in enumerate(by_key.values()):
        folder = Path(shutil.copytree(DATA, tmp_path / str(case)))
        lines = path.read_text(encoding="utf-8").splitlines()
        junk = rng.choice(JUNK)
        lines[n] = f"{lines[n].split()[0]} = {junk}" if junk else ""
        (folder / path.name).write_text("\n".join(lines), encoding="utf-8")
        folders.append((folder, f"{path.name}: {lines[n]!r}"))
    result = subprocess.run([sys.executable, "-c", LOADER], capture_output=True, text=True,
                            input="".join(f"{folder}\n" for folder, _ in folders), timeout=200,
                            check=False)
    done = result.stdout.count("done")
    assert done == len(folders), (folders[done][1], result.stderr[-300:])
