"""The cheapest cover and the best bound so far."""

from __future__ import annotations

import math
from collections.abc import Collection
from dataclasses import replace
from itertools import pairwise

from rookery.cover.bounds.duals import round_up
from rookery.cover.puzzle import Cover, PlacedPiece
from rookery.errors import RookeryError
from rookery.results import incumbent
from rookery.results.limits import LateError
from rookery.results.progress import Progress
from rookery.results.result import Reason, Result
from rookery.results.settings import Settings
from rookery.results.values import Value

Answer = tuple[PlacedPiece, ...]

LONG = 2_500
"""From so many squares on tables take long enough for looks at the clock meanwhile."""
LARGE = 10_000
"""From so many squares on covers are checked as they are found: in time, not when it is over."""


class CoverIncumbent(incumbent.Incumbent[Answer]):
    """The cheapest cover of one puzzle, and a bound rounded up to what a cost can be."""

    puzzle: Cover
    value: int | None
    bound: int

    def __init__(self, puzzle: Cover, settings: Settings) -> None:
        super().__init__(puzzle, settings, bound=min(puzzle.unit_prices))
        self.out_of: Reason | None = None
        self.why_none = "no choice of pieces and squares covers every target"
        self._check_seconds = 0.0

    @property
    def placed_pieces(self) -> Answer:
        """The pieces of the cheapest cover; none before there is one."""
        return self.answer or ()

    @property
    def cost(self) -> int | None:
        """The cost of the cheapest cover."""
        return self.value

    def offer(self, answer: Answer, stage: str) -> bool:
        """Take a cover, unless it has no piece at all, when it is the cheapest so far.

        Of a strict puzzle it need not be right: then it is not taken. On a large board it is
        checked here, as long as there is time for that.

        Raises
        ------
        RookeryError
            When it is wrong, of a large board that is not strict.
        """
        if not answer:
            return False
        in_order = tuple(sorted(answer, key=lambda placed_piece: placed_piece[1:]))
        if (self._is_large or self.puzzle.strict) and not self._is_better_cover(in_order):
            return False
        return super().offer(in_order, stage)

    def _is_better_cover(self, answer: Answer) -> bool:
        """Return whether an answer is right and cheaper than the best so far."""
        if self.cost is not None and self.puzzle.value(answer) >= self.cost:
            return False
        began = self.clock.seconds()
        faults = self.puzzle.check(answer)
        if faults and not self.puzzle.strict:
            raise RookeryError(f"a wrong cover: {faults[0]}")
        self._keep_time(self.clock.seconds() - began)
        return not faults

    def _keep_time(self, seconds: float) -> None:
        """Keep free, on a large board, what the check of one more cover will take."""
        if self._is_large and self.limits.seconds is not None:
            end = self.limits.seconds + self._check_seconds
            self._check_seconds = seconds
            self.allow(end - self.clock.seconds() + self.clock.earlier)

    def allow(self, seconds: float) -> None:
        """Set the time limit anew: so many seconds from now, the check of a cover included."""
        super().allow(max(0.0, seconds - self._check_seconds))

    def result(self, reason: Reason) -> Result[Answer]:
        """Return what is known; a cover of a large board is checked already."""
        return replace(super().result(reason), is_checked=self._is_large)

    def prove(self, bound: Value | None, stage: str) -> None:
        """Take a bound on the cost when it is the best so far."""
        if bound is not None:
            super().prove(round_up(float(bound), self.puzzle.unit_prices), stage)

    def look(self) -> None:
        """Raise `LateError` when there is a reason to stop, unless the board is small."""
        if self._squares >= LONG and self.stop() is not None:
            raise LateError

    def expect_time(self) -> None:
        """Raise `LateError` when the time is over, or Ctrl-C ends it."""
        if self.stop() in (Reason.TIME, Reason.INTERRUPTED):
            raise LateError

    @property
    def _is_large(self) -> bool:
        return self._squares >= LARGE

    @property
    def _squares(self) -> int:
        return self.puzzle.board.rows * self.puzzle.board.columns

    def stop(self) -> Reason | None:
        """Return why to stop at once, or None to go on; `out_of` when more cannot be done in it."""
        return super().stop() or self.out_of

    def mark(self) -> int:
        """Return a mark of now, for `gained`."""
        return len(self._trace)

    def gained(self, stages: Collection[str], mark: int) -> float:
        """Return the share of the gap at a mark that stages have closed since then, 0 to 1.

        The first cover counts as all of it.
        """
        trace = self._trace[max(0, mark - 1) :]
        if not trace or _distance(trace[0]) == math.inf:
            return float(any(_distance(progress) < math.inf for progress in trace))
        closed = sum(
            _distance(before) - _distance(after)
            for before, after in pairwise(trace)
            if after.stage in stages
        )
        return min(1.0, closed / max(1.0, _distance(trace[0])))


def _distance(progress: Progress) -> float:
    """Return the distance of cost and bound; infinite without a cover."""
    if progress.value is None or progress.bound is None:
        return math.inf
    return float(progress.value - progress.bound)
