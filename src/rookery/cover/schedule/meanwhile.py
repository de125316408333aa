"""What is done while kernels are compiled or loaded, and when they are there.

A child process compiles (see `rookery.compiled`), so that a core and the interpreter are free for
what needs no kernel; it is done in short steps, with a look between whether kernels are there.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

from rookery.compiled.sets import COMPILING
from rookery.cover.first.exchange import exchanged
from rookery.cover.first.first_cover import target_worth
from rookery.cover.kernel_sets import COVER
from rookery.cover.model.arrangement import Arrangement
from rookery.cover.model.sights import sights
from rookery.cover.prepared import Prepared, prove_by_lp, sharpen

STEP_TRIES = 25
LP_FROM_SECONDS = 2.0

Steps = Callable[[Prepared], Iterator[None]]


def with_kernels(start: Prepared, steps: Steps) -> bool:
    """Take steps that need no kernels until there are kernels; return whether there are.

    With a limit of work there are no steps, because what is found must not depend on what is
    compiled: then kernels are only waited for.
    """
    incumbent = start.incumbent
    clock = incumbent.clock
    if COVER.is_ready:
        return True

    def tell() -> None:
        incumbent.tell(COMPILING)

    if incumbent.limits.work is None:
        tell()
        for _ in steps(start):
            if COVER.is_ready or incumbent.stop() is not None:
                break
            tell()
    while not COVER.is_ready and incumbent.stop() is None:
        tell()
        if not COVER.wait(clock.left(), tell):
            return clock.left() > 0  # where nothing provides them, calling them compiles them
    return COVER.is_ready


def improve_without(start: Prepared) -> Iterator[None]:
    """Raise the bound by the LP, then exchange pieces, step by step."""
    yield from lp_step(start)
    yield from exchange_steps(start)


def lp_step(start: Prepared) -> Iterator[None]:
    """Raise the bound by the LP, where there is time for it: one step."""
    if start.incumbent.clock.left() > LP_FROM_SECONDS:
        prove_by_lp(sharpen(start))
        yield


def exchange_steps(start: Prepared) -> Iterator[None]:
    """Exchange pieces of the best cover, step by step, until there are kernels or a limit."""
    yield from _exchanges(start, lambda: start.incumbent.stop() is None and not COVER.is_ready)


def exchange_until(start: Prepared) -> None:
    """Exchange pieces of the best cover until a limit is reached."""
    incumbent = start.incumbent
    for _ in _exchanges(start, lambda: incumbent.stop() is None):
        if incumbent.stop() is not None:
            return


def _exchanges(start: Prepared, go_on: Callable[[], bool]) -> Iterator[None]:
    incumbent = start.incumbent
    numbers = random.Random(incumbent.settings.seed)
    worth = target_worth(start.table, start.duals)
    all_sights = sights(start.puzzle)
    while incumbent.cost is not None:
        board = Arrangement(all_sights, worth, incumbent.placed_pieces)
        incumbent.offer(exchanged(board, numbers, STEP_TRIES, go_on).placed_pieces(), "exchange")
        yield
