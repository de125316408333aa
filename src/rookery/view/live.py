"""Live progress of a solver in a notebook or a terminal."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from html import escape
from typing import Any

from rookery.results.progress import OnProgress, Progress

SECONDS_BETWEEN = 0.25  # seconds between two updates of the display


@contextmanager
def live() -> Iterator[OnProgress]:
    """Show a solver's progress below a notebook's cell or in a terminal.

    Without a notebook or a terminal, nothing is shown.

    Yields
    ------
    callable
        A callback to pass as `on_progress`. It shows the value, bound, gap, finished work and time
        of a `Progress`, at most four times a second. The last progress is always shown; it remains
        in a notebook and is cleared in a terminal.

    Examples
    --------
    >>> import rookery as rk
    >>> with rk.live() as on_progress:
    ...     result = rk.count(rk.Queens(10), on_progress=on_progress)
    >>> result.value
    724
    """
    is_notebook = False
    if "IPython" in sys.modules:  # a Jupyter kernel has loaded it
        from IPython import get_ipython

        is_notebook = hasattr(get_ipython(), "kernel")
    if is_notebook:
        with _latest(_in_cell()) as on_progress:
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


def _in_cell() -> Callable[[Progress], None]:
    """Return a function that shows a progress below a notebook's cell, in place of the last."""
    from IPython.display import display

    handle: Any = None

    def show(progress: Progress) -> None:
        nonlocal handle
        output = {"text/plain": progress.summary(), "text/html": progress_html(progress)}
        if handle is None:
            handle = display(output, raw=True, display_id=True)
        else:
            handle.update(output, raw=True)

    return show


def progress_html(progress: Progress) -> str:
    """Return a progress as HTML, with a bar if the total work is known.

    >>> progress_html(Progress(2.0, done=3, total=8))
    '<div><progress value="3" max="8"></progress> 3 of 8 done, 2.0 s</div>'
    """
    bar = ""
    if progress.total:
        bar = f'<progress value="{progress.done}" max="{progress.total}"></progress> '
    return f"<div>{bar}{escape(progress.summary())}</div>"


@contextmanager
def _latest(show: Callable[[Progress], None]) -> Iterator[OnProgress]:
    """Yield a thread-safe callback that shows progress at intervals, and the last at the end."""
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
