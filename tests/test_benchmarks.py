from __future__ import annotations

import importlib
import resource
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from benchmarks import __main__ as command
from benchmarks import beside, child, measure, overview, quick, report, scale, statements, suites
from benchmarks.beside import Program, Task
from benchmarks.fit import Curve, Law, plot
from benchmarks.heaviest.boards import uniform
from benchmarks.many_cores import drawn
from benchmarks.measure import BenchmarkError, Comparison, Run, Timing
from benchmarks.peers import cover as peer_cover
from benchmarks.peers import cpp
from benchmarks.peers import heaviest as peer_heaviest
from benchmarks.peers import nonattacking as peer_nonattacking
from benchmarks.peers import queens as peer_queens
from benchmarks.peers import suite as peer_suite
from benchmarks.peers import tour as peer_tour
from benchmarks.report import Report
from benchmarks.statements import Pledge

import rookery as rk

# The sample outputs of UVa 750, UVa 167 and POJ 2919.
PUBLISHED = {
    "eight-queens": (
        "SOLN       COLUMN\n"
        " #      1 2 3 4 5 6 7 8\n"
        "\n"
        " 1      1 5 8 6 3 7 2 4\n"
        " 2      1 6 8 3 7 4 2 5\n"
        " 3      1 7 4 6 8 2 5 3\n"
        " 4      1 7 5 8 2 4 6 3\n"
    ),
    "sultan": "  260\n",
    "traveling-queen": "Scenario #1:\nh8h2e5d4b2\n\nScenario #2:\nimpossible\n\n",
}

SIMULATED_UNITS = 50_000  # at most, of more than a million

needs_compiler = pytest.mark.skipif(shutil.which(measure.CXX) is None, reason="no C++ compiler")


def answer(puzzle: str, text: str) -> str:
    program = statements.yardstick(puzzle)
    done = subprocess.run([program], input=text, capture_output=True, text=True, check=True)
    return done.stdout


def compared(ours: list[float], theirs: list[float], peak_mib: float = 1.0) -> Comparison:
    return Comparison(
        tuple(Run(seconds, peak_mib) for seconds in ours),
        tuple(Run(seconds, 1.0) for seconds in theirs),
        same_output=True,
    )


@pytest.mark.slow
@needs_compiler
@pytest.mark.parametrize("puzzle", PUBLISHED)
def test_yardstick_answers_the_published_sample(puzzle: str) -> None:
    assert answer(puzzle, statements.SAMPLES[puzzle]) == PUBLISHED[puzzle]


@needs_compiler
def test_eight_queens_yardstick_separates_datasets_by_one_empty_line() -> None:
    one = PUBLISHED["eight-queens"]
    assert answer("eight-queens", "2\n\n1 1\n\n1 1\n") == f"{one}\n{one}"


@needs_compiler
def test_sultan_yardstick_forgets_the_board_before() -> None:
    boards = f"2\n{'9 ' * 64}\n{'1 ' * 64}\n"
    assert answer("sultan", boards) == "   72\n    8\n"


@needs_compiler
def test_traveling_queen_yardstick_starts_beside_all() -> None:
    rows = ["NB......", "QN......", *["........"] * 6]
    assert answer("traveling-queen", "1\n" + "\n".join(rows)) == "Scenario #1:\na7\n\n"


def test_ratio_is_the_median_of_pairs() -> None:
    comparison = compared([2.0, 2.0, 1.0], [1.0, 8.0, 3.0])
    assert comparison.ratios == (0.5, 4.0, 3.0)
    assert comparison.ratio == 3.0  # not 3.0 / 2.0, the ratio of the medians


def test_ratio_needs_pairs() -> None:
    with pytest.raises(ValueError, match="got 2 and 1"):
        compared([1.0, 1.0], [1.0])
    with pytest.raises(ValueError, match="got 0 and 0"):
        compared([], [])


