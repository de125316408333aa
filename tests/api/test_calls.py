"""One pattern for all calls: limits, numbers of any kind, what is impossible, listings."""

import inspect
import math
import sys
from functools import partial
from typing import Any, get_args, get_overloads

import numpy as np
import pytest

import rookery as rk
from rookery.api.solving import solve_each, with_default_seconds
from rookery.families import families, family_of
from rookery.results.limits import Clock
from rookery.results.methods import choose
from rookery.results.settings import CountingMethod, SolvingMethod, settings_for

COVER = rk.Cover.parse(["#__", "___", "__#"], [3, 4, 3, 3, 3, 9, 3, 4])
TOUR = rk.Tour.parse(["Q...", "N.PB"])
DRAW = partial(rk.sample, k=3)
CALLS = (
    rk.solve,
    rk.count,
    rk.listing,
    rk.placement,
    rk.placements,
    rk.placement_chunks,
    rk.sample,
    rk.tours,
    rk.solve_many,
)


@pytest.mark.parametrize("call", CALLS, ids=lambda call: call.__name__)
def test_all_but_the_puzzle_is_given_by_name_and_seeds_begin_at_zero(call):
    for form in (call, *get_overloads(inspect.unwrap(call))):
        parameters = inspect.signature(form).parameters
        assert "seed" not in parameters or parameters["seed"].default == 0
    first, *others = inspect.signature(call).parameters.values()
    assert first.name in ("puzzle", "puzzles")
    assert first.kind is first.POSITIONAL_OR_KEYWORD
    named = {one.kind for one in others if (call, one.name) != (rk.sample, "k")}
    assert named == {inspect.Parameter.KEYWORD_ONLY}


def named(literals: Any) -> set[str]:
    """Return the names that an editor completes for a type such as ``Literal["auto"] | str``."""
    parts = [get_args(part) for part in get_args(literals)] or [()]
    return {name for part in parts for name in part}


def test_editors_complete_the_names_of_methods():
    solving = {method.name for family in families() for method in family.methods}
    counting = {method.name for family in families() for method in family.counters()}
    assert named(SolvingMethod) == solving | {"auto"}
    assert named(CountingMethod) == counting | {"auto"}


@pytest.mark.parametrize(
    ("call", "settings", "message"),
    [
        *((rk.solve, {"threads": one}, "threads of at least 1, got") for one in (0, -1, 1.5, "2")),
        (rk.solve, {"threads": 1025}, "at most 1,024 threads, got 1025"),
        *((rk.count, {"batch": one}, "a batch of at least 1, got") for one in (0, -3, 1.5, None)),
        *(
            (rk.count, {"device": one}, 'device "cpu", "cuda" or "any", got')
            for one in ("gpu", "CUDA", "", None, 0, ["cpu"])
        ),
        *(
            (rk.solve, {"limits": one}, "limits, a number of seconds, or None")
            for one in ("5", True, -1, math.nan, [5], object())
        ),
        (rk.count, {"executor": 4}, "an executor, or a function that makes one, got 4"),
        (rk.solve, {"on_progress": 5}, "a function as on_progress, such as that of live.*, got 5"),
    ],
)
def test_other_settings_are_refused(call, settings, message):
    with pytest.raises(rk.PuzzleError, match=f"expected {message}"):
        call(rk.Queens(6), **settings)


@pytest.mark.parametrize(
    ("limits", "seconds"),
    [(None, 30.0), (rk.Limits(gap=0.1), 30.0), (rk.Limits(work=9), None), (4, 4.0)],
)
def test_a_method_that_would_not_end_has_a_default(limits, seconds):
    (cover,) = (family for family in families() if family.name == "cover")
    method = choose(cover.methods, "auto", COVER)
    settings = with_default_seconds(settings_for(limits=limits), method, COVER, limits)
    assert settings.limits.seconds == settings.clock.limits.seconds == seconds
    given = settings_for(limits=math.inf, threads=1024)
    endless = with_default_seconds(given, method, COVER, math.inf)
    assert (endless.limits.seconds, endless.threads) == (None, 1024)
    assert rk.solve(COVER, limits=math.inf).status is rk.Status.OPTIMAL


