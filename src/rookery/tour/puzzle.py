"""The shortest tour: the fewest moves of one piece that visit every target, then the goal."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, ClassVar

from rookery.betza import ENDLESS, Motion
from rookery.board import NEIGHBOURS, Board, Square
from rookery.errors import PuzzleError, did_you_mean, shown
from rookery.pieces import Piece

BESIDE = "beside"
ON = "on"
VISITS = (BESIDE, ON)

START, TARGET, GOAL, PAWN, EMPTY = "QNBP."


@dataclass(frozen=True, init=False)
class Tour:
    """Move a piece from `start` so that it visits every target and ends visiting the goal.

    A square is visited by ending a move there or by starting there; a move passes over
    squares without visiting them. Targets may be visited in any order and more than once, and
    the piece may stand on a square again. Of the tours with the fewest moves the wanted one
    is first in lexicographic order, squares compared by file, then by rank.

    Parameters
    ----------
    board
        Its walls can be neither entered nor passed.
    start
        Where the piece stands first, by name or (row, column).
    targets
        What it must visit, at least one square.
    goal
        What it must visit from the last square; None when it may end anywhere.
    mover
        The piece, as `Piece` or Betza notation or name. Motions that only capture are not
        used; one that needs a hurdle is refused.
    visit
        ``"beside"``: pieces stand on the targets and on the goal. They block as walls do and
        are visited from any of the up to eight neighbouring squares. ``"on"``: targets and
        goal are free squares, and are visited by standing on them.

    Attributes
    ----------
    obstacles : frozenset of squares
        Where the pieces stand that block the mover; empty for ``visit="on"``.

    Raises
    ------
    PuzzleError
        When a square is off the board or on a wall, there is no target, two pieces share a
        square, the mover cannot move or moves by hopping, or `visit` is unknown.

    Notes
    -----
    An answer is a tuple of squares (row, column), from 0 at the top left; the first is the
    start. Its value is the number of moves, one less than its squares.

    Examples
    --------
    >>> tour = Tour.parse(["Q....", ".....", "N...B"])
    >>> tour.check([(0, 0), (1, 1), (1, 3)]), tour.value([(0, 0), (1, 1), (1, 3)])
    ([], 2)
    >>> tour.check([(0, 0), (0, 4)])[0]
    'target a1 is not visited'
    """

    family: ClassVar[str] = "tour"

    board: Board
    start: Square
    targets: tuple[Square, ...]
    goal: Square | None
    mover: Piece
    visit: str

    def __init__(
        self,
        board: Board,
        start: Square | str,
        targets: Iterable[Square | str],
        goal: Square | str | None = None,
        mover: Piece | str = "Q",
        visit: str = BESIDE,
    ) -> None:
        if visit not in VISITS:
            raise PuzzleError(f"expected a visit, got {shown(visit)}{did_you_mean(visit, VISITS)}")
        put = object.__setattr__
        put(self, "board", board)
        put(self, "start", board.square(start))
        put(self, "targets", tuple(sorted(board.square_set(targets))))
        put(self, "goal", None if goal is None else board.square(goal))
        put(self, "mover", mover if isinstance(mover, Piece) else Piece(mover))
        put(self, "visit", visit)
        _refuse_motions(self.mover)
        self._refuse_squares()

    @classmethod
    def parse(
        cls, rows: str | Iterable[str], mover: Piece | str = "Q", visit: str = BESIDE
    ) -> Tour:
        """Return the puzzle drawn by rows of letters, the top row first.

        ``Q`` is the start, whatever the mover, ``N`` a target, ``B`` the goal (there may be
        none), ``P`` a wall and ``.`` empty.

        Raises
        ------
        PuzzleError
            When rows differ in length, hold another letter or are none, when there is not one
            start or more than one goal, and as for `Tour`.
        """
        lines = rows.split() if isinstance(rows, str) else list(rows)
        found: dict[str, list[Square]] = {START: [], TARGET: [], GOAL: [], PAWN: []}
        for row, line in enumerate(lines):
            if len(line) != len(lines[0]):
                raise PuzzleError(
                    f"expected {len(lines[0])} squares in row {row + 1}, got {shown(line)}"
                )
            for column, letter in enumerate(line):
                if letter in found:
                    found[letter].append((row, column))
                elif letter != EMPTY:
                    raise PuzzleError(
                        f"expected one of {', '.join(map(repr, (EMPTY, *found)))} in "
                        f"row {row + 1}, column {column + 1}, got {letter!r}"
                    )
        starts, goals = found[START], found[GOAL]
        if len(starts) != 1:
            raise PuzzleError(f"expected one start {START!r}, got {len(starts)}")
        if len(goals) > 1:
            raise PuzzleError(f"expected at most one goal {GOAL!r}, got {len(goals)}")
        board = Board(len(lines), len(lines[0]), found[PAWN])
        return cls(board, starts[0], found[TARGET], goals[0] if goals else None, mover, visit)

    def __str__(self) -> str:
        letters = dict.fromkeys(self.board.walls, PAWN)
        letters |= dict.fromkeys(self.targets, TARGET)
        if self.goal is not None:
            letters[self.goal] = GOAL
        letters[self.start] = START
        return "\n".join(
            "".join(letters.get((r, c), EMPTY) for c in range(self.board.columns))
            for r in range(self.board.rows)
        )

    @property
    def obstacles(self) -> frozenset[Square]:
        """Where pieces stand that block the mover."""
        if self.visit == ON:
            return frozenset()
        return frozenset(self.targets if self.goal is None else (*self.targets, self.goal))

    def value(self, answer: Sequence[Square]) -> int:
        """Return the number of moves of an answer."""
        return len(answer) - 1

    def check(self, answer: Any) -> list[str]:
        """Return what is wrong with a tour, in words; nothing when it is legal and complete.

        Every move is walked square by square. Whether the tour is the shortest, or the first
        of the shortest, is not looked at.
        """
        try:
            squares = [self.board.square(square) for square in answer]
        except (PuzzleError, TypeError) as error:
            return [str(error) if isinstance(error, PuzzleError) else _no_squares(answer)]
        if not squares:
            return ["expected at least the start square, got none"]
        name = self.board.name
        faults = []
        if squares[0] != self.start:
            faults.append(f"expected the start {name(self.start)} first, got {name(squares[0])}")
        faults += self._illegal_moves(squares)
        visited = self._visited(squares)
        faults += [
            f"target {name(target)} is not visited"
            for target in self.targets
            if target not in visited
        ]
        if self.goal is not None and self.goal not in self._visited(squares[-1:]):
            where = f"{self.visit} " if self.visit == BESIDE else ""
            faults.append(
                f"the last square {name(squares[-1])} is not {where}the goal {name(self.goal)}"
            )
        return faults

    def _visited(self, squares: Iterable[Square]) -> set[Square]:
        """Return all that is visited from these squares."""
        if self.visit == ON:
            return set(squares)
        return {
            (row + down, column + right) for row, column in squares for down, right in NEIGHBOURS
        }

    def _illegal_moves(self, squares: list[Square]) -> list[str]:
        motions = [motion for motion in self.mover.motions if motion.moves]
        blocked = self.board.walls | self.obstacles
        name = self.board.name
        faults = []
        for number, (start, end) in enumerate(pairwise(squares), 1):
            ways = [way for m in motions if (way := _way(m, start, end)) is not None]
            move = f"move {number}, {name(start)} to {name(end)},"
            if not ways:
                faults.append(f"{move} is no move of {self.mover}")
            elif not any(blocked.isdisjoint(way) for way in ways):
                stop = next(square for square in ways[0] if square in blocked)
                faults.append(f"{move} is blocked at {name(stop)}")
        return faults

    def _refuse_squares(self) -> None:
        name = self.board.name
        if not self.targets:
            raise PuzzleError("expected at least one target, got none")
        ends = [] if self.goal is None else [("goal", self.goal)]
        pieces = [("start", self.start), *(("target", t) for t in self.targets), *ends]
        for role, square in pieces:
            if square in self.board.walls:
                raise PuzzleError(
                    f"expected the {role} on a free square, got a wall at {name(square)}"
                )
        if self.visit == BESIDE and len({square for _, square in pieces}) < len(pieces):
            where = [square for _, square in pieces]
            twice = next(square for square in where if where.count(square) > 1)
            raise PuzzleError(f"expected one piece on a square, got two at {name(twice)}")


def _refuse_motions(mover: Piece) -> None:
    motions = [motion for motion in mover.motions if motion.moves]
    if not motions:
        raise PuzzleError(f"expected a mover that moves without capturing, got {shown(str(mover))}")
    if any(motion.hop for motion in motions):
        raise PuzzleError(f"movers that hop are not supported, got {shown(str(mover))}")


def _no_squares(answer: object) -> str:
    return f"expected squares (row, column), got {shown(answer)}"


def _way(motion: Motion, start: Square, end: Square) -> list[Square] | None:
    """Return the squares that must be free for a motion to the end, None if it leads elsewhere."""
    (row, column), (down, right) = start, motion.step
    taken = (end[0] - row) // down if down else (end[1] - column) // right
    if taken < 1 or (row + taken * down, column + taken * right) != end:
        return None
    if motion.reach != ENDLESS and taken > motion.reach:
        return None
    way = []
    for _ in range(taken):
        way += [(row + aside[0], column + aside[1]) for aside in motion.path]
        row, column = row + down, column + right
        way.append((row, column))
    return way
