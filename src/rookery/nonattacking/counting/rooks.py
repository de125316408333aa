"""Counts of pieces that exclude others from two lines each: rooks, and bishops of one colour.

A line of one kind meets a line of the other kind in at most one square, so a placement is a
matching of lines. Suppose that the sets of lines met are nested. In order of size, each line then
has as many choices as it meets lines, less those already taken (J. Riordan, "An Introduction to
Combinatorial Analysis", 1958, chapter 8; I. Kaplansky and J. Riordan, "The problem of the rooks",
Duke Math. J. 13, 1946)::

    lines of lengths 1, 3, 3 sorted: with k rooks on those before, a line of length m has m - k

Bishops of a colour of a square board are such rooks; so are rooks of any rectangle. With a few
blocked squares, inclusion and exclusion starts from the whole board (the same, chapter 7). Where
walls part the lines, few of those taken matter to the lines that follow.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import comb, factorial

from rookery.boards.betza import parse_betza
from rookery.boards.board import Step
from rookery.nonattacking.counting.components import Component
from rookery.nonattacking.counting.polynomials import Counts, sum_of, without_zeros
from rookery.nonattacking.puzzle import NonAttacking

LINES: dict[frozenset[object], tuple[Step, Step]] = {
    frozenset(parse_betza("R")): ((0, 1), (1, 0)),
    frozenset(parse_betza("B")): ((1, 1), (1, -1)),
}
"""The two kinds of lines of pieces that are alone on each."""

STATES = (50, 2_000, 20_000)  # of rooks on lines, at most: limits tried one after the other


def count_matchings(component: Component, puzzle: NonAttacking) -> Counts | None:
    """Return the numbers of sets of 0, 1, ... candidates, or None without a formula.

    >>> from rookery.nonattacking.counting.components import components_of
    >>> from rookery.nonattacking.graph import graph_of
    >>> puzzle = NonAttacking(3, "rook")
    >>> graph = graph_of(puzzle)
    >>> part, = components_of(graph.candidates, graph.conflicts, graph.everything)
    >>> count_matchings(part, puzzle)
    [1, 9, 18, 6]
    """
    if len(component) == 1:
        return [1, 1]
    steps = LINES.get(frozenset(puzzle.pieces[0].ways)) if len(puzzle.pieces) == 1 else None
    if steps is None:
        return None
    first, second = (
        {square: number for number, run in enumerate(puzzle.board.runs(step)) for square in run}
        for step in steps
    )
    met: dict[int, set[int]] = {}
    for _, *square in component.candidates:
        at = (square[0], square[1])
        met.setdefault(first[at], set()).add(second[at])
    if sum(map(len, met.values())) < len(component):  # around a torus diagonals may meet twice
        return None
    lines = sorted(met.values(), key=len)
    if all(one <= other for one, other in pairwise(lines)):
        return _nested([len(line) for line in lines])
    return _matched(lines)


def _nested(lengths: Sequence[int]) -> Counts:
    """Return the counts for nested lines of these lengths, in ascending order.

    >>> _nested([1, 3, 3])
    [1, 7, 10, 2]
    """
    found = [1]
    for length in lengths:
        placed = [max(0, length - k) * number for k, number in enumerate(found)]
        found = [one + other for one, other in zip([*found, 0], [0, *placed], strict=True)]
    return without_zeros(found)


def _matched(lines: Sequence[set[int]]) -> Counts | None:
    """Return the counts line by line, of the squares or of those missing from a rectangle.

    Few squares are missing from a board with some blocked ones; many, from one that walls part.
    """
    every = set().union(*lines)
    missing = [every - line for line in lines]
    across = [{at for at, line in enumerate(lines) if one in line} for one in sorted(every)]
    for most in STATES:
        if (found := _matchings(across, most)) is not None:
            return found
        if (found := _matchings(missing, most)) is not None:
            return _whole_less(found, len(lines), len(every))
    return None


def _whole_less(missing: Counts, rows: int, columns: int) -> Counts:
    """Return the counts of a rectangle by inclusion and exclusion over its missing squares."""
    found = [
        sum(
            (-1) ** j
            * missing[j]
            * comb(rows - j, k - j)
            * comb(columns - j, k - j)
            * factorial(k - j)
            for j in range(min(k + 1, len(missing)))
        )
        for k in range(min(rows, columns) + 1)
    ]
    return without_zeros(found)


def _matchings(lines: Sequence[set[int]], most: int) -> Counts | None:
    """Return the counts line by line, by sets of taken cross lines; None for more than `most`."""
    last = {other: at for at, line in enumerate(lines) for other in line}
    states: dict[frozenset[int], Counts] = {frozenset(): [1]}
    for at, line in enumerate(lines):
        following: dict[frozenset[int], Counts] = {}
        for taken, counts in states.items():
            for other in (None, *sorted(line - taken)):
                now = taken if other is None else taken | {other}
                left = frozenset(one for one in now if last[one] > at)
                more = counts if other is None else [0, *counts]
                following[left] = sum_of(following.get(left, []), more)
            if len(following) > most:
                return None
        states = following
    (found,) = states.values()
    return found
