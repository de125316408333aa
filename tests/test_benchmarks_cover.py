import csv
import json
import re
from dataclasses import replace

import pytest
from benchmarks.cover import __main__ as options
from benchmarks.cover import boards, figures, solvers
from benchmarks.cover.boards import Spec
from benchmarks.cover.figures import Pledge, Score, Summary
from benchmarks.cover.suite import Plan
from benchmarks.cover.table import ANSWERS, HISTORY, HOME, TABLE, Entry, Found, Table
from benchmarks.cover_parts import Beside
from benchmarks.measure import BenchmarkError
from tests.marks import few

from rookery.cover.puzzle import Cover
from rookery.reading.tokens import Tokens
from rookery.statements import showdown

SPECS = boards.specs()
NAMES = [spec.name for spec in SPECS]

# One piece checks both kings: the knight from (2, 1), the rook between them, the bishop below it.
SMALL = Spec(seed=1, size=3, density=0.3, layout="uniform", prices="uniform")
PUZZLE = Cover.parse(["#_#", "___", "___"], [3, 4, 7, 9, 9, 9, 9, 9])
KNIGHT = ((2, 2, 1),)
ROOK = ((1, 0, 1),)
BISHOP = ((0, 1, 1),)
BELOW = r"cost 4 .* below the proven bound 5"


def entry(cost: int | None = None, bound: int = 0) -> Entry:
    return Entry(SMALL, cost, "" if cost is None else "old", bound, "old" if bound else "")


# The boards and the table as they are stored.


def test_every_board_of_the_set_has_its_file_and_its_line_in_the_table():
    assert sorted(path.stem for path in boards.BOARDS.iterdir()) == NAMES
    assert len(set(NAMES)) == len(NAMES) == 64
    first, *lines, last = (HOME / TABLE).read_text().splitlines()
    assert (first, last) == ("[", "]")
    assert [json.loads(line.rstrip(","))["name"] for line in lines] == NAMES


@pytest.mark.parametrize("spec", few(SPECS, 8), ids=lambda spec: spec.name)
def test_a_stored_board_and_its_answer_agree_with_the_options_and_the_table(spec):
    assert boards.read(spec) == spec.puzzle()
    known, name = Table(SPECS).entries[spec.name], f"{spec.name}.txt"
    with (boards.BOARDS / name).open("rb") as board, (HOME / ANSWERS / name).open("rb") as best:
        (verdict,) = showdown.check(Tokens(board), Tokens(best))
    assert verdict.faults == ()
    assert int((HOME / ANSWERS / name).read_text().split()[1]) == known.cost
    assert 0 < known.bound <= known.cost
    for by in (known.cost_by, known.bound_by):
        assert re.match(r"(rookery [\w-]+|CP-SAT [\d.]+|HiGHS .*), [\d.]+ s\b", by), by


def test_the_history_only_improves_and_ends_at_the_table():
    last: dict[tuple[str, str], int] = {}
    for row in csv.DictReader((HOME / HISTORY).read_text().splitlines()):
        key, value = (row["name"], row["what"]), int(row["value"])
        before = last.get(key, value - 1 if row["what"] == "bound" else value + 1)
        assert value > before if row["what"] == "bound" else value < before
        assert row["by"]
        last[key] = value
    known = Table(SPECS).entries
    assert last == {(name, "cost"): entry.cost for name, entry in known.items()} | {
        (name, "bound"): entry.bound for name, entry in known.items()
    }


# Merging.


