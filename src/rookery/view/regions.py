"""Pictures of region puzzles: scenes of puzzles and of solution steps, and SVG layers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING
from xml.sax.saxutils import escape

from rookery.boards.board import Board, Square
from rookery.view.glyphs import UNIT, piece_name, sign
from rookery.view.palette import TINTS
from rookery.view.scene import Mark, Scene, Stand

if TYPE_CHECKING:
    from rookery.regions.puzzle import Regions
    from rookery.regions.reasoning.explaining import Step

THIN, THICK = 0.35, 1.5  # units, width of the lines between squares and around regions
KING = "K"  # drawn as a star, because players think of stars that must not touch


def regions_scene(
    puzzle: Regions, answer: Iterable[Square] | None = None, lines: bool = False
) -> Scene:
    """Return the regions, with the pieces of an answer or the given ones.

    `lines` has no effect, because no piece of an answer attacks another.
    """
    name = puzzle.board.name
    squares = [puzzle.board.square(at) for at in (puzzle.given if answer is None else answer)]
    stars = "one piece" if puzzle.stars == 1 else f"{puzzle.stars} pieces"
    size = len(puzzle.rows)
    pieces = f"Pieces: {', '.join(map(name, sorted(squares)))}." if squares else ""
    rows = " ".join(puzzle.rows)
    return Scene(
        puzzle.board,
        f"A region puzzle of {size}x{size}, {stars} in every row, column and region",
        f"Regions by row from the top: {rows}. {pieces}".strip(),
        stands=tuple(_stands(puzzle, squares)),
        marks=(
            *_stars(puzzle, squares),
            *(Mark("given", at, f"given: {name(at)}") for at in sorted(puzzle.given) if answer),
            *(Mark("empty", at, f"no piece on {name(at)}") for at in sorted(puzzle.blocked)),
        ),
        regions=puzzle.regions,
    )


def step_scene(step: Step) -> Scene:
    """Return a step of a solution: the squares of its reason, empty squares and new pieces."""
    scene = regions_scene(step.puzzle)
    name = step.puzzle.board.name
    marks = (
        *(Mark("because", at, f"look at {name(at)}") for at in step.because),
        *scene.marks,
        *(Mark("ruled", at, f"{name(at)} is empty") for at in step.empty),
        *_stars(step.puzzle, step.pieces),
        *(Mark("found", at, f"a piece on {name(at)}") for at in step.pieces),
    )
    return Scene(
        scene.board,
        f"A step by the rule {step.rule}",
        f"{scene.description} {step.words}",
        stands=(*scene.stands, *_stands(step.puzzle, step.pieces)),
        marks=marks,
        regions=scene.regions,
    )


def _stars(puzzle: Regions, squares: Iterable[Square]) -> Iterator[Mark]:
    if puzzle.piece.betza == KING:
        for square in sorted(squares):
            yield Mark("star", square, f"piece on {puzzle.board.name(square)}")


def _stands(puzzle: Regions, squares: Iterable[Square]) -> Iterator[Stand]:
    piece = puzzle.piece
    if piece.betza != KING:
        for square in sorted(squares):
            words = f"{piece_name(piece)} on {puzzle.board.name(square)}"
            yield Stand(sign(piece), square, words)


def region_tints(regions: Mapping[str, Sequence[Square]], board: Board) -> Iterator[str]:
    """Yield the squares with thin lines between them, and a tint for each region.

    Regions that share an edge or a corner get different tints if the palette has enough.
    """
    width, height = board.columns * UNIT, board.rows * UNIT
    if sum(map(len, regions.values())) < board.rows * board.columns:
        yield f'<rect class="light" width="{width}" height="{height}"/>'
    tint_of = tints(regions)
    for name, squares in regions.items():
        blocks = "".join(f"M{c * UNIT} {r * UNIT}h{UNIT}v{UNIT}h-{UNIT}z" for r, c in squares)
        yield (
            f'<path class="tint{tint_of[name]}" d="{blocks}"><title>region {escape(name)}</title>'
            "</path>"
        )
    ranks = "".join(f"M0 {row * UNIT}h{width}" for row in range(1, board.rows))
    files = "".join(f"M{column * UNIT} 0v{height}" for column in range(1, board.columns))
    yield f'<path class="frame" d="{ranks}{files}" stroke-width="{THIN}"/>'


def region_borders(regions: Mapping[str, Sequence[Square]]) -> Iterator[str]:
    """Yield a thick border around each region, and its name in its first square."""
    if not regions:
        return
    yield (
        f'<path class="border" d="{_borders(regions)}" stroke-width="{THICK}" '
        'stroke-linecap="square"/>'
    )
    yield '<g class="region" font-size="4" aria-hidden="true">'
    for name, squares in regions.items():
        row, column = squares[0]
        yield f'<text x="{column * UNIT + 1.6}" y="{row * UNIT + 4.6}">{escape(name)}</text>'
    yield "</g>"


def tints(regions: Mapping[str, Sequence[Square]]) -> dict[str, int]:
    """Return a tint number for each region; all tints are used about equally often.

    >>> tints({"A": [(0, 0)], "B": [(0, 1)], "C": [(0, 2)]})
    {'B': 0, 'A': 1, 'C': 2}
    """
    touching = _touching(regions)
    found: dict[str, int] = {}
    used = [0] * len(TINTS)
    for name in sorted(regions, key=lambda name: -len(touching[name])):
        taken = {found.get(other) for other in touching[name]}
        free = [tint for tint in range(len(TINTS)) if tint not in taken] or range(len(TINTS))
        found[name] = min(free, key=lambda tint: used[tint])
        used[found[name]] += 1
    return found


def _touching(regions: Mapping[str, Sequence[Square]]) -> dict[str, set[str]]:
    """Return the neighbours of each region: regions that share an edge or corner with it."""
    name_of = {square: name for name, squares in regions.items() for square in squares}
    touching: dict[str, set[str]] = {name: set() for name in regions}
    for (row, column), name in name_of.items():
        for step in ((0, 1), (1, -1), (1, 0), (1, 1)):
            other = name_of.get((row + step[0], column + step[1]), name)
            if other != name:
                touching[name].add(other)
                touching[other].add(name)
    return touching


def _borders(regions: Mapping[str, Sequence[Square]]) -> str:
    """Return the SVG path of all region borders, with each edge once."""
    name_of = {square: name for name, squares in regions.items() for square in squares}
    parts = []
    for (row, column), name in name_of.items():
        x, y = column * UNIT, row * UNIT
        if name_of.get((row, column - 1)) != name:
            parts.append(f"M{x} {y}v{UNIT}")
        if name_of.get((row - 1, column)) != name:
            parts.append(f"M{x} {y}h{UNIT}")
        if (row, column + 1) not in name_of:
            parts.append(f"M{x + UNIT} {y}v{UNIT}")
        if (row + 1, column) not in name_of:
            parts.append(f"M{x} {y + UNIT}h{UNIT}")
    return "".join(parts)
