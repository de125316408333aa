"""A fake clock, for tests of limits that take no time."""

from rookery.results.limits import Clock, Limits
from rookery.results.settings import Settings


class FakeClock(Clock):
    """A clock that a test sets, and that advances by `tick` seconds whenever it is read."""

    def __init__(self, seconds: float | None = None, tick: float = 0.0) -> None:
        super().__init__(Limits(seconds=seconds))
        self.now = 0.0
        self.tick = tick

    def seconds(self) -> float:
        self.now += self.tick
        return self.now + self.earlier

    def until(self, seconds: float | None) -> Clock:
        clock = type(self)(seconds)
        clock.__dict__ = self.__dict__  # one time for all clocks made of this one
        return clock

    def settings(self, **others: object) -> Settings:
        """Return settings whose time this clock measures."""
        return Settings(self.limits, clock=self, **others)


def settings_of(readings: int) -> Settings:
    """Return settings whose deadline passes after this many readings of the clock."""
    return FakeClock(readings + 0.5, tick=1.0).settings()
