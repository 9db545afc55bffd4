"""The engine under test as a process, installed or not."""

from __future__ import annotations

import os
import sys
from pathlib import Path

COMMAND = (sys.executable, "-m", "armillary")
ROOT = Path(__file__).parents[1]


def environment() -> dict[str, str]:
    """What lets another process import what this one does."""
    return {**os.environ, "PYTHONPATH": os.pathsep.join(p for p in sys.path if p)}