@pytest.mark.parametrize(
    ("known", "found", "merged"),
    [
        (entry(7, 2), Found(ROOK, 3, "new"), Entry(SMALL, 4, "new", 3, "new")),
        (entry(7, 3), Found(ROOK, 2, "new"), Entry(SMALL, 4, "new", 3, "old")),
        (entry(4, 2), Found(KNIGHT, 4, "new"), Entry(SMALL, 4, "old", 4, "new")),
        (entry(4, 2), Found(ROOK, 2, "new"), entry(4, 2)),
        (entry(4, 2), Found(KNIGHT, 0, "new"), entry(4, 2)),
        (entry(4, 2), Found(None, 2, "new"), entry(4, 2)),
        (entry(), Found(None, 3, "new"), Entry(SMALL, None, "", 3, "new")),
        (entry(), Found(BISHOP, 0, "new"), Entry(SMALL, 3, "new", 0, "")),
    ],
)
def test_merging_takes_the_better_cost_and_the_better_bound(known, found, merged):
    assert known.merged(PUZZLE, found) == merged
    assert merged.proved == (merged.cost == merged.bound)


@pytest.mark.parametrize(
    ("known", "placed_pieces", "bound", "words"),
    [
        (entry(7, 5), ROOK, 0, BELOW),  # below the bound known
        (entry(), ROOK, 5, BELOW),  # below its own bound
        (entry(4, 2), None, 5, BELOW),  # the bound is above the cost known
        (entry(4, 2), KNIGHT, 5, BELOW),  # the same, with a dearer answer
        (entry(7, 2), ((1, 2, 0),), 0, "by new: king at c3 is not in check"),
    ],
)
def test_merging_refuses_a_cost_below_a_bound_and_a_wrong_answer(
    known, placed_pieces, bound, words
):
    with pytest.raises(BenchmarkError, match=words):
        known.merged(PUZZLE, Found(placed_pieces, bound, "new"))


# The table's files.


def test_record_writes_what_a_later_table_reads(tmp_path):
    table = Table([SMALL], tmp_path)
    assert table.record(SMALL.name, PUZZLE, Found(ROOK, 2, "first"))
    assert (tmp_path / ANSWERS / f"{SMALL.name}.txt").read_text() == "1 4\n2 1 2\n"
    again = Table([SMALL], tmp_path)
    assert again.entries == {SMALL.name: Entry(SMALL, 4, "first", 2, "first")}
    assert again.answer(SMALL.name) == ROOK
    assert sorted(path.name for path in tmp_path.iterdir()) == [ANSWERS, TABLE, HISTORY]


def test_record_keeps_what_another_run_wrote_meanwhile(tmp_path):
    slow, fast = Table([SMALL], tmp_path), Table([SMALL], tmp_path)
    fast.record(SMALL.name, PUZZLE, Found(BISHOP, 0, "fast"))
    assert slow.record(SMALL.name, PUZZLE, Found(ROOK, 2, "slow"))  # for its bound alone
    known = Table([SMALL], tmp_path)
    assert known.entries[SMALL.name] == Entry(SMALL, 3, "fast", 2, "slow")
    assert known.answer(SMALL.name) == BISHOP


def test_a_table_of_another_set_is_refused(tmp_path):
    Table([SMALL], tmp_path).record(SMALL.name, PUZZLE, Found(ROOK, 2, "first"))
    for specs in (SPECS, [replace(SMALL, seed=2)]):
        with pytest.raises(BenchmarkError, match="no board of the set"):
            Table(specs, tmp_path)


# Figures, on made-up data.

MIDDLE = Spec(2, 16, 0.3, "uniform", "equal")
LARGE = Spec(3, 25, 0.6, "lines", "uneven")
BEST = {SMALL.name: 100, MIDDLE.name: 200, LARGE.name: 1000}


def test_summary_of_made_up_runs():
    scores = [Score(SMALL, 100, 100), Score(MIDDLE, 210, 105), Score(LARGE, 1010, 1010)]
    summary = Summary.of(scores, BEST)
    assert summary.cells() == pytest.approx((2.0, 5.0, 100 / 3, 50 / 3, 3))


def test_cost_ratio_weighs_boards_alike_and_skips_those_without_a_peers_answer():
    ours = [Score(SMALL, 100, 0), Score(LARGE, 1100, 0), Score(MIDDLE, 400, 0)]
    theirs = [Score(SMALL, 150, 0), Score(LARGE, 1000, 0), Score(MIDDLE, None, 0)]
    assert figures.cost_ratio(ours, theirs, BEST) == pytest.approx((1 + 1.1) / (1.5 + 1))
    assert figures.cost_ratio(ours, theirs[2:], BEST) is None


