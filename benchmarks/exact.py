"""Exact values of small games, to score a search by: best responses and pig's optimal play."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

import numpy as np

import armillary
from armillary import CHANCE, Position

#: What a seat does in an information set: move -> probability.
Policy = Callable[[Position], Mapping[armillary.Move, float]]


@dataclass
class Node:
    """A node of the whole game tree, with the key of what its actor knows."""

    actor: int | None
    key: int = 0
    edges: list[tuple[armillary.Move, float, Node]] = field(default_factory=list)
    scores: tuple[float, ...] = ()
    position: Position | None = None


def grow(position: Position) -> Node:
    """The whole tree below an unseeded position. Only for games of some ten thousand nodes."""
    actor = position.actor
    if actor is None:
        return Node(None, scores=position.outcome.scores)
    node = Node(actor, position=position)
    if actor == CHANCE:
        moves = position.chance_outcomes
    else:
        node.key = position.observe(actor)
        moves = [(move, 1.0) for move in position.legal_moves]
    for move, weight in moves:
        child = position.copy()
        child.play(move)
        node.edges.append((move, weight, grow(child)))
    return node


def walk(node: Node) -> Iterator[Node]:
    """Every node of the tree."""
    yield node
    for _, _, child in node.edges:
        yield from walk(child)


def information_sets(root: Node) -> dict[tuple[int, int], Position]:
    """One position of each information set, by (seat, key)."""
    found: dict[tuple[int, int], Position] = {}
    for node in walk(root):
        if node.actor is not None and node.actor != CHANCE:
            found.setdefault((node.actor, node.key), node.position)
    return found


def best_response(root: Node, policy: Mapping[tuple[int, int], Mapping[armillary.Move, float]],
                  seat: int) -> float:
    """The score of a seat that answers the others' policy as well as is possible.

    Information sets of the seat are solved from the deepest up; a set's value of a move is
    the sum over its nodes, weighted by how likely chance and the others lead there.
    """
    sets: dict[int, list[tuple[Node, float]]] = defaultdict(list)
    depth: dict[int, int] = {}

    def collect(node: Node, reach: float, level: int) -> None:
        if node.actor == seat:
            sets[node.key].append((node, reach))
            depth[node.key] = level
        for move, weight, child in node.edges:
            if node.actor == CHANCE:
                p = weight
            elif node.actor == seat:
                p = 1.0
            else:
                p = policy[node.actor, node.key].get(move, 0.0)
            if p > 0:
                collect(child, reach * p, level + 1)

    collect(root, 1.0, 0)
    choice: dict[int, int] = {}

    def value(node: Node) -> float:
        if node.actor is None:
            return node.scores[seat]
        if node.actor == seat:
            return value(node.edges[choice[node.key]][2])
        if node.actor == CHANCE:
            return sum(weight * value(child) for _, weight, child in node.edges)
        odds = policy[node.actor, node.key]
        return sum(p * value(child) for move, _, child in node.edges
                   if (p := odds.get(move, 0.0)) > 0)

    for key in sorted(sets, key=depth.__getitem__, reverse=True):
        width = len(sets[key][0][0].edges)
        totals = [sum(reach * value(node.edges[n][2]) for node, reach in sets[key])
                  for n in range(width)]
        choice[key] = int(np.argmax(totals))
    return value(root)


def exploitability(root: Node, policy: Mapping[tuple[int, int], Mapping[armillary.Move, float]],
                   seats: int = 2) -> float:
    """How much better than the value of a zero-sum game best responses do, per seat."""
    return sum(best_response(root, policy, seat) for seat in range(seats)) / seats


def solve_pig(winscore: int = 100, sides: int = 6) -> np.ndarray:
    """Two-seat pig without a horizon: win[i, j, k], the chance of the seat to move to win
    with score i, the other's score j and turn total k, both playing optimally."""
    size = winscore
    win = np.full((size, size, size + sides + 1), 0.5)
    k_at = np.arange(size + sides + 1)
    for i in range(size):
        win[i][:, k_at >= size - i] = 1.0       # stopping now wins
    for _ in range(2000):
        new = roll_values(win, sides)
        np.maximum(new, stop_values(win), out=new)
        change = 0.0
        for i in range(size):
            new[i][:, max(0, size - i):] = 1.0
        change = float(np.abs(new - win[:, :, :size]).max())
        win[:, :, :size] = new
        if change < 1e-9:
            break
    return win[:, :, :size]


def roll_values(win: np.ndarray, sides: int) -> np.ndarray:
    """The value of rolling, for every state."""
    size = win.shape[0]
    lost = 1.0 - win[:, :, 0].T                 # a 1: the other is to move, total 0
    total = np.repeat(lost[:, :, None], size, axis=2)
    for pips in range(2, sides + 1):
        total = total + win[:, :, pips:pips + size]
    return total / sides


def stop_values(win: np.ndarray) -> np.ndarray:
    """The value of stopping, for every state that does not win by it."""
    size = win.shape[0]
    values = np.ones((size, size, size))
    for k in range(size):
        # score i + k against j: the other moves from (j, i + k).
        values[:size - k, :, k] = 1.0 - win[:, k:size, 0].T
    return values
