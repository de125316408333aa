"""What a worker does, done here."""

import math
from typing import Any

import pytest

import rookery as rk
from rookery.document import answer_of, document_of
from rookery.errors import PuzzleError
from rookery.queens.placing import SWAPS
from rookery.results.limits import Clock, Limits
from rookery.results.progress import Progress
from rookery.web import tasks
from rookery.web.tasks import following, from_number


def solve(puzzle: Any, **asked: Any) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """The result, and what was told on the way."""
    told: list[dict[str, Any]] = []
    task = {"seconds": 600, "method": "auto", "seed": 0, "gap": None, "count": False}
    task |= {"fundamental": False, "threads": 1}
    return tasks.solve(task | {"puzzle": document_of(puzzle)} | asked, told.append), told


@pytest.mark.parametrize(("n", "count"), [(3, 0), (4, 2), (8, 92), (11, 2680)])  # A000170
def test_all_placements_are_listed(n, count, monkeypatch):
    monkeypatch.setattr(tasks, "PLACEMENTS", 50)
    puzzle = rk.Queens(n)
    result, told = solve(puzzle)
    known = ("optimal", count, count) if count else ("infeasible", None, None)
    assert (result["status"], result["value"], result["bound"]) == known
    found = answer_of(puzzle, result["answer"]) or ()
    assert len(found) == min(count, 50)
    assert list(found) == [one for one, _ in zip(rk.placements(puzzle), found, strict=False)]
    assert all((one["value"] or 0) <= count for one in told)
    listed = [len(one["answer"]) for one in told if "answer" in one]
    assert listed == sorted(set(listed))  # none is sent twice


def test_a_count_is_a_number_alone():
    result, _ = solve(rk.Queens(8), count=True, fundamental=True)
    assert (result["value"], result["answer"]) == (12, None)


def test_why_there_is_none():
    result, _ = solve(rk.Queens(8, given=["a1", "h8"]))
    assert (result["status"], result["value"], result["answer"]) == ("infeasible", None, None)
    assert result["note"] == "the given queens on a1 and h8 attack each other"
    result, _ = solve(rk.Queens(20, given=["a1", "t20"]))
    assert (result["status"], result["answer"]) == ("infeasible", None)


def test_a_large_board_has_one_placement_at_once():
    SWAPS.wait(60.0)  # workers have loaded them
    puzzle = rk.Queens(32, given=["c7"])
    for seconds in (0.3, 3, 30, 300):  # a machine may be so slow that it has found nothing
        result, told = solve(puzzle, seconds=seconds)
        if result["answer"]:
            break
    assert (result["status"], result["reason"]) == ("feasible", "time")
    for placements in (told[0]["answer"], result["answer"]):
        assert all(rk.Queens(32).check(answer_of(puzzle, [one])) == [] for one in placements)
        assert all("c7" in one for one in placements)


def test_progress_is_thinned_out_but_for_answers(monkeypatch):
    def solved(puzzle, on_progress, **_):
        for number in range(5):
            on_progress(Progress(number / 1000, bound=number))
        on_progress(Progress(0.006, 1, 1, answer=((0, 0), (1, 1))))
        on_progress(Progress(1.0, math.inf, -math.inf))
        return rk.Result.proved(puzzle, ((0, 0), (1, 1)), 1)

    monkeypatch.setattr("rookery.solve", solved)
    _, told = solve(rk.Tour.parse(["Q..", "...", "N.B"]))
    assert [one["seconds"] for one in told] == [0.0, 0.006, 1.0]
    assert [one.get("answer") for one in told] == [None, ["a3", "b2"], None]
    assert (told[-1]["value"], told[-1]["bound"]) == (None, None)


def test_a_page_takes_no_longer_than_it_may():
    task = {"puzzle": document_of(rk.Queens(32)), "after": None, "limit": 5, "seconds": 0.2}
    with pytest.raises(PuzzleError, match=r"^no placement was found within 0\.2 seconds$"):
        tasks.placements(task | {"number": None, "symmetry": "any"})


REQUEST = {"size": 8, "stars": 1, "piece": "king", "seed": 1}


def test_the_nearest_puzzle_comes_with_a_note(monkeypatch):
    nearest = rk.Regions(["AAAB", "ABBB", "CCDD", "CCDD"])

    def unmet(size, **request):
        raise rk.UnmetRequestError(
            "no hard puzzle in time; the nearest found is easy", nearest, "easy"
        )

    monkeypatch.setattr(tasks, "generate_regions", unmet)
    found = tasks.generated(REQUEST | {"difficulty": "hard", "seconds": 1})
    assert found["puzzle"]["rows"] == list(nearest.rows)
    assert found["note"] == "No hard puzzle in time; the nearest found is easy."


@pytest.mark.parametrize(("difficulty", "kind"), [("hard", "hard "), ("any", ""), (None, "")])
def test_an_unmet_request_is_named(difficulty, kind):
    message = f"no {kind}puzzle of 8x8 with 1 a line was found within 0 seconds; try again, or"
    with pytest.raises(PuzzleError, match=message):
        tasks.generated(REQUEST | {"difficulty": difficulty, "seconds": 0})


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