def test_pledge_says_what_is_broken():
    scores = [Score(LARGE, 1010, 505), Score(LARGE, 1000, 1000), Score(SMALL, 500, 1)]
    kept = Pledge(25, 25, seconds=1, mean=0.006, worst=0.011, certified=0.26, at_best=0.5)
    assert kept.broken_by(scores, BEST) == []
    broken = Pledge(25, 25, seconds=1, mean=0.004, worst=0.009, certified=0.2, at_best=0.6)
    assert broken.broken_by(scores, BEST) == [
        "n = 25 to 25: mean gap 0.50%, at most 0.40% pledged",
        "n = 25 to 25: worst gap 1.00%, at most 0.90% pledged",
        "n = 25 to 25: certified gap 25.00%, at most 20.00% pledged",
        "n = 25 to 25: 50% at best known, at least 60% pledged",
    ]
    assert broken.broken_by(scores[2:], BEST) == []


def test_rookery_and_the_peers_answer_a_small_board():
    ours = solvers.rookery(0.1, 1, "greedy"), solvers.greedy()
    for solver in (*ours, solvers.highs(5.0), solvers.cp_sat(5.0)):
        found, score = solver.scored(SMALL, PUZZLE, seed=0)
        assert PUZZLE.check(found.placed_pieces) == []
        assert score.cost == PUZZLE.value(found.placed_pieces)
        assert 0 < score.bound <= 3 <= score.cost  # one bishop on the centre is the best
        if solver not in ours:
            assert (score.cost, score.bound) == (3, 3)  # both prove it


def test_options_make_the_plan():
    assert options.plan([]) == Plan(seeds=range(3))
    assert options.plan(["--quick", "--seed", "7"]).seeds == range(7, 8)
    assert options.plan(["--peers"]).peer_seconds == 60
    given = ["--seconds=5", "--threads=2", "--peers=3", "--only=n25-*", "--improve"]
    plan = options.plan([*given, "--method=anneal"])
    assert plan == Plan(5.0, 2, "anneal", range(3), 3.0, improve=True, only="n25-*")
    assert {spec.size for spec in plan.specs()} == {25}


# The default method beside its parts.


def beside(auto: Score, exact: Score, limit: float = 10.0) -> Beside:
    return Beside(SMALL, 1000, limit, {"auto": [auto], "exact": [exact]})


def ran(cost: int | None, bound: int = 1, seconds: float = 10.0) -> Score:
    return Score(SMALL, cost, bound, seconds)


@pytest.mark.parametrize(
    ("auto", "exact", "fault"),
    [
        (ran(1001), ran(1000), ""),
        (ran(1002), ran(1000), "auto costs 1002, exact 1000"),
        (ran(None), ran(1000), "auto finds no cover, exact does"),
        (ran(1000), ran(None), ""),
        (ran(1000, 1000, 3.4), ran(1000, 1000, 2.0), ""),
        (ran(1000, 1000, 3.6), ran(1000, 1000, 2.0), "auto proved after 3.6 s, a part of it"),
        (ran(1000, 999), ran(1000, 1000, 2.0), "auto without proof, a part of it after 2.0 s"),
        (ran(1000, 999), ran(1000, 1000, 9.0), ""),  # one and a half times that is too long
    ],
)
def test_the_default_method_is_no_worse_than_its_parts(auto, exact, fault):
    found = beside(auto, exact).faults()
    assert len(found) == bool(fault)
    assert all(fault in text for text in found)


def test_the_seconds_to_a_proof_are_those_of_the_middle_run():
    runs = [ran(1000, 1000, 2.0), ran(1000, 1000, 9.0), ran(1000, 999)]
    printed = Beside(SMALL, 1000, 10.0, {"auto": runs, "exact": runs[2:]})
    assert printed.proved_after("auto") == 9.0
    assert printed.proved_after("exact") is None
