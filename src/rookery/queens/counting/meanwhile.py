"""What is counted while kernels are loaded or compiled, so that no time passes without a result."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from rookery.compiled.sets import LOADING_SECONDS
from rookery.queens.counting.plain import PlainCount
from rookery.queens.puzzle import Queens
from rookery.results.progress import Progress
from rookery.results.result import Reason
from rookery.results.settings import Settings

if TYPE_CHECKING:
    from rookery.compiled.sets import KernelSet

FIRST_SECONDS = 0.1
"""Spent at most on a first placement, where there is a time limit."""


@dataclass(frozen=True)
class Meanwhile:
    """What came out before the kernels did.

    Attributes
    ----------
    value
        Placements counted.
    share
        What part of the search is over.
    reason
        Why to stop here; PROVED when all are counted; None to go on with the kernels.
    """

    value: int = 0
    share: float = 0.0
    reason: Reason | None = None


def count_meanwhile(puzzle: Queens, kernels: KernelSet, settings: Settings) -> Meanwhile:
    """Count in plain Python until the kernels are there or a limit is reached.

    With a limit of work the kernels are waited for: what counts as work is their steps. So they
    are where units are compared.
    """
    if settings.limits.work is not None or settings.verify:
        try:
            return Meanwhile(reason=None if settings.wait_for(kernels) else Reason.TIME)
        except KeyboardInterrupt:
            return Meanwhile(reason=Reason.INTERRUPTED)
    counted = PlainCount(puzzle)
    reason = None
    try:
        is_ready = kernels.load(min(LOADING_SECONDS, settings.clock.left() / 2))
        if not is_ready or settings.limits.seconds is not None:
            reason = _stopped(counted, kernels, settings)
    except KeyboardInterrupt:
        reason = Reason.INTERRUPTED
    return Meanwhile(counted.value, counted.share(), reason)


def _stopped(counted: PlainCount, kernels: KernelSet, settings: Settings) -> Reason | None:
    """Count until the kernels are there; return why to stop before, PROVED when it is done."""
    from rookery.compiled.sets import COMPILING

    clock = settings.clock
    first_until = 0.0 if settings.limits.seconds is None else clock.seconds() + FIRST_SECONDS
    for _ in counted.ticks():
        has_first = counted.value > 0 or clock.seconds() >= first_until
        if kernels.is_ready and has_first:
            return None
        if not clock.left():
            return Reason.TIME
        settings.report(Progress(clock.seconds(), counted.value, stage=COMPILING))
    return Reason.PROVED
