import pytest

import rookery as rk
from rookery.engine.partial import Partial
from rookery.results.limits import DeadlineExceeded
from rookery.tour import methods

TOUR = rk.Tour.parse(["Q.P....N", "..P.P...", "N...P..B"])


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
    for method in ("layers", "search"):
        found = rk.solve(rk.Tour.parse(text), method=method)
        assert (found.status, found.note) == (rk.Status.INFEASIBLE, note)


def test_a_tour_of_targets_that_fill_the_board_says_how_to_visit_them():
    board = rk.Board(8)
    whole = rk.Tour(board, "a8", list(board.squares())[1:], mover="N")
    assert 'with visit="on" they are free squares' in rk.solve(whole).note


def crowded(targets, side=20):
    squares = [(row, column) for row in range(side) for column in range(side)]
    return rk.Tour(rk.Board(side), "a1", squares[1 : 7 * targets : 7], visit="on")


@pytest.mark.parametrize("error", [DeadlineExceeded(), rk.LimitError("too many layers")])
def test_layers_that_end_early_pass_their_bound_to_the_search(error, monkeypatch):
    def ended(plan, run, many):
        yield Partial(bound=2, stage="layers")
        raise error

    monkeypatch.setattr(methods, "SMALL_BYTES", 0)
    monkeypatch.setattr(methods, "grow", ended)
    found = rk.solve(TOUR, limits=600)
    assert found.trace[0].stage == "layers"
    assert (found.value, found.bound, TOUR.check(found.answer)) == (5, 5, [])
    if isinstance(error, rk.LimitError):
        assert "too many layers" in rk.solve(TOUR).note


def refused(*_):
    raise AssertionError("this method is not for such a tour")


@pytest.mark.parametrize(
    ("tour", "method"),
    [
        (rk.Tour.hamiltonian(5, "knight"), "hamiltonian"),
        (rk.Tour(rk.Board(4), "a1", ["d4"], mover="R", visit="over", once=True), "beam"),
        (rk.Tour(rk.Board(4), "a1", ["d4"], mover="R", visit="on", once=True), "circuit"),
    ],
)
def test_each_kind_of_tour_with_once_has_its_method(tour, method, monkeypatch):
    for name in {"hamiltonian", "beam", "circuit", "search"} - {method}:
        monkeypatch.setattr(methods, name, refused)
    found = rk.solve(tour)
    assert (found.status, tour.check(found.answer)) == (rk.Status.OPTIMAL, [])


WHOLE = rk.Tour(rk.Board(6), "a1", "all", mover="N", visit="on")


def test_a_whole_board_is_searched_unless_a_tour_of_it_is_soon_found(monkeypatch):
    def searched(tour, run, plan):
        yield Partial(bound=7, stage="searched")

    def never(tour, run):
        while True:
            yield Partial()

    def found(tour, run):
        yield Partial(bound=35)
        return Partial(once.answer, 35)

    once = rk.solve(WHOLE, method="hamiltonian")
    monkeypatch.setattr(methods, "search", searched)
    monkeypatch.setattr(methods, "hamiltonian", found)
    assert rk.solve(WHOLE).answer == once.answer
    monkeypatch.setattr(methods, "hamiltonian", never)
    ended = rk.solve(WHOLE, limits=0.2)
    assert (ended.reason, ended.bound) == (rk.Reason.DONE, 7)


def test_only_a_search_keeps_the_default_limit(monkeypatch):
    seconds = []

    def grow(plan, run, many):
        seconds.append(run.settings.limits.seconds)
        raise DeadlineExceeded
        yield

    def search(tour, run, *_):
        seconds.append(run.settings.limits.seconds)
        yield Partial()

    monkeypatch.setattr(methods, "grow", grow)
    monkeypatch.setattr(methods, "search", search)
    monkeypatch.setattr(methods, "hamiltonian", search)
    targets = [f"{file}{row}" for file in "abcdefgh" for row in (2, 3)]
    near = rk.Tour(10, "a1", targets, mover="W")
    for tour in (TOUR, near, rk.Tour.hamiltonian(20, "knight"), crowded(40)):
        rk.solve(tour)
    assert seconds == [None, None, None, methods.SEARCH_SECONDS]
