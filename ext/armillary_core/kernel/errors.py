"""Errors that a caller can cause and may want to catch. All are ValueErrors."""


class ArmillaryError(ValueError):
    """Whatever a caller asked for that cannot be: the message says what and why."""


class IllegalMove(ArmillaryError):
    """A move that is not among the legal ones, or a text that is no move at all."""


class BadPosition(ArmillaryError):
    """A description of a position (JSON or bytes) that does not make one."""


class DataError(ArmillaryError):
    """A row of a game's data files that does not fit: names the file, the card and the field."""
