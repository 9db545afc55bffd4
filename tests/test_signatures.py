"""Signatures: seeded random games hash to the stored numbers, or the commit says why not."""

import tomllib
from pathlib import Path

import pytest

import armillary
from armillary.bench import cases, signature

STORED: dict[str, str] = tomllib.loads(
    (Path(__file__).parent / "signatures.toml").read_text("utf-8"))["signatures"]


def test_signature(game_name: str):
    if game_name not in armillary.game_names():
        pytest.skip("not among the games")
    for case in cases([game_name]):
        if case not in STORED:
            pytest.skip(f"{case} is new; store it: armillary bench --write tests/signatures.toml")
        assert signature(case) == STORED[case], f"play has changed: {case}"


def test_what_is_stored_exists():
    names = {case.partition("/")[0] for case in STORED}
    assert names <= set(armillary.game_names())
    assert set(STORED) == set(cases(sorted(names)))
