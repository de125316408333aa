"""The methods that find tours, and ``auto``, which chooses among them.

The methods ``layers`` and ``words`` find exact shortest tours from breadth-first layers, which grow
with compiled kernels if they are loaded or worth loading.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Generator
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

from rookery.engine.drive import mapped, solved_by
from rookery.engine.run import Partial, Run, Steps
from rookery.errors import LimitError
from rookery.results.methods import Method
from rookery.tour import layers, memory
from rookery.tour.layers import BitsetLayers, ShortestTours
from rookery.tour.plan import TourPlan
from rookery.tour.puzzle import OVER, Tour

if TYPE_CHECKING:
    from rookery.tour.compiled_layers import CompiledLayers

    Grown = BitsetLayers | CompiledLayers
    Growing = Generator[Partial, None, Grown]

MANY_STATES = 1 << 28  # states; from here on kernels repay their loading time
NO_TOUR = "every target can be reached, but no tour visits them all and ends at the goal"
BYTES_A_SECOND = 1 << 28  # bytes of layers grown per second by loaded kernels, at least
SMALL_BYTES = 1 << 24  # bytes of layers that are grown under any time limit
EXACT_PART = 0.7  # fraction of the time for exact layers, before a search
WHOLE_PART = 0.5  # fraction of the time of a search for a tour without repeated squares
SEARCH_SECONDS = 10.0  # seconds of a search without a time or work limit


def exact(tour: Tour, run: Run, many: int | None) -> Steps:
    """Find the lexicographically first shortest tour, or prove that none exists.

    A step is a layer; `many` is as for `grow`. A `LimitError` is raised if the layers need more
    than 2 GiB of memory.
    """
    plan = TourPlan.of(tour, run.check_deadline)
    if not plan.possible:
        return Partial(why_none=plan.why_impossible(tour))
    return first_shortest((yield from grow(plan.essential(), run, many)))


def first_shortest(grown: Grown) -> Partial:
    """Return the first shortest tour of grown layers, or the reason why none exists."""
    if not grown.done:
        return Partial(why_none=NO_TOUR)
    answer = next(ShortestTours(grown).tours())
    return Partial(answer, len(answer) - 1)


def worth_kernels(tour: Tour, many: int = MANY_STATES) -> int | None:
    """Return the states from which kernels pay; None for visits in passing, which they lack."""
    return None if tour.visit == OVER else many


def grow(plan: TourPlan, run: Run, many: int | None) -> Growing:
    """Grow layers until they contain a tour, or gain no further states.

    Python integers are used until the compiled kernels are available; compiled layers then start
    from layer 0. A step is a layer; bounds are numbers of moves. `many` is the number of states
    from which kernels pay: 0 for kernels only, None for integers only.

    Return the layers; if they are not `done`, the tour does not exist. A `LimitError` is raised if
    they need more than 2 GiB of memory.
    """
    integers = _grown(BitsetLayers, plan, run)
    is_worth = many is not None and len(plan.moves.reached) << len(plan.targets) >= many
    if many is None or not (is_worth or "numba" in sys.modules):
        return (yield from integers)
    from rookery.tour.kernel_sets import LAYERS

    meanwhile = integers if many else None
    head_start = 0 if is_worth else sys.maxsize
    grown = yield from run.kernels(LAYERS, meanwhile=meanwhile, head_start=head_start)
    if grown is not None:
        return grown
    from rookery.tour.compiled_layers import CompiledLayers

    return (yield from _grown(CompiledLayers, plan, run))


def _grown(kind: Callable[[TourPlan], Grown], plan: TourPlan, run: Run) -> Growing:
    grown = kind(plan)
    each = memory.layer_bytes(len(plan.moves.reached), len(plan.targets))
    a_slice = max(1, layers.QUICK_BYTES // each)
    work = run.settings.limits.work
    most = None if work is None else work + 1
    while not grown.done:
        before, steps = grown.grown, run.steps(a_slice)
        for _ in range(steps):
            if not grown.grow(most, run.check_deadline) or grown.done:
                return grown
        bound = grown.least_moves if steps else None  # the first step of both kinds proves as much
        yield Partial(bound=bound, steps=grown.grown - before, stage="layers")
    return grown


def auto(tour: Tour, run: Run) -> Steps:
    """Find the first shortest tour if its layers fit in memory and time, otherwise search.

    The layers use kernels if these are loaded or worth loading. Tours with `once`, and whole
    boards whose layers do not fit, are passed to their own methods.
    """
    if tour.once and tour.is_whole:
        return (yield from hamiltonian(tour, run))
    if tour.once:
        return (yield from (beam if tour.visit == OVER else circuit)(tour, run))
    plan = TourPlan.of(tour, run.check_deadline)
    if not plan.possible:
        return Partial(why_none=plan.why_impossible(tour))
    plan = plan.essential()
    size = len(plan.moves.reached), len(plan.targets)
    fits = memory.fits(*size)
    if fits and run.settings.is_default:
        run.allow(None)
    if run.is_heard:
        yield Partial(stage=memory.memory_note(*size))
    seconds, why = run.settings.limits.seconds, ""
    grows_in_time = seconds is not None and memory.needed(*size) <= max(
        SMALL_BYTES, min(memory.MOST_BYTES, seconds * BYTES_A_SECOND)
    )
    if fits and seconds is None:
        try:
            return first_shortest((yield from grow(plan, run, worth_kernels(tour))))
        except LimitError as error:
            why = str(error)
            run.allow(SEARCH_SECONDS)
    elif grows_in_time:
        growing = grow(plan, run, worth_kernels(tour))
        with suppress(LimitError):
            layers = yield from run.within(EXACT_PART, growing)
            if layers is not None:
                return first_shortest(layers)
    return (yield from _search_by_kind(tour, plan, run, why or memory.memory_note(*size)))


def _search_by_kind(tour: Tour, plan: TourPlan, run: Run, layers_note: str) -> Steps:
    """Run the search for this kind of tour, and add the memory needed by layers to its notes."""

    def noted(partial: Partial) -> Partial:
        return partial._replace(note=f"{partial.note}; {layers_note}") if partial.note else partial

    yield Partial(note=layers_note)
    if tour.visit == OVER:
        return (yield from mapped(beam(tour, run, plan), noted))
    if tour.is_whole:
        looking = mapped(hamiltonian(tour, run), noted)
        whole = yield from run.within(WHOLE_PART, looking, WHOLE_PART * SEARCH_SECONDS)
        if whole is not None and whole.answer is not None:
            return whole
        yield whole or Partial()
    return (yield from mapped(search(tour, run, plan), noted))


def hamiltonian(tour: Tour, run: Run) -> Steps:
    """Find a tour of a whole board; see `rookery.tour.hamiltonian.solving`."""
    from rookery.tour.hamiltonian import solving

    return solving.hamiltonian(tour, run)


def circuit(tour: Tour, run: Run) -> Steps:
    """Find a tour without repeated squares; see `rookery.tour.circuit`."""
    from rookery.tour import circuit

    return circuit.circuit(tour, run)


def beam(tour: Tour, run: Run, plan: TourPlan | None = None) -> Steps:
    """Find a tour that visits the squares it passes over; see `rookery.tour.over`."""
    from rookery.tour import over

    return over.beam(tour, run, plan)


def search(tour: Tour, run: Run, plan: TourPlan | None = None) -> Steps:
    """Find a good tour and a lower bound; see `rookery.tour.search`."""
    from rookery.tour import search

    return search.search(tour, run, plan)


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
    Method("layers", solved_by(partial(exact, many=None)), _FIRST, fits=lambda tour: not tour.once),
    Method("words", solved_by(partial(exact, many=0)), _FIRST, fits=_may_revisit),
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
