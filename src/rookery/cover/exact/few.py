"""All minimum price covers by a few pieces that do not block each other's attacks."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from rookery.cover.exact.few_kernel import DEPTH, FOUND, FewPieces, go_on
from rookery.cover.exact.sets_kernel import packed
from rookery.cover.model.symmetry import in_order
from rookery.cover.puzzle import Cover, PlacedPiece

if TYPE_CHECKING:
    from rookery.cover.model.attacks import Candidates

BLOCK = 1000  # covers listed at once


class EveryCover:
    """Resumable search for all covers of minimum price.

    Parameters
    ----------
    puzzle
        A puzzle for which `enumeration.can_try_all` is true.
    table
        Its candidates.
    price
        The minimum price.
    """

    def __init__(self, puzzle: Cover, table: Candidates, price: int) -> None:
        number, kinds = len(table), len(puzzle.pieces)
        meets = np.zeros((number, len(puzzle.targets)), bool)
        meets[table.owner, table.king] = True
        beside = table.square[:, None] == table.square
        if puzzle.independent:
            number_of = {square: place for place, square in enumerate(puzzle.targets)}
            squares = (divmod(square, puzzle.board.columns) for square in table.square.tolist())
            attacks = meets[:, [number_of[square] for square in squares]]
            beside = beside | attacks | attacks.T
        pieces = price // min(puzzle.unit_prices)
        bare = np.zeros((pieces + 1, len(puzzle.targets)), bool)
        bare[0] = table.needed
        stock = [number if most is None else most for most in puzzle.stock]
        self._puzzle, self._table = puzzle, table
        self._search = FewPieces(
            meets=packed(meets),
            met_by=packed(meets.T),
            beside=packed(beside),
            price=table.price,
            kind=table.kind,
            of_kind=packed(table.kind == np.arange(kinds)[:, None]),
            stock=np.array(stock, np.int64),
            cheapest=np.array([min(puzzle.unit_prices)], np.int64),
            bare=packed(bare),
            able=packed(np.ones((pieces + 1, number), bool)),
            ways=packed(np.zeros((pieces + 1, number), bool)),
            left=np.full(pieces + 1, price, np.int64),
            chosen=np.zeros(pieces, np.int64),
            gain=np.zeros(number, np.int64),
            state=np.array([0, 1, 0], np.int64),
        )

    @property
    def is_over(self) -> bool:
        """Whether all covers are found."""
        return bool(self._search.state[DEPTH] < 0)

    @property
    def found(self) -> int:
        """The number of covers found so far."""
        return int(self._search.state[FOUND])

    def count(self, choices: int) -> None:
        """Resume counting for at most `choices` choices of a piece."""
        go_on(self._search, np.zeros((0, 0), np.int64), choices)

    def list(self, choices: int) -> list[tuple[PlacedPiece, ...]]:
        """Return the next covers: at most `BLOCK`, after at most `choices` choices of a piece."""
        covers = np.zeros((BLOCK, len(self._search.chosen)), np.int64)
        written = go_on(self._search, covers, choices)
        return [in_order(map(self._placed, cover[cover >= 0])) for cover in covers[:written]]

    def _placed(self, candidate: int) -> PlacedPiece:
        square = divmod(int(self._table.square[candidate]), self._puzzle.board.columns)
        return int(self._table.kind[candidate]), *square
