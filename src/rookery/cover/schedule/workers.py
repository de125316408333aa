"""One board searched by many workers, who share the best cover and bound.

A worker takes a turn of some seconds and tells what it found; with its next turn it gets the
best that all have found by then. There is no waiting for each other.
"""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import BrokenExecutor
from dataclasses import dataclass, replace
from functools import partial

from rookery.cover.incumbent import CoverIncumbent
from rookery.cover.model.attacks import TooManyError
from rookery.cover.prepared import Prepared
from rookery.cover.puzzle import Cover, PlacedPiece
from rookery.cover.schedule.begin import begin_kernels, interruptible, prepare
from rookery.cover.schedule.policy import PROOFS, SEARCHES, Choice, Trial, choose
from rookery.cover.schedule.runner import Runner, outlook
from rookery.cover.schedule.search import Need, Search
from rookery.cover.schedule.steps import STEPS, Slice
from rookery.errors import PuzzleError
from rookery.results.limits import Clock, LateError, Limits
from rookery.results.progress import Progress
from rookery.results.result import Reason, Result
from rookery.results.settings import Settings
from rookery.running.clusters import at_scheduler, standstill
from rookery.running.units import Done, RunOptions, WorkError, run, workers_of

# A turn lasts as long as the search so far, so that easy boards keep no worker for long.
SHORTEST_TURN, LONGEST_TURN = 0.5, 10.0
TURN_SHARE = 0.15  # of the time limit, at most
SENDING_SECONDS = 0.2  # before the limit, a turn's answer must be on its way
LEAST_SECONDS = 0.1
LONGEST_PROOF, PROOF_GROWTH = 30.0, 4.0  # the first proof at most, and each after it
ANEW = ("glance", "anneal")  # begin without a cover
MOST_DEATHS = 5


@dataclass(frozen=True)
class Turn:
    """What a worker is asked to do.

    Attributes
    ----------
    step
        A name of `STEPS`.
    seed
        Of its random choices.
    seconds
        How long it may take.
    gap
        It ends once this is reached; None for no such limit.
    covers
        The best cover known, and with ``merge`` those to be merged; none with steps that begin
        anew, whose covers shall differ.
    bound
        The best bound known.
    """

    step: str
    seed: int
    seconds: float
    gap: float | None
    covers: tuple[tuple[PlacedPiece, ...], ...]
    bound: int


@dataclass(frozen=True)
class Found:
    """What a worker has to tell.

    Attributes
    ----------
    placed_pieces
        Its best cover; empty when it has none.
    bound
        What it knows to be proved.
    impossible
        Whether it proved that there is no cover.
    """

    placed_pieces: tuple[PlacedPiece, ...]
    bound: int
    impossible: bool


def run_shared(puzzle: Cover, settings: Settings) -> Result:
    """Return the best cover that an executor's workers find, and the best bound they prove.

    When the workers are lost, what was found before
    is returned, with a note. Results do not repeat: who is first decides who gets what.

    Raises
    ------
    PuzzleError
        When work is limited: of many workers it cannot be repeatable.
    WorkError
        When the workers are lost before there is any cover.
    """
    if settings.limits.work is not None:
        raise PuzzleError(
            expected="a limit of seconds for an executor's workers", found="one of work"
        )
    note = ""
    with interruptible(CoverIncumbent(puzzle, settings)) as incumbent:
        start = prepare(incumbent)
        try:
            if incumbent.stop() is None:
                _share(start, settings)
        except WorkError as loss:
            if incumbent.cost is None:
                raise
            incumbent.interrupted = True
            note = str(loss)
    result = incumbent.result(incumbent.stop() or Reason.TIME)
    if not note and result.reason is Reason.TIME:
        note = standstill(settings.executor)
    return replace(result, note=note)


def _share(start: Prepared, settings: Settings) -> None:
    """Hand out turns until a limit is reached, and take in what they find."""
    incumbent = start.incumbent
    turns = Turns(start, workers_of(settings.executor))

    def tell() -> None:
        turns.report(standstill(settings.executor) or "search")

    options = RunOptions(
        keeps_errors=True,
        redoes=False,
        ahead=1,
        seconds_left=incumbent.clock.left,
        on_wait=tell,
        waits=False,
    )
    running = run(partial(take, start.puzzle), turns, 1, settings.executor, options)
    try:
        for done in running:
            turns.land(done)
            if incumbent.stop() is not None:
                break
    finally:
        running.close()


