"""Moves of tours: arrows, thin lines for long tours, and their animation in CSS.

Lengths are in units of a sixteenth of a square.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from colorsys import hls_to_rgb
from itertools import pairwise
from typing import NamedTuple

from rookery.boards.board import Board, Square, Step
from rookery.view.glyphs import UNIT

HEAD_LENGTH = 4.6  # units
HEAD_HALF = 2.3  # units, half the width of the head
BOW = 5.0  # units by which the first of several overlapping arrows is bent
LONG = 30  # squares of a path; longer tours have thin lines, because arrows would overlap
FIRST_HUE, LAST_HUE = 0.62, 0.0  # fractions of the colour wheel: from blue to red
LIGHTNESS, SATURATION = 0.42, 0.75  # shares of 1
CORNER = 1.0  # units between a number and the edges of its square
NUMBER_SIZE = 4.0  # units, font size
STEP_SECONDS = 1.0  # seconds from one move to the next
REST_SECONDS = 2.0  # seconds on the last square before the tour starts again
MOVING = 0.7  # share of a step in which the mover moves

Point = tuple[float, float]


class Arrow(NamedTuple):
    """The SVG paths of an arrow's shaft and head."""

    shaft: str
    head: str


def centre(square: Square) -> Point:
    """Return the centre of a square as (x, y).

    >>> centre((0, 1))
    (24.0, 8.0)
    """
    return (square[1] + 0.5) * UNIT, (square[0] + 0.5) * UNIT


def arrow(start: Square, end: Square, bow: float = 0, before: float = 0) -> Arrow:
    """Return an arrow between the centres of two squares.

    It bends to its right by `bow`, and ends `before` the centre of the last square, both in units.

    >>> arrow((0, 0), (0, 2), before=4).shaft
    'M8 8L32.2 8'
    """
    return _between(centre(start), centre(end), bow, before)


def crossing(board: Board, start: Square, span: Step, before: float = 0) -> Arrow:
    """Return an arrow across wrapped edges, in parts from edge to edge.

    `span` is the rows down and columns right from the first square.

    >>> crossing(Board(2, 3, wrap="cylinder"), (0, 2), (1, 1), before=4).shaft
    'M40 8L48 16M0 16L2.48 18.48'
    """
    *parts, (last, end) = parts_of(board, start, span)
    drawn = _between(last, end, 0, before)
    lines = "".join(f"M{_xy(begin)}L{_xy(end)}" for begin, end in parts)
    return Arrow(lines + drawn.shaft, drawn.head)


def parts_of(board: Board, start: Square, span: Step) -> list[tuple[Point, Point]]:
    """Return the parts of a straight line across wrapped edges, each as two points.

    >>> parts_of(Board(2, 3, wrap="torus"), (1, 1), (2, 0))
    [((24.0, 24.0), (24.0, 32.0)), ((24.0, 0.0), (24.0, 24.0))]
    """
    x, y = centre(start)
    across, down = span[1] * UNIT, span[0] * UNIT
    width, height = board.columns * UNIT, board.rows * UNIT
    cuts = sorted({0.0, 1.0, *_crossed(x, across, width), *_crossed(y, down, height)})
    parts = []
    for begin, end in pairwise(cuts):
        middle = (begin + end) / 2
        left = (x + middle * across) // width * width
        top = (y + middle * down) // height * height
        first, last = ((x + at * across - left, y + at * down - top) for at in (begin, end))
        parts.append((first, last))
    return parts


def _crossed(begin: float, length: float, side: int) -> Iterator[float]:
    """Yield the points where a line meets an edge, as fractions of its length."""
    low, high = sorted((begin, begin + length))
    for edge in range(math.ceil(low / side) * side, math.floor(high / side) * side + 1, side):
        yield (edge - begin) / length


def _between(begin: Point, end: Point, bow: float, before: float) -> Arrow:
    (x, y), (u, v) = begin, end
    length = math.hypot(u - x, v - y)
    across = -(v - y) / length * bow, (u - x) / length * bow
    middle = (x + u) / 2 + across[0], (y + v) / 2 + across[1]
    run = math.hypot(u - middle[0], v - middle[1])
    way = (u - middle[0]) / run, (v - middle[1]) / run
    tip = u - way[0] * before, v - way[1] * before
    neck = tip[0] - way[0] * HEAD_LENGTH, tip[1] - way[1] * HEAD_LENGTH
    stop = neck[0] + way[0] * 0.8, neck[1] + way[1] * 0.8
    side = -way[1] * HEAD_HALF, way[0] * HEAD_HALF
    bend = f"Q{_xy(middle)} {_xy(stop)}" if bow else f"L{_xy(stop)}"
    left, right = (neck[0] + side[0], neck[1] + side[1]), (neck[0] - side[0], neck[1] - side[1])
    return Arrow(f"M{x:g} {y:g}{bend}", f"M{_xy(tip)}L{_xy(left)}L{_xy(right)}z")


