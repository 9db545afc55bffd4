"""The ledgers of rules against the tests: no rule without a test, no mark without a rule.

A ledger is `docs/rulings/<game>.md`; its tests, marked `@pytest.mark.rule("MOO-4.2")`, are in
`tests/rules/<game>/`; the rows name files of `ext/armillary_core/games/<game>/`.
"""

from __future__ import annotations

import ast
import re
import warnings
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
LEDGERS = sorted((ROOT / "docs" / "rulings").glob("*.md"))
ROW = re.compile(r"\| *([A-Z]+-\d+(?:\.\d+)*) *\|(.*)\|(.*)\|(.*)\|(.*)\| *$")


@dataclass(frozen=True)
class Row:
    id: str
    rule: str
    where: str
    ruling: str
    status: str


def read_ledger(text: str) -> list[Row]:
    """The rows of a ledger; a table line that begins with an id must have all five cells."""
    rows = []
    for line in text.splitlines():
        found = ROW.match(line)
        if found:
            rows.append(Row(*(cell.strip() for cell in found.groups())))
        else:
            assert not re.match(r"\| *[A-Z]+-\d", line), f"not a row of five cells: {line}"
    return rows


def read_marks(source: str) -> set[str]:
    """The ids in all `….mark.rule("…")` calls of a test file."""
    return {
        argument.value
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)
        and node.func.attr == "rule"
        for argument in node.args
        if isinstance(argument, ast.Constant) and isinstance(argument.value, str)
    }


def compare(rows: list[Row], marks: set[str]) -> list[str]:
    """What is wrong between a ledger and the marks of its tests."""
    status = {row.id: row.status for row in rows}
    twice = [name for name, n in Counter(row.id for row in rows).items() if n > 1]
    return [
        *(f"{name}: two rows" for name in twice),
        *(f"{row.id}: no statement" for row in rows if not row.rule),
        *(f"{row.id}: status {row.status!r} is neither done nor missing"
          for row in rows if row.status not in ("done", "missing")),
        *(f"{name}: done, but no test is marked with it"
          for name, s in status.items() if s == "done" and name not in marks),
        *(f"{name}: missing, but a test is marked with it"
          for name, s in status.items() if s == "missing" and name in marks),
        *(f"{name}: a test is marked with it, but the ledger has no such row"
          for name in sorted(marks - set(status))),
    ]


def ledger_id(path: Path) -> str:
    return path.stem


@pytest.mark.parametrize("path", LEDGERS, ids=ledger_id)
def test_every_rule_has_its_test(path: Path) -> None:
    rows = read_ledger(path.read_text(encoding="utf-8"))
    marks: set[str] = set()
    for file in sorted((ROOT / "tests" / "rules" / path.stem).glob("**/test_*.py")):
        marks |= read_marks(file.read_text(encoding="utf-8"))
    assert rows, "a ledger without rows"
    problems = compare(rows, marks)
    assert not problems, "\n".join(problems)
    missing = [f"{row.id} {row.rule}" for row in rows if row.status == "missing"]
    if missing:
        warnings.warn(f"{path.name}: {len(missing)} of {len(rows)} rules missing:\n"
                      + "\n".join(missing), stacklevel=1)


@pytest.mark.parametrize("path", LEDGERS, ids=ledger_id)
def test_rows_name_files_that_exist(path: Path) -> None:
    folder = ROOT / "ext" / "armillary_core" / "games" / path.stem
    for row in read_ledger(path.read_text(encoding="utf-8")):
        if row.status == "done":
            names = [name.strip() for name in row.where.split(",")]
            lost = [name for name in names if not list(folder.glob(f"{name}.p[yx][xd]"))]
            assert not lost, f"{row.id}: no file {', '.join(lost)} in {folder.name}"


@pytest.mark.parametrize("path", LEDGERS, ids=ledger_id)
def test_the_code_cites_rules_that_exist(path: Path) -> None:
    rows = {row.id for row in read_ledger(path.read_text(encoding="utf-8"))}
    prefix = next(iter(rows)).split("-")[0]
    folder = ROOT / "ext" / "armillary_core" / "games" / path.stem
    for file in sorted(folder.glob("*.p[yx][xd]")):
        cited = re.findall(rf"\b{prefix}-\d+\.\d+\b", file.read_text(encoding="utf-8"))
        assert set(cited) <= rows, f"{file.name} cites {sorted(set(cited) - rows)}"


def test_the_comparison_sees_each_kind_of_fault() -> None:
    ledger = read_ledger("| id | rule | where | ruling | status |\n"
                         "| X-1 | a | play | | done |\n"
                         "| X-2.1 | b | play | so | done |\n"
                         "| X-3 | c | | | missing |\n"
                         "| X-4 | d | | | missing |\n"
                         "| X-4 |  | | | later |\n")
    marks = read_marks('@pytest.mark.rule("X-1")\ndef test_a(): ...\n'
                       'p = pytest.param(1, marks=pytest.mark.rule("X-3"))\n'
                       'pytestmark = pytest.mark.rule("X-9", "X-4")\n')
    assert compare(ledger, marks) == [
        "X-4: two rows",
        "X-4: no statement",
        "X-4: status 'later' is neither done nor missing",
        "X-2.1: done, but no test is marked with it",
        "X-3: missing, but a test is marked with it",
        "X-9: a test is marked with it, but the ledger has no such row",
    ]


def test_a_broken_row_is_not_overlooked() -> None:
    with pytest.raises(AssertionError, match="five cells"):
        read_ledger("| X-1 | a | play | done |\n")
