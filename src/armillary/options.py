"""The engine's options: names, ranges, defaults and what they mean, in one table.

Those of the tree, of selection and of playouts are the fields of `search/params.pxd`.
"""

from __future__ import annotations

from typing import Any

from armillary_core.kernel.errors import ArmillaryError
from armillary_core.kernel.game import Option


class Real(Option):
    """An option that takes a number with a fraction."""

    def to_value(self, value: Any) -> float:
        """The number; ArmillaryError if it is none, or out of range."""
        try:
            number = float(value)
        except (TypeError, ValueError):
            number = float("nan")
        if isinstance(value, bool) or not self.low <= number <= self.high:
            raise ArmillaryError(f"option {self.name}: {value!r} is not one of {self.describe()}")
        return number


ALGORITHMS = ("auto", "uct", "so_ismcts", "mo_ismcts", "pimc", "flat", "greedy", "random")

OPTIONS: tuple[Option, ...] = (
    # ---- what is searched, and with what means ----
    Option("algorithm", "auto", "auto: uct where all lies open, else an information-set search",
           choices=ALGORITHMS),
    Option("seed", 0, "of the search's own random numbers", low=0, high=2**63 - 1),
    Option("threads", 1, "worker threads", low=1, high=64),
    Option("parallel", "shared", "how threads work together where all lies open: in one tree, or "
           "each in its own; in hidden games each has its own", choices=("shared", "root")),
    Option("hash", 64, "hard limit of tree memory in MB", low=1, high=65536),
    Option("nodes", 2000, "simulations of a search without limits", low=1, high=2**31 - 1),
    Option("level", 20, "strength, from 1 (beginner) to 20 (full)", low=1, high=20),
    Option("reuse", True, "keep the part of the tree that the played moves lead to"),
    Option("early_stop", True, "end when the runner-up can no longer catch up"),
    Option("overhead", 10, "milliseconds kept back of every time limit", low=0, high=10000),
    Option("root", "ucb", "how the budget is spread over the root's moves",
           choices=("ucb", "halving")),
    Option("samples", 16, "worlds that pimc and greedy look at", low=1, high=1000),
    # ---- the tree ----
    Option("paranoid", False, "others minimise the searcher's share, not maximise their own"),
    Option("solver", True, "prove wins, losses and ties in open games"),
    Option("max_depth", 512, "deepest ply of the tree", low=1, high=512),
    Option("expand", 1, "visits before a leaf gets children", low=1, high=1000),
    Option("worlds", 2, "simulations made in one redrawn world", low=2, high=1000),
    Option("balance", 0, "chance nodes with at most so many outcomes are visited in "
           "proportion, not at random", low=0, high=1024),
    Option("private", "auto", "mo_ismcts: others' trees begin with what they hold (auto: where "
           "that takes few values)", choices=("off", "on", "auto")),
    # ---- selection ----
    Option("selection", "ucb1", "the formula", choices=("ucb1", "ucb1_tuned", "puct")),
    Real("c", 0.7, "weight of exploration", low=0.0, high=100.0),
    Option("adapt", True, "c counts in units of the spread of results, not of whole wins"),
    Option("fpu", "first", "an untried move comes first, counts as its parent less fpu_value, "
           "or as fpu_value", choices=("first", "parent", "value")),
    Real("fpu_value", 0.0, "see fpu", low=-10.0, high=10.0),
    Option("prior", "evaluate", "priors of puct",
           choices=("uniform", "suggest", "evaluate")),
    Real("widen_c", 0.0, "progressive widening: widen_c * visits ^ widen_power moves are tried; "
         "0: all", low=0.0, high=1000.0),
    Real("widen_power", 0.5, "see widen_c", low=0.0, high=1.0),
    Real("history", 0.0, "weight of progressive history; 0: off", low=0.0, high=100.0),
    Option("grave", 0, "visits that make an ancestor's all-moves-as-first values trusted; 0: off",
           low=0, high=1_000_000),
    Real("bias", 0.01, "of grave: smaller trusts those values longer", low=0.0, high=10.0),
    # ---- playouts ----
    Option("policy", "suggest", "who moves in playouts: nobody in particular, the game's own "
           "advice, or what was good in this search", choices=("uniform", "suggest", "mast")),
    Real("epsilon", 0.1, "share of uniform moves within suggest and mast", low=0.0, high=1.0),
    Option("cutoff", -1, "plies of a playout before the game's evaluation answers, once the "
           "turn passes to another seat; -1: none",
           low=-1, high=100_000),
    Real("mix", 0.0, "weight of the game's evaluation at the leaf", low=0.0, high=1.0),
)

BY_NAME = {option.name: option for option in OPTIONS}

#: The options that are fields of Params.
PARAMS = ("paranoid", "solver", "max_depth", "expand", "worlds", "balance", "private", "selection",
          "c", "adapt", "fpu", "fpu_value", "prior", "widen_c", "widen_power", "history", "grave",
          "bias", "policy", "epsilon", "cutoff", "mix")


def read(name: str, value: Any) -> Any:
    """The value of an option in its own type; ArmillaryError names what is wrong."""
    option = BY_NAME.get(name)
    if option is None:
        raise ArmillaryError(f"the engine has no option {name!r} (options: {', '.join(BY_NAME)})")
    if isinstance(option, Real):
        return option.to_value(value)
    return option.from_int(option.to_int(value))


def pack(values: dict[str, Any]) -> dict[str, Any]:
    """The options that are fields of Params, as the numbers that they take there."""
    packed = {}
    for name in PARAMS:
        option = BY_NAME[name]
        packed[name] = values[name] if isinstance(option, Real) else option.to_int(values[name])
    return packed
