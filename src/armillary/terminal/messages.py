"""The sentences of `armillary play`, in the language of the player."""

from __future__ import annotations

import tomllib
from importlib import resources
from typing import Any


def catalogues() -> dict[str, dict[str, str]]:
    """All sentences, by language and key."""
    text = resources.files(__package__).joinpath("messages.toml").read_text("utf-8")
    return tomllib.loads(text)


class Messages:
    """The sentences of one language.

    >>> Messages("en")("plays", seat=2, move="d")
    'p2 plays d'
    """

    def __init__(self, lang: str) -> None:
        self.lang = lang
        self.texts = catalogues()[lang]

    def __call__(self, key: str, **values: Any) -> str:
        """The sentence of that key, filled in."""
        return self.texts[key].format(**values)

    def words(self, key: str) -> list[str]:
        """An entry that lists words."""
        return self.texts[key].split()
