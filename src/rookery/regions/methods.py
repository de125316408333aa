"""Methods for `Regions`: one answer, the count, uniqueness, and the listing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from rookery.compiled.sets import KernelSet
from rookery.engine.drive import Listing, by_number, counted_by, of_blocks, run_to_limit, solved_by
from rookery.engine.run import Partial, Run, Steps, advance
from rookery.errors import PuzzleError, shown
from rookery.regions.masks import Masks, RegionSearch, first_free, masks_of, squares_in
from rookery.regions.puzzle import Placement, Regions
from rookery.results.methods import Method, choose, signed_placement
from rookery.results.result import Result
from rookery.results.settings import Settings

if TYPE_CHECKING:
    from rookery.regions.compiled import CompiledSearch
    from rookery.regions.learning import LearningSearch

NODES_A_TICK = 32  # nodes of the plain search between two yields
HEAD_START = 8  # ticks of the plain search before kernels are loaded
HARD_NODES = 1 << 18  # nodes of the compiled search before clause learning: a twentieth of a second
MOST_LEARNING = 2  # answers; clause learning excludes each by a clause, so it suits few
STAGE = "search"
WHY_NONE = "no non-attacking placement has the required pieces in every row, column and region"


def _run_search() -> None:
    from rookery.regions.compiled import CompiledSearch

    CompiledSearch(masks_of(Regions(["AAAB", "ABBB", "CCDD", "CCDD"]))).run(2)


def _run_learning() -> None:
    from rookery.regions.learning import LearningSearch

    learning = LearningSearch(masks_of(Regions(["AAAB", "ABBB", "CCDD", "CCDD"])))
    learning.run(2)
    learning.make_room()


SEARCH = KernelSet("regions-search", "region puzzles: searching", _run_search)
LEARNING = KernelSet(
    "regions-learning", "hard region puzzles: clause learning", _run_learning, after=SEARCH
)


def search(masks: Masks, most: int | None, answers: list[int], run: Run) -> Steps:
    """Search depth first, then, on hard boards, with clause learning; a step is a node.

    The search stops at `most` answers; None finds all. `answers` receives them as sets of squares;
    if all are counted, only the first. The value of the last partial is the number of answers.
    """
    plain = _search_plainly(masks, most, answers)
    head_start = HEAD_START if run.settings.limits.work is None else 0  # its nodes are others
    if ended := (yield from run.kernels(SEARCH, meanwhile=plain, head_start=head_start)):
        return ended
    from rookery.regions.compiled import NODES_A_SLICE, CompiledSearch

    compiled = CompiledSearch(masks, room=most or 1)
    deep = _slices(compiled, most, answers, NODES_A_SLICE, run)
    if most is None or most > MOST_LEARNING:
        return (yield from deep)
    begun = run.work
    while run.work - begun < HARD_NODES:
        if ended := (yield from advance(deep)):
            return ended
    if ended := (yield from run.kernels(LEARNING, meanwhile=deep)):
        return ended
    from rookery.regions import learning

    learnt = learning.LearningSearch(masks, room=most)
    return (yield from _slices(learnt, most, answers, learning.NODES_A_SLICE, run))


def _slices(
    searching: CompiledSearch | LearningSearch,
    most: int | None,
    answers: list[int],
    size: int,
    run: Run,
) -> Steps:
    """Search by a kernel in slices; keep the answers of an earlier search if it found more."""
    enough = (1 << 62) if most is None else most
    while True:
        nodes = run.steps(size)
        left = searching.run(enough, nodes)
        if searching.found >= len(answers):
            answers[:] = searching.answers()
        if searching.is_over or searching.found >= enough:
            return Partial(value=searching.found)
        number = max(searching.found, len(answers))
        yield Partial(value=number or None, steps=nodes - left, stage=STAGE)


def _search_plainly(masks: Masks, most: int | None, answers: list[int]) -> Steps:
    """Search in plain Python as `search` does."""
    for answer in RegionSearch(masks).answers(tick=NODES_A_TICK):
        if answer is None:
            yield Partial(value=len(answers) or None, steps=NODES_A_TICK, stage=STAGE)
            continue
        answers.append(answer)
        if len(answers) == most:
            break
    return Partial(value=len(answers))


def find_one(puzzle: Regions, run: Run) -> Steps:
    """Find one answer, or prove that none exists."""
    answers: list[int] = []
    yield from search(masks_of(puzzle), 1, answers, run)
    if not answers:
        return Partial(why_none=WHY_NONE)
    answer = squares_in(answers[0], len(puzzle.rows))
    return Partial(answer, bound=len(answer))


def count_all(puzzle: Regions, run: Run) -> Steps:
    """Count all answers, one by one."""
    counted = yield from search(masks_of(puzzle), None, [], run)
    return counted if counted and counted.value else Partial(value=0, why_none=WHY_NONE)


def find(masks: Masks, most: int, settings: Settings) -> tuple[list[int], bool]:
    """Return up to `most` answers as sets of squares, and whether the search was complete."""
    answers: list[int] = []
    run = Run(None, settings)
    stopped = run_to_limit(search(masks, most, answers, run), run)
    return answers, stopped is None


def listing(
    puzzle: Regions, settings: Settings, start: Any = None, first: int | None = None
) -> Listing:
    """Return a listing of all answers in lexicographic order."""
    if start is not None:
        raise PuzzleError(expected="no start for region puzzles", found=shown(start))

    def each() -> Iterator[list[Placement]]:
        for answer in RegionSearch(masks_of(puzzle), first_free).answers():
            yield [] if answer is None else [squares_in(answer, len(puzzle.rows))]

    return Listing(of_blocks(each()), settings, by_number(puzzle, lambda: WHY_NONE), first)


def place(puzzle: Regions, method: str, settings: Settings) -> Result:
    """Return one checked answer with the value 1; see `rookery.placement`."""
    chosen = choose(METHODS, method, puzzle)
    return signed_placement(chosen.run(puzzle, settings), chosen, settings, puzzle.check)


def is_unique(puzzle: Regions, settings: Settings) -> bool | None:
    """Return whether a puzzle has exactly one answer; None if a limit came first."""
    SEARCH.begin()  # callers often test many boards
    answers, is_complete = find(masks_of(puzzle), 2, settings)
    return len(answers) == 1 if is_complete or len(answers) > 1 else None


METHODS = (Method("search", solved_by(find_one), "one answer, or that none exists"),)
COUNTERS = (Method("search", counted_by(count_all), "the exact count"),)
