"""Several boards within one time limit, as a judge asks for them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from rookery.cover.components import DECOMPOSITION_SHARE, CoverComponents, attempted
from rookery.cover.kernel_sets import COVER, kernels_of
from rookery.cover.offers import is_settled
from rookery.cover.puzzle import Cover
from rookery.cover.schedule.begin import prepare
from rookery.cover.schedule.policy import EXCHANGE_SECONDS, FEW_CORE, GLANCE_SECONDS, PlannedStep
from rookery.cover.schedule.portfolio import CoverPortfolio, load_kernels
from rookery.cover.schedule.steps import STEPS
from rookery.engine.drive import drive_all
from rookery.engine.partial import Partial
from rookery.engine.run import Run, Steps
from rookery.family import OnEach
from rookery.results.progress import COMPILING
from rookery.results.result import Result
from rookery.results.settings import Settings

FIRST_SHARE = 0.5  # share of each board's time
FIRST_TRIES = 25  # exchanges in each board's first cover

Work = tuple[Steps, Run]


def solve_boards(
    puzzles: Sequence[Cover], settings: Settings, on_each: OnEach | None = None
) -> Iterator[Result]:
    """Solve boards within one time limit; yield their results in order.

    Until there are kernels, exchanges improve the boards by turns, and easy boards are proved. The
    rest of the time is then shared among the boards by their targets, one thread each, or several
    where boards are few. `on_each` is called with the number of a board, from 0, and its progress.
    """
    together = Run(None, settings)
    load_kernels(together, puzzles)
    share = DECOMPOSITION_SHARE / max(1, len(puzzles))
    wholes = [
        CoverComponents(puzzle, Run(puzzle, settings.of_batch(number, on_each)), share)
        for number, puzzle in enumerate(puzzles)
    ]
    runs = [run for whole in wholes for run in whole.runs]
    for run in runs:
        run.begin_kernels(*kernels_of(run.puzzle))
    boards: list[CoverPortfolio] = []  # those with a first cover and bound
    beginnings = _beginnings(runs, boards, together)
    for _ in drive_all(lambda: next(beginnings, None), runs, threads=0):
        pass
    for run in runs:
        run.allow(together.remaining())
    if any(_waits(board) for board in boards):
        workers = max(1, min(settings.threads - 1, len(boards)))  # a core is left to the compiler
        for _ in drive_all(lambda: _exchanges(boards), runs, workers):
            for run in runs if COVER.is_compiling else ():
                if not is_settled(run):
                    run.take(Partial(stage=COMPILING))
    workers = max(1, min(settings.threads, len(boards)))
    at_work = {board.run for board in boards if board.is_open}
    shares = _shares(boards, together, workers)
    driving = drive_all(lambda: next(shares, None), runs, workers)
    for whole in wholes:
        while at_work.intersection(whole.runs) and (ended := next(driving, together)) != together:
            at_work.discard(ended)
        yield replace(whole.result(), method="auto")


def _beginnings(runs: Sequence[Run], boards: list[CoverPortfolio], together: Run) -> Iterator[Work]:
    """Yield the search for a first cover of every board, and add those with one to `boards`."""

    def begin(run: Run) -> Steps:
        boards.append(CoverPortfolio(prepare(run, tries=FIRST_TRIES), run))
        yield Partial()
        return None

    for number, run in enumerate(runs):
        run.allow(FIRST_SHARE * together.remaining() / (len(runs) - number))
        yield attempted(begin, run), run


def _waits(board: CoverPortfolio) -> bool:
    return board.is_open and board.search.waits


def _exchanges(boards: Sequence[CoverPortfolio]) -> Work | None:
    """Return an exchange, or an easy proof, of the board with the fewest slices, or None."""
    idle = [board for board in boards if _waits(board) and not board.busy]
    if not idle:
        return None
    board = min(idle, key=lambda board: len(board.record))
    share = board.run.remaining() / max(1, sum(other.is_open for other in boards))
    is_able = STEPS["exact"].can_run(board.search) and share >= GLANCE_SECONDS
    if len(board.record) == 1 and is_able and board.search.core() <= FEW_CORE:
        return board.taken(PlannedStep("exact", share)), board.run
    return board.taken(PlannedStep("exchange", EXCHANGE_SECONDS)), board.run


def _shares(boards: Sequence[CoverPortfolio], together: Run, workers: int) -> Iterator[Work]:
    """Yield the searches of open boards, easiest first, with shares of the time by targets."""
    still_open = [board for board in boards if board.is_open]
    threads = max(1, together.settings.threads // max(1, len(still_open)))
    targets_left = sum(len(board.run.puzzle.targets) for board in still_open)
    for board in sorted(still_open, key=lambda board: board.search.core()):
        targets, left = len(board.run.puzzle.targets), together.remaining()
        board.run.allow(min(left, left * workers * targets / max(1, targets_left)))
        targets_left -= targets
        board.threads = threads
        yield board.work(), board.run
