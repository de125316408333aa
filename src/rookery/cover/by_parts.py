"""Covers that fall into independent parts, solved part by part (see `parts`).

Each part has a run of its own. The searches count in integers: the parts of a puzzle with fractions
for prices have all prices divided by its `Cover.unit`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import partial
from threading import Lock

from rookery.cover.first.by_scans import SCANNED
from rookery.cover.integer_prices import with_integer_prices
from rookery.cover.model.attacks import TooManyError
from rookery.cover.model.parts import parts
from rookery.cover.offers import is_settled, squares_of
from rookery.cover.puzzle import Cover
from rookery.cover.schedule.begin import UncoverableError
from rookery.cover.validation import rational
from rookery.engine.drive import first_stop, run_to_limit, stop_for
from rookery.engine.lanes import Slice
from rookery.engine.partial import Partial
from rookery.engine.run import Run, Steps
from rookery.results.limits import DeadlineExceeded
from rookery.results.result import Result

CUTTING_SHARE = 0.25  # of the time left, to find the parts


def in_parts(method: Callable[[Run], Steps], puzzle: Cover, run: Run) -> Steps:
    """Run a method on each part of a puzzle, with equal shares of the time that is left."""
    whole = CoverParts(puzzle, run)
    for number, part in enumerate(whole.runs):
        part.allow(run.remaining() / (len(whole.runs) - number))
        run_to_limit(attempted(method, part), part)
        if part.why_none:
            break
    whole.join()
    if run.reason_to_stop():
        yield Partial()  # the engine stops here
    stop_for(first_stop(whole.runs))
    return None


def attempted(method: Callable[[Run], Steps], run: Run) -> Steps:
    """Run a method; a puzzle with a target that no piece can cover has no cover."""
    try:
        return (yield from method(run))
    except UncoverableError as error:
        return Partial(why_none=str(error))


class CoverParts:
    """The run of a puzzle, and the runs of its parts, which hand over what they find.

    A puzzle that takes too long to cut is left whole.

    Parameters
    ----------
    puzzle, run
        The puzzle, and its run.
    share
        The share of the time left for the cutting.

    Attributes
    ----------
    runs
        The runs of the parts, whose puzzles have integers for prices.
    """

    def __init__(self, puzzle: Cover, run: Run, share: float = CUTTING_SHARE) -> None:
        self.run = run
        self._unit = puzzle.unit
        self._lock = Lock()
        found = _parts(with_integer_prices(puzzle), run, share)
        self._bounds = [min(part.unit_prices) for part in found]
        run.bound = rational(Fraction(sum(self._bounds)) * self._unit)
        self.runs = [
            PartRun(part, run, partial(self._take, number), is_alone=len(found) == 1)
            for number, part in enumerate(found)
        ]

    def join(self) -> None:
        """Hand the joined covers of all parts over."""
        for part in self.runs:
            self.run.add_part(part)
        answers = [part.answer for part in self.runs if part.answer is not None]
        if len(answers) == len(self.runs) > 1:
            pieces = tuple(piece for answer in answers for piece in answer)
            self.run.take(Partial(answer=pieces, stage="parts"))

    def result(self) -> Result:
        """Return the result of the whole puzzle."""
        self.join()
        if is_settled(self.run):
            return self.run.best(None)
        return self.run.best(first_stop(self.runs) or self.run.reason_to_stop())

    def _take(self, number: int, found: Partial) -> None:
        """Hand over what a part has found: a cover where it is the only part, and bounds."""
        with self._lock:  # two parts may be at work in two threads
            self._bounds[number] = max(self._bounds[number], int(self.runs[number].bound or 0))
            bound = rational(Fraction(sum(self._bounds)) * self._unit)
            answer = found.answer if len(self.runs) == 1 else None
            self.run.take(found._replace(answer=answer, bound=bound, steps=0))


class PartRun(Run):
    """The run of a part of a puzzle, which passes on what it takes."""

    def __init__(
        self, puzzle: Cover, whole: Run, pass_on: Callable[[Partial], None], is_alone: bool
    ) -> None:
        settings = replace(whole.settings, on_progress=None)
        if settings.start is not None and not is_alone:
            places = set(puzzle.places)
            start = tuple(piece for piece in settings.start if piece[1:] in places)
            settings = replace(settings, start=start)
        super().__init__(puzzle, settings)
        self.bound = min(puzzle.unit_prices)
        self._pass_on = pass_on

    def take(self, partial: Partial) -> None:
        """Keep the data of a partial, and pass it on."""
        super().take(partial)
        self._pass_on(partial)


def _parts(puzzle: Cover, run: Run, share: float) -> tuple[Cover, ...]:
    """Return the parts of a puzzle, or all of it where it is large or a share of the time over."""
    if squares_of(puzzle) >= SCANNED:
        return (puzzle,)
    cutting = Slice(run, share * run.remaining(), run.seed)
    try:
        return parts(puzzle, cutting.check_deadline)
    except (DeadlineExceeded, TooManyError):
        return (puzzle,)