@pytest.mark.parametrize(
    ("call", "puzzle"),
    [
        (rk.solve, TOUR),
        (lambda puzzle: list(solve_each([puzzle])), TOUR),
        (lambda puzzle: list(solve_each([puzzle])), COVER),
        (rk.count, TOUR),
        (lambda puzzle: list(rk.listing(puzzle)), TOUR),
        (lambda puzzle: list(rk.tours(puzzle)), TOUR),
        (rk.is_unique, TOUR),
        (rk.is_unique, rk.Regions(["AAAB", "ABBB", "CCDD", "CCDD"])),
        (rk.placement, rk.Queens(6)),
        (lambda puzzle: rk.sample(puzzle, 2), rk.Queens(6)),
        (rk.estimate, rk.Queens(6)),
    ],
)
def test_the_clock_starts_before_the_puzzle_is_looked_at(call, puzzle, monkeypatch):
    happened = []
    start = Clock.__init__

    def started(clock, limits):
        happened.append("clock")
        start(clock, limits)

    def found(puzzle):
        happened.append("puzzle")
        return family_of(puzzle)

    monkeypatch.setattr(Clock, "__init__", started)
    for name in ("solving", "counting", "listing", "placing"):
        monkeypatch.setattr(sys.modules[f"rookery.api.{name}"], "family_of", found)
    call(puzzle)
    assert "puzzle" in happened
    assert happened[0] == "clock"


def test_only_documented_methods_stop_by_themselves():
    found = {
        (family.name, method.name): method.default_seconds
        for family in families()
        for method in (*family.methods, *family.counters())
        if method.default_seconds is not None
    }
    assert found == {
        ("cover", "auto"): 30.0,
        ("tour", "auto"): 10.0,
        ("tour", "search"): 10.0,
        ("tour", "beam"): 10.0,
        ("tour", "circuit"): 10.0,
    }
    assert "after 30 seconds" in (rk.solve.__doc__ or "")


@pytest.mark.parametrize(
    "puzzle",
    [
        rk.Queens(3),
        rk.Queens(6, given=["a1"]),
        rk.NonAttacking(3, "queen", 3),
        rk.NonAttacking(6, "queen", 6, given=["a6"]),
        rk.Regions(["AAB", "ABB", "CCC"]),
        rk.Heaviest([[1, 2, 3]] * 3),
        rk.Heaviest([[1] * 6] * 6, given=["a1"]),
        rk.Tour.parse(["Q#.", "##.", "..N"]),
        rk.Cover.parse(["___", "__#"], [1], ["fF"]),
    ],
    ids=lambda puzzle: puzzle.family,
)
def test_impossible_is_one_thing(puzzle):
    methods = [one.name for one in family_of(puzzle).methods if one.fits(puzzle)]
    results = [rk.solve(puzzle, method=name, limits=600, threads=1) for name in ["auto", *methods]]
    if puzzle.family in ("queens", "nonattacking"):
        results += [rk.placement(puzzle, method=name, threads=1) for name in ("auto", "cp-sat")]
        assert list(rk.placements(puzzle)) == []
    for result in results:
        assert (result.status, result.reason) == (rk.Status.INFEASIBLE, rk.Reason.PROVED)
        assert (result.answer, result.value, result.bound) == (None, None, None)
        assert result.note
    if puzzle.family != "heaviest":
        counted = rk.count(puzzle)
        assert (counted.status, counted.value, counted.bound) == (rk.Status.OPTIMAL, 0, 0)
        assert counted.note


def test_numbers_and_arrays_of_numpy():
    assert rk.Queens(np.int64(8)) == rk.Queens(8)
    assert rk.Board(np.int8(3), np.uint8(4)) == rk.Board(3, 4)
    assert rk.Queens(8, given=np.array([[0, 1]])) == rk.Queens(8, given=[(0, 1)])
    square, sides = np.array([[0, 1]]), np.ones((4, 4))
    assert rk.Heaviest(sides, given=square) == rk.Heaviest(sides, given=["b4"])
    assert rk.Heaviest(sides, blocked=square) == rk.Heaviest(sides, blocked=["b4"])
    assert rk.Tour(4, "a1", square) == rk.Tour(4, "a1", ["b4"])
    assert rk.Piece("R").attacks((1, 4), "a1", square) == {(0, 1)}
    weights = np.arange(64).reshape(8, 8)
    assert rk.Heaviest(weights, best=np.int32(2)) == rk.Heaviest(weights.tolist(), best=2)
    one = rk.solve(COVER, method="greedy", seed=np.int64(3), threads=np.int8(1))
    again = rk.solve(COVER, limits=np.float64(1), start=np.array(one.answer))
    assert again.value <= one.value
    counted = rk.count(rk.Queens(np.int16(6)), limits=rk.Limits(work=np.int64(10**9)))
    assert type(counted.value) is int
    assert rk.check(rk.Queens(4), np.array([[1, 3, 0, 2], [2, 0, 3, 1]])) == []


