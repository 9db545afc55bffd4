"""The command `armillary`: finds the subcommand, and turns errors into sentences."""

from __future__ import annotations

import importlib
import os
import sys
from types import ModuleType
from typing import TYPE_CHECKING

from armillary import commands
from armillary._version import __version__
from armillary_core.kernel.errors import ArmillaryError

if TYPE_CHECKING:
    import argparse

EPILOG = """\
examples:
  armillary                                  the engine, on standard input and output (UGI)
  armillary games                            what can be played
  armillary playout connect_four             random games: speed, length, results
  armillary perft tic_tac_toe --depth 9      count move sequences
  armillary COMMAND --help                   more on a command
"""


def command_names() -> list[str]:
    """The subcommands, found by listing the package."""
    import pkgutil
    names = (module.name for module in pkgutil.iter_modules(commands.__path__))
    return sorted(name for name in names if not name.startswith("_"))


def load_command(name: str) -> ModuleType:
    """The module of a subcommand."""
    return importlib.import_module(f"armillary.commands.{name}")


def build_parser(argv: list[str]) -> argparse.ArgumentParser:
    """The parser. Only the command in use is imported, all of them for the overview."""
    import argparse
    parser = argparse.ArgumentParser(
        prog="armillary", epilog=EPILOG, formatter_class=argparse.RawDescriptionHelpFormatter,
        description="A game-tree search engine for heavy space board games.")
    parser.add_argument("--version", action="version", version=f"armillary {__version__}")
    subparsers = parser.add_subparsers(dest="command", metavar="COMMAND", title="commands",
                                       required=True)
    names = command_names()
    first = next((word for word in argv if not word.startswith("-")), None)
    if argv[:1] == ["--version"]:
        names = []
    for name in [first] if first in names else names:
        module = load_command(name)
        sub = subparsers.add_parser(
            name, help=module.HELP, description=module.HELP[0].upper() + module.HELP[1:] + ".",
            epilog="examples:\n" + module.EXAMPLES,
            formatter_class=argparse.RawDescriptionHelpFormatter)
        module.add_arguments(sub)
    return parser


def main(argv: list[str] | None = None) -> int:
    """Run the command line; the exit status."""
    words = sys.argv[1:] if argv is None else argv
    # The engine starts at once: whoever launches it waits for its greeting.
    if not words or (words[0] == "ugi" and not any(word.startswith("-") for word in words)):
        from armillary.protocol.server import main as serve
        return serve(words[1:])
    from armillary.terminal.prompt import open_streams
    open_streams()
    args = build_parser(words).parse_args(words)
    try:
        status: int = load_command(args.command).run(args)
        sys.stdout.flush()
        return status
    except ArmillaryError as problem:
        print(f"armillary {args.command}: {problem}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return 130
    except BrokenPipeError:
        # Whoever read our output has gone; say nothing more, not even at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 141
    except OSError as problem:          # a folder that is not there, a full disk
        what = f"{problem.filename}: " if problem.filename else ""
        print(f"armillary {args.command}: {what}{problem.strerror or problem}", file=sys.stderr)
        return 2