class Turns:
    """The turns of one search: what the policy says is to be done next, and what was found.

    Parameters
    ----------
    start
        The puzzle, its candidates and a first cover.
    threads
        How many workers there are.
    """

    def __init__(self, start: Prepared, threads: int) -> None:
        self.incumbent = start.incumbent
        self._threads = threads
        self._search = Search(start)
        self._most_seconds = min(TURN_SHARE * start.incumbent.clock.left(), LONGEST_TURN)
        self._record: list[Trial] = []
        self._handed: dict[int, Turn] = {}
        self._landed = 0
        self._deaths = 0

    def __iter__(self) -> Iterator[Turn]:
        """Yield a turn whenever one is asked for, as long as one can be taken in time."""
        clock = self.incumbent.clock
        number = 0
        while (left := clock.left() - SENDING_SECONDS) > LEAST_SECONDS:
            turn = self._next(number, left)
            self._handed[number] = turn
            yield turn
            number += 1

    def land(self, done: Done[Found]) -> None:
        """Take in what a turn found.

        Raises
        ------
        WorkError
            When workers died in several turns one after the other.
        Exception
            What a worker raised.
        """
        turn = self._handed.pop(done.number)
        if done.error is not None:
            self._bury(done.error)
            return
        self._deaths = 0
        self._landed += 1
        incumbent, found, mark = self.incumbent, done.value, self.incumbent.mark()
        if found.placed_pieces:
            cost = int(incumbent.puzzle.value(found.placed_pieces))
            self._search.pool.add(found.placed_pieces, cost)
            incumbent.offer(found.placed_pieces, turn.step)
        incumbent.prove(found.bound, turn.step)
        incumbent.impossible |= found.impossible and incumbent.cost is None
        gain = incumbent.gained((turn.step,), mark)
        seconds = max(done.seconds, LEAST_SECONDS)
        self._record.append(Trial(turn.step, turn.seconds, seconds, gain))
        self.report(turn.step)

    def report(self, stage: str) -> None:
        """Tell how far the search is."""
        incumbent = self.incumbent
        seconds = incumbent.clock.seconds()
        incumbent.settings.report(
            Progress(seconds, incumbent.cost, incumbent.bound, done=self._landed, stage=stage)
        )

    def _next(self, number: int, left: float) -> Turn:
        """Return the next turn; annealings begin without a cover, so that theirs differ."""
        incumbent = self.incumbent
        choice = self._choice()
        longest = self._most_seconds
        if choice.step in PROOFS:
            longest = max(LONGEST_PROOF, PROOF_GROWTH * self._longest_proof())
        else:
            longest = min(longest, max(SHORTEST_TURN, incumbent.clock.seconds()))
        covers: tuple[tuple[PlacedPiece, ...], ...] = ()
        if choice.step == "merge":
            covers = self._search.pool.take()
        elif choice.step not in ANEW and incumbent.cost is not None:
            covers = (incumbent.placed_pieces,)
        return Turn(
            choice.step,
            incumbent.settings.seed + number,
            min(max(min(choice.seconds, longest), SHORTEST_TURN), left),
            incumbent.limits.gap,
            covers,
            incumbent.bound,
        )

    def _choice(self) -> Choice:
        """Return what the policy says; where it has nothing to say, an annealing or a proof."""
        busy = [turn.step for turn in self._handed.values()]
        looks = outlook(self._search, STEPS, busy, self._threads)
        elsewhere = {"anneal"} if self._search.anneals else set()
        able = (looks.able - {"exchange"}) | elsewhere if elsewhere else looks.able
        if any(trial.step == "lp" for trial in self._record):
            able -= {"lp"}  # its cuts were a worker's own
        choice = choose(self._record, replace(looks, able=able))
        return choice or Choice("anneal" if elsewhere else "exact", SHORTEST_TURN)

    def _longest_proof(self) -> float:
        return max((t.seconds for t in self._record if t.step in PROOFS), default=0.0)

    def _bury(self, error: BaseException) -> None:
        """Go on without the turn of a worker that died."""
        if not _is_death(error):
            raise error
        self._deaths += 1
        if self._deaths >= MOST_DEATHS:
            where = at_scheduler(self.incumbent.settings.executor)
            raise WorkError(f"workers die one after the other{where}: {error}") from error


def take(puzzle: Cover, turn: Turn) -> Found:
    """Take a turn; one that needs kernels exchanges pieces until they are there."""
    limits = Limits(seconds=turn.seconds, gap=turn.gap)
    incumbent = CoverIncumbent(puzzle, Settings(limits, turn.seed, clock=Clock(limits)))
    if turn.covers:
        incumbent.offer(turn.covers[0], "start")
    incumbent.prove(turn.bound, "start")
    begin_kernels(puzzle)
    step = STEPS[turn.step]
    try:
        runner = Runner(prepare(incumbent), steps=("exchange",))
    except (LateError, TooManyError):
        return Found(incumbent.placed_pieces, incumbent.bound, incumbent.impossible)
    if Need.KERNELS in step.needs:
        runner.until_kernels()
    search = runner.search
    if turn.step in ("box", *SEARCHES) and not step.can_run(search):
        step = STEPS["box" if search.has(Need.BOX) else "exact"]  # by the kernels there are here
    for cover in turn.covers:
        search.pool.add(cover, int(puzzle.value(cover)))
    can_run = all(map(search.has, step.needs - {Need.MODELS}))  # their time was seen to
    if incumbent.stop() is None and can_run:
        step.run(search, Slice(incumbent.clock.left(), turn.seed))
    return Found(incumbent.placed_pieces, incumbent.bound, incumbent.impossible)


def _is_death(error: BaseException) -> bool:
    """Return whether an error is that of a worker that died; Dask has one of its own."""
    return isinstance(error, BrokenExecutor) or type(error).__name__ == "KilledWorker"
