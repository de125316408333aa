"""The shortest tour: the fewest moves of one piece that visit every target, then the goal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, ClassVar

from rookery.boards.board import NEIGHBOURS, Board, Square, expect_open
from rookery.boards.notebook import Drawable
from rookery.boards.pieces import Piece
from rookery.errors import PuzzleError, did_you_mean, shown
from rookery.numbers import plain
from rookery.tour.rules import Ground, move_fault, passed_over
from rookery.tour.validation import (
    Target,
    drawn,
    refuse_motions,
    target_name,
    target_of,
    targets_of,
)

__all__ = ["ALL", "BESIDE", "ON", "OVER", "VISITS", "Target", "Tour"]

BESIDE = "beside"
ON = "on"
OVER = "over"
VISITS = (BESIDE, ON, OVER)
ALL = "all"
"""In place of targets: every free square."""


@dataclass(frozen=True, init=False)
class Tour(Drawable):
    """Move a piece from `start` so that it visits every target and ends visiting the goal.

    A square is visited by ending a move there or by starting there; a move passes over
    squares without visiting them, unless `visit` says otherwise. Targets may be visited in any
    order and more than once, and the piece may stand on a square again, unless `once` forbids
    it. Of the tours with the fewest moves the wanted one is first in lexicographic order, squares
    compared by file, then by rank.

    Parameters
    ----------
    board
        Its walls can be neither entered nor passed nor hopped over.
    start
        Where the piece stands first, by name or (row, column). None when it may start anywhere,
        which only an open tour with `once` may.
    targets
        What it must visit, at least one. Each is a square, visited as `visit` says, or a
        collection of squares, of which any is visited. ``"all"`` is every square without a wall
        or a pawn; then nothing can stand beside it.
    goal
        What it must visit from the last square, given as a target is: to end on one of
        several squares, their collection. None when it may end anywhere.
    mover
        The piece, as `Piece` or Betza notation or name. Motions that only capture are not used.
    visit
        ``"beside"``: pieces stand on the targets that are squares, and on such a goal. They
        block as walls do, hoppers hop over them, and they are visited from any of the up to
        eight neighbouring squares. ``"on"``: these are free squares, visited by standing there.
    pawns
        Squares where further pieces stand, which block and are hopped over.
    closed
        Whether the tour ends where it began; then there is no other goal.

    Attributes
    ----------
    obstacles : frozenset of squares
        Where pieces stand that block the mover: pawns, and for ``visit="beside"`` the targets
        and the goal that are squares.

    Raises
    ------
    PuzzleError
        When a square is off the board or on a wall, there is no target or an empty one, two
        pieces share a square, the mover cannot move, `visit` is unknown, or a closed tour has
        a goal.
    NotationError
        When the mover is no piece; the text gives the letter's position.

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

    A knight visits the corners, or in place of d4 one of the squares beside it, and returns:

    >>> targets = ["a4", "d1", ["c4", "d3"]]
    >>> knight = Tour(Board(4), "a1", targets, mover="N", visit="on", closed=True)
    >>> knight.check(["a1", "c2", "a3", "b1", "d2"])[-1]
    'the last square d2 is not the goal a1'
    """

    family: ClassVar[str] = "tour"

    board: Board
    start: Square | None
    targets: tuple[Target, ...]
    goal: Target | None
    mover: Piece
    visit: str
    pawns: frozenset[Square]
    once: bool

    def __init__(  # noqa: PLR0913 - the parts of a puzzle
        self,
        board: Board,
        start: Square | str | None,
        targets: Iterable[Square | str | Collection[Square | str]],
        goal: Square | str | Collection[Square | str] | None = None,
        mover: Piece | str = "Q",
        visit: str = BESIDE,
        *,
        pawns: Iterable[Square | str] = (),
        closed: bool = False,
        once: bool = False,
    ) -> None:
        if visit not in VISITS:
            raise PuzzleError(
                expected="a visit", found=f"{shown(visit)}{did_you_mean(visit, VISITS)}"
            )
        put = object.__setattr__
        on = visit != BESIDE
        expect_open(board, "a tour")
        put(self, "board", board)
        put(self, "start", None if start is None else board.square(start))
        put(self, "pawns", board.square_set(pawns))
        put(self, "once", bool(once))
        if targets == ALL:
            if not on:
                raise PuzzleError(
                    expected="visit='on' or 'over' for all squares", found=shown(visit)
                )
            targets = self.free_squares()
        put(self, "targets", targets_of(board, targets, on))
        if self.start is None and (closed or not once):
            raise PuzzleError(
                expected="a start of a tour that is closed or may stand on a square twice",
                found="none",
            )
        if closed:
            if goal is not None:
                raise PuzzleError(expected="no goal of a closed tour", found=shown(goal))
            goal = None if self.start is None else frozenset([self.start])
        put(self, "goal", None if goal is None else target_of(board, goal, on))
        put(self, "mover", mover if isinstance(mover, Piece) else Piece(mover))
        put(self, "visit", visit)
        refuse_motions(self.mover, visit == OVER)
        self._refuse_squares()

    @classmethod
    def hamiltonian(
        cls,
        board: Board,
        mover: Piece | str,
        start: Square | str | None = None,
        closed: bool = False,
        *,
        goal: Square | str | Collection[Square | str] | None = None,
        pawns: Iterable[Square | str] = (),
    ) -> Tour:
        """Return the tour of a whole board: the piece stands on every free square exactly once.

        Parameters
        ----------
        board, mover, goal, pawns
            As for `Tour`.
        start
            None when it may start anywhere. Of a closed tour the first square in order is taken
            then, which every closed tour has.
        closed
            Whether one more move leads back to the start.

        Examples
        --------
        >>> tour = Tour.hamiltonian(Board(3, 4), "knight")
        >>> path = ["a1", "c2", "a3", "b1", "d2", "b3", "c1", "a2", "c3", "d1", "b2", "d3"]
        >>> tour.check(path), tour.check(path[:-1])
        ([], ['target d3 is not visited'])
        """
        if closed and start is None:
            taken = board.square_set(pawns)
            free = (square for square in board.squares() if square not in taken)
            start = min(free, key=lambda square: (square[1], -square[0]), default=None)
        return cls(board, start, ALL, goal, mover, ON, pawns=pawns, closed=closed, once=True)

    @classmethod
    def parse(
        cls,
        rows: str | Iterable[str],
        mover: Piece | str | None = None,
        visit: str | None = None,
    ) -> Tour:
        """Return the puzzle drawn by rows of letters, the top row first, or by its text.

        ``Q`` is the start, whatever the mover, ``N`` a target, ``B`` the goal (there may be
        none), ``P`` a pawn, ``#`` a wall and ``.`` empty. A text may have settings behind its
        rows, as `str` of a tour writes them (see `rookery.tour.text`); `mover` and `visit`,
        when given, take their place.

        Parameters
        ----------
        rows
            Of the board, without settings; or a text, read by what stands between blanks.
        mover, visit
            As for `Tour`.

        Raises
        ------
        PuzzleError
            When rows differ in length, hold another letter or are none, when there is not one
            start or more than one goal, and as for `Tour`.
        InputError
            The same of a text, with its place.
        """
        chosen: dict[str, Any] = {} if mover is None else {"mover": mover}
        if visit is not None:
            chosen["visit"] = visit
        if isinstance(rows, str):
            from rookery.tour.text import parse

            return parse(rows, **chosen)
        found = drawn(list(rows))
        return cls(found.board, found.start, found.targets, found.goal, pawns=found.pawns, **chosen)

    def __str__(self) -> str:
        from rookery.tour.text import write

        return write(self)

    @property
    def closed(self) -> bool:
        """Whether the tour ends where it began."""
        return self.start is not None and self.goal in (self.start, {self.start})

    @property
    def covers_all(self) -> bool:
        """Whether every free square is the start or a target of its own."""
        return set(self.free_squares()) <= {self.start, *self.targets}

    def free_squares(self) -> list[Square]:
        """Return the squares without a wall or a pawn."""
        return [square for square in self.board.squares() if square not in self.pawns]

    @property
    def obstacles(self) -> frozenset[Square]:
        """Where pieces stand that block the mover."""
        if self.visit != BESIDE:
            return self.pawns
        return self.pawns.union(t for t in (*self.targets, self.goal) if isinstance(t, tuple))

    @property
    def exact_bytes(self) -> int:
        """What the exact layers need of memory at least, in bytes.

        Examples
        --------
        >>> knights = [(row, column) for row in range(8) for column in (2, 4, 6)][:20]
        >>> Tour(Board(8), "a1", knights, visit="on").exact_bytes
        67108864
        """
        from rookery.tour.memory import needed
        from rookery.tour.plan import Plan

        plan = Plan.of(self).essential()
        return needed(len(plan.moves.reached), len(plan.targets))

    def value(self, answer: Sequence[Square]) -> int:
        """Return the number of moves of an answer."""
        return len(answer) - 1

    def check(self, answer: Any) -> list[str]:
        """Return what is wrong with a tour, in words; nothing when it is legal and complete.

        Every move is walked square by square. Whether the tour is the shortest, or the first
        of the shortest, is not looked at.
        """
        try:
            squares = [self.board.square(square) for square in plain(answer)]
        except (PuzzleError, TypeError) as error:
            return [str(error) if isinstance(error, PuzzleError) else _no_squares(answer)]
        if not squares:
            return ["expected at least the start square, got none"]
        faults = [*self.move_faults(squares), *self._standing_faults(squares)]
        faults += [
            f"target {target_name(self.board, target)} is not visited"
            for target in self.missed(squares)
        ]
        return [*faults, *self._goal_faults(squares[-1])]

    def move_faults(self, squares: Sequence[Square]) -> list[str]:
        """Return in words what is wrong with the first of some squares, and the moves on them."""
        name = self.board.name
        faults = []
        if squares and self.start is not None and squares[0] != self.start:
            faults.append(f"expected the start {name(self.start)} first, got {name(squares[0])}")
        return faults + self._illegal_moves(squares)

    def missed(self, squares: Sequence[Square]) -> list[Target]:
        """Return the targets that the moves along squares stood on do not visit."""
        stood = set(squares)
        if self.visit == OVER:
            ground = Ground(self.board, self.board.walls, self.obstacles)
            for start, end in pairwise(squares):
                stood.update(passed_over(self.mover.motions, ground, start, end))
        visited = self._visited(stood)
        return [
            target
            for target in self.targets
            if (target not in visited if isinstance(target, tuple) else stood.isdisjoint(target))
        ]

    def _standing_faults(self, squares: Sequence[Square]) -> Iterator[str]:
        """Yield the squares stood on twice where that is forbidden, and pieces stood on."""
        if squares and squares[0] in {*self.board.walls, *self.obstacles}:
            yield f"the start {self.board.name(squares[0])} is not free"
        if self.once:
            counted = squares[:-1] if self.closed and len(squares) > 1 else squares
            for square, times in Counter(counted).items():
                if times > 1:
                    yield f"{self.board.name(square)} is stood on {times} times instead of once"

    def _goal_faults(self, last: Square) -> Iterator[str]:
        goal = self.goal
        if goal is None:
            return
        if isinstance(goal, tuple):
            reached, where = goal in self._visited([last]), "beside " * (self.visit == BESIDE)
        else:
            reached, where = last in goal, "in " * (len(goal) > 1)
        if not reached:
            name = target_name(self.board, goal)
            yield f"the last square {self.board.name(last)} is not {where}the goal {name}"

    def _visited(self, squares: Iterable[Square]) -> set[Square]:
        """Return all squares that, as targets, are visited from these squares."""
        if self.visit != BESIDE:
            return set(squares)
        return {
            (row + down, column + right) for row, column in squares for down, right in NEIGHBOURS
        }

    def _illegal_moves(self, squares: Sequence[Square]) -> list[str]:
        ways = [way for way in self.mover.ways if way.moves]
        ground = Ground(self.board, self.board.walls, self.obstacles)
        name = self.board.name
        faults = []
        for number, (start, end) in enumerate(pairwise(squares), 1):
            fault = move_fault(ways, ground, start, end)
            if fault is not None:
                what = fault.format(mover=self.mover)
                faults.append(f"move {number}, {name(start)} to {name(end)}, {what}")
        return faults

    def _refuse_squares(self) -> None:
        if not self.targets:
            raise PuzzleError(expected="at least one target", found="none")
        placed = [("pawn", pawn) for pawn in self.pawns]
        placed += [] if self.start is None else [("start", self.start)]
        spread: list[tuple[str, Square]] = []
        ends = [] if self.goal is None else [("goal", self.goal)]
        for role, target in (*(("target", target) for target in self.targets), *ends):
            if isinstance(target, frozenset):
                spread += ((role, square) for square in target)
            else:
                (placed if self.visit == BESIDE else spread).append((role, target))
        self._refuse_walls([*placed, *spread])
        taken = {square for _, square in placed}
        if len(taken) < len(placed):
            squares = [square for _, square in placed]
            self._refuse_two(next(square for square in squares if squares.count(square) > 1))
        for role, square in spread:
            if square in taken and square != self.start:
                where = self.board.name(square)
                raise PuzzleError(
                    expected=f"the {role} on a free square", found=f"a piece at {where}"
                )

    def _refuse_walls(self, placed: list[tuple[str, Square]]) -> None:
        walls = self.board.walls
        for role, square in placed:
            if square in walls:
                where = self.board.name(square)
                raise PuzzleError(
                    expected=f"the {role} on a free square", found=f"a wall at {where}"
                )

    def _refuse_two(self, square: Square) -> None:
        raise PuzzleError(
            expected="one piece on a square", found=f"two at {self.board.name(square)}"
        )


def _no_squares(answer: object) -> str:
    return f"expected squares (row, column), got {shown(answer)}"
