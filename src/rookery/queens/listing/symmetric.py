"""Placements up to symmetry, and placements that are symmetric themselves."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from rookery.queens.listing.blocks import Block

ANY, FUNDAMENTAL = "any", "fundamental"
# all placements, fundamental ones, symmetric ones
SYMMETRIES = (ANY, FUNDAMENTAL, "half-turn", "quarter-turn")


def having(block: Block, symmetry: str) -> Block:
    """Return the placements of a block that have a symmetry.

    >>> having([(1, 3, 0, 2), (2, 0, 3, 1)], FUNDAMENTAL).tolist()
    [[1, 3, 0, 2]]
    """
    if symmetry == ANY or not len(block):
        return block
    import numpy as np

    placements = np.asarray(block)
    kept: NDArray[Any] = placements[KEEPERS[symmetry](placements)]
    return kept


def _is_fundamental(placements: NDArray[Any]) -> NDArray[Any]:
    """Return a mask of the placements that come first among their images."""
    import numpy as np

    kept = np.ones(len(placements), bool)
    for image in _images(placements):
        differs = placements != image
        first = differs.argmax(axis=1)[:, None]
        here, there = (np.take_along_axis(one, first, 1)[:, 0] for one in (placements, image))
        kept &= here <= there
    return kept


def _images(placements: NDArray[Any]) -> Iterator[NDArray[Any]]:
    """Yield the other seven images of placements under rotation and reflection."""
    top = placements.shape[1] - 1
    turned = placements.argsort(axis=1)  # reflection in a diagonal swaps rows and columns
    for one in (placements, turned):
        yield from (one, top - one, one[:, ::-1], top - one[:, ::-1])


def _turned_by_half(placements: NDArray[Any]) -> NDArray[Any]:
    """Return a mask of the placements that a half-turn maps to themselves."""
    same: NDArray[Any] = (placements == placements.shape[1] - 1 - placements[:, ::-1]).all(axis=1)
    return same


def _turned_by_quarter(placements: NDArray[Any]) -> NDArray[Any]:
    turned = placements.shape[1] - 1 - placements
    same: NDArray[Any] = (placements.argsort(axis=1) == turned).all(axis=1)
    return same


KEEPERS: dict[str, Callable[[Any], Any]] = {
    FUNDAMENTAL: _is_fundamental,
    "half-turn": _turned_by_half,
    "quarter-turn": _turned_by_quarter,
}
