"""The shortest tour puzzle: visit every target, then the goal, in the fewest moves of one piece."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, ClassVar, Unpack

from rookery.boards.board import Board, Sides, Square, Step, Wrap, board_of, lines_of, refuse_size
from rookery.boards.notebook import Credited, Credits
from rookery.boards.pieces import NAMED, Piece
from rookery.errors import PuzzleError, shown
from rookery.guesses import wrong_keyword
from rookery.numbers import argument
from rookery.tour import checking
from rookery.tour.validation import (
    ALL,
    BESIDE,
    ON,
    OVER,
    TURN,
    VISIT,
    VISITS,
    Target,
    Turn,
    Visit,
    drawn,
    mover_of,
    target_of,
    targets_of,
    validate,
)

__all__ = ["ALL", "BESIDE", "ON", "OVER", "VISITS", "Target", "Tour"]


@dataclass(frozen=True, init=False)
class Tour(Credited):
    """The puzzle of a piece that visits every target and ends at the goal, in the fewest moves.

    A square is visited by starting or ending a move there. By default a move passes over squares
    without visiting them; `visit` changes this. Targets may be visited in any order and more than
    once. The piece may stand on a square again unless `once` is set. The answer is the
    lexicographically first tour with the fewest moves, with squares compared by file, then by
    rank.

    Parameters
    ----------
    board
        The board; an integer is the side of a square board. Walls can be neither entered nor
        passed nor hopped over. Moves continue around wrapped edges, but not past their own
        starting square.
    start
        The first square, by name or (row, column). None lets the piece start anywhere; this
        requires an open tour with `once`.
    targets
        The targets, at least one. A target is a square, visited according to `visit`, or a
        collection of squares, visited by standing on any of them, or with ``visit="over"`` by
        passing over it. ``"all"`` makes every square without a wall or a pawn a target; it requires
        ``visit="on"`` or ``"over"``.
    goal
        The target to visit from the last square. To end on one of several squares, pass their
        collection. None lets the tour end anywhere.
    mover
        The piece, as a `Piece`, in Betza notation, or by name. Motions that only capture are
        ignored.
    visit
        How targets and goals that are squares are visited. ``"beside"``: pieces stand on them,
        which block like walls and can be hopped over, and the mover visits them from any of the
        up to eight neighbouring squares. ``"on"``: they are free squares, visited by standing
        there. ``"over"``: they are also visited by passing over them. If a move has several
        routes to its end, as on a torus, it takes the one that helps the tour.
    pawns
        Squares with further pieces, which block and can be hopped over.
    closed
        Whether the tour ends at its start. A closed tour has no other goal.
    once
        Whether the piece may stand on each square only once. A closed tour still returns to its
        start.
    turn
        ``"half"`` or ``"quarter"``: require a closed tour of the whole board whose drawing is
        unchanged by this turn of the board.
    **credits
        `title`, `author` and `source` of the puzzle, a line of text each; equality ignores them.

    Attributes
    ----------
    obstacles : frozenset of squares
        Squares with pieces that block the mover: pawns, and for ``visit="beside"`` the targets
        and the goal that are squares.

    Raises
    ------
    PuzzleError
        If a square is off the board or on a wall, a target is missing or empty, two pieces share
        a square, the mover cannot move, `visit` is unknown, a closed tour has a goal, a tour with
        a turn is not closed or not of a whole board, or a quarter turn is asked of a board that
        is not square or is a cylinder.
    NotationError
        If the mover is not a piece; the message gives the position of the letter.
    LimitError
        If all squares are targets and they do not fit in memory.

    Notes
    -----
    An answer is a tuple of squares (row, column), from 0 at the top left, beginning with the
    start. Its value is the number of moves, one less than the number of squares.

    Examples
    --------
    >>> tour = Tour.parse(["Q....", ".....", "N...B"])
    >>> tour.check([(0, 0), (1, 1), (1, 3)]), tour.value([(0, 0), (1, 1), (1, 3)])
    ([], 2)
    >>> tour.check([(0, 0), (0, 4)])[0]
    'target a1 is not visited'

    A closed knight's tour of two corners and one of the squares c4 and d3:

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
        board: Board | Sides,
        start: Square | str | None = None,
        targets: Iterable[Square | str | Collection[Square | str]] | None = None,
        goal: Square | str | Collection[Square | str] | None = None,
        mover: Piece | str = "Q",
        visit: Visit = BESIDE,
        *,
        pawns: Iterable[Square | str] = (),
        closed: bool = False,
        once: bool = False,
        turn: Turn | None = None,
        **credits: Unpack[Credits],
    ) -> None:
        self.credit(credits)
        if targets is None:
            piece = start if isinstance(start, str) and start in NAMED else str(mover)
            whole = f"Tour.hamiltonian(board, {piece!r}) for the whole board"
            path = f"targets=[{goal!r}] and visit='on' for the shortest path there, " * bool(goal)
            raise PuzzleError(expected=f"targets, {path}or {whole}", found="none")
        argument("visit", VISIT, visit)
        on = visit != BESIDE
        board = board_of(board)
        self._put(
            board=board,
            start=None if start is None else board.square(start),
            pawns=board.square_set(pawns),
            once=bool(once),
        )
        if isinstance(targets, str) and targets == ALL:
            if not on:
                raise PuzzleError(
                    expected="visit='on' or 'over' for all squares", found=shown(visit)
                )
            refuse_size("a tour of all", board.rows, board.columns)
            targets = self.free_squares()
        self._put(targets=targets_of(board, targets, on))
        if self.start is None and (closed or not once):
            raise PuzzleError(
                expected="a start, which only an open tour with 'once' may omit",
                found="none",
            )
        if closed:
            if goal is not None:
                raise PuzzleError(
                    expected="no goal for a closed tour, which ends at its start", found=shown(goal)
                )
            goal = None if self.start is None else frozenset([self.start])
        self._put(
            goal=None if goal is None else target_of(board, goal, on),
            mover=argument("mover", mover_of, mover),
            visit=visit,
            turn=None if turn is None else argument("turn", TURN, turn),
        )
        validate(self)

    @classmethod
    def hamiltonian(  # noqa: PLR0913 - the parts of a puzzle
        cls,
        board: Board | Sides,
        mover: Piece | str = "knight",
        start: Square | str | None = None,
        closed: bool = False,
        *,
        goal: Square | str | Collection[Square | str] | None = None,
        pawns: Iterable[Square | str] = (),
        turn: Turn | None = None,
        **credits: Unpack[Credits],
    ) -> Tour:
        """Return the puzzle of a whole board: the piece stands on every free square exactly once.

        Parameters
        ----------
        board, mover, goal, pawns, turn, **credits
            See `Tour`.
        start
            The first square, or None to start anywhere. A closed tour then starts at the first
            square in order, without loss of generality.
        closed
            Whether one more move leads back to the start.

        Examples
        --------
        >>> tour = Tour.hamiltonian(Board(3, 4), "knight")
        >>> path = ["a1", "c2", "a3", "b1", "d2", "b3", "c1", "a2", "c3", "d1", "b2", "d3"]
        >>> tour.check(path), tour.check(path[:-1])
        ([], ['target d3 is not visited'])
        """
        for name in {"targets", "visit"} & credits.keys():
            raise wrong_keyword("Tour.hamiltonian()", name, ())
        board = board_of(board)
        if closed and start is None:
            refuse_size("a tour of all", board.rows, board.columns)
            taken = board.square_set(pawns)
            free = (square for square in board.squares() if square not in taken)
            start = min(free, key=lambda square: (square[1], -square[0]), default=None)
        settings = {"pawns": pawns, "closed": closed, "once": True, "turn": turn, **credits}
        return cls(board, start, ALL, goal, mover, ON, **settings)  # type: ignore[arg-type]

    @classmethod
    def parse(
        cls,
        rows: str | Iterable[str],
        mover: Piece | str | None = None,
        visit: Visit | None = None,
        wrap: Wrap | None = None,
    ) -> Tour:
        """Return the puzzle drawn by rows of letters, the top row first, or written as text.

        ``Q`` is the start, for any mover, ``N`` a target, ``B`` the optional goal, ``P`` a pawn,
        ``#`` a wall and ``.`` an empty square. In a text, settings may follow the rows, as
        written by `str` of a tour (see `rookery.tour.text`). The arguments `mover`, `visit` and
        `wrap` override these settings.

        Parameters
        ----------
        rows
            The rows of the board without settings, or a text of tokens separated by blanks.
        mover, visit
            See `Tour`.
        wrap
            See `Board`.

        Raises
        ------
        PuzzleError
            If rows are missing, differ in length or hold another letter, if they do not show
            exactly one start and at most one goal, or as for `Tour`.
        InputError
            The same for a text, with the place of the fault.
        """
        chosen: dict[str, Any] = {} if mover is None else {"mover": mover}
        if visit is not None:
            chosen["visit"] = visit
        if isinstance(rows, str):
            from rookery.reading.diagrams import drawing_tokens
            from rookery.tour.text import read

            chosen |= {} if wrap is None else {"wrap": wrap}
            return read(cls, drawing_tokens(rows.encode(), "text"), **chosen)
        found = drawn(lines_of(rows))
        board = replace(found.board, wrap=wrap) if wrap else found.board
        return cls(board, found.start, found.targets, found.goal, pawns=found.pawns, **chosen)

    def __str__(self) -> str:
        from rookery.tour.text import write

        return write(self)

    @property
    def closed(self) -> bool:
        """Whether the tour ends at its start."""
        return self.start is not None and self.goal in (self.start, {self.start})

    @property
    def covers_all(self) -> bool:
        """Whether every free square is the start or a target by itself."""
        squares = {self.start, *self.targets}
        closed = len(self.board.walls | self.pawns)
        if self.board.rows * self.board.columns - closed > len(squares):
            return False
        return squares.issuperset(self.free_squares())

    @property
    def is_whole(self) -> bool:
        """Whether the tour is of a whole board: every free square must be stood on."""
        return self.visit == ON and self.covers_all

    def free_squares(self) -> list[Square]:
        """Return the squares without a wall or a pawn."""
        return [square for square in self.board.squares() if square not in self.pawns]

    @cached_property
    def obstacles(self) -> frozenset[Square]:
        """The squares with pieces that block the mover."""
        if self.visit != BESIDE:
            return self.pawns
        return self.pawns.union(t for t in (*self.targets, self.goal) if isinstance(t, tuple))

    @property
    def exact_bytes(self) -> int:
        """The memory needed by the exact layers, at least, in bytes.

        Examples
        --------
        >>> knights = [(row, column) for row in range(8) for column in (2, 4, 6)][:20]
        >>> Tour(Board(8), "a1", knights, visit="on").exact_bytes
        67108864
        """
        from rookery.tour.memory import needed
        from rookery.tour.plan import TourPlan

        plan = TourPlan.of(self).essential()
        return needed(len(plan.moves.reached), len(plan.targets))

    def value(self, answer: Sequence[Square]) -> int:
        """Return the number of moves of an answer."""
        return len(answer) - 1

    def check(self, answer: Any) -> list[str]:
        """Return the faults of a tour, in words; none if it is legal and complete.

        Every move is checked square by square. Optimality is not checked.
        """
        return checking.faults(self, answer)

    def move_faults(self, squares: Sequence[Square]) -> list[str]:
        """Return the faults of the first square and of the moves along squares, in words."""
        return checking.move_faults(self, squares)

    def spans(self, squares: Sequence[Square]) -> list[Step]:
        """Return the rows down and the columns right of each move along squares.

        >>> torus = Board(5, wrap="torus")
        >>> Tour(torus, "a1", ["e5"], mover="B", visit="on").spans([(4, 0), (0, 4)])
        [(1, -1)]
        """
        return checking.spans(self, squares)

    def missed(self, squares: Sequence[Square]) -> list[Target]:
        """Return the targets not visited by the moves along squares."""
        return checking.missed(self, squares)
