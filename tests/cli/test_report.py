"""Progress of commands: a line that changes on a terminal, lines from time to time elsewhere."""

import io
import sys

import pytest
from tests.view.test_live import Terminal

from rookery.cli.report import COMPILING, on_terminal, progress_text, reporting, units_text
from rookery.results.estimate import Estimate
from rookery.results.progress import Progress
from rookery.results.result import Reason

NOBODY = "no worker is left at tcp://a:1"
WAITING = Progress(61.0, 12, 10, done=3, total=9, stage=NOBODY)
ESTIMATE = Estimate(None, 2.27e14, 1e12, 80, Reason.TIME)


@pytest.mark.parametrize(
    ("text_of", "progress", "text"),
    [
        (progress_text, Progress(0.26), "cost -, bound -, 0.3 s"),
        (progress_text, Progress(1.0, stage=COMPILING), f"cost -, bound -, 1.0 s, {COMPILING}"),
        (progress_text, WAITING, f"cost 12, bound 10, gap 16.7 %, 61.0 s, {NOBODY}, waiting"),
        (units_text, WAITING, f"counted 12, {NOBODY}, waiting"),
        (units_text, Progress(2.0, 12, stage="x", estimate=ESTIMATE), f"estimated {ESTIMATE}"),
    ],
)
def test_progress_in_words(text_of, progress, text):
    assert text_of(progress) == text


@pytest.mark.parametrize(
    ("terminal", "quiet", "every", "times"),
    [
        (True, False, 60.0, 1),
        (True, True, 0.0, 0),
        (False, False, 0.0, 2),
        (False, False, 60.0, 0),
        (False, True, 0.0, 0),
    ],
)
def test_progress_is_shown_unless_quiet(monkeypatch, terminal, quiet, every, times):
    stream = Terminal() if terminal else io.StringIO()
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(sys, "stderr", stream)
    monkeypatch.setattr("rookery.cli.report.PLAIN_SECONDS", every)
    assert on_terminal(quiet) == (terminal and not quiet)
    with reporting(quiet, progress_text) as on_progress:
        assert (on_progress is None) == quiet
        for _ in range(0 if quiet else 2):
            on_progress(Progress(1.0, 12345, 12000))
    assert stream.getvalue().count("cost 12,345, bound 12,000, gap 2.8 %, 1.0 s") == times
    assert bool(stream.getvalue()) == bool(times)
