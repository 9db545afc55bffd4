"""`armillary ugi`: the engine on standard input and output."""

from __future__ import annotations

import argparse

HELP = "speak UGI+ on standard input and output; also what armillary does without arguments"
EXAMPLES = """\
  armillary ugi                              then type: ugi, isready, go, quit
  armillary ugi Game=hearts Threads=2        with options set beforehand
  printf 'ugi\\nquit\\n' | armillary           the same engine
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("settings", nargs="*", metavar="NAME=VALUE",
                        help="an option of the engine (ugi lists them)")


def run(args: argparse.Namespace) -> int:
    """Run the command."""
    from armillary.protocol.server import main
    return main(args.settings)
