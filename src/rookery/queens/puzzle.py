"""The n queens puzzle, with given and blocked squares, and its rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, pairwise, product
from operator import add, sub
from typing import ClassVar, SupportsIndex, Unpack

from rookery.boards.answers import is_one_placement, placements_in
from rookery.boards.board import Board, Square, file_name, lines_of, refuse_board
from rookery.boards.notebook import Credited, Credits
from rookery.errors import PuzzleError, shown

Placement = tuple[int, ...]

COUNTED_UP_TO = 8  # rows; up to here a check verifies that an answer is complete
MANY = 1000  # placements from which loading NumPy to check them pays
AT_ONCE = 1 << 14  # placements per NumPy check
LONG = 100_000  # rows from which NumPy checks a single placement
LARGEST_AT_ONCE = 32  # rows, as bits of a word


@dataclass(frozen=True, init=False)
class Queens(Credited):
    """All ways to place n queens on an n x n board so that none attacks another.

    Parameters
    ----------
    n
        The side of the board, at least 1.
    given
        Squares that hold a queen in every placement; by name or (row, column) from 0.
    blocked
        Squares that hold a queen in none; queens attack across them.
    **credits
        `title`, `author` and `source` of the puzzle, a line of text each; equality ignores them.

    Raises
    ------
    PuzzleError
        When `n` is not a positive integer or a square is not on the board. Given queens that
        attack each other or stand on blocked squares are not an error: there are 0 placements.

    Examples
    --------
    >>> puzzle = Queens(4, given=["b4"])
    >>> puzzle.given
    frozenset({(0, 1)})
    >>> puzzle.check(((2, 0, 3, 1),))
    []
    >>> puzzle.check(((1, 3, 0, 2),))
    ['placement 1: no queen on the given square b4', '1 placement is missing, first (2, 0, 3, 1)']
    """

    family: ClassVar[str] = "queens"

    n: int
    given: frozenset[Square] = frozenset()
    blocked: frozenset[Square] = frozenset()

    def __init__(
        self,
        n: SupportsIndex,
        given: Iterable[Square | str] = (),
        blocked: Iterable[Square | str] = (),
        **credits: Unpack[Credits],
    ) -> None:
        self.credit(credits)
        board = square_board(n)
        self._put(n=board.rows, given=board.square_set(given), blocked=board.square_set(blocked))

    @classmethod
    def parse(cls, text: str | Iterable[str]) -> Queens:
        """Return the puzzle of a text: a board with given queens and blocked squares.

        `str` of a puzzle gives its text, which ends with the word ``queens``; that word may be
        missing here. `rookery.queens.text` describes the text.

        Raises
        ------
        InputError
            At the first fault, with its place.

        Examples
        --------
        >>> Queens.parse(["...x", "Q...", "....", "...."])
        Queens(n=4, given=frozenset({(1, 0)}), blocked=frozenset({(0, 3)}))
        """
        from rookery.queens.text import NAME, TEXT

        text = "\n".join(lines_of(text))
        named = text if NAME in text.split() else f"{text}\n{NAME}"
        return TEXT.read(cls, named.encode(), "text", None)

    def __str__(self) -> str:
        from rookery.queens.text import write

        is_written = self.given.isdisjoint(self.blocked)  # else no letter shows a square of both
        return write(self).rstrip("\n") if is_written else repr(self)

    def check(self, answer: object) -> list[str]:
        """Return the faults of a sequence of placements, in words.

        Each placement is checked against the rules, and must come lexicographically after the
        one before. Up to 8x8 missing placements are found by a count apart from the solver's;
        on larger boards they are not detected.
        """
        if is_one_placement(answer, self.n):
            return [f"expected a tuple of placements, got one of them, {shown(answer)}"]
        try:
            answer = placements_in(answer, self.n)
        except PuzzleError as error:
            return [str(error)]
        if not isinstance(answer, Sequence):
            return [f"expected a tuple of placements, got {shown(answer)}"]
        faults = self.listing_faults(answer)
        if self.n <= COUNTED_UP_TO:
            faults.extend(self._missing(answer))
        return faults

    def listing_faults(self, placements: Sequence[object]) -> list[str]:
        """Return the faults of a sorted list of placements, in words.

        Missing placements are not detected. Many placements are checked at once, and one by one
        only if some are wrong.
        """
        is_right = False
        if len(placements) >= MANY and self.n <= LARGEST_AT_ONCE:
            from rookery.queens.rules import are_right

            is_right = all(
                are_right(self.n, self.given, self.blocked, placements[at : at + AT_ONCE])
                for at in range(0, len(placements), AT_ONCE)
            )
        if not is_right:
            faults = [
                f"placement {number}: {fault}"
                for number, placement in enumerate(placements, 1)
                for fault in placement_faults(self.n, self.given, self.blocked, placement)
            ]
            if faults:
                return faults
        faults = []
        for number, (before, after) in enumerate(pairwise(placements), 2):
            if before == after:
                faults.append(f"placement {number} repeats placement {number - 1}")
            elif before > after:  # type: ignore[operator]
                before_it = f"comes lexicographically before placement {number - 1}"
                faults.append(f"placement {number} {before_it}")
        return faults

    def value(self, answer: Sequence[Placement]) -> int:
        """Return the number of placements."""
        return len(answer)

    def _missing(self, answer: Iterable[object]) -> Iterator[str]:
        expected: Iterable[Placement] = _all_placements(self.n)
        for row, column in self.given:
            expected = [placement for placement in expected if placement[column] == row]
        for row, column in self.blocked:
            expected = [placement for placement in expected if placement[column] != row]
        present = list(answer)
        missing = [placement for placement in expected if placement not in present]
        if missing:
            noun = "placement is" if len(missing) == 1 else "placements are"
            yield f"{len(missing)} {noun} missing, first {missing[0]}"


def square_board(n: SupportsIndex) -> Board:
    """Return the plane n x n board."""
    refuse_board(n, "the side of a plane board", "'queen', {n}")
    board = Board(n)
    if board.rows != board.columns:
        raise PuzzleError(expected="the side of a square board", found=shown(n))
    return board


def contradiction(puzzle: Queens) -> str | None:
    """Return an obvious reason why a puzzle has no placement, in words, or None.

    Recognised reasons are boards of 2x2 and 3x3, given queens that stand on blocked squares or
    attack each other, and fully blocked ranks and files. None does not prove that a placement
    exists. The cost grows only with the number of given and blocked squares.

    >>> contradiction(Queens(8, given=["a1", "h8"]))
    'the given queens on a1 and h8 attack each other'
    >>> contradiction(Queens(8, given=["a1"], blocked=["a1"]))
    'the given queen on a1 stands on a blocked square'
    >>> contradiction(Queens(3))
    '3 queens on a 3x3 board always attack each other'
    """
    name = Board(puzzle.n).name
    if puzzle.n in (2, 3):
        return f"{puzzle.n} queens on a {puzzle.n}x{puzzle.n} board always attack each other"
    for square in sorted(puzzle.given & puzzle.blocked):
        return f"the given queen on {name(square)} stands on a blocked square"
    lines: dict[tuple[str, int], Square] = {}
    for square in sorted(puzzle.given, key=lambda square: (square[1], square[0])):
        row, column = square
        for line in (("rank", row), ("file", column), ("/", row + column), ("\\", row - column)):
            other = lines.setdefault(line, square)
            if other != square:
                return f"the given queens on {name(other)} and {name(square)} attack each other"
    if len(puzzle.blocked) >= puzzle.n:
        for part, kind in enumerate(("rank", "file")):
            blocked = Counter(square[part] for square in puzzle.blocked)
            for number in sorted(number for number in blocked if blocked[number] == puzzle.n):
                label = file_name(number) if part else puzzle.n - number
                return f"all squares of {kind} {label} are blocked"
    return None


def expect_open(puzzle: object) -> None:
    """Raise a `PuzzleError` unless the puzzle is queens without given or blocked squares."""
    if not isinstance(puzzle, Queens) or puzzle.given or puzzle.blocked:
        raise PuzzleError(
            expected="queens on an open board for placements up to symmetry", found=shown(puzzle)
        )


def why_none(puzzle: Queens) -> str:
    """Return the reason why a puzzle without placements has none, in words.

    >>> why_none(Queens(4, given=["a4"]))
    'no placement of 4 non-attacking queens goes through the given squares'
    """
    what = " and ".join(
        ["goes through the given squares"] * bool(puzzle.given)
        + ["stays off the blocked squares"] * bool(puzzle.blocked)
    )
    return contradiction(puzzle) or f"no placement of {puzzle.n} non-attacking queens {what}"


def placement_faults(
    n: int, given: frozenset[Square], blocked: frozenset[Square], placement: object
) -> list[str]:
    """Return the faults of one placement on an n x n board, in words.

    Squares are (row, column) from 0. A placement is expected to be a tuple of n rows from 0, one a
    column.

    >>> placement_faults(4, frozenset(), frozenset(), (0, 2, 1, 3))
    ['the queens on a4 and d1 attack each other', 'the queens on b2 and c3 attack each other']
    """
    if not isinstance(placement, tuple) or not set(map(type, placement)) <= {int}:
        return list(_attack_faults(n, placement))
    is_right = _remembered if len(placement) <= COUNTED_UP_TO else _are_non_attacking
    if not is_right(placement, n):
        return list(_attack_faults(n, placement))
    if not given and not blocked:
        return []
    queens = {(row, column) for column, row in enumerate(placement)}
    name = Board(n).name
    return [
        *(f"no queen on the given square {name(square)}" for square in sorted(given - queens)),
        *(f"a queen on the blocked square {name(square)}" for square in sorted(blocked & queens)),
    ]


def _are_non_attacking(placement: Placement, n: int) -> bool:
    if len(placement) >= LONG:
        from rookery.queens.rules import is_long_right

        return is_long_right(n, placement)
    return (
        len(placement) == n
        and sorted(placement) == list(range(n))
        and len(set(map(add, placement, range(n)))) == n
        and len(set(map(sub, placement, range(n)))) == n
    )


_remembered = lru_cache(maxsize=128)(_are_non_attacking)


def _attack_faults(n: int, placement: object) -> Iterator[str]:
    """Yield the faults of a placement: wrong form, or queens that attack each other."""
    if not isinstance(placement, tuple) or len(placement) != n:
        yield f"expected a tuple of {n} rows, got {shown(placement)}"
        return
    off = [
        f"expected a row from 0 to {n - 1} in column {column}, got {shown(row)}"
        for column, row in enumerate(placement)
        if type(row) is not int or not 0 <= row < n
    ]
    yield from off
    if off:
        return
    name = Board(n).name
    for (left, row), (right, other) in combinations(enumerate(placement), 2):
        if abs(other - row) in (0, right - left):
            yield f"the queens on {name((row, left))} and {name((other, right))} attack each other"


@lru_cache(maxsize=COUNTED_UP_TO)
def _all_placements(n: int) -> tuple[Placement, ...]:
    """Return all placements on an n x n board, found square by square from the rules."""
    squares: set[Square] = set(product(range(n), range(n)))
    attacked = {
        (row, column): {
            (r, c) for r, c in squares if r == row or c == column or abs(r - row) == abs(c - column)
        }
        for row, column in squares
    }
    partial: list[tuple[Placement, set[Square]]] = [((), squares)]
    for column in range(n):
        partial = [
            ((*rows, row), free - attacked[row, column])
            for rows, free in partial
            for row in range(n)
            if (row, column) in free
        ]
    return tuple(rows for rows, _ in partial)
