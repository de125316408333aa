"""The search by the compiled kernel: puzzles as arrays, answers as sets of squares."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np

from rookery.regions.masks import Masks, Reach
from rookery.regions.searching import search_kernel as kernel

NODES_A_SLICE = 1 << 18


class CompiledSearch:
    """A search through the answers of a puzzle, which can be gone on with.

    Parameters
    ----------
    masks
        The puzzle.
    room
        How many answers are kept; the others are only counted.
    """

    def __init__(self, masks: Masks, room: int = 2) -> None:
        reach = masks.reach
        attacks, blocks, lines = _arrays(reach)
        squares = reach.side**2
        units = np.concatenate((lines, _words(masks.units[2 * reach.side :], squares)))
        self._bytes = 8 * units.shape[1]
        self._board = kernel.Board(units, _of(units, reach), attacks, blocks)
        depths = masks.stars * reach.side + 2
        self._stack = kernel.Stack(
            np.zeros((depths, units.shape[1]), np.int64),
            np.zeros((depths, units.shape[1]), np.int64),
            np.full((depths, len(units)), masks.stars, np.int64),
            np.zeros((room, units.shape[1]), np.int64),
            np.zeros(2, np.int64),
        )
        self._left = np.zeros(units.shape[1], np.int64)
        self._stack.free[0] = _words([masks.free], squares)[0]
        self._place(masks)

    def run(self, most: int, nodes: int = NODES_A_SLICE) -> int:
        """Go on until so many answers are found in all, or for so many nodes.

        Returns
        -------
        int
            How many nodes are left; 0 when it stopped before its end.
        """
        return int(kernel.find_answers(self._board, self._stack, self._left, most, nodes))

    @property
    def is_over(self) -> bool:
        """Whether all answers are found."""
        return bool(self._stack.state[kernel.DEPTH] < 0)

    @property
    def found(self) -> int:
        """How many answers are found so far."""
        return int(self._stack.state[kernel.FOUND])

    def answers(self) -> list[int]:
        """Return the first answers as sets of squares, as many as there was room for."""
        kept = self._stack.answers[: self.found]
        return [int.from_bytes(row.tobytes(), "little") for row in kept]

    def _place(self, masks: Masks) -> None:
        """Place the given pieces; where one attacks another there is no answer."""
        stack, reach = self._stack, masks.reach
        free, given = masks.free, masks.given
        need = [masks.stars] * len(masks.units)
        for at in range(reach.side**2 if given else 0):
            if not given >> at & 1:
                continue
            if not free >> at & 1:
                stack.state[kernel.DEPTH] = -1
                return
            free &= ~(reach.attacks[at] | 1 << at)
            for unit in self._board.of[at]:
                need[unit] -= 1
                free &= -1 if need[unit] else ~masks.units[unit]
        squares = reach.side**2
        stack.free[0] = _words([free], squares)[0]
        stack.chosen[0] = _words([given], squares)[0]
        stack.need[0] = need


@lru_cache(maxsize=16)
def _arrays(reach: Reach) -> tuple[Any, Any, Any]:
    """Return the attacks with the squares themselves, the blocks, and the rows and columns."""
    squares = reach.side**2
    attacks = [mask | 1 << at for at, mask in enumerate(reach.attacks)]
    return (
        _words(attacks, squares),
        _words(reach.blocks, squares),
        _words((*reach.rows, *reach.columns), squares),
    )


def _of(units: Any, reach: Reach) -> Any:
    """Return the row, the column and the region of each square."""
    found = _rows_and_columns(reach.side).copy()
    regions = units[2 * reach.side :].astype("<i8").view(np.uint8)
    inside = np.unpackbits(regions, axis=1, count=reach.side**2, bitorder="little")
    found[:, 2] = 2 * reach.side + inside.argmax(axis=0)
    return found


@lru_cache(maxsize=16)
def _rows_and_columns(side: int) -> Any:
    """Return the row and the column of each square, with room for its region."""
    every = np.arange(side * side)
    return np.stack((every // side, every % side + side, every), axis=1)


def _words(sets: Any, squares: int) -> Any:
    """Return sets of squares as rows of words of 64 bits."""
    size = -(-squares // kernel.WORD) * 8
    data = b"".join(mask.to_bytes(size, "little") for mask in sets)
    return np.frombuffer(data, "<i8").reshape(len(sets), -1).astype(np.int64)
