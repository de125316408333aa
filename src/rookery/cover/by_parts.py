"""Covers that fall into independent parts, solved part by part (see `parts`)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from rookery.cover.puzzle import Cover, PlacedPiece
from rookery.results.incumbent import Incumbent
from rookery.results.limits import Clock
from rookery.results.progress import Progress
from rookery.results.result import Reason, Result, Status
from rookery.results.settings import Settings

Run = Callable[[Cover, Settings], Result]

CUTTING_SHARE = 0.25
"""Of the time left, for finding the parts."""


def run_parts(run: Run, puzzle: Cover, settings: Settings) -> Result:
    """Run a method on each part of a puzzle; return what that says of all of it.

    The prices are integers. The parts share the time that is left equally. A puzzle that takes too
    long to cut is left whole.
    """
    found = _parts(puzzle, settings.clock)
    if len(found) == 1:
        return run(puzzle, settings)
    joined = _Joined(puzzle, settings, found)
    for number, part in enumerate(found):
        result = run(part, joined.settings_of(number))
        if result.status is Status.INFEASIBLE:
            return replace(result, puzzle=puzzle)
        joined.results.append(result)
        if result.reason is Reason.INTERRUPTED:
            break
    return joined.result()


def _parts(puzzle: Cover, clock: Clock) -> tuple[Cover, ...]:
    """Return the parts of a puzzle, or all of it once a share of the time is over."""
    from rookery.cover.incumbent import LateError
    from rookery.cover.model.parts import parts

    most = clock.allowing(CUTTING_SHARE * clock.left())

    def look() -> None:
        if not most.left():
            raise LateError

    try:
        return parts(puzzle, look)
    except LateError:
        return (puzzle,)


@dataclass
class _Joined:
    """The results of the parts that are done, and what they tell of all."""

    puzzle: Cover
    settings: Settings
    parts: tuple[Cover, ...]
    results: list[Result] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.incumbent: Incumbent[tuple[PlacedPiece, ...]] = Incumbent(
            self.puzzle, self.settings, bound=self._bound(None)
        )

    def settings_of(self, number: int) -> Settings:
        """Return the settings of a part: its share of the time, and of the start."""
        settings, part = self.settings, self.parts[number]
        limits = settings.clock.share(len(self.parts) - number)
        start = settings.start
        if start is not None:
            places = set(part.places)
            start = tuple(piece for piece in start if piece[1:] in places)
        return replace(
            settings, limits=limits, clock=Clock(limits), start=start, on_progress=self._tell
        )

    def result(self) -> Result:
        """Return what is known of the whole puzzle."""
        complete = len(self.results) == len(self.parts)
        answers = [result.answer for result in self.results]
        bound = sum(result.bound or 0 for result in self.results)
        if not complete or None in answers:
            last = self.results[-1]
            return replace(
                last,
                puzzle=self.puzzle,
                answer=None,
                value=None,
                bound=self._bound(None),
                status=Status.UNKNOWN,
            )
        answer = tuple(piece for answer in answers if answer is not None for piece in answer)
        self.incumbent.take(answer, bound, "parts")
        reasons = [r.reason for r in self.results if r.reason is not Reason.PROVED]
        result = self.incumbent.result(reasons[0] if reasons else Reason.PROVED)
        return replace(result, compile_seconds=sum(r.compile_seconds for r in self.results))

    def _bound(self, progress: Progress | None) -> int:
        """Return what is proved of the whole when one part has come so far."""
        done = sum(int(result.bound or 0) for result in self.results)
        now = 0 if progress is None else int(progress.bound or 0)
        left = len(self.parts) - len(self.results) - (progress is not None)
        return done + now + left * min(self.puzzle.unit_prices)

    def _tell(self, progress: Progress) -> None:
        """Take account of how far the part at work is."""
        self.incumbent.prove(self._bound(progress), progress.stage)
        self.incumbent.tell(progress.stage)
