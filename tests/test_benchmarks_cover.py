from __future__ import annotations

import csv
import json
import re
from pathlib import Path

import benchmarks.cover as suite_package
import pytest
from benchmarks.cover import __main__ as options
from benchmarks.cover import boards, figures, solvers, suite
from benchmarks.cover.boards import Spec
from benchmarks.cover.figures import Pledge, Score, Summary
from benchmarks.cover.solvers import Solver
from benchmarks.cover.suite import Plan
from benchmarks.cover.table import ANSWERS, HISTORY, HOME, TABLE, Entry, Found, Table
from benchmarks.cover_parts import BOARDS, Beside
from benchmarks.measure import BenchmarkError
from benchmarks.report import Report

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


def entry(cost: int | None = None, bound: int = 0) -> Entry:
    return Entry(SMALL, cost, "" if cost is None else "old", bound, "old" if bound else "")


# The boards and the table as they are stored.


def test_every_board_of_the_set_has_its_file_and_no_other_has() -> None:
    assert sorted(path.stem for path in boards.BOARDS.iterdir()) == NAMES
    assert len(set(NAMES)) == len(NAMES) == 64


def test_table_is_sorted_with_a_line_a_board() -> None:
    first, *lines, last = (HOME / TABLE).read_text().splitlines()
    assert (first, last) == ("[", "]")
    assert [json.loads(line.rstrip(","))["name"] for line in lines] == NAMES


@pytest.mark.parametrize("spec", SPECS, ids=NAMES)
def test_boards_are_what_their_options_make_and_best_answers_what_the_table_says(
    spec: Spec,
) -> None:
    assert boards.read(spec) == spec.puzzle()
    known = Table(SPECS).entries[spec.name]
    board, answer = boards.BOARDS / f"{spec.name}.txt", HOME / ANSWERS / f"{spec.name}.txt"
    with board.open("rb") as puzzles, answer.open("rb") as output:
        (verdict,) = showdown.check(Tokens(puzzles), Tokens(output))
    assert verdict.faults == ()
    assert int(answer.read_text().split()[1]) == known.cost
    assert known.cost is not None
    assert 0 < known.bound <= known.cost
    for by in (known.cost_by, known.bound_by):
        assert re.match(r"(rookery [\w-]+|CP-SAT [\d.]+|HiGHS .*), [\d.]+ s\b", by), by


def history(home: Path) -> list[dict[str, str]]:
    with (home / HISTORY).open(newline="") as file:
        return list(csv.DictReader(file))


def test_the_history_only_improves_and_ends_at_the_table() -> None:
    last: dict[tuple[str, str], int] = {}
    for row in history(HOME):
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
def test_merging_takes_the_better_cost_and_the_better_bound(
    known: Entry, found: Found, merged: Entry
) -> None:
    assert known.merged(PUZZLE, found) == merged
    assert merged.proved == (merged.cost == merged.bound)


@pytest.mark.parametrize(
    ("known", "placed_pieces", "bound"),
    [
        (entry(7, 5), ROOK, 0),  # below the bound known
        (entry(), ROOK, 5),  # below its own bound
        (entry(4, 2), None, 5),  # the bound is above the cost known
        (entry(4, 2), KNIGHT, 5),  # the same, with a dearer answer
    ],
)
def test_merging_refuses_a_cost_below_a_bound(
    known: Entry, placed_pieces: tuple[tuple[int, int, int], ...] | None, bound: int
) -> None:
    with pytest.raises(BenchmarkError, match=r"cost 4 .* below the proven bound 5"):
        known.merged(PUZZLE, Found(placed_pieces, bound, "new"))


def test_merging_refuses_an_answer_that_the_rules_reject() -> None:
    with pytest.raises(BenchmarkError, match="by new: king at row 1, column 3 is not in check"):
        entry(7, 2).merged(PUZZLE, Found(((1, 2, 0),), 0, "new"))


# The table's files.


def test_record_writes_what_a_later_table_reads(tmp_path: Path) -> None:
    table = Table([SMALL], tmp_path)
    assert table.record(SMALL.name, PUZZLE, Found(ROOK, 2, "first"))
    assert (tmp_path / ANSWERS / f"{SMALL.name}.txt").read_text() == "1 4\n2 1 2\n"
    again = Table([SMALL], tmp_path)
    assert again.entries == {SMALL.name: Entry(SMALL, 4, "first", 2, "first")}
    assert again.answer(SMALL.name) == ROOK
    assert sorted(path.name for path in tmp_path.iterdir()) == [ANSWERS, TABLE, HISTORY]


def test_record_keeps_what_another_run_wrote_meanwhile(tmp_path: Path) -> None:
    slow, fast = Table([SMALL], tmp_path), Table([SMALL], tmp_path)
    fast.record(SMALL.name, PUZZLE, Found(BISHOP, 0, "fast"))
    assert slow.record(SMALL.name, PUZZLE, Found(ROOK, 2, "slow"))  # for its bound alone
    known = Table([SMALL], tmp_path)
    assert known.entries[SMALL.name] == Entry(SMALL, 3, "fast", 2, "slow")
    assert known.answer(SMALL.name) == BISHOP


