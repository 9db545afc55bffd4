"""One position: a table that refreshes while the engine thinks, or plain lines."""

from __future__ import annotations

import json
import shutil
import time
from typing import Any

from armillary.engine import Engine, Limits, Result
from armillary.position import Position
from armillary.terminal.prompt import columns, fold
from armillary.terminal.results import as_dict, heading, status, table
from armillary.terminal.thinking import require_decision, think

FRAME = 9           # lines of a screen beside the board and the rows of the table


def show(engine: Engine, position: Position, limits: Limits, rows: int | None) -> int:
    """Search with a live table if this is a terminal; print the final one."""
    require_decision(position)
    assert position.actor is not None
    width = columns()
    board = fold(str(position.view(position.actor)), width)
    print(f"{heading(position)}\n\n{board}\n", flush=True)
    if width is not None:
        height = shutil.get_terminal_size().lines
        result = watch(engine, position, limits, rows, height - FRAME)
    else:
        result, _ = think(engine, position, limits)
    print(status(result))
    print("\n".join(table(result, position.seats, rows, width)))
    return 0


def watch(engine: Engine, position: Position, limits: Limits, rows: int | None,
          height: int) -> Result:
    """Search behind a table that refreshes; it is gone afterwards."""
    from rich.console import Console
    from rich.live import Live
    from rich.text import Text
    console = Console(highlight=False)
    shown = max(3, min(rows or height, height))

    def draw(result: Result) -> Text:
        lines = [status(result)[:console.width],
                 *table(result, position.seats, shown, console.width)]
        lines.append("Ctrl-C ends the search"[:console.width])
        text = Text("\n".join(lines), no_wrap=True)
        text.highlight_regex(r"(?m)^  1 .*$", "bold")
        return text

    with Live(Text("…"), console=console, transient=True, refresh_per_second=8) as live:
        result, _ = think(engine, position, limits, lambda found: live.update(draw(found)))
        return result


def speak(engine: Engine, position: Position, limits: Limits, rows: int | None,
          every: float | None) -> int:
    """Search, and tell JSON: partial reports as often as asked, then the result."""
    told = time.monotonic()

    def say(result: Result, **more: Any) -> None:
        print(json.dumps({**as_dict(result, position, rows), **more}), flush=True)

    def info(result: Result) -> None:
        nonlocal told
        if every is not None and time.monotonic() - told >= every:
            told = time.monotonic()
            say(result, partial=True)

    result, _ = think(engine, position, limits, info)
    say(result)
    return 0
