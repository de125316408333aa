from dataclasses import replace

import pytest

import rookery as rk
from rookery.queens.puzzle import Queens
from rookery.results.limits import Limits
from rookery.results.progress import Progress
from rookery.results.result import Reason, Result, Status, gap


@pytest.mark.parametrize(
    ("value", "bound", "found"),
    [
        (100, 95, 0.05),
        (95, 100, 0.05),
        (0, 0, 0.0),
        (7, 7, 0.0),
        (10, 0, 1.0),
        (-4, -5, 0.2),
        (None, 3, None),
        (3, None, None),
        (None, None, None),
    ],
)
def test_gap(value, bound, found):
    assert gap(value, bound) == found
    assert Progress(0.0, value, bound).gap == found
    result = Result(None, (), value, bound, Status.FEASIBLE, Reason.TIME)
    assert result.gap == found


def test_a_result_prints_its_fields_without_the_answer():
    result = replace(
        Result(None, tuple(range(99)), 100, 95, Status.FEASIBLE, Reason.TIME, seconds=2.5),
        method="swaps",
        share=0.25,
        note="why",
    )
    assert str(result).splitlines() == [
        "status   feasible",
        "value    100",
        "bound    95",
        "gap      5 %",
        "share    25 %",
        "method   swaps",
        "seconds  2.50",
        "reason   time",
        "note     why",
    ]
    line = "feasible, value 100, bound 95, gap 5 %, 25 % of the work, stopped: time, why, 2.50 s"
    assert result.summary() == line
    assert repr(result) == f"<Result: {line}>"


def test_a_result_of_a_small_board_prints_its_answer():
    drawn = str(rk.solve(rk.Tour.parse(["Q...", "N.PB"])))
    assert drawn.splitlines()[-4:] == ["", "2 0 · 1 ·", "1 ♞ · ♟ ♝", "  a b c d"]


def test_a_result_of_nothing_prints_no_numbers():
    assert Result.impossible(None, "shut in").summary() == "infeasible, shut in"
    assert "value" not in str(Result.impossible(None, "why"))


def test_a_notebook_shows_the_picture_with_the_line():
    result = Result.impossible(Queens(3), "a < b")
    shown = result._repr_html_()
    assert shown.startswith("<figure><svg ")
    assert shown.endswith("<figcaption>infeasible, a &lt; b</figcaption></figure>")


def test_results_of_one_seed_and_work_are_equal_whatever_the_time():
    tour = rk.Tour.parse(["Q..N....", "..N...N.", "N...N...", "...N...N", ".N...N..", "....N..B"])
    settings = {"method": "search", "limits": Limits(work=1000), "seed": 1, "threads": 1}
    one, other = (rk.solve(tour, **settings) for _ in range(2))
    assert one.trace
    assert one.seconds != other.seconds
    assert one == other
    assert hash(one) == hash(other)
    assert replace(one, seconds=9.0, compile_seconds=1.0, trace=()) == one
    for changed in ({"value": 99}, {"bound": 0}, {"seed": 2}, {"reason": Reason.TIME}):
        assert replace(one, **changed) != one


def test_a_method_that_ends_at_once_leaves_no_trace():
    assert rk.solve(rk.Regions("AAAB ABBB CCDD CCDD")).trace == ()
