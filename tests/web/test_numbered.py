"""Placements by number and by symmetry, held against the whole list."""

import pytest

import rookery as rk
from rookery.errors import PuzzleError
from rookery.results.limits import Clock, Limits
from rookery.web import tasks
from rookery.web.tasks import following, from_number

PUZZLES = (rk.Queens(6), rk.Queens(8), rk.Queens(9, given=["c5"], blocked=["a1", "b2"]))
FUNDAMENTAL = {4: 1, 5: 2, 6: 1, 7: 6, 8: 12, 9: 46}  # OEIS A002562
HALF_TURNS = {4: 2, 5: 2, 8: 4, 9: 16}  # OEIS A032522
QUARTER_TURNS = {4: 2, 5: 2, 8: 0, 12: 8}  # OEIS A033148


def clock() -> Clock:
    return Clock(Limits(seconds=600))


@pytest.mark.parametrize("puzzle", PUZZLES, ids=str)
@pytest.mark.parametrize("listed", [2, 300_000], ids=["counted", "listed"])
def test_every_number_has_its_placement(puzzle, listed, monkeypatch):
    monkeypatch.setattr(tasks, "LISTED_AT_ONCE", listed)
    placements = list(rk.placements(puzzle))
    for number in {0, 1, len(placements) // 2, len(placements) - 1}:
        more = number + 2 < len(placements)
        assert from_number(puzzle, number, 2, clock()) == (placements[number : number + 2], more)
        back = number - len(placements)
        found, _ = from_number(puzzle, back, 2, clock())
        assert found == placements[number : number + 2]
    with pytest.raises(PuzzleError, match="there are fewer placements"):
        from_number(puzzle, len(placements), 1, clock())


def test_pages_follow_each_other():
    puzzle = rk.Queens(8)
    placements, after, more = [], None, True
    while more:
        page, more = following(puzzle, after, "any", 30, clock())
        placements += page
        after = page[-1]
    assert placements == list(rk.placements(puzzle))


@pytest.mark.parametrize(
    ("symmetry", "known"),
    [("fundamental", FUNDAMENTAL), ("half-turn", HALF_TURNS), ("quarter-turn", QUARTER_TURNS)],
)
def test_symmetric_placements(symmetry, known):
    for n, number in known.items():
        found, more = following(rk.Queens(n), None, symmetry, 1000, clock())
        assert (len(found), more) == (number, False)
