"""How far a solver is, in one place of a notebook or a terminal, while it works."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from html import escape
from typing import Any

from rookery.results.progress import OnProgress, Progress

SECONDS_BETWEEN = 0.25


@contextmanager
def live() -> Iterator[OnProgress]:
    """Show how far a solver is, while it works: in a notebook below the cell, or in a terminal.

    Where there is neither, nothing is shown.

    Yields
    ------
    callable
        What to give to a call as `on_progress`. It takes a `Progress`, and shows its value, bound
        and gap, the parts of the work that are done, and the time, four times a second at most;
        the last is shown in any case. In a notebook it stays, in a terminal it goes.

    Examples
    --------
    >>> import rookery as rk
    >>> with rk.live() as on_progress:
    ...     result = rk.count(rk.Queens(10), on_progress=on_progress)
    >>> result.value
    724
    """
    if _in_notebook():
        with _latest(_Cell().show) as on_progress:
            yield on_progress
    elif sys.stderr is not None and sys.stderr.isatty():
        from rich.console import Console

        with (
            Console(stderr=True).status("starting") as line,
            _latest(lambda progress: line.update(progress.summary())) as on_progress,
        ):
            yield on_progress
    else:
        yield lambda progress: None


class _Cell:
    """A place among the outputs of a notebook's cell."""

    def __init__(self) -> None:
        self._handle: Any = None

    def show(self, progress: Progress) -> None:
        from IPython.display import display

        told = {"text/plain": progress.summary(), "text/html": progress_html(progress)}
        if self._handle is None:
            self._handle = display(told, raw=True, display_id=True)
        else:
            self._handle.update(told, raw=True)


def progress_html(progress: Progress) -> str:
    """Return a progress as HTML, with a bar where it is known how much work there is.

    >>> progress_html(Progress(2.0, done=3, total=8))
    '<div><progress value="3" max="8"></progress> 3 of 8 done, 2.0 s</div>'
    """
    bar = ""
    if progress.total:
        bar = f'<progress value="{progress.done}" max="{progress.total}"></progress> '
    return f"<div>{bar}{escape(progress.summary())}</div>"


def _in_notebook() -> bool:
    """Return whether this runs in a kernel of Jupyter, which has loaded IPython itself."""
    if "IPython" not in sys.modules:
        return False
    from IPython import get_ipython

    return hasattr(get_ipython(), "kernel")


@contextmanager
def _latest(show: Callable[[Progress], None]) -> Iterator[OnProgress]:
    """Yield what shows a progress now and then, from any thread, and the last of all at the end."""
    lock = threading.Lock()
    waiting: Progress | None = None
    due = time.monotonic()

    def take(progress: Progress) -> None:
        nonlocal waiting, due
        with lock:
            waiting = progress
            if time.monotonic() >= due:
                show(progress)
                waiting = None
                due = time.monotonic() + SECONDS_BETWEEN

    try:
        yield take
    finally:
        if waiting is not None:
            show(waiting)
