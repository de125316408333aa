"""The eight ways to turn and mirror a board, and the shifts around wrapped edges."""

from collections.abc import Callable, Iterable, Iterator
from itertools import product, starmap

from rookery.boards.board import Board

PlacedPiece = tuple[int, int, int]
Place = Callable[[int, int], tuple[int, int]]


def images(rows: int, columns: int) -> list[tuple[int, int, Place]]:
    """Return for each symmetry the new sides, and where a square comes to stand."""

    def image(turned: bool, upside_down: bool, mirrored: bool) -> tuple[int, int, Place]:
        height, width = (columns, rows) if turned else (rows, columns)

        def place(row: int, column: int) -> tuple[int, int]:
            row, column = (column, row) if turned else (row, column)
            row = height - 1 - row if upside_down else row
            return row, width - 1 - column if mirrored else column

        return height, width, place

    return list(starmap(image, product((False, True), repeat=3)))


def moves(board: Board) -> Iterator[Place]:
    """Yield where a square comes to stand by each symmetry of a board without walls."""
    rows, columns, wrap = board.rows, board.columns, board.wrap
    is_square = rows == columns and wrap != "cylinder"
    turns = [place for _, _, place in images(rows, columns)[: 8 if is_square else 4]]
    shifts = product(range(rows if wrap == "torus" else 1), range(columns if wrap else 1))
    for (down, right), turn in product(shifts, turns):

        def move(row, column, down=down, right=right, turn=turn):
            row, column = turn(row, column)
            return (row + down) % rows, (column + right) % columns

        yield move


def moved(move: Place, placement: Iterable[PlacedPiece]) -> tuple[PlacedPiece, ...]:
    """Return a placement of (kind, row, column) after a move, in order."""
    return tuple(sorted((kind, *move(row, column)) for kind, row, column in placement))


def firsts(
    group: Iterable[Place], placements: Iterable[tuple[PlacedPiece, ...]]
) -> list[tuple[PlacedPiece, ...]]:
    """Return the first of each class of placements that are images of each other."""
    group, left, found = list(group), dict.fromkeys(placements), []
    while left:
        found.append(next(iter(left)))
        for image in {moved(move, found[-1]) for move in group}:
            del left[image]
    return found


MIRROR = 1  # the index of the mirror that changes left and right only
