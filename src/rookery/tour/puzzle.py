"""The shortest tour: the fewest moves of one piece that visit every target, then the goal."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, ClassVar, SupportsIndex, Unpack

from rookery.boards.asked import board_of, refuse_size
from rookery.boards.board import Board, Square, Step
from rookery.boards.notebook import Credited, Credits
from rookery.boards.pieces import Piece
from rookery.errors import PuzzleError, shown, unknown_name
from rookery.tour import checking
from rookery.tour.validation import (
    ALL,
    BESIDE,
    ON,
    OVER,
    VISITS,
    Target,
    drawn,
    refuse_motions,
    refuse_squares,
    refuse_turn,
    target_of,
    targets_of,
)

__all__ = ["ALL", "BESIDE", "ON", "OVER", "VISITS", "Target", "Tour"]


@dataclass(frozen=True, init=False)
class Tour(Credited):
    """Move a piece from `start` so that it visits every target and ends visiting the goal.

    A square is visited by ending a move there or by starting there; a move passes over
    squares without visiting them, unless `visit` says otherwise. Targets may be visited in any
    order and more than once, and the piece may stand on a square again, unless `once` forbids
    it. Of the tours with the fewest moves the wanted one is first in lexicographic order, squares
    compared by file, then by rank.

    Parameters
    ----------
    board
        Its walls can be neither entered nor passed nor hopped over. Where its edges are joined, the
        piece goes on around them, but no line over its own start again. An integer is the side of a
        square board.
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
        ``"over"``: they are visited by passing over them too; a move that can go several ways to
        its square, as around a torus, goes whichever serves the tour.
    pawns
        Squares where further pieces stand, which block and are hopped over.
    closed
        Whether the tour ends where it began; then there is no other goal.
    once
        Whether the piece stands on no square twice, but on the start of a closed tour.
    turn
        ``"half"`` or ``"quarter"``: a closed tour of a whole board that, drawn as lines, looks the
        same when the board is turned so far.
    **credits
        `title`, `author` and `source` of the puzzle, a line of text each; equality ignores them.

    Attributes
    ----------
    obstacles : frozenset of squares
        Where pieces stand that block the mover: pawns, and for ``visit="beside"`` the targets
        and the goal that are squares.

    Raises
    ------
    PuzzleError
        When a square is off the board or on a wall, there is no target or an empty one, two
        pieces share a square, the mover cannot move, `visit` is unknown, a closed tour has a
        goal, or a tour with a turn is not closed, not of a whole board or, for a quarter, not
        on a square one or on a cylinder.
    NotationError
        When the mover is no piece; the text gives the letter's position.
    LimitError
        When all squares are targets, and they do not fit in memory.

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
    turn: str | None

    def __init__(  # noqa: PLR0913 - the parts of a puzzle
        self,
        board: Board | SupportsIndex,
        start: Square | str | None,
        targets: Iterable[Square | str | Collection[Square | str]],
        goal: Square | str | Collection[Square | str] | None = None,
        mover: Piece | str = "Q",
        visit: str = BESIDE,
        *,
        pawns: Iterable[Square | str] = (),
        closed: bool = False,
        once: bool = False,
        turn: str | None = None,
        **credits: Unpack[Credits],
    ) -> None:
        self.credit(credits)
        if visit not in VISITS:
            raise unknown_name("a visit", visit, VISITS)
        put = object.__setattr__
        on = visit != BESIDE
        board = board_of(board)
        put(self, "board", board)
        put(self, "start", None if start is None else board.square(start))
        put(self, "pawns", board.square_set(pawns))
        put(self, "once", bool(once))
        if targets == ALL:
            if not on:
                raise PuzzleError(
                    expected="visit='on' or 'over' for all squares", found=shown(visit)
                )
            refuse_size("a tour of all", board.rows, board.columns)
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
        put(self, "turn", turn)
        refuse_motions(self.mover, visit == OVER)
        refuse_turn(self)
        refuse_squares(self)

    @classmethod
    def hamiltonian(  # noqa: PLR0913 - the parts of a puzzle
        cls,
        board: Board | SupportsIndex,
        mover: Piece | str,
        start: Square | str | None = None,
        closed: bool = False,
        *,
        goal: Square | str | Collection[Square | str] | None = None,
        pawns: Iterable[Square | str] = (),
        turn: str | None = None,
    ) -> Tour:
        """Return the tour of a whole board: the piece stands on every free square exactly once.

        Parameters
        ----------
        board, mover, goal, pawns, turn
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
        board = board_of(board)
        if closed and start is None:
            refuse_size("a tour of all", board.rows, board.columns)
            taken = board.square_set(pawns)
            free = (square for square in board.squares() if square not in taken)
            start = min(free, key=lambda square: (square[1], -square[0]), default=None)
        settings = {"pawns": pawns, "closed": closed, "once": True, "turn": turn}
        return cls(board, start, ALL, goal, mover, ON, **settings)  # type: ignore[arg-type]

    @classmethod
    def parse(
        cls,
        rows: str | Iterable[str],
        mover: Piece | str | None = None,
        visit: str | None = None,
        wrap: str | None = None,
    ) -> Tour:
        """Return the puzzle drawn by rows of letters, the top row first, or by its text.

        ``Q`` is the start, whatever the mover, ``N`` a target, ``B`` the goal (there may be
        none), ``P`` a pawn, ``#`` a wall and ``.`` empty. A text may have settings behind its
        rows, as `str` of a tour writes them (see `rookery.tour.text`); `mover`, `visit` and `wrap`,
        when given, take their place.

        Parameters
        ----------
        rows
            Of the board, without settings; or a text, read by what stands between blanks.
        mover, visit
            As for `Tour`.
        wrap
            As for `Board`.

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

            return parse(rows, **chosen, **({} if wrap is None else {"wrap": wrap}))
        found = drawn(list(rows))
        board = replace(found.board, wrap=wrap) if wrap else found.board
        return cls(board, found.start, found.targets, found.goal, pawns=found.pawns, **chosen)

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
        squares = {self.start, *self.targets}
        closed = len(self.board.walls | self.pawns)
        if self.board.rows * self.board.columns - closed > len(squares):
            return False
        return squares.issuperset(self.free_squares())

    @property
    def is_whole(self) -> bool:
        """Whether a tour, if it has so few moves, stands on every free square exactly once."""
        return self.visit == ON and self.covers_all

    def free_squares(self) -> list[Square]:
        """Return the squares without a wall or a pawn."""
        return [square for square in self.board.squares() if square not in self.pawns]

    @cached_property
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
        return checking.faults(self, answer)

    def move_faults(self, squares: Sequence[Square]) -> list[str]:
        """Return in words what is wrong with the first of some squares, and the moves on them."""
        return checking.move_faults(self, squares)

    def spans(self, squares: Sequence[Square]) -> list[Step]:
        """Return for each move along squares how many rows down and columns right it goes.

        >>> torus = Board(5, wrap="torus")
        >>> Tour(torus, "a1", ["e5"], mover="B", visit="on").spans([(4, 0), (0, 4)])
        [(1, -1)]
        """
        return checking.spans(self, squares)

    def missed(self, squares: Sequence[Square]) -> list[Target]:
        """Return the targets that the moves along squares stood on do not visit."""
        return checking.missed(self, squares)
