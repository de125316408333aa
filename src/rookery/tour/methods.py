"""The table of the methods that find tours."""

from __future__ import annotations

from rookery.results.methods import Method, within_limits
from rookery.tour import memory
from rookery.tour.auto import (
    SEARCH_SECONDS,
    run_auto,
    run_beam,
    run_circuit,
    run_hamiltonian,
    run_search,
)
from rookery.tour.exact import run_layers, run_words
from rookery.tour.puzzle import OVER, Tour


def _again(tour: Tour) -> bool:
    """Return whether squares may be stood on again, and moves visit nothing on their way."""
    return not tour.once and tour.visit != OVER


_FIRST = "the fewest moves, and the lexicographically first such tour"

METHODS: tuple[Method, ...] = (
    Method(
        "auto",
        within_limits(run_auto),
        f"{_FIRST}; of too many targets what `search` does",
        default_seconds=SEARCH_SECONDS,
        surely_ends=lambda tour: (
            tour.once or memory.fits(tour.board.rows * tour.board.columns, len(tour.targets))
        ),
    ),
    Method("layers", within_limits(run_layers), _FIRST, fits=lambda tour: not tour.once),
    Method("words", within_limits(run_words), _FIRST, fits=_again),
    Method(
        "search",
        run_search,
        "a bound on the fewest moves, and a tour that is seldom far off",
        fits=_again,
        default_seconds=SEARCH_SECONDS,
    ),
    Method(
        "hamiltonian",
        run_hamiltonian,
        "a tour that stands on every square once, or why there is none",
        fits=lambda tour: tour.is_whole,
    ),
    Method(
        "beam",
        run_beam,
        "a tour that is seldom far off, and a bound; with `once` what `circuit` does",
        fits=lambda tour: tour.visit == OVER,
        default_seconds=SEARCH_SECONDS,
    ),
    Method(
        "circuit",
        run_circuit,
        "with `once`, the fewest moves; else a tour, and a bound",
        fits=lambda tour: tour.turn is None and (tour.once or tour.visit == OVER),
        default_seconds=SEARCH_SECONDS,
    ),
)
