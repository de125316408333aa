"""Classical counts: pieces one a row, the fewest queens that guard a board, knight's tours."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import rookery as rk
from rookery.families import family_of
from rookery.tour.hamiltonian.graph import MoveGraph

BETZA = {"T": "Q", "S": "QN", "E": "RN", "K": "K"}  # by the letters of rows.cpp


def rows(n: str, piece: str) -> Callable[[], int]:
    """Count n pieces, one in each row and column, on one thread."""
    side = int(n)
    board = rk.Board(side, wrap="torus" if piece == "T" else "")
    if piece == "K":
        puzzle = rk.NonAttacking(board, "K", rows=1, columns=1)
    else:
        puzzle = rk.NonAttacking(board, BETZA[piece], side)
    return _counting(puzzle)


def covers(n: str, queens: str, apart: str) -> Callable[[], int]:
    """Count the covers of a board by the fewest queens, the proof included, on one thread."""
    puzzle = rk.Cover.domination(int(n), independent=apart == "1")
    return _counting(puzzle)


def tours(n: str, closed: str) -> Callable[[], int]:
    """Count the knight's tours of a whole board, on one thread."""
    return _counting(rk.Tour.hamiltonian(rk.Board(int(n)), "N", closed=closed == "1"))


def graphillion_tours(n: str, closed: str) -> Callable[[], int]:
    """Count them as Graphillion's Hamiltonian cycles; a vertex beside the board closes open ones.

    Each is counted in both directions.
    """
    from graphillion import GraphSet

    graph = MoveGraph.of(rk.Tour.hamiltonian(rk.Board(int(n)), "N", closed=closed == "1"))
    outside = len(graph)
    edges = [(one, end) for one, ends in enumerate(graph.ends) for end in ends if one < end]
    if closed != "1":
        edges += [(square, outside) for square in range(outside)]

    def count() -> int:
        GraphSet.set_universe(edges)
        return 2 * len(GraphSet.cycles(is_hamilton=True))

    return count


def _counting(puzzle: Any) -> Callable[[], int]:
    def count() -> int:
        for kernels in family_of(puzzle).kernel_sets():
            kernels.wait(math.inf)
        return int(rk.count(puzzle, threads=1).value)

    return count
