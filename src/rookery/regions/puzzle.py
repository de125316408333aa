"""The region puzzle: equally many pieces in every row, column and region, none attacked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import Any, ClassVar, NamedTuple, SupportsIndex, Unpack

from rookery.boards.answers import squares_in
from rookery.boards.board import Board, Square, file_name, lines_of
from rookery.boards.notebook import Credited, Credits
from rookery.boards.pieces import Piece
from rookery.errors import PuzzleError
from rookery.numbers import argument
from rookery.regions.validation import STARS, drawn_rows, unconditional

Placement = tuple[Square, ...]
"""The squares of all pieces, in ascending order."""


class Unit(NamedTuple):
    """A row, a column or a region: squares that hold a certain number of pieces."""

    kind: str
    name: str
    squares: tuple[Square, ...]


@dataclass(frozen=True, init=False)
class Regions(Credited):
    """Pieces on a board that is divided into regions: a daily paper's *Queens*, or Star Battle.

    Every row, every column and every region holds the same number of pieces, its stars, and no
    piece attacks another.

    Parameters
    ----------
    rows
        n rows of n letters, as a list or as one text; each letter names the region of its square.
        There are n regions. Rows may also be lists, with integers too, or an array; regions with
        other names than single letters become A, B, ... in order of appearance.
    stars
        The number of pieces in each row, column and region.
    piece
        The piece, in Betza notation or by name. With kings, no two pieces touch. Hoppers and lame
        leapers are refused.
    given
        Squares that hold pieces.
    blocked
        Squares without a piece, such as those that a player has excluded.
    **credits
        `title`, `author` and `source` of the puzzle, a line of text each; equality ignores them.

    Raises
    ------
    PuzzleError
        If a parameter is invalid. Given pieces that attack each other are not an error: the puzzle
        has no answer.
    NotationError
        If the piece's notation is invalid.

    Examples
    --------
    >>> puzzle = Regions(["AAAB", "ABBB", "CCDD", "CCDD"])
    >>> puzzle.check([(0, 1), (1, 3), (2, 0), (3, 2)])
    []
    >>> puzzle.check([(0, 0), (1, 1), (2, 2), (3, 3)])[0]
    'the pieces on a4 and b3 attack each other'
    """

    family: ClassVar[str] = "regions"

    rows: tuple[str, ...]
    stars: int
    piece: Piece
    given: frozenset[Square]
    blocked: frozenset[Square]

    def __init__(
        self,
        rows: str | Iterable[str] | Iterable[Iterable[int]],
        stars: SupportsIndex = 1,
        piece: Piece | str = "king",
        *,
        given: Iterable[Square | str] = (),
        blocked: Iterable[Square | str] = (),
        **credits: Unpack[Credits],
    ) -> None:
        self.credit(credits)
        drawn = drawn_rows(rows)
        board = Board(len(drawn))
        self._put(
            rows=drawn,
            stars=argument("stars", STARS, stars),
            piece=argument("piece", unconditional, piece),
            given=board.square_set(given),
            blocked=board.square_set(blocked),
        )

    @classmethod
    def parse(cls, text: str | Iterable[str]) -> Regions:
        r"""Return the puzzle of a text: rows of regions in any style or an address, then settings.

        `str` of a puzzle gives its text; `rookery.regions.text` describes the settings.

        Raises
        ------
        InputError
            At the first fault, with its place.
        NotationError
            When the piece's notation is not understood.

        Examples
        --------
        >>> print(Regions.parse("A A B\nA B B\nC C C\npiece queen"))
        AAB
        ABB
        CCC
        piece Q
        """
        from rookery.regions.text import TEXT

        return TEXT.read(cls, "\n".join(lines_of(text)).encode(), "text", None)

    def address(self, form: str = "puzzlink") -> str:
        """Return the address or string of this puzzle in another program.

        Parameters
        ----------
        form
            ``"puzzlink"``, an address of puzz.link; ``"penpa"``, one of penpa-edit with title,
            author and source; or ``"sbn"``, a word of Star Battle Notation. `rookery.read` and
            `parse` read them all. Letters of regions are not kept.

        Raises
        ------
        PuzzleError
            If the form is unknown or cannot hold the puzzle: other pieces than kings, regions in
            several parts, more than 52 rows (SBN: 5 to 25) or 999 stars (SBN: 9).

        Examples
        --------
        >>> Regions(["AAAB", "ABBB", "CCDD", "CCDD"]).address()
        'https://puzz.link/p?starbattle/4/4/1/64gds0'
        """
        from rookery.regions.addresses import write

        return write(self, form)

    def __str__(self) -> str:
        from rookery.regions.text import write

        return write(self).rstrip()

    @cached_property
    def board(self) -> Board:
        """The board, as many rows as columns."""
        return Board(len(self.rows))

    @cached_property
    def regions(self) -> dict[str, tuple[Square, ...]]:
        """The squares of each region by its letter, in order of first appearance."""
        found: dict[str, list[Square]] = {}
        for row, letters in enumerate(self.rows):
            for column, letter in enumerate(letters):
                found.setdefault(letter, []).append((row, column))
        return {letter: tuple(squares) for letter, squares in found.items()}

    @cached_property
    def units(self) -> tuple[Unit, ...]:
        """The rows from the top, the columns from the left, then the regions."""
        side = range(len(self.rows))
        return (
            *(Unit("row", f"rank {len(side) - r}", tuple((r, c) for c in side)) for r in side),
            *(Unit("column", f"file {file_name(c)}", tuple((r, c) for r in side)) for c in side),
            *(Unit("region", f"region {name}", at) for name, at in self.regions.items()),
        )

    def value(self, answer: Sequence[Square]) -> int:
        """Return the number of pieces."""
        return len(answer)

    @classmethod
    def generate(cls, size: SupportsIndex, **options: Any) -> Regions:
        """Return a new puzzle with exactly one answer; `rookery.generate_regions` has the options.

        Examples
        --------
        >>> import rookery as rk
        >>> rk.Regions.generate(6, seed=1) == rk.generate_regions(6, seed=1)
        True
        """
        made: Regions = cls.public("generate_regions")(size, **options)
        return made

    def check(self, answer: object) -> list[str]:
        """Return the faults of an answer, in words.

        An answer is the squares of all pieces, in any order, each by name or as (row, column).
        """
        try:
            placed = squares_in(answer, self.board)
        except PuzzleError as error:
            return [str(error)]
        return [*self._misplaced(placed)] or [
            *(
                f"no piece on the given square {self.board.name(square)}"
                for square in sorted(self.given.difference(placed))
            ),
            *self._attacks(placed),
            *self._wrong_numbers(placed, is_whole=True),
        ]

    def conflict_faults(self, placed: Sequence[Square]) -> list[str]:
        """Return the faults that no further piece can repair, in words."""
        return [*self._misplaced(placed)] or [
            *self._attacks(placed),
            *self._wrong_numbers(placed, is_whole=False),
        ]

    def _misplaced(self, placed: Sequence[Square]) -> Iterator[str]:
        name = self.board.name
        for square in placed:
            if square not in self.board:
                yield f"a piece off the board, at row {square[0]}, column {square[1]}"
            elif square in self.blocked:
                yield f"a piece on the blocked square {name(square)}"
        taken = Counter(placed)
        yield from (f"two pieces stand on {name(s)}" for s in sorted(taken) if taken[s] > 1)

    def _attacks(self, placed: Sequence[Square]) -> Iterator[str]:
        reached = {square: self.piece.attacks(self.board, square) for square in placed}
        name = self.board.name
        for one, other in combinations(placed, 2):
            if other in reached[one] or one in reached[other]:
                yield f"the pieces on {name(one)} and {name(other)} attack each other"

    def _wrong_numbers(self, placed: Sequence[Square], is_whole: bool) -> Iterator[str]:
        for unit in self.units:
            number = len(set(unit.squares).intersection(placed))
            if number > self.stars or (is_whole and number < self.stars):
                yield f"expected {self.stars} on {unit.name}, got {number}"
