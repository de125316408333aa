"""Drawing of long tours: a thin line through the squares' centres, coloured by move."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from colorsys import hls_to_rgb
from itertools import pairwise

from rookery.boards.board import Board, Square, Step
from rookery.view.arrows import centre, parts_of
from rookery.view.glyphs import UNIT

LONG = 30  # squares of a path; in longer tours arrows and discs would hide each other
FIRST_HUE, LAST_HUE = 0.62, 0.0  # turns of the colour wheel: from blue to red
LIGHTNESS, SATURATION = 0.42, 0.75  # shares of 1
CORNER = 1.0  # units between a number and the edges of its square
NUMBER_SIZE = 4.0  # units, font size


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


def colour(part: float) -> str:
    """Return the colour of a move, from the first (0.0) to the last (1.0).

    >>> colour(0.0), colour(1.0)
    ('#1b48bb', '#bb1b1b')
    """
    hue = FIRST_HUE + part * (LAST_HUE - FIRST_HUE)
    parts = hls_to_rgb(hue, LIGHTNESS, SATURATION)
    return "#" + "".join(f"{round(255 * share):02x}" for share in parts)
