"""A line on the terminal that tells how far a solver is."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rookery.result import Number, OnProgress, Progress


def progress_text(progress: Progress, word: str = "cost") -> str:
    """Return a progress in words.

    >>> from rookery.result import Progress
    >>> progress_text(Progress(2.04, 33, 31))
    'cost 33, bound 31, gap 6.1 %, 2.0 s'
    """
    parts = [f"{word} {_number(progress.value)}", f"bound {_number(progress.bound)}"]
    if progress.gap is not None:
        parts.append(f"gap {100 * progress.gap:.1f} %")
    parts.append(f"{progress.seconds:.1f} s")
    return ", ".join(parts)


def units_text(progress: Progress) -> str:
    """Return how far a list of units is, in words; the time left is by the mean so far.

    >>> from rookery.result import Progress
    >>> units_text(Progress(20.0, 1234567, done=50, total=200))
    'counted 1,234,567, unit 50 of 200, 2.5/s, 60 s left'
    """
    counted = f"counted {_number(progress.value)}"
    if progress.total is None or not progress.done:
        return f"{counted}, {progress.seconds:.1f} s"
    rate = progress.done / max(progress.seconds, 1e-9)
    left = (progress.total - progress.done) / rate
    return f"{counted}, unit {progress.done} of {progress.total}, {rate:.3g}/s, {left:.0f} s left"


def on_terminal(quiet: bool) -> bool:
    """Return whether standard error is a terminal and may be written to."""
    return not quiet and sys.stderr is not None and sys.stderr.isatty()


@contextmanager
def live_line(
    shown: bool, text: Callable[[Progress], str] = progress_text
) -> Iterator[OnProgress | None]:
    """Yield what to call with each progress, or None when nothing is to be shown.

    The line stands on standard error and is taken away at the end.
    """
    if not shown:
        yield None
        return
    from rich.console import Console

    with Console(stderr=True).status("starting") as line:
        yield lambda progress: line.update(text(progress))


def _number(value: Number | None) -> str:
    return "-" if value is None else f"{value:,}" if isinstance(value, int) else f"{value:,.1f}"
