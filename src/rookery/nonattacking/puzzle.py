"""The puzzle of non-attacking pieces: any kinds, any board, numbers in rows, columns, regions."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar, NamedTuple, SupportsIndex, Unpack

from rookery.boards.answers import pieces_in
from rookery.boards.board import Board, Line, Sides, Square, board_of, file_name, lines_of
from rookery.boards.notebook import Credited, Credits
from rookery.boards.pieces import Piece
from rookery.errors import PuzzleError
from rookery.nonattacking.between import lines_between
from rookery.nonattacking.validation import (
    ANY,
    PlacedPiece,
    Span,
    given_of,
    holds,
    pieces_of,
    regions_of,
    span_of,
    span_words,
    tolerated_of,
    weights_of,
)
from rookery.numbers import argument
from rookery.results.result import Number

__all__ = ["ANY", "Group", "NonAttacking", "PlacedPiece", "SomeNumber", "holds"]

SomeNumber = SupportsIndex | Sequence[SupportsIndex | None] | None
"""A number, a pair of the least and the most (None: none), or None for any number."""


class Group(NamedTuple):
    """Squares with a required number of pieces, and their name in messages."""

    name: str
    squares: Line
    span: Span


@dataclass(frozen=True, init=False)
class NonAttacking(Credited):
    """Pieces on a board of which none attacks another.

    Two pieces attack each other when one could capture the other if it were an enemy. Pieces in
    between decide for hoppers and lame leapers. They do not for riders, unless pieces shield the
    squares behind them. That makes no difference where no kind may attack any other, since a piece
    in a rider's way is attacked itself.

    Parameters
    ----------
    board
        Its walls stop riders, its edges may be joined; an integer is the side of a square board.
    pieces
        A piece in Betza notation or by name; several, each a kind; or the number of each kind,
        as ``{"queen": 3, "knight": 2}``.
    number
        How many: an integer, a pair of the least and the most, None for any number; of several
        kinds one for each.
    given
        Pieces that stand already: squares of the only kind, or pairs of a kind's index and a
        square.
    blocked
        Squares on which no piece may stand; riders attack across them.
    tolerated
        Pairs of kinds, by index, that may attack each other.
    shields
        Whether no rider attacks across a piece, as in chess: with `tolerated` kinds, such as pawns
        that part queens.
    equal
        Whether there must be as many pieces of each kind as of any other.
    rows, columns, diagonals
        How many pieces stand in each row, each column, and each diagonal of both directions.
    regions, in_region
        Sets of squares, or rows of letters or integers that each name a region, and how many pieces
        stand in each: one by default.
    weights
        Rows of numbers from the top: what a piece weighs on each square; without them it is 1.
    lightest
        Whether the least weight is wanted instead of the greatest.
    maximal
        Whether no piece of any kind may fit in addition, on a square that is not blocked.
    **credits
        `title`, `author` and `source` of the puzzle, a line of text each; equality ignores them.

    Raises
    ------
    PuzzleError
        When any of them makes no sense. Given pieces that attack each other are not an error:
        there are 0 placements.
    NotationError
        When a piece's notation is not understood.

    Examples
    --------
    >>> puzzle = NonAttacking(3, "knight")
    >>> puzzle.check([(0, 0, 0), (0, 0, 1)]), puzzle.check([(0, 0, 0), (0, 1, 2)])
    ([], ['the pieces on a3 and c2 attack each other'])
    >>> NonAttacking(Board(8), {"queen": 3, "knight": (1, 2)}).numbers
    ((3, 3), (1, 2))
    """

    family: ClassVar[str] = "nonattacking"

    board: Board
    pieces: tuple[Piece, ...]
    number: tuple[Span, ...]
    given: tuple[PlacedPiece, ...]
    blocked: frozenset[Square]
    tolerated: frozenset[tuple[int, int]]
    shields: bool
    equal: bool
    rows: Span
    columns: Span
    diagonals: Span
    regions: tuple[frozenset[Square], ...]
    in_region: Span
    weights: tuple[tuple[Number, ...], ...] | None
    lightest: bool
    maximal: bool

    def __init__(  # noqa: PLR0913 - all there is to say of a puzzle
        self,
        board: Board | Sides,
        pieces: Piece | str | Mapping[str, SomeNumber] | Iterable[Piece | str] = "queen",
        number: SomeNumber = None,
        *,
        given: Iterable[Any] = (),
        blocked: Iterable[Square | str] = (),
        tolerated: Iterable[Iterable[SupportsIndex]] = (),
        shields: bool = False,
        equal: bool = False,
        rows: SomeNumber = None,
        columns: SomeNumber = None,
        diagonals: SomeNumber = None,
        regions: Iterable[Iterable[Square | str | int]] = (),
        in_region: SomeNumber = 1,
        weights: Any = None,
        lightest: bool = False,
        maximal: bool = False,
        **credits: Unpack[Credits],
    ) -> None:
        self.credit(credits)
        board = board_of(board)
        if next(board.squares(), None) is None:
            raise PuzzleError(expected="a board with a square that is no wall", found="none")
        kinds, numbers = pieces_of(pieces, number)
        self._put(
            board=board,
            pieces=kinds,
            number=numbers,
            given=given_of(given, board, len(kinds)),
            blocked=board.square_set(blocked) - board.walls,
            tolerated=tolerated_of(tolerated, len(kinds)),
            shields=bool(shields),
            equal=bool(equal),
            rows=argument("rows", span_of, rows),
            columns=argument("columns", span_of, columns),
            diagonals=argument("diagonals", span_of, diagonals),
            regions=regions_of(regions, board),
            in_region=argument("in_region", span_of, in_region),
            weights=weights_of(weights, board),
            lightest=bool(lightest),
            maximal=bool(maximal),
        )

    @property
    def numbers(self) -> tuple[Span, ...]:
        """The least and the most pieces of each kind, as in documents."""
        return self.number

    @classmethod
    def parse(cls, text: str | Iterable[str]) -> NonAttacking:
        """Return the puzzle of a text: a board or a position in FEN, then settings.

        `str` of a puzzle gives its text; `rookery.nonattacking.text` describes the settings.

        Raises
        ------
        InputError
            At the first fault, with its place.
        NotationError
            When a piece's notation is not understood.

        Examples
        --------
        >>> NonAttacking.parse("8/8/3Q4/8/8/8/8/8 piece Q 8").given
        ((0, 2, 3),)
        >>> print(NonAttacking.parse("#.. ..x piece knight 2"))
        #..
        ..x
        piece N 2
        """
        from rookery.nonattacking.text import TEXT

        return TEXT.read(cls, "\n".join(lines_of(text)).encode(), "text", None)

    def __str__(self) -> str:
        from rookery.nonattacking.text import write

        return write(self).rstrip()

    def groups(self) -> Iterator[Group]:
        """Yield the rows, columns, diagonals and regions whose number of pieces is set."""
        board = self.board
        if self.rows != ANY:
            for row, line in enumerate(board.lines((0, 1))):
                yield Group(f"rank {board.rows - row}", line, self.rows)
        if self.columns != ANY:
            for column, line in enumerate(board.lines((1, 0))):
                yield Group(f"file {file_name(column)}", line, self.columns)
        if self.diagonals != ANY:
            for line in (*board.lines((1, 1)), *board.lines((1, -1))):
                name = f"the diagonal from {board.name(line[0])} to {board.name(line[-1])}"
                yield Group(name, line, self.diagonals)
        for number, region in enumerate(self.regions if self.in_region != ANY else (), 1):
            yield Group(f"region {number}", tuple(sorted(region)), self.in_region)

    @cached_property
    def looks_between(self) -> bool:
        """Whether an attack may depend on the pieces between."""
        ways = (way for piece in self.pieces for way in piece.ways)
        shielded = self.shields and bool(self.tolerated)
        return shielded or any(way.captures and way.is_conditional for way in ways)

    def may_attack(self, one: int, other: int) -> bool:
        """Return whether pieces of two kinds may attack each other."""
        return (min(one, other), max(one, other)) in self.tolerated

    def weight(self, square: Square) -> Number:
        """Return the weight of a piece on a square."""
        return 1 if self.weights is None else self.weights[square[0]][square[1]]

    def value(self, answer: Sequence[PlacedPiece]) -> Number:
        """Return the number of pieces, or their weight; of floats, rounded only once."""
        weights = [self.weight(placed[1:]) for placed in answer]
        return (
            sum(weights) if all(type(weight) is int for weight in weights) else math.fsum(weights)
        )

    def check(self, answer: object) -> list[str]:
        """Return the faults of a placement, in words; whether another is better is not checked.

        A placement is triples in any order: a piece's index, from 0, its row and its column.
        Squares may be given by name, as in `given`.
        """
        try:
            placed = pieces_in(answer, self.board, len(self.pieces))
        except PuzzleError as error:
            return [str(error)]
        faults = list(self._misplaced(placed))
        return faults or [
            *(
                f"no {self.pieces[kind]} on the given square {self.board.name((row, column))}"
                for kind, row, column in self.given
                if (kind, row, column) not in placed
            ),
            *self._attacks(placed),
            *self._wrong_numbers(placed),
            *self._room(placed),
        ]

    def conflict_faults(self, placed: Sequence[PlacedPiece]) -> list[str]:
        """Describe the pieces that stand on closed squares or attack each other."""
        return [*self._misplaced(placed)] or [*self._attacks(placed)]

    def given_faults(self) -> list[str]:
        """Describe the faults of the given pieces alone."""
        if self.looks_between:  # others may come between them
            return list(self._misplaced(self.given))
        return self.conflict_faults(self.given)

    def _misplaced(self, placed: Sequence[PlacedPiece]) -> Iterator[str]:
        """Yield the faults of pieces on closed squares."""
        name = self.board.name
        for kind, *pair in placed:
            square = (pair[0], pair[1])
            if not 0 <= kind < len(self.pieces):
                yield f"there is no piece {kind}"
            elif square not in self.board:
                yield f"a piece off the board, at row {square[0]}, column {square[1]}"
            elif square in self.board.walls:
                yield f"a piece on the wall {name(square)}"
            elif square in self.blocked:
                yield f"a piece on the blocked square {name(square)}"
        taken = Counter(one[1:] for one in placed)
        yield from (f"two pieces stand on {name(s)}" for s in sorted(taken) if taken[s] > 1)

    def _attacks(self, placed: Sequence[PlacedPiece]) -> Iterator[str]:
        for one, other in self.conflicts(placed):
            names = f"{self.board.name(one[1:])} and {self.board.name(other[1:])}"
            yield f"the pieces on {names} attack each other"

    def conflicts(self, placed: Sequence[PlacedPiece]) -> list[tuple[PlacedPiece, PlacedPiece]]:
        """Return the pairs of pieces that attack each other but must not, in the order of `placed`.

        The cost is linear in the number of attacks.
        """
        on: dict[Square, list[int]] = {}
        for at, one in enumerate(placed):
            on.setdefault(one[1:], []).append(at)
        pairs = {
            (min(at, other), max(at, other))
            for at, one in enumerate(placed)
            for end in self.reach(one, on)
            for other in on.get(end, ())
            if not self.may_attack(one[0], placed[other][0])
        }
        return [(placed[one], placed[other]) for one, other in sorted(pairs)]

    def reach(self, placed: PlacedPiece, occupied: Collection[Square] = ()) -> frozenset[Square]:
        """Return the squares a piece attacks; `occupied` are the squares of all pieces."""
        return frozenset(
            end
            for way in self.pieces[placed[0]].ways
            if way.captures
            for end in way.squares(
                self.board, placed[1:], occupied if self.shields or way.is_conditional else ()
            )
        )

    def _wrong_numbers(self, placed: Sequence[PlacedPiece]) -> Iterator[str]:
        numbers = Counter(kind for kind, *_ in placed)
        for kind, span in enumerate(self.numbers):
            if not holds(span, numbers[kind]):
                piece = self.pieces[kind]
                yield f"expected {span_words(span)} of piece {piece}, got {numbers[kind]}"
        if self.equal and len({numbers[kind] for kind in range(len(self.pieces))}) > 1:
            yield "there are not as many pieces of each kind"
        squares = {one[1:] for one in placed}
        for name, line, span in self.groups():
            number = len(squares.intersection(line))
            if not holds(span, number):
                yield f"expected {span_words(span)} on {name}, got {number}"

    def _room(self, placed: Sequence[PlacedPiece]) -> Iterator[str]:
        """Yield a fault if the placement should be maximal but another piece fits.

        Only pieces whose attacks a new piece on the square could change are checked again.
        """
        if not self.maximal or self.conflicts(placed):
            return
        kind_on = {one[1:]: one[0] for one in placed}
        concerned: dict[Square, list[PlacedPiece]] = {}
        for one in placed:
            matters = set(self.reach(one, kind_on))
            if self.looks_between:
                for end, hurdles, empty in lines_between(self, one):
                    matters |= {end, *hurdles, *empty}
            for square in matters:
                concerned.setdefault(square, []).append(one)
        taken = self.blocked | kind_on.keys()
        for square in self.board.squares():
            for kind in range(len(self.pieces) if square not in taken else 0):
                kind_on[square] = kind
                changed = ((kind, *square), *concerned.get(square, ()))
                fits = not any(
                    end in kind_on and not self.may_attack(one[0], kind_on[end])
                    for one in changed
                    for end in self.reach(one, kind_on)
                )
                del kind_on[square]
                if fits:
                    yield f"a {self.pieces[kind]} fits on {self.board.name(square)}"
                    return
