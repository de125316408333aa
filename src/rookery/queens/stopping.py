"""When a search for placements, or a count of them, stops before its end."""

from __future__ import annotations

from rookery.queens.listing.plain import nodes_a_tick
from rookery.queens.puzzle import Queens
from rookery.results.progress import Progress
from rookery.results.result import Reason
from rookery.results.settings import Settings


def why_stop(settings: Settings, work: int) -> Reason | None:
    """Return why to stop after so much work, or None."""
    if not settings.clock.left():
        return Reason.TIME
    if settings.limits.work is not None and work >= settings.limits.work:
        return Reason.WORK
    return None


class Ticks:
    """The limits, looked at every so many nodes of a search."""

    def __init__(self, puzzle: Queens, settings: Settings) -> None:
        self.settings = settings
        self.nodes = 0
        self._nodes_a_tick = nodes_a_tick(puzzle.n, bool(puzzle.blocked))

    def stop(self, found: int) -> Reason | None:
        """Report how many placements were found; return why to stop, or None."""
        settings = self.settings
        self.nodes += self._nodes_a_tick
        settings.report(Progress(settings.clock.seconds(), found, stage="search"))
        return why_stop(settings, self.nodes)
