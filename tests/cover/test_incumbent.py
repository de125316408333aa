"""Covers of large boards are checked in time, when they are found; all others at the end."""

from __future__ import annotations

import math

import pytest

from rookery.api import settings
from rookery.cover import incumbent as module
from rookery.cover.incumbent import CoverIncumbent
from rookery.cover.puzzle import Cover
from rookery.errors import RookeryError
from rookery.results import limits
from rookery.results.limits import Clock, Limits
from rookery.results.result import Reason
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


def test_a_cover_of_a_large_board_is_checked_when_it_is_found(checked, monkeypatch):
    monkeypatch.setattr(module, "LARGE", 81)
    incumbent = incumbent_of_rooks()
    incumbent.offer(TWO_ROWS, "first")
    assert incumbent.clock.left() == 100 - 9 - 9  # for the check done, and one to come
    incumbent.offer(ROW, "cheaper")
    assert incumbent.clock.left() == 100 - 9 - 4.5 - 4.5
    incumbent.offer(ROW, "no cheaper")
    assert checked == [18, 9]
    result = incumbent.result(Reason.TIME)
    assert result.is_checked
    assert settings.checked(result, "auto", incumbent.settings).answer == ROW
    assert checked == [18, 9]


def test_a_limit_set_anew_keeps_the_time_of_a_check(checked, monkeypatch):
    monkeypatch.setattr(module, "LARGE", 81)
    incumbent = incumbent_of_rooks()
    incumbent.offer(TWO_ROWS, "first")
    incumbent.allow(50)
    assert incumbent.clock.left() == 50 - 9


def test_a_check_that_ends_late_takes_no_more_time_than_there_is(checked, monkeypatch):
    monkeypatch.setattr(module, "LARGE", 81)
    incumbent = incumbent_of_rooks(12)
    incumbent.offer(TWO_ROWS, "first")
    assert incumbent.stop() is Reason.TIME
    incumbent.offer(ROW, "late")
    assert incumbent.stop() is Reason.TIME


def test_a_wrong_cover_of_a_large_board_is_refused(monkeypatch):
    monkeypatch.setattr(module, "LARGE", 81)
    with pytest.raises(RookeryError, match="wrong cover: square at row"):
        incumbent_of_rooks().offer(ROW[:3], "first")


def test_nothing_is_checked_or_kept_on_a_small_board(checked, monkeypatch):
    small = incumbent_of_rooks()
    small.offer(ROW, "first")
    assert checked == []
    assert small.clock.left() == 100
    assert not small.result(Reason.TIME).is_checked
    monkeypatch.setattr(module, "LARGE", 81)
    endless = incumbent_of_rooks(None)
    endless.offer(ROW, "first")
    assert checked == [9]
    assert endless.clock.left() == math.inf
