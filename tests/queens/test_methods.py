import pytest

import rookery as rk
from rookery.queens.counting.methods import COUNTERS
from rookery.queens.methods import METHODS
from rookery.results.methods import choose


@pytest.mark.parametrize(
    ("table", "puzzle", "name"),
    [
        (METHODS, rk.Queens(8), "filter"),
        (METHODS, rk.Queens(10), "filter"),
        (METHODS, rk.Queens(11), "listing"),
        (COUNTERS, rk.Queens(10), "search"),
        (COUNTERS, rk.Queens(11), "completions"),
        (COUNTERS, rk.Queens(13), "halves"),
        (COUNTERS, rk.Queens(18, given=["a1", "b3"]), "halves"),
        (COUNTERS, rk.Queens(18, given=["a1", "b3", "c5"]), "completions"),
        (COUNTERS, rk.Queens(64), "search"),
        (COUNTERS, rk.Queens(1001, blocked=[(0, column) for column in range(999)]), "one"),
        (COUNTERS, rk.Queens(20, given=[(row, 2 * row) for row in range(8)]), "completions"),
    ],
)
def test_auto(table, puzzle, name):
    assert choose(table, "auto", puzzle).name == name


@pytest.mark.parametrize(
    ("name", "sizes", "refused"), [("halves", (8, 28), (7, 29)), ("completions", (8, 63), (64,))]
)
def test_methods_fit_boards_up_to_their_limits(name, sizes, refused):
    for n in sizes:
        assert choose(COUNTERS, name, rk.Queens(n)).name == name
    for n in refused:
        with pytest.raises(rk.PuzzleError, match=f"method '{name}' cannot run on this puzzle"):
            choose(COUNTERS, name, rk.Queens(n))


def test_up_to_symmetry():
    stopped = rk.count(rk.Queens(16), fundamental=True, limits=rk.Limits(work=1))
    assert stopped.status is rk.Status.FEASIBLE
    assert 0 < stopped.value < 1_846_955  # A002562
    with pytest.raises(rk.PuzzleError, match="expected queens on an open board"):
        rk.count(rk.Queens(6, given=["a2"]), fundamental=True)
