"""The arrays of the kernels of peaceable armies, and armies read off them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from rookery.boards.board import TORUS, Board, Square
from rookery.compiled.arrays import Bools, Int64s
from rookery.compiled.kernels import random_state
from rookery.nonattacking.armies_kernel import (
    ALL_LINES,
    Colouring,
    ColourSearch,
    Flips,
    Sides,
)

Armies = tuple[list[Square], list[Square]]
"""Squares of the one colour and of the other, in ascending order."""


STEPS = ((0, 1), (1, 0), (1, -1), (1, 1))  # of rows, columns, rising and falling diagonals


def diagonals_of(board: Board) -> Int64s:
    """Return [direction, row, column] the rising and the falling diagonal of each square.

    Around joined edges a diagonal is one line, however often it crosses a row. The lines of each
    direction are numbered from 0.
    """
    found = np.zeros((2, board.rows, board.columns), np.int64)
    for direction, step in enumerate(STEPS[2:]):
        for number, line in enumerate(board.lines(step)):
            for square in line:
                found[direction, *square] = number
    return found


def colouring_of(board: Board, is_open: Bools) -> Colouring:
    """Return the colours to try on the open squares of a board, one of each set of images."""
    rows_turn, columns_turn = board.wrap == TORUS, bool(board.wrap)
    diagonals = diagonals_of(board)
    many = np.bincount(diagonals[0].ravel())
    squares = np.zeros((len(many), many.max()), np.int64)
    for number in range(len(many)):
        squares[number, : many[number]] = np.flatnonzero(diagonals[0] == number)
    return Colouring(
        is_open,
        diagonals,
        squares,
        many,
        _sides(is_open, rows_turn),
        _sides(is_open.T, columns_turn),
        rows_turn == columns_turn
        and is_open.shape[0] == is_open.shape[1]
        and bool((is_open == is_open.T).all()),
    )


def _sides(is_open: Bools, turns: bool) -> Sides:
    """Return the sets of the lines along the last axis, one of each pair of images."""
    lines = len(is_open)
    every = np.arange(1 << lines)
    image = every
    if turns and bool((is_open == is_open[:1]).all()):
        turned = every
        for _ in range(1, lines):
            turned = turned >> 1 | (turned & 1) << lines - 1
            image = np.minimum(image, turned)
    if bool((is_open == is_open[::-1]).all()):
        mirrored = sum((every >> line & 1) << lines - 1 - line for line in range(lines))
        image = np.minimum(image, image[mirrored])
    white = np.bitwise_count(image).astype(np.int64)
    kept = every[image == every]
    kept = kept[np.argsort(white[kept], kind="stable")]
    number = np.zeros(1 << lines, np.int64)
    number[kept] = np.arange(len(kept))
    start = np.searchsorted(white[kept], np.arange(lines + 2))
    return Sides(kept, start.astype(np.int64), number[image])


def search_of(colouring: Colouring, largest: int) -> ColourSearch:
    """Return a new search, with room for armies up to a size."""
    diagonals = int(colouring.diagonals.max()) + 1
    return ColourSearch(
        np.zeros(2, np.int64),
        np.zeros(1, np.int64),
        np.zeros((2, diagonals), np.int64),
        np.zeros((2, diagonals), np.int64),
        np.zeros(diagonals + 1, np.int64),
        np.zeros(diagonals + 1, np.int64),
        np.zeros(diagonals + 1, np.int64),
        np.zeros(largest + 1, np.int64),
        np.zeros(largest + 1, np.int64),
    )


def found_armies(colouring: Colouring, search: ColourSearch, rows: int, columns: int) -> Armies:
    """Return the largest armies of the pattern at which the search stopped."""
    colours = {}
    for line, colour in zip(search.order.tolist(), search.colour.tolist(), strict=True):
        if line < 0:
            break
        colours[line] = colour
    rising, falling = colouring.diagonals.tolist()
    fallings: list[Armies] = [([], []) for _ in search.white[1]]
    for row, column in np.argwhere(colouring.open).tolist():
        colour = rows >> row & 1
        if columns >> column & 1 == colour == colours.get(rising[row][column], colour):
            fallings[falling[row][column]][1 - colour].append((row, column))
    return _packed(fallings)


def _packed(lines: Sequence[Armies]) -> Armies:
    """Return armies with every line assigned to one, so that the smaller is as large as can be."""
    best: dict[int, Armies] = {0: ([], [])}
    for white, black in lines:
        pairs = [(first + white, second) for first, second in best.values()]
        pairs += [(first, second + black) for first, second in best.values()]
        pairs.sort(key=lambda armies: len(armies[1]))
        best = {len(armies[0]): armies for armies in pairs}  # the largest second of each first
    first, second = max(best.values(), key=lambda armies: min(map(len, armies)))
    return sorted(first), sorted(second)


def flips_of(board: Board, is_open: Bools, seed: int) -> Flips:
    """Return an annealing that starts from random colours."""
    lines = [
        [row * board.columns + column for row, column in line if is_open[row, column]]
        for step in STEPS
        for line in board.lines(step)
    ]
    squares = np.zeros((len(lines), max(map(len, lines))), np.int64)
    for line, members in enumerate(lines):
        squares[line, : len(members)] = members
    many = np.array([len(members) for members in lines], np.int64)
    colour = np.random.default_rng(abs(seed)).integers(0, 2, len(lines))
    white_lines = np.zeros(is_open.size, np.int64)
    for line, members in enumerate(lines):
        white_lines[members] += colour[line]
    inside = white_lines[is_open.ravel()]
    armies = np.array([(inside == 0).sum(), (inside == ALL_LINES).sum()], np.int64)
    best_size = np.array([armies.min()], np.int64)
    return Flips(
        squares, many, colour, white_lines, armies, colour.copy(), best_size, random_state(seed)
    )


def flipped_armies(is_open: Bools, state: Flips) -> Armies:
    """Return the armies of the best colours of an annealing."""
    white_lines = np.zeros(is_open.size, np.int64)
    for line, many in enumerate(state.many.tolist()):
        white_lines[state.squares[line, :many]] += state.best[line]
    counts = white_lines.reshape(is_open.shape)
    armies = []
    for lines in (ALL_LINES, 0):
        armies.append([(r, c) for r, c in np.argwhere(is_open & (counts == lines)).tolist()])
    return armies[0], armies[1]