def bows(path: Sequence[Square]) -> list[float]:
    """Return the bends of the moves' arrows that keep arrows from covering each other.

    >>> bows([(1, 1), (4, 1), (2, 1), (2, 4), (2, 2), (5, 5)])
    [5.0, 5.0, 5.0, 5.0, 0.0]
    """
    moves = list(pairwise(path))
    return [
        BOW * (1 + moves[:number].count(move))
        if any(_overlap(move, other) for other in moves[:number] + moves[number + 1 :])
        else 0.0
        for number, move in enumerate(moves)
    ]


def _overlap(move: tuple[Square, Square], other: tuple[Square, Square]) -> bool:
    """Return whether two moves lie on one line and share more than a point."""
    (row, column), (end, side) = move
    down, right = end - row, side - column
    if any(down * (c - column) != right * (r - row) for r, c in other):
        return False
    places = sorted(down * (r - row) + right * (c - column) for r, c in other)
    return places[0] < down * down + right * right and places[1] > 0


def _xy(point: Point) -> str:
    return f"{round(point[0], 2):g} {round(point[1], 2):g}"


def long_moves(
    path: tuple[Square, ...], spans: Sequence[Step | None], board: Board
) -> Iterator[str]:
    """Yield a group of class ``move`` with the line of each move."""
    last = len(path) - 1
    for number, ((start, end), span) in enumerate(zip(pairwise(path), spans, strict=True), 1):
        parts = [(centre(start), centre(end))] if span is None else parts_of(board, start, span)
        drawn = "".join(f"M{x:g} {y:g}L{u:g} {v:g}" for (x, y), (u, v) in parts)
        words = f"move {number}: {board.name(start)} to {board.name(end)}"
        style = f"stroke:{colour(number / last)};fill:none"
        yield (
            f'<g class="move m{number}"><title>{words}</title>'
            f'<path class="thread" style="{style}" d="{drawn}" stroke-width="1" '
            f'stroke-linecap="round"/></g>'
        )


def long_numbers(path: tuple[Square, ...]) -> Iterator[str]:
    """Yield the number of the last move to each square, in its lower left corner.

    On the start square, where the mover is drawn, the number is in the upper right corner.
    """
    ends = {square: number for number, square in enumerate(path[1:], 1)}
    for square, number in ends.items():
        left, top = square[1] * UNIT, square[0] * UNIT
        x, y, anchor = left + CORNER, top + UNIT - CORNER, "start"
        if square == path[0]:
            x, y, anchor = left + UNIT - CORNER, top + NUMBER_SIZE, "end"
        yield (
            f'<g class="move m{number}"><text class="weight" x="{x:g}" y="{y:g}" stroke-width=".7" '
            f'font-size="{NUMBER_SIZE:g}" text-anchor="{anchor}">{number}</text></g>'
        )


def colour(progress: float) -> str:
    """Return the colour of a move, from the first (0.0) to the last (1.0).

    >>> colour(0.0), colour(1.0)
    ('#1b48bb', '#bb1b1b')
    """
    hue = FIRST_HUE + progress * (LAST_HUE - FIRST_HUE)
    levels = hls_to_rgb(hue, LIGHTNESS, SATURATION)
    return "#" + "".join(f"{round(255 * level):02x}" for level in levels)


def play(scope: str, path: Sequence[Square]) -> str:
    """Return the CSS rules that play a path in a loop, for the picture with the root `scope`.

    The class ``.mover`` moves along the path, and ``.m1``, ``.m2``, ... appear with its moves. The
    rules apply only with ``prefers-reduced-motion: no-preference``. Readers with reduced motion and
    renderers without animation get the whole tour. Hovering over the picture pauses it.
    """
    seconds = STEP_SECONDS * len(path) + REST_SECONDS
    row, column = path[0]
    frames = []
    for number, square in enumerate(path):  # the mover stays on each square, then moves on
        x, y = (square[1] - column) * UNIT, (square[0] - row) * UNIT
        arrives = number + MOVING if number else 0
        leaves = number + 1 if number < len(path) - 1 else seconds / STEP_SECONDS
        first, last = (100 * STEP_SECONDS * at / seconds for at in (arrives, leaves))
        frames.append(f"{first:.2f}%,{last:.2f}%{{transform:translate({x}px,{y}px)}}")
    rules = [
        f"#{scope} .mover{{animation:{scope}-go {seconds:g}s ease-in-out infinite}}",
        f"@keyframes {scope}-go{{{''.join(frames)}}}",
        f"#{scope}:hover .mover,#{scope}:hover .move{{animation-play-state:paused}}",
    ]
    for number in range(1, len(path)):
        at = 100 * STEP_SECONDS * (number + MOVING / 2) / seconds
        name = f"{scope}-m{number}"
        rules.append(
            f"#{scope} .m{number}{{animation:{name} {seconds:g}s linear infinite}}"
            f"@keyframes {name}{{0%,{at:.2f}%{{opacity:0}}{at + 1:.2f}%,100%{{opacity:1}}}}"
        )
    return f"@media (prefers-reduced-motion:no-preference){{{''.join(rules)}}}"
