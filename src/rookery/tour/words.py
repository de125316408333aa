"""The layers of a tour as 64-bit words, grown by compiled kernels."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import accumulate, chain
from typing import TYPE_CHECKING, Any

import numpy as np

from rookery.boards.board import Square
from rookery.tour import memory
from rookery.tour.moves import square_of
from rookery.tour.plan import Plan
from rookery.tour.words_kernel import (
    BLOCK,
    FULL,
    GROWN,
    LOW_TARGETS,
    PLACES,
    REACHED,
    STATES,
    STUCK,
    Field,
    Growth,
    grow,
    walk,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray

ONE = np.uint64(1)
FIRST_LAYERS = 24  # that there is room for at first
SLICE_WORDS = 1 << 22
"""So many words grow between two looks at the clock: some hundredths of a second."""


class Words:
    """The layers of one tour, as many as have been grown; what `Layers` is, compiled.

    Parameters
    ----------
    plan
        Of a `possible` tour.

    Raises
    ------
    LimitError
        When the layers need more than 2 GiB; the text says how much.

    Notes
    -----
    A layer takes 2**targets bits for every square that can be reached, in whole words of 64;
    all are kept. (There are rows for the other squares, which are never touched and so take no
    memory.) On one core of a current machine a layer of 64 squares and 20 targets, 8 MiB,
    grows in some five milliseconds.

    Examples
    --------
    >>> from rookery.tour.puzzle import Tour
    >>> words = Words(Plan.of(Tour.parse(["Q....", ".....", "N...B"])))
    >>> words.grow(), words.done, words.least_moves
    (True, True, 2)
    >>> words.tour()
    ((0, 0), (1, 0), (1, 3))
    """

    def __init__(self, plan: Plan) -> None:
        squares, targets = len(plan.moves.reached), len(plan.targets)
        memory.refuse_size(squares, targets)
        self._plan = plan
        self._field = field_of(plan)
        cells = len(self._field.visited)
        self._layer_bytes = memory.layer_bytes(squares, targets)
        kept = max(2, min(FIRST_LAYERS, memory.MOST_BYTES // self._layer_bytes))
        self._growth = growth_of(cells, targets, kept)
        self._at_once = not self._field.missing and plan.start in plan.goal
        self._blocks = SLICE_WORDS // (cells * BLOCK)
        self.done = self._at_once
        """Whether the layers hold a tour."""

    @property
    def missing(self) -> int:
        """The targets missing at the start, as bits."""
        return self._field.missing

    @property
    def visited(self) -> NDArray[np.int64]:
        """For every square the targets visited there, as bits."""
        return self._field.visited

    @property
    def grown(self) -> int:
        """How many layers there are."""
        return max(1, int(self._growth.state[GROWN]))

    @property
    def least_moves(self) -> int:
        """What is proved: every tour has at least so many moves; once `done`, one has."""
        if self._at_once:
            return 0
        is_known = self.done or not self._growth.state[GROWN]  # none has grown yet
        return self.grown if is_known else self.grown + 1

    def grow(self, most: int | None = None, look: Callable[[], object] = bool) -> bool:
        """Add layers for some hundredths of a second, until done, or until there are `most`.

        `look` is called now and then while room is made for them; it may raise.

        Returns
        -------
        bool
            False when no layer to come would hold more: there is no tour.

        Raises
        ------
        LimitError
            When all layers together need more than 2 GiB.
        """
        kept = len(self._growth.layers)
        limit = kept if most is None else min(most, kept)
        status = grow(self._field, self._growth, limit, max(1, self._blocks), 0)
        if status == FULL and limit == kept:
            self._make_room(look)
        self.done = status == REACHED
        return bool(status != STUCK)

    def has(self, layer: int, square: int, missing: int) -> bool:
        """Return whether so many moves as the layer's number are enough from a state."""
        word = int(self._growth.layers[layer, square, missing >> LOW_TARGETS])
        return bool(word >> (missing & PLACES) & 1)

    def held(self, layer: int, square: int, missing: NDArray[np.int64]) -> NDArray[np.bool_]:
        """Return for each set of missing targets what `has` returns."""
        words = self._growth.layers[layer, square, missing >> LOW_TARGETS]
        found: NDArray[np.bool_] = (words >> (missing & PLACES).astype(np.uint64)) & ONE != 0
        return found

    def tour(self) -> tuple[Square, ...]:
        """Return the lexicographically first shortest tour; only once `done`."""
        return tuple(square_of(self._plan.board, square) for square in self.path())

    def path(self) -> list[int]:
        """Return the same by the numbers of its squares."""
        if not self.done:
            raise RuntimeError("the layers hold no tour yet")
        path = np.empty(self.least_moves + 1, np.int32)
        walk(self._field, self._growth, path)
        found: list[int] = path.tolist()
        return found

    def _make_room(self, look: Callable[[], object]) -> None:
        """Make room for twice the layers, or for as many as memory allows."""
        old = self._growth.layers
        memory.refuse_layers(len(old) + 1, self._layer_bytes)
        kept = min(2 * len(old), memory.MOST_BYTES // self._layer_bytes)
        squares = self._field.squares
        self._growth = self._growth._replace(
            layers=_enlarged(old, kept, squares, look),
            changed=_enlarged(self._growth.changed, kept, squares, look),
        )


def field_of(plan: Plan) -> Field:
    """Return a plan as arrays; every arrival costs one layer."""
    moves = plan.moves
    cells = plan.board.rows * plan.board.columns
    visited = plan.visited()
    jumps = [moves.jumps.get(square, ()) for square in range(cells)] if moves.jumps else []
    return Field(
        shorts(sorted(moves.reached)),
        *_rows(moves.runs),
        *(_rows(jumps) if jumps else (shorts(()), shorts(()))),
        shorts(plan.goal),
        np.frombuffer(array("q", visited), np.int64),
        _unit_costs(cells),
        plan.start,
        (1 << len(plan.targets)) - 1 & ~visited[plan.start],
    )


def growth_of(cells: int, targets: int, kept: int) -> Growth:
    """Return room for so many layers."""
    words = max(1, (1 << targets) >> LOW_TARGETS)
    block = min(BLOCK, words)
    return Growth(
        np.empty((kept, cells, words), np.uint64),
        np.empty((kept, cells, -(-words // BLOCK)), np.uint8),
        np.empty((cells, block), np.uint64),
        np.empty(cells, np.uint8),
        np.empty(cells, np.uint8),
        np.empty(block, np.uint64),
        np.zeros(STATES, np.int64),
    )


@lru_cache(maxsize=16)
def _unit_costs(cells: int) -> NDArray[np.int64]:
    return np.ones(cells, np.int64)


def shorts(numbers: Sequence[int]) -> NDArray[np.int32]:
    """Return integers as an array; twice as fast as `numpy.array` for short lists."""
    return np.frombuffer(array("i", numbers), np.int32) if numbers else np.empty(0, np.int32)


def _rows(rows: Sequence[Sequence[int]]) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """Return rows of numbers one after the other, as where each starts and all of them."""
    starts = array("i", accumulate(map(len, rows), initial=0))
    return np.frombuffer(starts, np.int32), shorts(list(chain.from_iterable(rows)))


def _enlarged(
    old: NDArray[Any], length: int, squares: NDArray[np.int32], look: Callable[[], object]
) -> NDArray[Any]:
    """Return an array with room for more layers behind its own, the rows of squares copied."""
    new = np.empty((length, *old.shape[1:]), old.dtype)
    for number, layer in enumerate(old):
        look()
        new[number, squares] = layer[squares]
    return new