def test_a_table_of_another_set_is_refused(tmp_path: Path) -> None:
    Table([SMALL], tmp_path).record(SMALL.name, PUZZLE, Found(ROOK, 2, "first"))
    with pytest.raises(BenchmarkError, match="no board of the set"):
        Table(SPECS, tmp_path)
    reseeded = Spec(2, SMALL.size, SMALL.density, SMALL.layout, SMALL.prices)
    with pytest.raises(BenchmarkError, match="no board of the set"):
        Table([reseeded], tmp_path)


# Figures, on made-up data.

MIDDLE = Spec(2, 16, 0.3, "uniform", "equal")
LARGE = Spec(3, 25, 0.6, "lines", "uneven")
BEST = {SMALL.name: 100, MIDDLE.name: 200, LARGE.name: 1000}


def test_summary_of_made_up_runs() -> None:
    scores = [Score(SMALL, 100, 100), Score(MIDDLE, 210, 105), Score(LARGE, 1010, 1010)]
    summary = Summary.of(scores, BEST)
    assert summary.mean == pytest.approx(0.02)
    assert summary.worst == pytest.approx(0.05)
    assert summary.at_best == pytest.approx(1 / 3)
    assert summary.certified == pytest.approx(0.5 / 3)
    assert summary.cells() == pytest.approx((2.0, 5.0, 100 / 3, 50 / 3, 3))


def test_cost_ratio_weighs_boards_alike_and_skips_those_without_a_peers_answer() -> None:
    ours = [Score(SMALL, 100, 0), Score(LARGE, 1100, 0), Score(MIDDLE, 400, 0)]
    theirs = [Score(SMALL, 150, 0), Score(LARGE, 1000, 0), Score(MIDDLE, None, 0)]
    assert figures.cost_ratio(ours, theirs, BEST) == pytest.approx((1 + 1.1) / (1.5 + 1))
    assert figures.cost_ratio(ours, theirs[2:], BEST) is None


def test_pledge_says_what_is_broken() -> None:
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


@pytest.mark.parametrize(
    ("seconds", "threads", "due"), [(0.5, 1, 0), (0.65, 1, 1), (5.0, 1, 2), (30, 1, 2), (30, 2, 3)]
)
def test_pledges_are_due_from_their_seconds_and_threads_on(
    seconds: float, threads: int, due: int
) -> None:
    scores = [Score(LARGE, 1010, 1000)]  # a gap of 1 %, within 4 %
    assert len(figures.broken_pledges(scores, BEST, seconds, threads)) == due


# The suite, on made-up solvers.


def made_up(
    label: str, placed_pieces: dict[int, tuple[tuple[int, int, int], ...]], bound: int
) -> Solver:
    return Solver(label, lambda puzzle, seed: Found(placed_pieces[seed], bound, label))


