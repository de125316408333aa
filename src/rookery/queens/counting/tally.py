"""What was counted of a list of units, here or in earlier runs."""

from __future__ import annotations

from rookery.results.progress import Progress
from rookery.results.settings import Settings
from rookery.running.ledger import Ledger, NoLedger
from rookery.running.pace import Pace
from rookery.running.repeats import Repeats
from rookery.running.units import Done, WorkError


class Tally:
    """The sum of the units done, each once, written down before it counts; some are compared.

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
        self._done: dict[int, Done[int]] = {}
        self.counted = 0
        settings.clock.earlier = ledger.seconds()
        for done in ledger.units():
            self._count(done)
            self._pace.learn(done)
        self._repeats = Repeats(total, settings.verify, settings.seed, ledger.checked())

    def left(self) -> list[int]:
        """Return the numbers of the units to be done, in order; some of them twice."""
        left = [number for number in range(self._pace.total) if number not in self._done]
        return self._repeats.order(left, self._done, self._settings.batch)

    @property
    def complete(self) -> bool:
        """Whether all units are done, and those compared that are to be."""
        return len(self._done) == self._pace.total and not self._repeats.waiting

    def compared(self) -> str:
        """Return how many units were done twice, once all are, in words."""
        return str(self._repeats) if self._settings.verify else ""

    def repeats(self, number: int) -> bool:
        """Return whether a unit is still to be compared."""
        return number in self._repeats.waiting

    def share(self, parts: float = 0.0) -> float:
        """Return what part of all units is done; `parts` is how much of those at work."""
        return (len(self._done) + parts) / self._pace.total

    def add(self, done: Done[int]) -> None:
        """Write a unit down, count it and report; compare one that was done before.

        Raises
        ------
        WorkError
            When it was done before and came out differently.
        """
        if done.number in self._done:
            self._compare(done)
            return
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
        self._done[done.number] = done
        self.counted += done.value

    def _compare(self, done: Done[int]) -> None:
        try:
            if self._repeats.compare(self._done[done.number], done):
                self._ledger.write_check(done)
        except WorkError:
            self._ledger.forget(done.number)
            raise
