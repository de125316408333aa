"""The heaviest placement puzzle: n queens on a board with a weight on every square."""

from __future__ import annotations

import math
import operator
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import chain, pairwise
from typing import (
    TYPE_CHECKING,
    ClassVar,
    NamedTuple,
    SupportsFloat,
    SupportsIndex,
    Unpack,
)

from rookery.boards.answers import placements_in
from rookery.boards.board import Board, Square, lines_of
from rookery.boards.notebook import Credited, Credits
from rookery.errors import PuzzleError, shown
from rookery.heaviest.validation import BEST, DataFrameLike, Weights, weights_of
from rookery.numbers import argument
from rookery.queens.puzzle import Placement, Queens, placement_faults, why_none
from rookery.results.result import Number

if TYPE_CHECKING:
    from fractions import Fraction


class Reduced(NamedTuple):
    """Small integers that order the placements as the weights do."""

    columns: list[list[int]]  # nonnegative integers by column, then row; more is always better
    # A placement whose integers sum to s weighs ``base + step * s``, negated if the lightest is
    # wanted.
    base: Fraction
    step: Fraction


@dataclass(frozen=True, init=False)
class Heaviest(Credited):
    """The placement of n non-attacking queens with the greatest total weight.

    Ties are broken lexicographically: the answer is the first placement of its weight.

    Parameters
    ----------
    weights
        n rows from the top, each of n integers or floats between -10^12 and 10^12. Arrays and
        data frames are accepted.
    lightest
        Whether to find the least weight instead.
    best
        The number of placements to find, in order of weight, then lexicographically. An answer is
        a tuple of placements, the best first, with fewer if the board has no more.
    given
        Squares that hold a queen, by name or (row, column) from 0.
    blocked
        Squares that hold no queen; queens attack across them.
    **credits
        `title`, `author` and `source` of the puzzle, a line of text each; equality ignores them.

    Raises
    ------
    PuzzleError
        If the weights are not a square of finite numbers (the message names row and column from
        1), `best` is below 1, or a square is not on the board.

    Examples
    --------
    >>> puzzle = Heaviest([[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12], [13, 14, 15, 17]])
    >>> puzzle.check([(1, 3, 0, 2)]), puzzle.value([(1, 3, 0, 2)])
    ([], 34)
    >>> Heaviest([[1, 2], [3, "x"]])
    Traceback (most recent call last):
    ...
    rookery.errors.PuzzleError: expected a number in row 2, column 2, got 'x'
    """

    family: ClassVar[str] = "heaviest"

    weights: Weights
    lightest: bool = False
    best: int = 1
    given: frozenset[Square] = frozenset()
    blocked: frozenset[Square] = frozenset()

    def __init__(
        self,
        weights: Iterable[Iterable[SupportsFloat]] | DataFrameLike,
        lightest: bool = False,
        best: SupportsIndex = 1,
        given: Iterable[Square | str] = (),
        blocked: Iterable[Square | str] = (),
        **credits: Unpack[Credits],
    ) -> None:
        self.credit(credits)
        rows = weights_of(weights)
        board = Board(len(rows))
        self._put(
            weights=rows,
            lightest=bool(lightest),
            best=argument("best", BEST, best),
            given=board.square_set(given),
            blocked=board.square_set(blocked),
        )

    @classmethod
    def parse(cls, text: str | Iterable[str]) -> Heaviest:
        """Return the puzzle of a text: lines of numbers, then settings.

        `str` of a puzzle gives its text; `rookery.heaviest.text` describes it.

        Raises
        ------
        InputError
            At the first fault, with its place.

        Examples
        --------
        >>> print(Heaviest.parse(["1, 2.5", "3, 4", "lightest"]))
          1 2.5
          3   4
        lightest
        """
        from rookery.heaviest.text import TEXT

        return TEXT.read(cls, "\n".join(lines_of(text)).encode(), "text", None)

    def __str__(self) -> str:
        from rookery.heaviest.text import write

        return write(self).rstrip("\n")

    @property
    def n(self) -> int:
        """The number of rows and columns."""
        return len(self.weights)

    @property
    def board(self) -> Board:
        """The board."""
        return Board(self.n)

    def weight(self, placement: Placement) -> Number:
        """Return the sum of the weights under the queens; floats are rounded only once."""
        return total([self.weights[row][column] for column, row in enumerate(placement)])

    def value(self, answer: Sequence[Placement]) -> Number:
        """Return the weight of the answer's first placement, the best one."""
        return self.weight(answer[0])

    def answered(self, ranked: Sequence[Placement]) -> tuple[tuple[Placement, ...], Number]:
        """Return the answer made of ranked placements, at least one, and its value."""
        return tuple(ranked), self.weight(ranked[0])

    def check(self, answer: object) -> list[str]:
        """Return the faults of an answer, in words; optimality is not checked."""
        try:
            answer = placements_in(answer, self.n)
        except PuzzleError as error:
            return [str(error)]
        if not isinstance(answer, tuple) or not 1 <= len(answer) <= self.best:
            many = "one placement" if self.best == 1 else f"1 to {self.best} placements"
            return [f"expected a tuple of {many}, got {shown(answer)}"]
        faults = [
            f"placement {number}: {fault}" if self.best > 1 else fault
            for number, placement in enumerate(answer, 1)
            for fault in placement_faults(self.n, self.given, self.blocked, placement)
        ]
        return faults or self._order_faults(answer)

    def why_none(self) -> str:
        """Explain why a puzzle proved to have no placement has none."""
        return why_none(Queens(self.n, self.given, self.blocked))

    def scaled(self) -> tuple[list[list[int]], int]:
        """Return integers proportional to the weights, and the integer that stands for 1.

        The integers are indexed by column, then row. They are negated if the lightest placement
        is wanted, so more is always better. Floats are binary fractions, so nothing is rounded.
        """
        ratios = [[weight.as_integer_ratio() for weight in row] for row in self.weights]
        parts = math.lcm(*(below for row in ratios for _, below in row))
        sign = -1 if self.lightest else 1
        rows = [[sign * above * (parts // below) for above, below in row] for row in ratios]
        return [list(column) for column in zip(*rows, strict=True)], parts

    def reduced(self) -> Reduced:
        """Subtract the least weight of each column and row, then divide by the common divisor.

        A placement has one queen in every column and row, so all placements lose the same amount.
        Weights with small differences, such as floats near 1, become small integers.
        """
        from fractions import Fraction  # slow to import, and few puzzles need it

        columns, parts = self.scaled()
        least = [min(column) for column in columns]
        lowered = [[w - low for w in column] for column, low in zip(columns, least, strict=True)]
        lows = [min(row) for row in zip(*lowered, strict=True)]
        lowered = [[w - low for w, low in zip(column, lows, strict=True)] for column in lowered]
        step = reduce(math.gcd, chain.from_iterable(lowered)) or 1
        base = Fraction(sum(least) + sum(lows), parts)
        return Reduced([[w // step for w in c] for c in lowered], base, Fraction(step, parts))

    def _order_faults(self, answer: Sequence[Placement]) -> list[str]:
        if len(answer) == 1:
            return []
        columns, _ = self.scaled()
        ranks = [
            (-sum(map(operator.getitem, columns, placement)), placement) for placement in answer
        ]
        return [
            f"placement {number} does not come after placement {number - 1}"
            for number, (before, after) in enumerate(pairwise(ranks), 2)
            if before >= after
        ]


def total(weights: Sequence[Number]) -> Number:
    """Return the sum of weights; floats are rounded only once, on every Python version.

    >>> total([1, 2]), total([0.1] * 10)
    (3, 1.0)
    """
    return sum(weights) if set(map(type, weights)) <= {int} else math.fsum(weights)
