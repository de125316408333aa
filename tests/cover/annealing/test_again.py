"""Annealing again from a known cover: it begins with that cover, and ends no dearer."""

from __future__ import annotations

import math

import pytest
from tests.cover.boards import random_cover, random_domain

from rookery.cover.annealing.cooling import anneal_again
from rookery.cover.incumbent import CoverIncumbent
from rookery.cover.kernel_sets import COVER, WEIGHTING
from rookery.cover.prepared import Prepared
from rookery.cover.puzzle import Cover
from rookery.cover.schedule.begin import prepare
from rookery.results.limits import Clock, Limits
from rookery.results.settings import Settings


def begun(puzzle: Cover, limits: Limits) -> Prepared:
    """Return a start with a greedy cover; with a limit of work that repeats."""
    settings = Settings(limits, clock=Clock(limits))
    return prepare(CoverIncumbent(puzzle, settings), greedily=True, tries=0)


@pytest.mark.parametrize("draw", [random_cover, random_domain])
@pytest.mark.parametrize("seed", range(4))
def test_it_never_ends_dearer(draw, seed):
    assert COVER.wait(math.inf)
    start = begun(draw(seed + 10, 8, 9), Limits(work=1))
    before = start.incumbent.cost
    placed_pieces = anneal_again(start, seed, 0.01)
    assert start.puzzle.check(placed_pieces) == []
    assert start.puzzle.value(placed_pieces) == start.incumbent.cost <= before


def test_it_makes_a_dear_cover_cheaper():
    assert COVER.wait(math.inf)
    start = begun(random_cover(3, 10, 10, 0.3), Limits(work=1))
    dear = start.incumbent.cost
    anneal_again(start, 1, 0.01)  # some slices in every cooling, however slow the machine
    assert start.incumbent.cost < dear


def test_where_it_is_told_to_stop_the_cover_stays():
    assert COVER.wait(math.inf)
    start = begun(random_cover(3, 10, 10, 0.3), Limits(work=1))
    known = start.incumbent.placed_pieces
    start.incumbent.interrupted = True
    assert set(anneal_again(start, 1, 300.0)) == set(known)


def test_where_costs_are_equal_it_goes_on_by_row_weighting():
    assert WEIGHTING.wait(math.inf)
    start = begun(Cover.domination(12, piece="N"), Limits(work=1))
    mark = start.incumbent.mark()
    anneal_again(start, 1, 0.01)  # a slice at least, however slow the machine
    assert start.incumbent.gained({"weighting"}, mark) > 0
