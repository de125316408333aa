"""Counts of the attackers of every square, for whole positions at once.

The counts agree with `Piece.attacks` but are fast on boards of any size. Squares are numbered row
by row, so a line is a range of numbers, and slices handle all its squares at once.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from functools import lru_cache
from math import gcd

from rookery.boards.board import Board, Square, Step
from rookery.boards.motions import Motion, Route
from rookery.boards.pieces import Piece

OBSTACLE = 1


def attackers(
    board: Board, placed: Iterable[tuple[Square, Piece]], occupied: Collection[Square]
) -> list[int]:
    """Count the attackers of each square, row by row; `occupied` is a set for speed.

    >>> attackers(Board(2, 3), [((0, 0), Piece("rook")), ((1, 1), Piece("ferz"))], {(0, 0), (1, 1)})
    [1, 1, 2, 1, 0, 0]
    """
    occupation = Occupation(board, occupied)
    counts = [0] * (board.rows * board.columns)
    leapers: dict[Piece, list[Square]] = {}
    for square, piece in placed:
        if not board.wrap and _leaps_freely(piece):
            leapers.setdefault(piece, []).append(square)
            continue
        parts = occupation.attacked(square, piece)
        if board.wrap or not _is_disjoint(piece):
            for number in set().union(*parts):
                counts[number] += 1
            continue
        for part in parts:
            places = sliced(part)
            counts[places] = [count + 1 for count in counts[places]]
    columns = board.columns
    for piece, squares in leapers.items():
        for motion in piece.motions:
            if motion.captures:
                down, right = motion.step
                by = down * columns + right
                top, bottom = max(0, -down), board.rows - max(0, down)
                left, far = max(0, -right), columns - max(0, right)
                for row, column in squares:
                    if top <= row < bottom and left <= column < far:
                        counts[row * columns + column + by] += 1
    for row, column in board.walls:
        counts[row * board.columns + column] = 0
    return counts


class Occupation:
    """The occupied squares of a board, by number."""

    def __init__(self, board: Board, occupied: Collection[Square]) -> None:
        self._board = board
        self._occupied = occupied
        self._obstacles = bytearray(board.rows * board.columns)
        for row, column in (*board.walls, *occupied):
            self._obstacles[row * board.columns + column] = OBSTACLE

    def attacked(self, square: Square, piece: Piece) -> list[range]:
        """Return the attacked squares as ranges, which overlap if moves reach the same square."""
        board, found = self._board, list[range]()
        for way in piece.ways:
            if not way.captures:
                continue
            if isinstance(way, Route) or way.path or way.around:
                ends = way.squares(board, square, self._occupied)
                numbers = (row * board.columns + column for row, column in ends)
                found += [range(number, number + 1) for number in numbers]
            elif way.reach == 1 and not way.hop:
                end = board.around(square[0] + way.step[0], square[1] + way.step[1])
                if end is not None and end != square and end not in board.walls:
                    number = end[0] * board.columns + end[1]
                    found.append(range(number, number + 1))
            else:
                waits = bool(way.hop)  # for the hurdle
                for part, stopped in self._parts(square, way):
                    if waits:
                        waits = not stopped
                        continue
                    found.append(part[:1] if way.hop == "g" else part)
                    if stopped or way.hop == "g":
                        break
        return found

    def _parts(self, square: Square, motion: Motion) -> Iterator[tuple[range, bool]]:
        """Yield the parts of a line up to a wall, and whether each ends with a piece."""
        steps = motion.reach or len(self._obstacles)
        for line in self._line(square, motion.step):
            part = line[:steps]
            steps -= len(part)
            while part:
                place = self._obstacles[sliced(part)].find(OBSTACLE)
                if place < 0:
                    yield part, False
                    break
                if divmod(part[place], self._board.columns) in self._board.walls:
                    if place:
                        yield part[:place], False
                    return
                yield part[: place + 1], True
                part = part[place + 1 :]

    def _line(self, start: Square, step: Step) -> Iterator[range]:
        """Yield the squares after a square along a step, as one range between wrapped edges."""
        board, (down, right) = self._board, step
        far = down * board.columns + right
        own = start[0] * board.columns + start[1]
        square: Square | None = start
        passed = 1  # the start itself
        while square is not None:
            row, column = square
            begin = row * board.columns + column
            steps = min(_room(row, down, board.rows), _room(column, right, board.columns))
            part = (
                range(begin, begin + (steps + 1) * far, far) if steps else range(begin, begin + 1)
            )
            part = part[passed:]
            if own in part:
                yield part[: part.index(own)]
                return
            yield part
            square = board.around(row + (steps + 1) * down, column + (steps + 1) * right)
            passed = 0


def _room(at: int, by: int, size: int) -> int:
    """Return the number of steps along a side that stay on the board."""
    if not by:
        return size
    return (size - 1 - at) // by if by > 0 else at // -by


def sliced(part: range) -> slice:
    """Return the slice equal to a range."""
    return slice(part.start, part.stop if part.stop >= 0 else None, part.step)


@lru_cache(maxsize=256)
def _is_disjoint(piece: Piece) -> bool:
    """Return whether no two moves of a piece attack the same square without wrapped edges."""
    steps = [motion.step for motion in piece.motions if motion.captures]
    directions = {(down // gcd(down, right), right // gcd(down, right)) for down, right in steps}
    return len(directions) == len(steps) and not piece.routes


@lru_cache(maxsize=256)
def _leaps_freely(piece: Piece) -> bool:
    """Return whether a piece captures only by single steps that no piece can block."""
    captures = [way for way in piece.ways if way.captures]
    return _is_disjoint(piece) and all(
        isinstance(way, Motion) and way.reach == 1 and not (way.hop or way.path or way.around)
        for way in captures
    )
