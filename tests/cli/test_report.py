"""The line on the terminal: shown only there."""

import io
import sys

from tests.view.test_live import Terminal

from rookery.cli.report import (
    COMPILING,
    live_line,
    on_terminal,
    progress_text,
    reporting,
    units_text,
)
from rookery.results.estimate import Estimate
from rookery.results.progress import Progress
from rookery.results.result import Reason

NO_WORKERS = "no worker is left"


def test_waiting_for_workers_is_shown():
    waiting = Progress(61.0, 12, 10, done=3, total=9, stage=f"{NO_WORKERS} at tcp://a:1")
    assert units_text(waiting) == "counted 12, no worker is left at tcp://a:1, waiting"
    estimate = Estimate(None, 2.27e14, 1e12, 80, Reason.TIME)
    sampling = Progress(2.0, 12, stage="estimate", estimate=estimate)
    assert units_text(sampling) == f"estimated {estimate}"
    assert progress_text(waiting).endswith("61.0 s, no worker is left at tcp://a:1, waiting")


def test_progress_in_words():
    assert progress_text(Progress(0.26)) == "cost -, bound -, 0.3 s"
    text = progress_text(Progress(1.0, 12345, 12000), "weight")
    assert text == "weight 12,345, bound 12,000, gap 2.8 %, 1.0 s"
    assert progress_text(Progress(1.0, stage=COMPILING)).endswith(f"1.0 s, {COMPILING}")
    assert units_text(Progress(1.0, 12)) == "counted 12, 1.0 s"


def test_only_on_a_terminal(monkeypatch):
    monkeypatch.setattr(sys, "stderr", io.StringIO())
    assert not on_terminal(quiet=False)
    monkeypatch.setattr(sys, "stderr", Terminal())
    assert on_terminal(quiet=False)
    assert not on_terminal(quiet=True)


def test_nothing_is_shown_elsewhere():
    with live_line(False, progress_text) as on_progress:
        assert on_progress is None


def test_the_line_follows_the_progress(monkeypatch):
    terminal = Terminal()
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(sys, "stderr", terminal)
    with live_line(True, progress_text) as on_progress:
        assert on_progress is not None
        on_progress(Progress(1.0, 33, 31))
    assert "cost 33, bound 31, gap 6.1 %" in terminal.getvalue()


def test_plain_lines_where_there_is_no_terminal(monkeypatch):
    for quiet, every, expected in ((False, 0.0, 2), (False, 60.0, 0), (True, 0.0, 0)):
        stream = io.StringIO()
        monkeypatch.setattr(sys, "stderr", stream)
        monkeypatch.setattr("rookery.cli.report.PLAIN_SECONDS", every)
        with reporting(quiet, units_text) as on_progress:
            for done in (1, 2):
                if on_progress is not None:
                    on_progress(Progress(1.0, 33, done=done, total=9))
        assert stream.getvalue().count("\n") == expected
