"""The sentences of `armillary play` say the same in every language."""

from __future__ import annotations

from string import Formatter

import pytest

from armillary.terminal.messages import catalogues


def holes(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name}


@pytest.mark.parametrize("lang", [name for name in catalogues() if name != "en"])
def test_a_language_has_every_sentence_with_the_same_holes(lang):
    english, other = catalogues()["en"], catalogues()[lang]
    assert list(other) == list(english)
    assert {key: holes(text) for key, text in other.items()} == {
        key: holes(text) for key, text in english.items()}


def test_the_help_names_every_command_in_every_language():
    from armillary.terminal.player import COMMANDS
    for texts in catalogues().values():
        for command in COMMANDS:
            assert f"  {command}" in texts["help"]
