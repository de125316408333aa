"""A tour that plays: CSS rules that move the mover and show each arrow as it is gone.

They apply only with ``prefers-reduced-motion: no-preference``; a reader who asks for less motion,
and a renderer without animation, shows the whole tour. A pointer over the picture pauses it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rookery.boards.board import Square
from rookery.view.glyphs import UNIT

STEP_SECONDS = 1.0
REST_SECONDS = 2.0
MOVING = 0.7


def play(scope: str, path: Sequence[Square]) -> str:
    """Return the rules that play a path, again and again.

    Parameters
    ----------
    scope
        The identifier of the picture's root; names of key frames begin with it.
    path
        Its moves are those of ``.mover`` and of ``.m1``, ``.m2``, ...
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
    """Yield the key frames of the mover: it stands, then moves, each step alike."""
    row, column = path[0]
    for number, square in enumerate(path):
        x, y = (square[1] - column) * UNIT, (square[0] - row) * UNIT
        arrives = number + MOVING if number else 0
        leaves = number + 1 if number < len(path) - 1 else seconds / STEP_SECONDS
        first, last = (100 * STEP_SECONDS * at / seconds for at in (arrives, leaves))
        yield f"{first:.2f}%,{last:.2f}%{{transform:translate({x}px,{y}px)}}"
