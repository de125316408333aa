"""The growth of a tour's layers under limits, with kernels as soon as they are there."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

from rookery.results.limits import LateError
from rookery.results.result import Reason, Result, Status
from rookery.results.settings import Settings
from rookery.tour import memory
from rookery.tour.layers import Layers
from rookery.tour.plan import Plan
from rookery.tour.puzzle import OVER, Tour

if TYPE_CHECKING:
    from rookery.results.incumbent import Incumbent
    from rookery.tour.words import Words

MANY_STATES = 1 << 28
"""From here on compiled kernels are worth the time it takes to load them."""


def look_at(incumbent: Incumbent[Any]) -> None:
    """Raise `LateError` when there is a reason to stop."""
    if incumbent.stop() is not None:
        raise LateError


def plan_within(tour: Tour, settings: Settings) -> Plan | Result[Any]:
    """Return the plan of a tour, or the result when a limit or Ctrl-C comes before it is made."""
    try:
        return Plan.of(tour, settings.clock.look)
    except LateError:
        reason = Reason.TIME
    except KeyboardInterrupt:
        reason = Reason.INTERRUPTED
    return Result(tour, None, None, None, Status.UNKNOWN, reason)


class _ReadyError(Exception):
    """The kernels are there."""


def worth_kernels(tour: Tour, many: int = MANY_STATES) -> int | None:
    """Return from how many states on kernels are worth it; None where there are none that do.

    Kernels grow no layers of tours that visit what they pass over.
    """
    return None if tour.visit == OVER else many


class Growing:
    """The layers of a plan: integers, or words where kernels are there or worth loading.

    While kernels that are worth it are being compiled, integers do; the words then begin anew.

    Parameters
    ----------
    plan
        Of a `possible` tour.
    settings
        A unit of work is a layer.
    many
        How many states are worth kernels: 0 for words only, None for integers only.

    Attributes
    ----------
    layers : Layers or Words

    Raises
    ------
    LimitError
        When they need more than 2 GiB of memory.
    """

    def __init__(self, plan: Plan, settings: Settings, many: int | None = MANY_STATES) -> None:
        squares, targets = len(plan.moves.reached), len(plan.targets)
        memory.refuse_size(squares, targets)
        self._plan = plan
        self._settings = settings
        self._wants_words = many is not None and squares << targets >= many
        if self._wants_words:
            self._load(must=many == 0 or settings.limits.work is not None)
        with_words = many is not None and (self._wants_words or "numba" in sys.modules)
        self.layers: Layers | Words = (
            _words(plan) if with_words and _are_kernels_ready() else Layers(plan)
        )

    def grow(self) -> Reason | None:
        """Grow layers until they hold a tour; return why not, PROVED if there is none.

        Raises
        ------
        LimitError
            When the layers need more than 2 GiB of memory.
        """
        while True:
            try:
                return self._grow()
            except _ReadyError:
                self.layers = _words(self._plan)
            except LateError:
                return Reason.TIME
            except KeyboardInterrupt:
                return Reason.INTERRUPTED

    def _grow(self) -> Reason | None:
        settings, layers = self._settings, self.layers
        work = settings.limits.work
        most = None if work is None else work + 1
        while not layers.done:
            if layers.grown == most:
                return Reason.WORK
            self._look_for_kernels()
            if not layers.grow(most, self._look_for_kernels):
                return Reason.PROVED
            if settings.on_progress is not None:
                settings.tell(bound=layers.least_moves, stage="layers")
        return None

    def _look_for_kernels(self) -> None:
        self._settings.clock.look()
        if self._wants_words and isinstance(self.layers, Layers) and _are_kernels_ready():
            raise _ReadyError

    def _load(self, must: bool) -> None:
        """Load the kernels, or begin to compile them; wait for them when nothing else will do."""
        from rookery.compiled.sets import LOADING_SECONDS
        from rookery.tour.kernel_sets import LAYERS

        if must:
            self._settings.wait_for(LAYERS)
        else:
            LAYERS.load(min(LOADING_SECONDS, self._settings.clock.left() / 4))


def _are_kernels_ready() -> bool:
    from rookery.tour.kernel_sets import LAYERS  # where Numba is not loaded it is not needed

    return LAYERS.is_ready


def _words(plan: Plan) -> Words:
    from rookery.tour.words import Words

    return Words(plan)
