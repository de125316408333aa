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


class Stopped(Clock):
    """A clock of which time passes only as a test sets it."""

    def __init__(self, seconds: float | None = None) -> None:
        super().__init__(Limits(seconds=seconds))
        self.now = 0.0

    def seconds(self) -> float:
        return self.now

    def until(self, seconds: float | None) -> Clock:
        clock = type(self)(seconds)
        clock.__dict__ = self.__dict__  # one time for all clocks made of this one
        return clock


class Ticking(Stopped):
    """A clock of which the same time passes whenever it is read."""

    def __init__(self, seconds: float | None, tick: float = 1.0) -> None:
        super().__init__(seconds)
        self.tick = tick

    def seconds(self) -> float:
        self.now += self.tick
        return self.now

    def until(self, seconds: float | None) -> Clock:
        return self


def settings_of(looks: int) -> Settings:
    """Return settings whose time is over after so many looks at the clock."""
    clock = LookedAt(looks)
    return Settings(clock.limits, clock=clock)
