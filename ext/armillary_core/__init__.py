"""The compiled half of Armillary: kernel, search and games. Never imports `armillary`."""

from pkgutil import extend_path

# `games` looks for more of itself along this path; see there.
__path__ = extend_path(__path__, __name__)