@pytest.mark.parametrize(
    ("call", "message"),
    [
        *(
            (lambda one=one: rk.count(one), "a Queens, NonAttacking, Regions, Tour or Cover puzzle")
            for one in (None, 8)
        ),
        *(
            (lambda call=call: call(rk.Heaviest([[1]])), "one of heaviest, which has one best")
            for call in (rk.count, rk.placements, DRAW, rk.listing, rk.tours, rk.is_unique)
        ),
        (lambda: rk.Regions.parse(5), "a text, or rows such as"),
        (lambda: rk.pages(5), "a puzzle, or several, got 5"),
        (lambda: rk.solve_many([TOUR], workers=0), "expected workers of at least 1, got 0"),
        (lambda: rk.solve_many([TOUR], executor=2), "an executor, or a function that makes one"),
        (lambda: rk.solve_many([TOUR], on_progress=2), "a function as on_progress, such as that"),
        (lambda: rk.Cover(rk.Board(4), ["b2"], {}), "at least one piece, got none"),
        (lambda: rk.placement_chunks(TOUR), "a Queens puzzle to list the placements of, got"),
        (lambda: rk.covers(rk.Queens(4)), "a Cover to list the cheapest covers of, got one of q"),
        (lambda: rk.placement(TOUR), "a Queens, NonAttacking or Regions puzzle to place, got"),
        (lambda: rk.solve(rk.Queens(4), limits=10**400), "limits, a number of seconds, or None"),
        (lambda: rk.pages([]), "puzzles, with an answer and words for each, got 0 puzzles, 0"),
        (lambda: rk.pages([TOUR], words=["a", "b"]), "got 1 puzzles, 1 answers and 2 captions"),
        (lambda: rk.pages([rk.Queens(40)] * 99, per_page=99), "at most 15 boards on a page"),
        (
            lambda: rk.count(rk.Tour(3, "a1", ["c3"], mover="N", once=True)),
            "no method can run on this puzzle; methods are sweep: the count of tours of a whole bo",
        ),
        (lambda: rk.fen(rk.Board(1, 999)), "a puzzle or a result, got Board"),
    ],
)
def test_arguments_that_do_not_fit_are_refused(call, message):
    with pytest.raises(rk.PuzzleError, match=message):
        call()


def test_a_listing_without_time_is_unknown_and_placements_say_so():
    late = rk.listing(rk.Queens(8), limits=0)
    assert (list(late), late.result.status) == ([], rk.Status.UNKNOWN)
    with pytest.raises(rk.LimitError, match="after 0 placements"):
        list(rk.placements(rk.Queens(8), limits=0))


def test_placements_are_a_sequence_of_tuples():
    found = rk.solve(rk.Queens(11), method="listing").answer
    plain = list(rk.placements(rk.Queens(11)))
    assert len(found) == len(plain) == 2680
    assert list(found) == plain
    assert found == tuple(plain)
    assert found != plain[:-1]
    assert (found[-1], found[7], found[5:9]) == (plain[-1], plain[7], tuple(plain[5:9]))
    assert found[2600:20:-7] == tuple(plain[2600:20:-7])
    assert {type(row) for row in found[2000]} == {int}
    assert np.asarray(found).tolist() == [list(rows) for rows in plain]
    assert len(repr(found)) < 200
    with pytest.raises(IndexError):
        found[2680]


def test_placements_that_fill_the_memory_are_the_first(monkeypatch):
    monkeypatch.setattr("rookery.queens.listing.blocks.MOST_BYTES", 10_000)
    result = rk.solve(rk.Queens(12), method="listing")
    assert (result.status, result.reason) == (rk.Status.FEASIBLE, rk.Reason.MEMORY)
    assert 0 < len(result.answer) < 14_200
    assert "placement_chunks" in result.note
