"""The games: found by listing folders, loaded when asked for.

A game is a folder `armillary_core/games/<name>/` with compiled rules, and a module
`armillary.games.<name>` with its notation:

    TITLE, SUMMARY            for people
    move_text(value) -> str   a move as a token without blanks; chance begins with "~"
    parse_move(text) -> int   the inverse; ValueError or KeyError for what is no move
    draw(position) -> str     the board as text; draw(position, lang) with LANGUAGES
    SEARCH                    optional: engine options that play this game best, by name
    factions(position)        optional: a word for what each seat plays, for tables of results
"""

from __future__ import annotations

import importlib
import os
from collections.abc import Callable, Iterable
from pkgutil import extend_path

import armillary_core.games
from armillary_core.kernel.errors import ArmillaryError
from armillary_core.kernel.game import Game

# A game may also be installed by somebody else's package, or stand in another folder.
__path__ = extend_path(__path__, __name__)

_LOADED: dict[str, Game] = {}


def game_names() -> list[str]:
    """The names of all games, sorted.

    >>> "connect_four" in game_names()
    True
    """
    found = set()
    for folder in armillary_core.games.__path__:
        if not os.path.isdir(folder):
            continue
        for entry in os.scandir(folder):
            if entry.is_dir() and entry.name.isidentifier() and any(
                    name.startswith("rules.") and name.endswith((".so", ".pyd"))
                    for name in os.listdir(entry.path)):
                found.add(entry.name)
    return sorted(found)


def game(name: str) -> Game:
    """The game of that name; ArmillaryError if there is none.

    >>> game("connect_four").max_seats
    2
    >>> game("conect_four")
    Traceback (most recent call last):
    armillary.ArmillaryError: there is no game 'conect_four'; did you mean connect_four?
    """
    if name in _LOADED:
        return _LOADED[name]
    known = game_names()
    if name not in known:
        import difflib  # only here: the engine shall start fast
        near = difflib.get_close_matches(str(name), known, 1)
        hint = f"did you mean {near[0]}?" if near else f"games: {', '.join(known)}"
        raise ArmillaryError(f"there is no game {name!r}; {hint}")
    found: Game = importlib.import_module(f"armillary_core.games.{name}.rules").GAME
    found.notation = importlib.import_module(f"armillary.games.{name}")
    _LOADED[name] = found
    return found


def enumerated(
    moves: Iterable[tuple[int, str]],
) -> tuple[Callable[[int], str], Callable[[str], int]]:
    """`move_text` and `parse_move` of a game with few moves: from (value, text) pairs."""
    texts = dict(moves)
    values = {text: value for value, text in texts.items()}
    if len(values) != len(texts):
        raise ValueError("two moves have the same text")
    return texts.__getitem__, values.__getitem__
