"""Progress in a notebook, in a terminal and elsewhere."""

import io
import sys
import types
from typing import Any

import pytest

import rookery as rk
from rookery.view import live


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


class Handle:
    """IPython's handle of an output that can be replaced."""

    def __init__(self, shown: list[str]) -> None:
        self.shown = shown

    def update(self, data: dict[str, str], raw: bool) -> None:
        assert raw
        self.shown.append(data["text/html"])


@pytest.fixture
def notebook(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Stand in for IPython in a kernel; return the list of outputs that its cell shows."""
    shown: list[str] = []

    def display(data: dict[str, str], raw: bool, display_id: bool) -> Handle:
        assert raw
        assert display_id
        assert shown == []
        shown.append(data["text/html"])
        return Handle(shown)

    ipython: Any = types.ModuleType("IPython")
    ipython.display = types.ModuleType("IPython.display")
    ipython.display.display = display
    ipython.get_ipython = lambda: types.SimpleNamespace(kernel=None)
    monkeypatch.setitem(sys.modules, "IPython", ipython)
    monkeypatch.setitem(sys.modules, "IPython.display", ipython.display)
    return shown


GAPS = {9: 44.4, 8: 37.5, 7: 28.6}  # of values, in per cent of them, to the bound 5


@pytest.mark.parametrize(("seconds", "shown"), [(1000.0, [9, 7]), (0.0, [9, 8, 7])])
def test_a_cell_shows_the_first_and_the_last_and_others_at_intervals(
    notebook, monkeypatch, seconds, shown
):
    monkeypatch.setattr(live, "SECONDS_BETWEEN", seconds)
    with pytest.raises(KeyboardInterrupt), rk.live() as on_progress:
        for value in GAPS:
            on_progress(rk.Progress(1.0, value, 5))
        raise KeyboardInterrupt
    told = [f"value {value}, bound 5, gap {GAPS[value]} %, 1.0 s" for value in shown]
    assert notebook == [f"<div>{words}</div>" for words in told]


def test_a_share_is_shown_as_a_bar(notebook):
    with rk.live() as on_progress:
        on_progress(rk.Progress(1.0, done=1, total=2, stage="<"))
    bar = '<progress value="1" max="2"></progress>'
    assert notebook == [f"<div>{bar} &lt;: 1 of 2 done, 1.0 s</div>"]


def test_a_terminal_shows_a_line(monkeypatch):
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(sys, "stderr", terminal := Terminal())
    with rk.live() as on_progress:
        on_progress(rk.Progress(1.0, 9, 5))
    assert "value 9, bound 5, gap 44.4 %, 1.0 s" in terminal.getvalue()


def test_elsewhere_nothing_is_shown(capsys):
    with rk.live() as on_progress:
        assert rk.solve(rk.Queens(6), on_progress=on_progress).value == 4
    assert capsys.readouterr() == ("", "")
