from __future__ import annotations

import pytest

from rookery.result import Clock, Limits, Reason, Settings, Status
from rookery.tour import methods
from rookery.tour.methods import METHODS, run_layers
from rookery.tour.puzzle import Tour

TOUR = Tour.parse(["Q.P....N", "..P.P...", "N...P..B"])


@pytest.mark.parametrize("method", METHODS, ids=lambda method: method.name)
def test_every_method_finds_the_first_tour(method):
    found = method.run(TOUR, Settings())
    assert found.answer == run_layers(TOUR, Settings()).answer
    assert TOUR.check(found.answer) == []


@pytest.mark.parametrize(
    ("limits", "reason"), [(Limits(work=1), Reason.WORK), (Limits(seconds=0), Reason.TIME)]
)
def test_a_limit_leaves_a_bound(limits, reason):
    value = run_layers(TOUR, Settings()).value
    found = run_layers(TOUR, Settings(limits, clock=Clock(limits)))
    assert (found.answer, found.status, found.reason) == (None, Status.UNKNOWN, reason)
    assert 0 < found.bound < value


def test_progress_tells_the_bound():
    told = []
    value = run_layers(TOUR, Settings(on_progress=told.append)).value
    bounds = [progress.bound for progress in told]
    assert bounds == sorted(bounds)
    assert bounds[-1] == value


def test_an_interrupt_leaves_a_bound(monkeypatch):
    def interrupted(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(methods.Layers, "grow", interrupted)
    found = run_layers(TOUR, Settings())
    assert (found.status, found.reason, found.bound) == (Status.UNKNOWN, Reason.INTERRUPTED, 2)


@pytest.mark.parametrize(
    ("text", "note"),
    [
        ("Q..P. ...PN N..PP ....B", "target e3 is out of reach of Q from a4"),
        ("Q..#N ...#N N..## ....B", "target e4, target e3 are out of reach of Q from a4"),
        ("Q.... N..## ...#B", "the goal e1 is out of reach of Q from a3"),
        ("Q.B .N. mover gK", "gK cannot move from a2, and the goal c2 is not visited there"),
        ("Q..#. ...#. target c1 target e1", "target e1 is out of reach of Q from a2"),
        ("Q.... ..... ....N mover A visit on", "target e1 is out of reach of A from a3"),
    ],
)
def test_the_impossible_says_what_is_out_of_reach(text, note):
    found = run_layers(Tour.parse(text), Settings())
    assert (found.status, found.note) == (Status.INFEASIBLE, note)
