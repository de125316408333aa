"""What was counted of a list of units, here or in earlier runs."""

from __future__ import annotations

from rookery.results.progress import Progress
from rookery.results.settings import Settings
from rookery.running.ledger import Ledger, NoLedger
from rookery.running.pace import Pace
from rookery.running.units import Done


class Tally:
    """The sum of the units done, each once, written down before it counts.

    Parameters
    ----------
    total
        The number of units.
    ledger
        Holds the units of earlier runs, and gets those of this one.
    settings
        Their clock goes on from the ledger's.

    Attributes
    ----------
    counted
        The sum of the units' values.
    """

    def __init__(self, total: int, ledger: Ledger | NoLedger, settings: Settings) -> None:
        self._ledger = ledger
        self._settings = settings
        self._pace = Pace(total)
        self._done: set[int] = set()
        self.counted = 0
        settings.clock.earlier = ledger.seconds()
        for done in ledger.units():
            self._count(done)
            self._pace.learn(done)

    def left(self) -> list[int]:
        """Return the numbers of the units not done."""
        return [number for number in range(self._pace.total) if number not in self._done]

    @property
    def complete(self) -> bool:
        """Whether all units are done."""
        return len(self._done) == self._pace.total

    def share(self, parts: float = 0.0) -> float:
        """Return what part of all units is done; `parts` is how much of those at work."""
        return (len(self._done) + parts) / self._pace.total

    def add(self, done: Done[int]) -> None:
        """Write a unit down, count it and report."""
        seconds = self._settings.clock.seconds()
        self._ledger.write(done, seconds)
        self._count(done)
        self._pace.add(done)
        self.report("count")

    def report(self, stage: str) -> None:
        """Tell how far the count is."""
        progress = Progress(
            self._settings.clock.seconds(),
            self.counted,
            done=len(self._done),
            total=self._pace.total,
            stage=stage,
            rate=self._pace.rate(),
            seconds_left=self._pace.seconds_left(),
        )
        self._settings.report(progress)

    def _count(self, done: Done[int]) -> None:
        self._done.add(done.number)
        self.counted += done.value
