"""CSS animation of a tour: the mover moves, and each arrow appears with its move.

The rules apply only with ``prefers-reduced-motion: no-preference``. Readers with reduced motion
and renderers without animation get the whole tour. Hovering over the picture pauses it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rookery.boards.board import Square
from rookery.view.glyphs import UNIT

STEP_SECONDS = 1.0  # seconds from one move to the next
REST_SECONDS = 2.0  # seconds on the last square before the tour starts again
MOVING = 0.7  # share of a step in which the mover moves


def play(scope: str, path: Sequence[Square]) -> str:
    """Return the CSS rules that play a path in a loop.

    Parameters
    ----------
    scope
        The identifier of the picture's root, which also starts the names of key frames.
    path
        The squares of the tour. The class ``.mover`` moves along it, and ``.m1``, ``.m2``, ...
        are its moves.
    """
    seconds = STEP_SECONDS * len(path) + REST_SECONDS
    rules = [
        f"#{scope} .mover{{animation:{scope}-go {seconds:g}s ease-in-out infinite}}",
        f"@keyframes {scope}-go{{{''.join(_going(path, seconds))}}}",
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


def _going(path: Sequence[Square], seconds: float) -> Iterator[str]:
    """Yield the key frames of the mover: on each square it rests, then moves on."""
    row, column = path[0]
    for number, square in enumerate(path):
        x, y = (square[1] - column) * UNIT, (square[0] - row) * UNIT
        arrives = number + MOVING if number else 0
        leaves = number + 1 if number < len(path) - 1 else seconds / STEP_SECONDS
        first, last = (100 * STEP_SECONDS * at / seconds for at in (arrives, leaves))
        yield f"{first:.2f}%,{last:.2f}%{{transform:translate({x}px,{y}px)}}"
