"""`armillary check`: does a program speak UGI?"""

from __future__ import annotations

import argparse
import shutil
import sys

from armillary.terminal.thinking import seconds
from armillary_core.kernel.errors import ArmillaryError

HELP = "try whether a program is a proper UGI or UGI+ engine, and say which level it reaches"
EXAMPLES = """\
  armillary check armillary                  our own engine
  armillary check ./my_engine --fast         another's, with arguments of its own
  armillary check --level 1 ./my_engine      exit status 1 unless it is plain UGI
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("--patience", type=seconds, default=5.0, metavar="TIME",
                        help="how long to wait for an answer: 2, 500ms (default: 5)")
    parser.add_argument("--level", type=int, choices=(1, 2, 3), default=1,
                        help="the level that is asked for: exit status 1 below it (default: 1)")
    parser.add_argument("program", metavar="COMMAND", nargs=argparse.REMAINDER,
                        help="the engine and its arguments")


def run(args: argparse.Namespace) -> int:
    """Run the command."""
    from armillary.protocol.check import LEVELS, level_of, run_checks

    if args.program[:1] == ["--"]:
        del args.program[0]
    if not args.program:
        raise ArmillaryError("which program? For example: armillary check armillary")
    if shutil.which(args.program[0]) is None:
        raise ArmillaryError(f"there is no program {args.program[0]!r}")
    verdicts = []
    level = 0
    for verdict in run_checks(args.program, args.patience):
        if verdict.level != level:
            level = verdict.level
            print(f"level {level}: {LEVELS[level]}")
        detail = f"  ({verdict.detail})" if verdict.detail else ""
        print(f"  {verdict.state:4}  {verdict.name}{detail}")
        sys.stdout.flush()
        verdicts.append(verdict)
    reached = level_of(verdicts)
    counts = ", ".join(f"{sum(v.state == state for v in verdicts)} {word}" for state, word in
                       (("pass", "passed"), ("fail", "failed"), ("skip", "skipped")))
    print(f"{counts}; reaches level {reached}: {LEVELS[reached]}")
    return 0 if reached >= args.level else 1
