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
    ("puzzle", "name"), [(3, "small"), (9, "small"), (10, "any"), (1000, "any"), (1001, "slow")]
)
def test_auto_takes_the_first_that_fits_and_suits(puzzle, name):
    assert choose(TABLE, "auto", puzzle).name == name


def test_a_method_that_does_not_suit_can_be_asked_for():
    assert choose(TABLE, "slow", 3) is TABLE[1]


def test_a_method_that_does_not_fit_is_refused():
    with pytest.raises(PuzzleError, match="method 'small' cannot run on this puzzle"):
        choose(TABLE, "small", 10)
    with pytest.raises(PuzzleError, match="no method can run on this puzzle"):
        choose(TABLE[:2], "auto", 10)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("smal", "expected a method, got 'smal'; did you mean 'small'"),
        ("", "expected a method, got ''; known: auto, small, slow, any"),
        ("AUTO", "expected a method, got 'AUTO'"),
        (None, "expected a method, got None"),
    ],
)
def test_an_unknown_method_is_refused_and_a_known_one_named(name, said):
    with pytest.raises(PuzzleError) as refused:
        choose(TABLE, name, 3)
    assert str(refused.value).startswith(said)


@pytest.mark.parametrize("family", families(), ids=lambda family: family.name)
def test_names_are_unique_and_all_is_said(family):
    for table in (family.methods, family.counters()):
        names = [method.name for method in table]
        assert len(set(names)) == len(names)
        assert all(method.proves and method.name.islower() for method in table)
