"""The table of the methods that find tours."""

from __future__ import annotations

from rookery.engine.drive import solved_by
from rookery.results.methods import Method
from rookery.tour import memory
from rookery.tour.auto import SEARCH_SECONDS, auto, beam, circuit, hamiltonian, search
from rookery.tour.exact import by_compiled_layers, by_layers
from rookery.tour.puzzle import OVER, Tour


def _may_revisit(tour: Tour) -> bool:
    """Return whether squares may be revisited, and moves visit only their ends."""
    return not tour.once and tour.visit != OVER


_FIRST = "the fewest moves, and the lexicographically first such tour"

METHODS: tuple[Method, ...] = (
    Method(
        "auto",
        solved_by(auto),
        f"{_FIRST}; with too many targets, the result of `search`",
        default_seconds=SEARCH_SECONDS,
        surely_ends=lambda tour: (
            tour.once or memory.fits(tour.board.rows * tour.board.columns, len(tour.targets))
        ),
    ),
    Method("layers", solved_by(by_layers), _FIRST, fits=lambda tour: not tour.once),
    Method("words", solved_by(by_compiled_layers), _FIRST, fits=_may_revisit),
    Method(
        "search",
        solved_by(search),
        "a good tour, and a lower bound on the moves",
        fits=_may_revisit,
        default_seconds=SEARCH_SECONDS,
    ),
    Method(
        "hamiltonian",
        solved_by(hamiltonian),
        "a tour that visits every square once, or the reason why none exists",
        fits=lambda tour: tour.is_whole,
    ),
    Method(
        "beam",
        solved_by(beam),
        "a good tour, and a lower bound; with `once`, a bound as by `circuit`",
        fits=lambda tour: tour.visit == OVER,
        default_seconds=SEARCH_SECONDS,
    ),
    Method(
        "circuit",
        solved_by(circuit),
        "with `once`, the fewest moves; otherwise a tour, and a lower bound",
        fits=lambda tour: tour.turn is None and (tour.once or tour.visit == OVER),
        default_seconds=SEARCH_SECONDS,
    ),
)