def test_pledge_says_what_is_broken() -> None:
    comparison = compared([3.0], [1.5], peak_mib=40.0)
    assert Pledge(ratio=0.5, seconds=3.0, peak_mib=40.0).broken_by(comparison) == []
    assert Pledge().broken_by(comparison) == []
    assert Pledge(ratio=0.6, seconds=4.0, peak_mib=32.0).broken_by(comparison) == [
        "40 MiB, at most 32 pledged",
        "0.5 ratio, at least 0.6 pledged",
    ]


def test_run_passes_files_through_and_waits(tmp_path: Path) -> None:
    source, target = tmp_path / "in", tmp_path / "out"
    source.write_text("rook")
    target.write_text("an older, longer text")
    copy = "import sys; sys.stdout.write(sys.stdin.read())"
    figures = measure.run([sys.executable, "-c", copy], source, target)
    assert target.read_text() == "rook"
    assert figures.seconds > 0
    # A process that is spawned shares its parent's memory until its program begins.
    own_mib = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * measure._RSS_UNIT / 2**20
    assert 1 < figures.peak_mib < 1024 + own_mib


def test_run_reports_a_failing_process(tmp_path: Path) -> None:
    source = tmp_path / "in"
    source.touch()
    with pytest.raises(BenchmarkError, match="exit with 0, got 3"):
        measure.run([sys.executable, "-c", "raise SystemExit(3)"], source)
    with pytest.raises(BenchmarkError, match="found none"):
        measure.run([str(tmp_path / "missing")], source)


@pytest.mark.parametrize(("printed", "same"), [("'a'", True), ("'b'", False)])
def test_compare_compares_outputs(tmp_path: Path, printed: str, same: bool) -> None:
    source = tmp_path / "in.txt"
    source.touch()
    ours, theirs = ([sys.executable, "-c", f"print({text})"] for text in ("'a'", printed))
    comparison = measure.compare(ours, theirs, source, repeats=2)
    assert comparison.same_output is same
    assert len(comparison.ratios) == 2


def test_imported_packages_sees_what_a_program_imports(tmp_path: Path) -> None:
    source = tmp_path / "in"
    source.touch()
    program = [sys.executable, "-c", "import wave"]
    assert "wave" in measure.imported_packages(program, source)
    assert "wave" not in measure.imported_packages([sys.executable, "-c", ""], source)


@needs_compiler
def test_build_shows_what_the_compiler_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(measure, "BUILD", tmp_path / "build")
    source = tmp_path / "bad.cpp"
    source.write_text("int main() { return king; }")
    with pytest.raises(BenchmarkError, match="king"):
        measure.build(source)


@pytest.mark.slow
def test_inputs_are_well_formed_and_the_same_each_time() -> None:
    for workload in statements.WORKLOADS:
        text = "".join(workload.lines())
        assert text == "".join(workload.lines())
        count, *tokens = text.split()
        size = {"eight-queens": 2, "sultan": 64, "traveling-queen": 8}[workload.puzzle]
        assert len(tokens) == int(count) * size


def test_worst_tours_have_fourteen_knights() -> None:
    assert len(set(statements.WORST_TOURS)) == 10
    for board in statements.WORST_TOURS:
        assert [len(row) for row in board.split("/")] == [8] * 8
        assert (board.count("Q"), board.count("B"), board.count("N")) == (1, 1, 14)


