"""The settings of a call, and the check between a method's answer and who asked for it."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

import rookery as rk
from rookery.api import settings
from rookery.api.settings import runnable, settings_for
from rookery.api.solving import checked
from rookery.results.limits import Limits
from rookery.results.result import Reason, Result, Status
from rookery.results.settings import Settings

TOUR = rk.Tour.parse(["Q..", "...", "N.B"])


def result(answer, value, status=Status.OPTIMAL):
    return Result(TOUR, answer, value, value, status, Reason.PROVED)


def test_what_is_not_said_is_set():
    found = settings_for()
    assert (found.limits, found.seed, found.on_progress) == (Limits(), 0, None)
    assert found.threads >= 1


def test_threads_are_as_many_as_cores(monkeypatch):
    settings._cores.cache_clear()
    monkeypatch.setattr(settings, "cpu_count", lambda: 7)
    assert settings_for().threads == 7
    settings._cores.cache_clear()
    monkeypatch.setattr(settings, "cpu_count", lambda: None)
    assert settings_for().threads == 1
    settings._cores.cache_clear()


@pytest.mark.parametrize("threads", [0, -1, 1.5, "2"])
def test_threads_are_a_number_from_1(threads):
    with pytest.raises(rk.PuzzleError, match="expected threads of at least 1, got"):
        settings_for(threads=threads)


def test_every_call_has_a_clock_of_its_own():
    limits = Limits(seconds=5)
    one, other = settings_for(limits=limits), settings_for(limits=limits)
    assert one.clock is not other.clock
    assert one.clock.limits is limits


def test_executors_and_what_makes_one_are_runnable():
    with ThreadPoolExecutor(1) as pool:
        assert runnable(pool) is pool
    assert runnable(ThreadPoolExecutor) is ThreadPoolExecutor
    assert runnable(None) is None
    with pytest.raises(
        rk.PuzzleError, match="expected an executor, or a function that makes one, got 4"
    ):
        runnable(4)


def test_a_right_answer_is_signed():
    found = checked(result(((0, 0), (1, 1)), 1), "sea", Settings(seed=5))
    assert (found.method, found.seed, found.value) == ("sea", 5, 1)


@pytest.mark.parametrize(
    ("answer", "value", "fault"),
    [
        (((0, 0), (0, 1)), 1, "target a1 is not visited"),
        (((0, 0), (1, 1)), 2, "its value is 1, not 2"),
        (((0, 0), (2, 1)), 1, "move 1, a3 to b1, is no move of Q"),
    ],
)
def test_a_wrong_answer_goes_no_further(answer, value, fault):
    with pytest.raises(rk.RookeryError, match=f"method 'sea' gave a wrong answer: {fault}"):
        checked(result(answer, value), "sea", Settings())


def test_no_answer_needs_no_check():
    found = checked(result(None, None, Status.INFEASIBLE), "sea", Settings())
    assert (found.answer, found.method) == (None, "sea")


def test_on_progress_is_a_function() -> None:
    with pytest.raises(rk.PuzzleError, match="expected a function as on_progress, got 5"):
        rk.solve(rk.Queens(6), on_progress=5)
