"""The compiled search: puzzles as arrays for the kernel, answers as sets of squares."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np

from rookery.regions import search_kernel as kernel
from rookery.regions.masks import Masks, Reach

NODES_A_SLICE = 1 << 18  # nodes between two checks of the deadline


class CompiledSearch:
    """A resumable search for the answers of a puzzle; `room` are kept, the others only counted."""

    def __init__(self, masks: Masks, room: int = 2) -> None:
        self._board = _board(masks.reach)
        squares, words = self._board.attacks.shape
        self._puzzle = kernel.KernelPuzzle(
            np.frombuffer(masks.region_of, np.uint16),
            masks.stars,
            _words((masks.given,), squares)[0],
        )
        units = 3 * masks.reach.side
        depths = masks.stars * masks.reach.side + 2
        self._stack = kernel.Stack(
            np.empty((units, words), np.int64),
            np.empty((squares, kernel.KINDS), np.int64),
            np.empty((depths, words), np.int64),
            np.empty((depths, words), np.int64),
            np.empty((depths, units), np.int64),
            np.empty((depths, -(-units // 64)), np.int64),
            np.empty((room, words), np.int64),
            np.array((kernel.NOT_BEGUN, 0)),
        )
        self._stack.free[0] = _words((masks.free,), squares)

    def run(self, most: int, nodes: int = NODES_A_SLICE) -> int:
        """Resume for `nodes` nodes, or until `most` answers are found; return the nodes left."""
        return int(kernel.find_answers(self._board, self._puzzle, self._stack, most, nodes))

    @property
    def is_over(self) -> bool:
        """Whether all answers are found."""
        return bool(self._stack.state[kernel.DEPTH] == kernel.OVER)

    @property
    def found(self) -> int:
        """The number of answers found so far."""
        return int(self._stack.state[kernel.FOUND])

    def answers(self) -> list[int]:
        """Return the kept answers as sets of squares."""
        kept = self._stack.answers[: self.found]
        return [int.from_bytes(row.tobytes(), "little") for row in kept]


@lru_cache(maxsize=16)
def _board(reach: Reach) -> kernel.KernelBoard:
    """Return a board and its piece in the kernel's form."""
    squares = reach.side**2
    return kernel.KernelBoard(
        _words((*reach.rows, *reach.columns), squares),
        _words([mask | 1 << at for at, mask in enumerate(reach.attacks)], squares),
        _words(reach.blocks, squares),
        max(mask.bit_count() for mask in reach.blocks),
    )


def _words(sets: Any, squares: int) -> Any:
    """Return sets of squares as rows of words of 64 bits."""
    size = -(-squares // kernel.WORD) * 8
    data = bytearray().join([mask.to_bytes(size, "little") for mask in sets])
    return np.frombuffer(data, np.int64).reshape(len(sets), -1)
