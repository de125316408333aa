"""Choosing from a table of methods, and what every family's table promises."""

import pytest

from rookery.errors import PuzzleError
from rookery.families import families
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