@pytest.fixture
def one_board(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Table:
    monkeypatch.setattr(boards, "specs", lambda: (SMALL,))
    monkeypatch.setattr(boards, "read", lambda spec: PUZZLE)
    monkeypatch.setattr(solvers, "warm", lambda: None)
    ours = made_up("ours", {0: KNIGHT, 1: ROOK}, 2)
    monkeypatch.setattr(solvers, "rookery", lambda seconds, threads, method: ours)
    monkeypatch.setattr(solvers, "greedy", lambda: made_up("greedy", {0: KNIGHT}, 0))
    monkeypatch.setattr(solvers, "highs", lambda seconds: made_up("HiGHS", {0: KNIGHT}, 1))
    monkeypatch.setattr(solvers, "cp_sat", lambda seconds: made_up("CP-SAT", {0: ROOK}, 3))
    return Table([SMALL], tmp_path)


def run_plan(plan: Plan, table: Table) -> list[str]:
    report = Report()
    suite.run_plan(plan, report, table)
    return report.broken


def test_quick_mode_prints_its_figures(
    one_board: Table, capsys: pytest.CaptureFixture[str]
) -> None:
    one_board.merge(SMALL.name, PUZZLE, Found(ROOK, 0, "before"))
    broken = run_plan(options.plan(["--quick"]), one_board)
    assert broken == ["cover: n = 2 to 12: 0% at best known, at least 95% pledged"]
    printed = capsys.readouterr().out.splitlines()
    figures = ["75.0", "75.0", "0", "71.4", "1"]
    assert [*figures, "n", "=", "3,", "density", "0.3"] in [line.split() for line in printed]
    assert any("farthest: n03-d30-uniform-uniform 75.00%" in line for line in printed)


def test_the_best_found_in_the_run_counts_as_best_known(
    one_board: Table, capsys: pytest.CaptureFixture[str]
) -> None:
    run_plan(Plan(seeds=(0, 1)), one_board)
    printed = capsys.readouterr().out
    assert ["37.5", "75.0", "50.0"] in [line.split()[:3] for line in printed.splitlines()]
    assert "better cost or bound than the table's: 1 (kept with `--improve`)" in printed
    assert list(one_board.home.iterdir()) == []


def test_improve_keeps_what_rookery_and_the_peers_found(
    one_board: Table, capsys: pytest.CaptureFixture[str]
) -> None:
    run_plan(Plan(peer_seconds=60, improve=True), one_board)
    known = Table([SMALL], one_board.home).entries[SMALL.name]
    assert known == Entry(SMALL, 4, "CP-SAT", 3, "CP-SAT")
    printed = [line.split()[:2] for line in capsys.readouterr().out.splitlines()]
    assert ["1.0000", "75.0"] in printed  # greedy: the knight, as ours
    assert ["0.5714", "0"] in printed  # CP-SAT: the rook


def test_a_contradiction_is_broken_and_leaves_the_table(
    one_board: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    one_board.record(SMALL.name, PUZZLE, Found(ROOK, 0, "before"))
    wrong = made_up("wrong", {0: KNIGHT}, 6)
    monkeypatch.setattr(solvers, "rookery", lambda seconds, threads, method: wrong)
    broken = run_plan(Plan(improve=True), one_board)
    assert "cost 4 (before) is below the proven bound 6 (wrong)" in broken[0]
    assert Table([SMALL], one_board.home).entries[SMALL.name].bound == 0


def test_large_boards_must_not_be_behind_cp_sat(
    one_board: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(boards, "specs", lambda: (MIDDLE,))
    behind = run_plan(Plan(peer_seconds=60), Table([MIDDLE], one_board.home))
    assert behind == ["cover: n >= 16: ratio 1.7500 to CP-SAT's costs, at most 1 pledged"]
    ahead = made_up("ours", {0: ROOK}, 2)
    monkeypatch.setattr(solvers, "rookery", lambda seconds, threads, method: ahead)
    assert run_plan(Plan(peer_seconds=60), Table([MIDDLE], one_board.home)) == []


def test_rookery_and_the_peers_answer_a_small_board() -> None:
    ours = solvers.rookery(0.1, 1, "greedy"), solvers.greedy()
    for solver in (*ours, solvers.highs(5.0), solvers.cp_sat(5.0)):
        found, score = solver.scored(SMALL, PUZZLE, seed=0)
        assert found.placed_pieces is not None
        assert PUZZLE.check(found.placed_pieces) == []
        assert score.cost == PUZZLE.value(found.placed_pieces)
        assert 0 < score.bound <= 3 <= score.cost  # one bishop on the centre is the best
        if solver not in ours:
            assert (score.cost, score.bound) == (3, 3)  # both prove it


# The command line.


def test_options_make_the_plan() -> None:
    assert options.plan([]) == Plan(seeds=range(3))
    assert options.plan(["--quick", "--seed", "7"]).seeds == range(7, 8)
    assert options.plan(["--peers"]).peer_seconds == 60
    given = ["--seconds=5", "--threads=2", "--peers=3", "--only=n25-*", "--improve"]
    plan = options.plan([*given, "--method=anneal"])
    assert plan == Plan(5.0, 2, "anneal", range(3), 3.0, improve=True, only="n25-*")
    assert {spec.size for spec in plan.specs()} == {25}


def test_a_pattern_that_fits_no_board_stops_the_suite(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(solvers, "warm", lambda: None)
    assert options.main(["--only", "n99-*"]) == 2
    assert "got 'n99-*'" in capsys.readouterr().err


@pytest.fixture
def plans(monkeypatch: pytest.MonkeyPatch) -> list[Plan]:
    """What the suite would run."""
    planned: list[Plan] = []
    monkeypatch.setattr(suite, "run_plan", lambda plan, report: planned.append(plan))
    monkeypatch.setattr(suite_package, "_memory", lambda report: None)
    return planned


@pytest.mark.parametrize(("repeats", "seeds"), [(3, 1), (9, 3), (1, 1)])
def test_suite_runs_a_seed_for_three_repeats(repeats: int, seeds: int, plans: list[Plan]) -> None:
    suite_package.run(repeats, Report())
    assert plans[0] == Plan(seeds=range(seeds))


def test_the_suite_sets_some_boards_beside_the_peers(plans: list[Plan]) -> None:
    suite_package.run(5, Report())
    assert plans[1].seconds == plans[1].peer_seconds
    assert {spec.size for spec in plans[1].specs()} == {8, 12, 16, 20, 25}


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
def test_what_the_default_method_owes_to_its_parts(auto: Score, exact: Score, fault: str) -> None:
    found = beside(auto, exact).faults()
    assert len(found) == bool(fault)
    assert all(fault in text for text in found)


def test_the_seconds_to_a_proof_are_those_of_the_middle_run() -> None:
    runs = [ran(1000, 1000, 2.0), ran(1000, 1000, 9.0), ran(1000, 999)]
    printed = Beside(SMALL, 1000, 10.0, {"auto": runs, "exact": runs[2:]})
    assert printed.proved_after("auto") == 9.0
    assert printed.proved_after("exact") is None


def test_the_boards_of_the_parts_are_of_the_set() -> None:
    assert set(BOARDS) <= set(NAMES)
