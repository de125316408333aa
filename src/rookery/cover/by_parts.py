"""Covers that fall into independent parts, solved part by part (see `parts`)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from rookery.cover.puzzle import Cover, PlacedPiece
from rookery.family import OnEach, Together
from rookery.results.incumbent import Incumbent
from rookery.results.limits import Clock, LateError
from rookery.results.progress import Progress
from rookery.results.result import Reason, Result, Status
from rookery.results.settings import Settings
from rookery.results.values import Value

Run = Callable[[Cover, Settings], Result]

CUTTING_SHARE = 0.25
"""Of the time left, for finding the parts."""


def run_parts(run: Run, puzzle: Cover, settings: Settings) -> Result:
    """Run a method on each part of a puzzle; return what that says of all of it.

    The prices are integers. The parts share the time that is left equally. A puzzle that takes too
    long to cut is left whole.
    """
    found = _parts(puzzle, settings.clock, CUTTING_SHARE)
    if len(found) == 1:
        return run(puzzle, settings)
    joined = _Joined(puzzle, settings, found)
    for number, part in enumerate(found):
        result = run(part, joined.settings_of(number))
        joined.land(result)
        if result.status is Status.INFEASIBLE or result.reason is Reason.INTERRUPTED:
            break
    return joined.result()


def together_parts(solve_all: Together) -> Together:
    """Return what solves several puzzles that cannot be cut as what solves any, part by part."""

    def solve(
        puzzles: Sequence[Cover], settings: Settings, on_each: OnEach | None = None
    ) -> Iterator[Result]:
        share = CUTTING_SHARE / max(1, len(puzzles))
        wholes = [
            _Joined(
                puzzle, settings.telling(number, on_each), _parts(puzzle, settings.clock, share)
            )
            for number, puzzle in enumerate(puzzles)
        ]
        places = [(whole, number) for whole in wholes for number in range(len(whole.parts))]

        def tell(number: int, progress: Progress) -> None:
            whole, part = places[number]
            whole.tell(part, progress)

        solved = solve_all(
            [part for whole in wholes for part in whole.parts], settings, on_each and tell
        )
        for whole in wholes:
            for _ in whole.parts:
                whole.land(next(solved))
            yield whole.result()

    return solve


@dataclass
class _Joined:
    """The results of the parts that are done, in order, and what all tell of the whole."""

    puzzle: Cover
    settings: Settings
    parts: tuple[Cover, ...]
    results: list[Result] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.bounds = [min(self.puzzle.unit_prices)] * len(self.parts)
        self.incumbent: Incumbent[tuple[PlacedPiece, ...]] = Incumbent(
            self.puzzle, self.settings, bound=sum(self.bounds)
        )

    def settings_of(self, number: int) -> Settings:
        """Return the settings of a part: its share of the time, and of the start."""
        settings, part = self.settings, self.parts[number]
        limits = settings.clock.share(len(self.parts) - number)
        start = settings.start
        if start is not None:
            places = set(part.places)
            start = tuple(piece for piece in start if piece[1:] in places)
        told = partial(self.tell, number)
        return replace(settings, limits=limits, clock=Clock(limits), start=start, on_progress=told)

    def tell(self, number: int, progress: Progress) -> None:
        """Take account of how far a part is."""
        if len(self.parts) == 1:
            self.settings.report(progress)
            return
        self._prove(number, progress.bound)
        self.incumbent.prove(sum(self.bounds), progress.stage)
        self.incumbent.tell(progress.stage)

    def land(self, result: Result) -> None:
        """Take in the result of the next part."""
        self._prove(len(self.results), result.bound)
        self.results.append(result)

    def result(self) -> Result:
        """Return what is known of the whole puzzle."""
        if len(self.parts) == 1:
            return self.results[0]
        for result in self.results:
            if result.status is Status.INFEASIBLE:
                return replace(result, puzzle=self.puzzle)
        complete = len(self.results) == len(self.parts)
        answers = [result.answer for result in self.results]
        if not complete or None in answers:
            return replace(
                self.results[-1],
                puzzle=self.puzzle,
                answer=None,
                value=None,
                bound=sum(self.bounds),
                status=Status.UNKNOWN,
            )
        answer = tuple(piece for answer in answers if answer is not None for piece in answer)
        self.incumbent.take(answer, sum(self.bounds), "parts")
        reasons = [r.reason for r in self.results if r.reason is not Reason.PROVED]
        joined = self.incumbent.result(reasons[0] if reasons else Reason.PROVED)
        return replace(
            joined,
            method=self.results[0].method,
            note=next((result.note for result in self.results if result.note), ""),
            compile_seconds=sum(result.compile_seconds for result in self.results),
        )

    def _prove(self, number: int, bound: Value | None) -> None:
        if bound is not None:
            self.bounds[number] = max(self.bounds[number], int(bound))


def _parts(puzzle: Cover, clock: Clock, share: float) -> tuple[Cover, ...]:
    """Return the parts of a puzzle, or all of it where it is large or a share of the time over."""
    from rookery.cover.first.by_scans import SCANNED
    from rookery.cover.model.attacks import TooManyError
    from rookery.cover.model.parts import parts

    if puzzle.board.rows * puzzle.board.columns >= SCANNED:
        return (puzzle,)
    most = clock.allowing(share * clock.left())

    try:
        return parts(puzzle, most.look)
    except (LateError, TooManyError):
        return (puzzle,)
