"""Scenes of region puzzles, their answers and the steps of a solution."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from rookery.boards.board import Square
from rookery.view.glyphs import piece_name, sign
from rookery.view.scene import Mark, Scene, Stand

if TYPE_CHECKING:
    from rookery.regions.puzzle import Regions
    from rookery.regions.reasoning.explaining import Step

KING = "K"  # drawn as a star: its puzzles speak of pieces that do not touch, not of kings


def regions_scene(
    puzzle: Regions, answer: Iterable[Square] | None = None, lines: bool = False
) -> Scene:
    """Return the regions, with the pieces of an answer or the given ones.

    `lines` has no effect, as no piece of an answer attacks another.
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
    """Return a step of a solution: its reason's squares, its empty squares and its new pieces."""
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
