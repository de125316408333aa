"""The default method: what it does first, by what is compiled."""

from __future__ import annotations

import math
from threading import Event

import pytest
from tests.cover.boards import random_cover

from rookery.cover import prepared
from rookery.cover.kernel_sets import COVER
from rookery.cover.schedule import auto
from rookery.cover.schedule.engine import run_greedy
from rookery.results.limits import Clock, Limits
from rookery.results.settings import Settings

PUZZLE = random_cover(3, 14, 14, 0.4)


def settings() -> Settings:
    limits = Limits(seconds=20.0)
    return Settings(limits, clock=Clock(limits))


@pytest.mark.parametrize("compiled", [False, True])
def test_proofs_begin_with_a_cover_that_was_annealed(
    monkeypatch: pytest.MonkeyPatch, compiled: bool
) -> None:
    begun_with: list[int] = []

    def improve(begun: prepared.Prepared) -> None:
        begun_with.append(begun.incumbent.cost)

    assert COVER.wait(math.inf)
    if not compiled:
        monkeypatch.setattr(COVER, "_ready", Event())
        monkeypatch.setattr(COVER, "_thread", None)
        assert not COVER.is_ready
    monkeypatch.setattr(auto, "_improve", improve)
    result = auto.run_auto(PUZZLE, settings())
    greedy = run_greedy(PUZZLE, Settings(Limits(work=1))).value
    assert begun_with == [result.value]
    assert begun_with[0] <= greedy
    assert COVER.is_ready