def test_command_refuses_an_unknown_suite(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        command.main(["statement"])
    assert stop.value.code == 2
    told = capsys.readouterr().err
    assert "got 'statement'" in told
    assert all(name in told for name in command.SUITES)


@pytest.mark.parametrize(("broken", "status"), [([], 0), (["x: 3 ratio"], 1)])
def test_command_status_follows_the_pledges(
    broken: list[str], status: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    def run(repeats: int, report: Report) -> None:
        report.broken += broken

    monkeypatch.setattr(statements, "run", run)
    assert command.main(["statements", "--quick"]) == status


@pytest.fixture
def page(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    path = tmp_path / "benchmarks.md"
    monkeypatch.setattr(
        command, "write_section", lambda *given: report.write_section(*given, page=path)
    )
    return path


def test_a_run_replaces_only_its_own_section(page: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def run(repeats: int, told: Report) -> None:
        told.table("Times", "ratio", "what").row(2.0, "new")

    page.write_text(
        "<!-- suite: tour -->\nold tours\n<!-- end -->\n"
        "<!-- suite: statements -->\nold statements\n<!-- end -->\n"
    )
    monkeypatch.setattr(statements, "run", run)
    assert command.main(["statements"]) == 0
    text = page.read_text()
    assert text.startswith("# Benchmarks\n")
    assert "old tours" in text
    assert "old statements" not in text
    assert "| 2.00 | new |" in text
    assert text.index("suite: statements") < text.index("suite: tour")  # the command's order
    sections = report.read_sections(page)
    assert sections["tour"] == "old tours"
    assert command.main(["statements"]) == 0
    assert report.read_sections(page) == sections | {
        "statements": report.read_sections(page)["statements"]
    }


def test_a_quick_run_writes_no_page(page: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(statements, "run", lambda repeats, told: None)
    assert command.main(["statements", "--quick"]) == 0
    assert not page.exists()


def test_a_row_has_a_cell_for_each_column() -> None:
    table = Report().table("Times", "ratio", "what")
    with pytest.raises(ValueError, match="expected 2 cells, got 1"):
        table.row(1.0)


def test_every_suite_has_a_function_of_the_module_of_its_name() -> None:
    for name, suite in (*suites.SUITES.items(), (command.QUICK_NAME, suites.QUICK)):
        assert suite.load().__module__ == f"benchmarks.{name}"
        assert suite.summary
    for name, load in child.PEERS.items():
        assert load().__name__ == f"benchmarks.peers.{name}"


MODULES = [
    ".".join(path.relative_to(measure.ROOT).with_suffix("").parts)
    for path in sorted((measure.ROOT / "benchmarks").rglob("*.py"))
]


@pytest.mark.parametrize("name", MODULES)
def test_every_module_of_the_benchmarks_loads(name: str) -> None:
    assert importlib.import_module(name.removesuffix(".__init__"))


# Peers, each against known numbers.

needs = {"constraint2": "constraint", "exact_cover": "exact_cover"}


@pytest.mark.parametrize(
    "name", ["rookery", "rookery_all", "backtracking", "constraint2", "exact_cover", "cp_sat"]
)
def test_programs_count_six_queens(name: str) -> None:
    if name in needs:
        pytest.importorskip(needs[name])
    assert getattr(peer_queens, name)("6")() == 4


@pytest.mark.parametrize("name", ["rookery", "recursion", "cp_sat"])
def test_programs_count_kings(name: str) -> None:
    assert getattr(peer_nonattacking, name)("4", "K")() == 314  # OEIS A063443


@needs_compiler
def test_the_yardstick_counts_pieces() -> None:
    program = str(measure.build(measure.YARDSTICKS / "independent.cpp", measure.NATIVE_FLAGS))
    found = [cpp.independent(program, "4", piece)() for piece in "KNRB"]
    assert found == [314, 1365, 209, 729]  # OEIS A063443, A141243, A002720, A201862


@pytest.mark.parametrize("name", ["rookery_fewest", "cp_sat_fewest"])
def test_programs_find_the_fewest_of_a_maximal_set(name: str) -> None:
    assert getattr(peer_nonattacking, name)("6", "Q")() == 4  # OEIS A075324


@pytest.mark.parametrize("name", ["rookery", "highs", "cp_sat"])
def test_programs_find_the_heaviest_placement(name: str) -> None:
    weights = uniform(6, 1)
    best = max(sum(weights[row][c] for c, row in enumerate(p)) for p in rk.placements(rk.Queens(6)))
    assert getattr(peer_heaviest, name)("6", "1", "20")() == best


def test_a_stopped_program_says_nothing() -> None:
    assert peer_heaviest.cp_sat("20", "1", "0.01")() is None


def test_programs_find_the_published_tours(tmp_path: Path) -> None:
    path = tmp_path / "boards.txt"
    path.write_text(statements.SAMPLES["traveling-queen"])
    assert peer_tour.rookery("layers", str(path))() == PUBLISHED["traveling-queen"]
    assert peer_tour.rookery_moves(str(path))() == [4, None]
    pytest.importorskip("networkx")
    assert peer_tour.networkx(str(path))() == [4, None]


def test_networkx_agrees_on_random_boards() -> None:
    pytest.importorskip("networkx")
    for targets in ("3", "5"):
        board = ("8", targets, "4", "Q", "on")
        assert peer_tour.networkx_size(*board)() == peer_tour.rookery_size(*board)() > 0


@pytest.mark.slow
def test_programs_past_many_targets_are_never_below_the_fewest_moves() -> None:
    from benchmarks.peers.targets import circuit, routing
    from benchmarks.targets import Crowd

    tour = Crowd(7, 8, 3, "Q", "beside", 1.0, 5.0).tour()
    least = rk.solve(tour).value
    assert routing(tour, 2.0) >= least
    assert circuit(tour, 60.0) >= least


def test_programs_prove_a_cover() -> None:
    name = "n08-d05-clustered-uneven"
    assert peer_cover.rookery(name)() == peer_cover.cp_sat(name)() == 3
    assert 0 <= peer_cover.near_the_best(name, "3", "0", "5")() < 5
    assert peer_cover.near_the_best(name, "2", "0", "0.2")() is None


def test_a_child_is_timed_apart_from_its_first_call() -> None:
    timing = measure.child("queens:backtracking", "5", warm=True)
    assert timing.value == 10
    assert timing.first > 0
    assert timing.seconds > 0
    assert 1 < timing.peak_mib < 1024
    assert measure.child("queens:backtracking", "5").first == 0


def test_a_child_that_fails_is_told() -> None:
    with pytest.raises(BenchmarkError, match="invalid literal for int"):
        measure.child("queens:backtracking", "five")


def test_a_missing_package_is_told() -> None:
    with pytest.raises(BenchmarkError, match=r"found none: pip install '\.\[bench\]'"):
        measure.named("no-such-package")


# Programs compared.


class Told:
    """Timings made up, by program; every call takes the next."""

    def __init__(self, timings: dict[str, list[Timing]]) -> None:
        self.timings = timings

    def __call__(self, target: str, *arguments: str, warm: bool, cache: Path) -> Timing:
        return self.timings[target].pop(0)


def test_programs_are_compared_run_by_run(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    timings = {
        "ours": [Timing(3.0, 1.0, 10, 7), Timing(1.0, 2.0, 12, 7), Timing(1.0, 1.0, 11, 7)],
        "right": [Timing(0, 8.0, 5, 7), Timing(0, 2.0, 5, 7), Timing(0, 3.0, 5, 7)],
        "wrong": [Timing(0, 1.0, 5, 7), Timing(0, 2.0, 5, 8), Timing(0, 1.0, 5, 7)],
        "stopped": [Timing(0, 9.0, 5, None)] * 3,
    }
    monkeypatch.setattr(beside, "child", Told(timings))
    told = Report()
    side = beside.Side(told, "Times", tmp_path)
    ours, *others = (Program(name, name, compiles=name == "ours") for name in timings)
    ratios = side.compare(Task("task", [(), (), ()]), ours, others)
    assert ratios == {"ours": 1.0, "right": 3.0, "wrong": 1.0, "stopped": 9.0}
    assert told.broken == ["task: wrong says 8, Rookery 7"]
    assert side.table.rows == [
        ["1.00", "1.00", "2.00", "12", "ours, task"],
        ["3.00", "3.00", "-", "5", "right, task"],
        ["1.00", "1.00", "-", "5", "wrong, task"],
        ["at least 9.00", "9.00", "-", "5", "stopped, task"],
    ]


@pytest.mark.parametrize(("theirs", "broken"), [(0.5, 1), (1.5, 0), (0.05, 0)])
def test_a_faster_peer_breaks_its_suite_unless_it_takes_no_time(
    theirs: float, broken: int, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    timings = {"ours": [Timing(0, 1.0, 10, 7)], "theirs": [Timing(0, theirs, 5, 7)]}
    monkeypatch.setattr(beside, "child", Told(timings))
    told = Report()
    ours, peer = (Program(name, name) for name in timings)
    peer_suite.compare(beside.Side(told, "Times", tmp_path), Task("task", [()]), ours, peer)
    assert len(told.broken) == broken


# The quick check.


def test_a_ratio_may_fall_by_half() -> None:
    told = Report()
    quick.hold(told, "as ever", 10.0, 10.0)
    quick.hold(told, "half", 5.0, 10.0)
    assert told.broken == []
    quick.hold(told, "less", 4.9, 10.0)
    assert told.broken == ["less: ratio 4.9, recorded 10: more than a 2-fold fall"]


@pytest.mark.parametrize(
    ("ratio", "best", "told"),
    [
        (8.0, 8.5, []),
        (4.0, 8.5, ["task: behind its best ratio, 4 of 8.5"]),
        (0.8, 0.8, ["task: behind C++, ratio 0.8"]),
        (0.8, 2.3, ["task: behind its best ratio, 0.8 of 2.3", "task: behind C++, ratio 0.8"]),
    ],
)
def test_who_is_behind_is_named(ratio: float, best: float, told: list[str]) -> None:
    assert quick.standing("task", "C++", ratio, best) == told


@pytest.mark.parametrize("marks", [quick.INTEL, quick.AMD])
def test_no_best_ratio_is_below_the_recorded_one(marks: dict[str, quick.Marks]) -> None:
    assert all(mark.best >= mark.recorded for mark in marks.values())


@pytest.mark.parametrize(
    ("ours", "theirs", "fault"),
    [
        (Timing(9.0, 1.0, 5, 7), Timing(0, 3.0, 5, 7), None),
        (Timing(9.0, 1.0, 5, 7), Timing(0, 1.0, 5, 7), "task: ratio 1, recorded 3"),
        (Timing(9.0, 1.0, 5, 7), Timing(0, 3.0, 5, 8), "task: the answers differ"),
    ],
)
def test_the_quick_check_fails_on_a_fall_or_a_wrong_answer(
    ours: Timing, theirs: Timing, fault: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    programs = {"ours": ours, "theirs": theirs}
    check = quick.Check("task", Program("ours", "ours"), Program("theirs", "theirs"))
    monkeypatch.setattr(quick, "processor", lambda: "AMD EPYC")
    monkeypatch.setitem(quick.AMD, "task", quick.Marks(3.0, 4.0))
    monkeypatch.setattr(quick, "checks", lambda folder: [check])
    monkeypatch.setattr(quick, "judged", list)
    monkeypatch.setattr(quick, "child", lambda target, warm=False: programs[target])
    told = Report()
    quick.run(3, told)
    assert ("behind its best ratio" in told.markdown()) == (theirs.seconds <= 3.0)
    assert [text.partition(":")[0] for text in told.broken] == ["task"] * (fault is not None)
    assert all(text.startswith(fault) for text in told.broken if fault)


@needs_compiler
def test_the_quick_check_has_a_task_of_every_family(tmp_path: Path) -> None:
    checks = quick.checks(tmp_path)
    assert {check.ours.target.partition(":")[0] for check in checks} == {
        "queens",
        "heaviest",
        "tour",
        "cover",
    }
    assert {work.puzzle for work in quick.judged()} == set(PUBLISHED)
    labels = {check.label for check in checks} | {f"judge {name}" for name in PUBLISHED}
    assert labels == set(quick.INTEL) == set(quick.AMD)


# How costs grow.


def test_laws_are_read_off_points_that_follow_them() -> None:
    sizes = range(4, 12)
    doubling = Curve("", tuple((n, 3 * 2.0**n) for n in sizes))
    squares = Curve("", tuple((n, 3.0 * n**2) for n in sizes))
    assert Law.of(doubling, power=False).growth == pytest.approx(2)
    assert Law.of(squares, power=True).growth == pytest.approx(2)
    assert str(Law.of(doubling, power=False)) == "x 2 a step"
    assert str(Law.of(squares, power=True)) == "size^2"


def test_a_law_is_of_the_larger_half() -> None:
    points = [(n, 100.0) for n in range(4)] + [(n, 5.0**n) for n in range(4, 8)]
    assert Law.of(Curve("", tuple(points)), power=False).growth == pytest.approx(5)
    assert Law.of(Curve("", tuple(points[:2])), power=False) is None


@pytest.mark.slow
def test_a_plot_names_its_laws_and_repeats(tmp_path: Path) -> None:
    curve = Curve("Rookery", ((1, 2.0), (2, 4.0), (3, 8.0)))
    texts = []
    for _ in range(2):
        plot(tmp_path / "plot.svg", [curve], "rows n", False, "seconds")
        texts.append((tmp_path / "plot.svg").read_text())
    assert texts[0] == texts[1]
    assert all(text in texts[0] for text in ("Rookery: x 2 a step", "rows n", "seconds"))


def test_a_curve_ends_where_a_program_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    def timed(target: str, size: str, warm: bool) -> Timing:
        return Timing(0.0, float(size), 5, None if size == "3" else 1)

    monkeypatch.setattr(scale, "child", timed)
    told = scale.Scale("", "any", (1, 2, 3, 4), lambda size: [(str(size),)])
    assert told.curve().points == ((1, 1.0), (2, 2.0))


@pytest.mark.slow
def test_the_simulated_count_falls_with_cores(monkeypatch: pytest.MonkeyPatch) -> None:
    def some(measured: dict[str, Any]) -> list[float]:
        units = drawn(measured)
        return units[:: 1 + len(units) // SIMULATED_UNITS]

    monkeypatch.setattr(scale, "drawn", some)
    for curve in scale.simulated():
        seconds = [taken for _, taken in curve.points]
        assert len(seconds) == len(scale.CORES)
        assert seconds[3] < seconds[0] / 4
        assert seconds == sorted(seconds, reverse=True)


def test_the_overview_takes_every_comparison_of_times_and_no_other() -> None:
    peers = "| ratio | seconds | program, task |\n| ---: | ---: | :--- |\n"
    plain = "| ratio | seconds | C++ s | board |\n| ---: | ---: | ---: | :--- |\n"
    alone = "| seconds | board |\n| ---: | :--- |\n"
    sections = {
        "heaviest": f"words\n\n{peers}| 1.00 | 2.0 | Rookery, n = 8 |\n"
        f"| at least 1,055 | 9 | CP-SAT |\n\nmore\n\n{alone}| 3 | n = 9 |\n",
        "queens": f"{plain}| 0.5 | 1 | 2 | n = 8 |\n| 1.85 | 1 | - | two threads |\n"
        "| - | 1 | - | n |\n",
    }
    found = list(overview.comparisons(sections))
    assert found == [("heaviest", 1055.0), ("queens", 0.5)]


def test_the_overview_is_drawn_beside_the_page(tmp_path: Path) -> None:
    page = tmp_path / "benchmarks.md"
    table = "| ratio | s | program, task |\n| ---: | ---: | :--- |\n| 2.0 | 1 | C++ |"
    report.write_section("tour", f"x\n\n{table}", {"tour": "tours"}, page)
    assert f"![{overview.TOLD}](figures/overview.svg)" in page.read_text()
    assert "<svg" in (tmp_path / "figures" / "overview.svg").read_text()
