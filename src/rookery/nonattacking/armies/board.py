"""The arrays of the kernels of peaceable armies, and armies read off them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from rookery.boards.board import Square
from rookery.compiled.seeds import random_state
from rookery.nonattacking.armies.colours_kernel import Board, Search, Sides
from rookery.nonattacking.armies.flips_kernel import ALL_LINES, Flips

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Flags = NDArray[np.bool_]

Armies = tuple[list[Square], list[Square]]
"""Squares of the one colour and of the other, in ascending order."""


def board_of(is_open: Flags) -> Board:
    """Return the board of some open squares; its symmetries are made use of."""
    return Board(
        is_open,
        _sides(is_open.shape[0], bool((is_open == is_open[::-1]).all())),
        _sides(is_open.shape[1], bool((is_open == is_open[:, ::-1]).all())),
        is_open.shape[0] == is_open.shape[1] and bool((is_open == is_open.T).all()),
    )


def _sides(lines: int, has_mirror: bool) -> Sides:
    every = np.arange(1 << lines)
    mirrored = sum((every >> line & 1) << lines - 1 - line for line in range(lines))
    image = np.minimum(every, mirrored) if has_mirror else every
    white = np.bitwise_count(image).astype(np.int64)
    kept = every[image == every]
    kept = kept[np.argsort(white[kept], kind="stable")]
    number = np.zeros(1 << lines, np.int64)
    number[kept] = np.arange(len(kept))
    start = np.searchsorted(white[kept], np.arange(lines + 2))
    return Sides(kept, start.astype(np.int64), number[image])


def search_of(board: Board, largest: int) -> Search:
    """Return a search at its beginning, with room for armies up to a size."""
    diagonals = sum(board.open.shape) - 1
    return Search(
        np.zeros(2, np.int64),
        np.zeros(2, np.int64),
        np.zeros((2, diagonals), np.int64),
        np.zeros((2, diagonals), np.int64),
        np.zeros(diagonals + 1, np.int64),
        np.zeros(diagonals + 1, np.int64),
        np.zeros(diagonals + 1, np.int64),
        np.zeros(largest + 1, np.int64),
        np.zeros(largest + 1, np.int64),
    )


def found_armies(board: Board, search: Search, rows: int, columns: int) -> Armies:
    """Return the armies of a pattern that the search has stopped at, as large as they can be."""
    height, width = board.open.shape
    colours = {}
    for line, colour in zip(search.order.tolist(), search.colour.tolist(), strict=True):
        if line < 0:
            break
        colours[line] = colour
    fallings: list[Armies] = [([], []) for _ in range(height + width - 1)]
    for row in range(height):
        for column in range(width):
            colour = rows >> row & 1
            here = columns >> column & 1 == colour == colours.get(row + column, colour)
            if here and board.open[row, column]:
                fallings[row - column + width - 1][1 - colour].append((row, column))
    return _packed(fallings)


def _packed(lines: Sequence[Armies]) -> Armies:
    """Return the armies of greatest least size, where every line goes to one of the two."""
    best: dict[int, Armies] = {0: ([], [])}
    for white, black in lines:
        fresh: dict[int, Armies] = {}
        for first, second in best.values():
            for one in ((first + white, second), (first, second + black)):
                known = fresh.get(len(one[0]))
                if known is None or len(known[1]) < len(one[1]):
                    fresh[len(one[0])] = one
        best = fresh
    first, second = max(best.values(), key=lambda armies: min(map(len, armies)))
    return sorted(first), sorted(second)


def flips_of(is_open: Flags, seed: int) -> Flips:
    """Return an annealing that begins with random colours."""
    height, width = is_open.shape
    lines: list[list[int]] = [[] for _ in range(height + width + 2 * (height + width - 1))]
    for row, column in np.argwhere(is_open).tolist():
        rising, falling = row + column, row - column + width - 1
        diagonals = height + width - 1
        for line in (
            row,
            height + column,
            height + width + rising,
            height + width + diagonals + falling,
        ):
            lines[line].append(row * width + column)
    squares = np.zeros((len(lines), max(map(len, lines))), np.int64)
    for line, members in enumerate(lines):
        squares[line, : len(members)] = members
    many = np.array([len(members) for members in lines], np.int64)
    colour = np.random.default_rng(abs(seed)).integers(0, 2, len(lines))
    white_lines = np.zeros(height * width, np.int64)
    for line, members in enumerate(lines):
        white_lines[members] += colour[line]
    inside = white_lines[is_open.ravel()]
    armies = np.array([(inside == 0).sum(), (inside == ALL_LINES).sum()], np.int64)
    best_size = np.array([armies.min()], np.int64)
    return Flips(
        squares, many, colour, white_lines, armies, colour.copy(), best_size, random_state(seed)
    )


def flipped_armies(is_open: Flags, state: Flips) -> Armies:
    """Return the armies of the best colours of an annealing."""
    white_lines = np.zeros(is_open.size, np.int64)
    for line, many in enumerate(state.many.tolist()):
        white_lines[state.squares[line, :many]] += state.best[line]
    counts = white_lines.reshape(is_open.shape)
    armies = []
    for lines in (ALL_LINES, 0):
        armies.append([(r, c) for r, c in np.argwhere(is_open & (counts == lines)).tolist()])
    return armies[0], armies[1]
