"""OR-tools' modules, imported in time or in the background; its solvers stop when they are told."""

import threading

import pytest

import rookery as rk
from rookery.running.solvers import SolverModule, cp_sat, watched


@pytest.mark.parametrize("begin", [SolverModule.load, lambda module: module.wait(60.0)])
def test_a_module_is_imported_once_where_no_signal_arrives(begin):
    """Ctrl-C inside the import of a compiled module would come out as an ImportError."""
    threads: list[threading.Thread] = []
    module = SolverModule(lambda: threads.append(threading.current_thread()))
    assert not module.is_ready
    begin(module)
    assert module.is_ready
    assert module.wait(0.0)
    assert threading.main_thread() not in threads
    assert len(threads) == 1


def test_a_module_that_is_late_goes_on_coming():
    may_go_on = threading.Event()
    began: list[int] = []

    def load():
        began.append(1)
        may_go_on.wait(60.0)

    module = SolverModule(load)
    assert not module.wait(0.01)
    assert not module.wait(0.0)
    may_go_on.set()
    assert module.wait(float("inf"))
    assert began == [1]


def test_a_module_that_is_missing_raises_the_error_of_its_import():
    def load():
        raise ImportError("no such module")

    module = SolverModule(load)
    for attempt in (lambda: module.wait(60.0), lambda: module.wait(0.0), module.load):
        with pytest.raises(ImportError, match="no such module"):
            attempt()
    assert not module.is_ready


def test_a_solver_keeps_to_its_limit_and_leaves_signals():
    parameters = cp_sat(float("inf"), workers=3).parameters
    assert 0 < parameters.max_time_in_seconds < float("inf")
    assert parameters.num_workers == 3
    assert not parameters.catch_sigint_signal
    assert cp_sat(-1.0).parameters.max_time_in_seconds == 0.0


def test_an_error_in_the_watched_thread_is_raised_here():
    with pytest.raises(ZeroDivisionError):
        watched(lambda: 1 // 0, stop=None)


@pytest.mark.parametrize("error", [KeyboardInterrupt, LookupError])
def test_ctrl_c_and_errors_stop_the_solver_and_come_out(error):
    stopped = threading.Event()

    def check():
        raise error

    with pytest.raises(error):
        watched(lambda: stopped.wait(60.0), stopped.set, check)
    assert stopped.is_set()


def test_a_stop_before_the_solver_has_begun_is_repeated(monkeypatch):
    from ortools.sat.python import cp_model

    begun, stops = threading.Event(), threading.Semaphore(0)
    heard: list[bool] = []

    def solve(*_):
        begun.set()
        heard.extend(stops.acquire(timeout=60.0) for _ in range(2))
        return cp_model.UNKNOWN

    def interrupt(_):
        if begun.is_set():
            raise KeyboardInterrupt

    monkeypatch.setattr(cp_model.CpSolver, "solve", solve)
    monkeypatch.setattr(cp_model.CpSolver, "stop_search", lambda _: stops.release())
    puzzle = rk.NonAttacking(rk.Board(4), "knight")
    result = rk.solve(puzzle, method="cp-sat", on_progress=interrupt)
    assert (result.reason, heard) == (rk.Reason.INTERRUPTED, [True, True])
