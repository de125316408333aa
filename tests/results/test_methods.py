"""Choosing from a table of methods, and what every family's table promises."""

import pytest
from tests.heaviest.runs import board

import rookery as rk
from rookery.errors import PuzzleError
from rookery.families import families, family_named
from rookery.results.methods import Method, choose
from rookery.results.result import Result
from rookery.results.settings import Settings


def run(puzzle: int, settings: Settings) -> Result:
    return Result.proved(puzzle, puzzle, puzzle)


TABLE = (
    Method("small", run, "all", fits=lambda puzzle: puzzle < 10),
    Method("slow", run, "all", suits=lambda puzzle: puzzle > 1000),
    Method("any", run, "all"),
)


@pytest.mark.parametrize(
    ("name", "puzzle", "chosen"),
    [
        ("auto", 3, "small"),
        ("auto", 9, "small"),
        ("auto", 10, "any"),
        ("auto", 1000, "any"),
        ("auto", 1001, "slow"),
        ("slow", 3, "slow"),  # it does not suit the puzzle
    ],
)
def test_the_method_asked_for_or_the_first_that_fits_and_suits(name, puzzle, chosen):
    assert choose(TABLE, name, puzzle).name == chosen


@pytest.mark.parametrize(
    ("table", "name", "said"),
    [
        (TABLE, "small", "method 'small' cannot run on this puzzle"),
        (TABLE[:2], "auto", "no method can run on this puzzle"),
        (TABLE, "smal", "expected a method, got 'smal'; did you mean 'small'"),
        (TABLE, "", "expected a method, got ''; known: auto, small, slow, any"),
        (TABLE, "AUTO", "expected a method, got 'AUTO'"),
        (TABLE, None, "expected a method, got None"),
    ],
)
def test_methods_that_do_not_fit_or_are_unknown_are_refused(table, name, said):
    with pytest.raises(PuzzleError) as refused:
        choose(table, name, 10)
    assert str(refused.value).startswith(said)


@pytest.mark.parametrize("family", families(), ids=lambda family: family.name)
def test_names_are_unique_and_all_is_said(family):
    for table in (family.methods, family.counters()):
        names = [method.name for method in table]
        assert len(set(names)) == len(names)
        assert all(method.proves and method.name.islower() for method in table)


LISTED, COUNTED = family_named("queens").methods, family_named("queens").counters()
HEAVIEST = family_named("heaviest").methods


@pytest.mark.parametrize(
    ("table", "puzzle", "name"),
    [
        (LISTED, rk.Queens(8), "filter"),
        (LISTED, rk.Queens(10), "filter"),
        (LISTED, rk.Queens(11), "listing"),
        (COUNTED, rk.Queens(10), "search"),
        (COUNTED, rk.Queens(11), "completions"),
        (COUNTED, rk.Queens(13), "halves"),
        (COUNTED, rk.Queens(18, given=["a1", "b3"]), "halves"),
        (COUNTED, rk.Queens(18, given=["a1", "b3", "c5"]), "completions"),
        (COUNTED, rk.Queens(64), "search"),
        (COUNTED, rk.Queens(1001, blocked=[(0, column) for column in range(999)]), "one"),
        (COUNTED, rk.Queens(20, given=[(row, 2 * row) for row in range(8)]), "completions"),
        (HEAVIEST, rk.Heaviest(board(8, 0)), "lanes"),
        (HEAVIEST, rk.Heaviest(board(8, 0), given=["a1"]), "enumerate"),
        (HEAVIEST, rk.Heaviest(board(8, 0), blocked=["a1"]), "enumerate"),
        (HEAVIEST, rk.Heaviest(board(8, 0), best=2), "enumerate"),
        (HEAVIEST, rk.Heaviest([[1] * 7] * 7), "enumerate"),
        (HEAVIEST, rk.Heaviest([[1] * 9] * 9), "enumerate"),
        (HEAVIEST, rk.Heaviest(board(8, 0, high=1000)), "lanes"),
        (HEAVIEST, rk.Heaviest(board(11, 0)), "branch"),
        (HEAVIEST, rk.Heaviest(board(12, 0), best=5000), "list"),
    ],
)
def test_auto_takes_the_method_that_suits(table, puzzle, name):
    assert choose(table, "auto", puzzle).name == name
