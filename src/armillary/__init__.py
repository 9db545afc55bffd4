"""Armillary: a game-tree search engine for heavy space board games.

>>> import armillary
>>> position = armillary.new_game("connect_four")
>>> position.play("d")
>>> position.actor, len(position.legal_moves)
(1, 7)
"""

from pkgutil import extend_path

# `games` looks for more of itself along this path; so it comes before the imports.
__path__ = extend_path(__path__, __name__)

from armillary._version import __version__
from armillary.engine import Engine, Limits, Line, Result, Stats, Stop
from armillary.games import game, game_names
from armillary.position import CHANCE, Outcome, Position, new_game
from armillary_core.kernel.errors import ArmillaryError, BadPosition, DataError, IllegalMove
from armillary_core.kernel.game import Game, Option
from armillary_core.kernel.position import Move

# They are caught and shown by these names.
for _error in (ArmillaryError, BadPosition, DataError, IllegalMove):
    _error.__module__ = __name__

__all__ = [
    "CHANCE",
    "ArmillaryError",
    "BadPosition",
    "DataError",
    "Engine",
    "Game",
    "IllegalMove",
    "Limits",
    "Line",
    "Move",
    "Option",
    "Outcome",
    "Position",
    "Result",
    "Stats",
    "Stop",
    "__version__",
    "game",
    "game_names",
    "new_game",
]
