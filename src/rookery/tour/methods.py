"""The table of the methods that find tours."""

from __future__ import annotations

from rookery.engine.run import solved_by
from rookery.results.methods import Method
from rookery.tour import memory
from rookery.tour.auto import SEARCH_SECONDS, auto, beam, circuit, hamiltonian, search
from rookery.tour.exact import by_layers, by_words
from rookery.tour.puzzle import OVER, Tour


def _again(tour: Tour) -> bool:
    """Return whether squares may be stood on again, and moves visit nothing on their way."""
    return not tour.once and tour.visit != OVER


_FIRST = "the fewest moves, and the lexicographically first such tour"

METHODS: tuple[Method, ...] = (
    Method(
        "auto",
        solved_by(auto),
        f"{_FIRST}; of too many targets what `search` does",
        default_seconds=SEARCH_SECONDS,
        surely_ends=lambda tour: (
            tour.once or memory.fits(tour.board.rows * tour.board.columns, len(tour.targets))
        ),
    ),
    Method("layers", solved_by(by_layers), _FIRST, fits=lambda tour: not tour.once),
    Method("words", solved_by(by_words), _FIRST, fits=_again),
    Method(
        "search",
        solved_by(search),
        "a bound on the fewest moves, and a tour that is seldom far off",
        fits=_again,
        default_seconds=SEARCH_SECONDS,
    ),
    Method(
        "hamiltonian",
        solved_by(hamiltonian),
        "a tour that stands on every square once, or why there is none",
        fits=lambda tour: tour.is_whole,
    ),
    Method(
        "beam",
        solved_by(beam),
        "a tour that is seldom far off, and a bound; with `once` what `circuit` does",
        fits=lambda tour: tour.visit == OVER,
        default_seconds=SEARCH_SECONDS,
    ),
    Method(
        "circuit",
        solved_by(circuit),
        "with `once`, the fewest moves; else a tour, and a bound",
        fits=lambda tour: tour.turn is None and (tour.once or tour.visit == OVER),
        default_seconds=SEARCH_SECONDS,
    ),
)
