"""Clocks that do as they are told, for tests of limits without any time."""

from __future__ import annotations

from rookery.results.limits import Clock, Limits
from rookery.results.settings import Settings


class LookedAt(Clock):
    """A clock with time left until it was looked at so many times."""

    def __init__(self, looks: int) -> None:
        super().__init__(Limits(seconds=1.0))
        self.looks = looks

    def seconds_left(self) -> float:
        self.looks -= 1
        return 1.0 if self.looks >= 0 else 0.0

    def allowing(self, seconds: float) -> Clock:
        return self


class Told(Clock):
    """A clock with the same time left until it is told that all is over."""

    def __init__(self, seconds: float = 100.0) -> None:
        super().__init__(Limits(seconds=seconds))
        self.remaining = seconds
        self.is_over = False

    def seconds_left(self) -> float:
        return 0.0 if self.is_over else self.remaining

    def allowing(self, seconds: float) -> Clock:
        return self


class Ticking(Clock):
    """A clock of which a second passes whenever it is looked at."""

    def __init__(self, seconds: float) -> None:
        super().__init__(Limits(seconds=seconds))
        self.now = 0.0

    def seconds(self) -> float:
        self.now += 1.0
        return self.now

    def allowing(self, seconds: float) -> Clock:
        return self


def settings_of(looks: int) -> Settings:
    """Return settings whose time is over after so many looks at the clock."""
    clock = LookedAt(looks)
    return Settings(clock.limits, clock=clock)
