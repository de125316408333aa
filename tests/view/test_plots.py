"""Plots: their contents, read off the figures."""

import struct
import sys
from importlib.util import find_spec

import pytest

import rookery as rk
from rookery.errors import PuzzleError, RookeryError

pytestmark = pytest.mark.skipif(
    find_spec("matplotlib") is None, reason="plots need the extra 'plot'"
)

WEIGHTS = [[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12], [13, 14, 15, 16]]
TRACE = (rk.Progress(0.1, 9, None), rk.Progress(0.2, 9, 4), rk.Progress(0.5, 7, 4))


def traced(trace: tuple[rk.Progress, ...] = TRACE) -> rk.Result:
    puzzle = rk.Cover.parse(["#__"], [1] * 8)
    return rk.Result(
        puzzle, None, 7, 4, rk.Status.FEASIBLE, rk.Reason.TIME, seconds=2.0, trace=trace
    )


def test_value_and_bound_over_time():
    (axes,) = rk.plot(traced()).axes
    lines = {line.get_label(): line.get_xydata().tolist() for line in axes.lines}
    assert lines == {
        "value": [[0.1, 9], [0.2, 9], [0.5, 7], [2.0, 7]],
        "bound": [[0.2, 4], [0.5, 4], [2.0, 4]],
    }


def test_weights_under_the_queens():
    axes = rk.plot(rk.solve(rk.Heaviest(WEIGHTS))).axes[0]
    assert axes.images[0].get_array().tolist() == WEIGHTS
    queens = [text.get_position()[0] for text in axes.texts if text.get_text() == "♛"]
    assert queens == [0, 1, 2, 3]
    assert axes.get_title() == "Queens of weight 34"
    assert "♛" not in [text.get_text() for text in rk.plot(rk.Heaviest(WEIGHTS)).axes[0].texts]


@pytest.mark.slow
def test_counts_of_queens_by_square():
    axes = rk.plot(rk.Queens(8)).axes[0]
    numbers = axes.images[0].get_array()
    assert numbers[0].tolist() == [4, 8, 16, 18, 18, 16, 8, 4]  # UVa 750's sample: 4 through a8
    assert numbers.sum() == 92 * 8
    given = rk.Queens(8, given=["a8"])
    assert rk.plot(given).axes[0].images[0].get_array()[0][0] == 4


def test_a_notebook_shows_a_plot():
    figure = rk.plot(rk.solve(rk.Queens(4)))
    assert figure.axes[0].get_title() == "2 placements of 4 queens"
    picture = figure._repr_png_()  # type: ignore[attr-defined]
    assert picture.startswith(b"\x89PNG\r\n")
    width, height = (round(inches * figure.dpi) for inches in figure.get_size_inches())
    assert struct.unpack(">II", picture[16:24]) == (width, height)


def test_a_plot_is_saved(tmp_path):
    rk.plot(rk.Queens(4), tmp_path / "queens.png")
    assert (tmp_path / "queens.png").read_bytes().startswith(b"\x89PNG")
    with pytest.raises(RookeryError, match="cannot write the plot"):
        rk.plot(rk.Queens(4), tmp_path / "queens.chess")


@pytest.mark.parametrize("thing", [8, rk.Tour.parse(["Q..", "...", "N.B"]), traced(())])
def test_nothing_to_plot(thing):
    with pytest.raises(PuzzleError, match="or a result with a trace"):
        rk.plot(thing)
    with pytest.raises(PuzzleError, match="expected results with values, got none"):
        rk.plot([rk.solve(rk.Queens(3))])


def test_a_missing_package_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    with pytest.raises(RookeryError, match=r"pip install 'rookery-chess\[plot\]'"):
        rk.plot(rk.Queens(4))
