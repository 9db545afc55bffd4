"""A tiny card game to copy; rules.pyx tells its rules."""
