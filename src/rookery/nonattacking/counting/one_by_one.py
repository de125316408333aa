"""All placements counted one by one, in plain Python: the method that every puzzle fits."""

from __future__ import annotations

from rookery.nonattacking.counting.polynomials import Counts, without_zeros
from rookery.nonattacking.counting.slices import Slices
from rookery.nonattacking.graph import Graph
from rookery.nonattacking.search import Path, SetSearch


class OneByOne:
    """The placements of a graph counted as they are found, by number of pieces.

    Parameters
    ----------
    path
        Where to begin, as of `SetSearch.placements`.
    """

    def __init__(self, graph: Graph, path: Path | None = None) -> None:
        self._search = SetSearch(graph)
        self._path = path
        self._counts = [0] * (len(graph.candidates) + 1)

    def run(self) -> Slices:
        """Count all; pause after every 1,024 nodes."""
        for chosen in self._search.placements(self._path):
            if chosen is None:
                yield
            else:
                self._counts[chosen.bit_count()] += 1

    def counts(self) -> Counts:
        """Return how many placements of 0, 1, ... pieces were found."""
        return without_zeros(self._counts)

    def share(self) -> float:
        """Return the part of the search that is done."""
        return self._search.share()
