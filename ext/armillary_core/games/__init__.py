"""One folder a game; `armillary.games` lists them. No game sees another."""

from pkgutil import extend_path

# A game may also be installed by somebody else's package, or stand in another folder.
__path__ = extend_path(__path__, __name__)
