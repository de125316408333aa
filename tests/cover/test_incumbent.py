"""The time that the check of a cover will take is kept on large boards, and on these alone."""

from __future__ import annotations

import pytest

from rookery.cover import incumbent as module
from rookery.cover.incumbent import CoverIncumbent
from rookery.cover.puzzle import Cover
from rookery.results import limits
from rookery.results.limits import Clock, Limits
from rookery.results.settings import Settings

ROW = tuple((0, 4, column) for column in range(9))
TWO_ROWS = tuple((0, row, column) for row in (3, 4) for column in range(9))


@pytest.fixture
def checked(monkeypatch):
    """Let the clock stand still but in checks, which take half a second a piece; count these."""
    now, checked = [0.0], []

    def check(puzzle, answer):
        checked.append(len(answer))
        now[0] += len(answer) / 2
        return []

    monkeypatch.setattr(limits.time, "perf_counter", lambda: now[0])
    monkeypatch.setattr(Cover, "check", check)
    return checked


def incumbent_of_rooks(seconds=100.0):
    allowed = Limits(seconds=seconds)
    return CoverIncumbent(
        Cover.domination(9, piece="R"), Settings(limits=allowed, clock=Clock(allowed))
    )


def test_the_time_of_the_check_is_kept_on_a_large_board(checked, monkeypatch):
    monkeypatch.setattr(module, "LARGE", 81)
    incumbent = incumbent_of_rooks()
    incumbent.offer(TWO_ROWS, "first")
    assert incumbent.clock.left() == 100 - 9 - 9  # for the check now, and the one to come
    incumbent.offer(ROW, "alike")
    assert checked == [18]
    incumbent.offer(ROW[:3], "smaller by far")
    assert checked == [18, 3]
    assert incumbent.clock.left() == 100 - 9 - 1.5 - 1.5


def test_nothing_is_kept_without_a_limit_or_on_a_small_board(checked, monkeypatch):
    small = incumbent_of_rooks()
    small.offer(ROW, "first")
    monkeypatch.setattr(module, "LARGE", 81)
    endless = incumbent_of_rooks(None)
    endless.offer(ROW, "first")
    assert checked == []
    assert small.clock.left() == 100
