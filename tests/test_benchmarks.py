import importlib
import os
import resource
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from benchmarks import __main__ as command
from benchmarks import beside, measure, quick, statements
from benchmarks.beside import Program, Task
from benchmarks.heaviest.boards import uniform
from benchmarks.measure import BenchmarkError, Comparison, Run, Timing
from benchmarks.peers import cover as peer_cover
from benchmarks.peers import cpp
from benchmarks.peers import heaviest as peer_heaviest
from benchmarks.peers import nonattacking as peer_nonattacking
from benchmarks.peers import queens as peer_queens
from benchmarks.peers import suite as peer_suite
from benchmarks.peers import tour as peer_tour
from benchmarks.report import Report, read_sections, write_section
from benchmarks.statements import Pledge
from tests.heaviest.runs import best_by_force

import rookery as rk

# The sample outputs of UVa 750, UVa 167 and POJ 2919.
PUBLISHED = {
    name: (measure.ROOT / "demo" / f"{name}.answer.txt").read_text()
    for name in ("eight-queens", "sultan", "traveling-queen")
}

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


@needs_compiler
def test_yardsticks_answer_the_published_samples_and_more_than_one_board():
    for puzzle, output in PUBLISHED.items():
        assert answer(puzzle, statements.SAMPLES[puzzle]) == output
    one = PUBLISHED["eight-queens"]
    assert answer("eight-queens", "2\n\n1 1\n\n1 1\n") == f"{one}\n{one}"
    assert answer("sultan", f"2\n{'9 ' * 64}\n{'1 ' * 64}\n") == "   72\n    8\n"
    beside = "\n".join(["NB......", "QN......", *["........"] * 6])
    assert answer("traveling-queen", f"1\n{beside}") == "Scenario #1:\na7\n\n"


def test_pledge_says_what_is_broken():
    comparison = compared([2.0, 2.0, 1.0], [1.0, 8.0, 3.0])
    assert comparison.ratios == (0.5, 4.0, 3.0)
    assert comparison.ratio == 3.0  # the median of pairs, not 3.0 / 2.0, the ratio of the medians
    comparison = compared([3.0], [1.5], peak_mib=40.0)
    assert Pledge(ratio=0.5, seconds=3.0, peak_mib=40.0).broken_by(comparison) == []
    assert Pledge().broken_by(comparison) == []
    assert Pledge(ratio=0.6, seconds=4.0, peak_mib=32.0).broken_by(comparison) == [
        "40 MiB, at most 32 pledged",
        "0.5 ratio, at least 0.6 pledged",
    ]


def test_run_passes_files_through_and_waits(tmp_path):
    source, target = tmp_path / "in", tmp_path / "out"
    source.write_text("rook")
    target.write_text("an older, longer text")
    copy = "import sys; sys.stdout.write(sys.stdin.read())"
    figures = measure.run([sys.executable, "-c", copy], source, target)
    assert target.read_text() == "rook"
    assert figures.seconds > 0
    # A process that is spawned shares its parent's memory until its program begins.
    own_mib = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * measure.RSS_UNIT / 2**20
    assert 1 < figures.peak_mib < 1024 + own_mib


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (
            lambda: measure.run([sys.executable, "-c", "raise SystemExit(3)"], Path(os.devnull)),
            "exit with 0, got 3",
        ),
        (lambda: measure.run(["missing/program"], Path(os.devnull)), "found none"),
        (lambda: measure.named("no-such-package"), r"found none: pip install '\.\[bench\]'"),
        (lambda: measure.child("queens:backtracking", "five"), "invalid literal for int"),
    ],
)
def test_what_does_not_run_is_reported(call, message):
    with pytest.raises(BenchmarkError, match=message):
        call()


@pytest.fixture
def page(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    path = tmp_path / "benchmarks.md"
    monkeypatch.setattr(command, "write_section", lambda *given: write_section(*given, page=path))
    return path


def test_a_run_replaces_only_its_own_section(page, monkeypatch):
    def run(repeats, report):
        report.table("Times", "ratio", "what").row(2.0, "new")

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
    sections = read_sections(page)
    assert sections["tour"] == "old tours"
    assert command.main(["statements"]) == 0
    assert read_sections(page) == sections | {"statements": read_sections(page)["statements"]}


def test_every_module_of_the_benchmarks_loads_and_has_its_suite():
    for path in sorted((measure.ROOT / "benchmarks").rglob("*.py")):
        name = ".".join(path.relative_to(measure.ROOT).with_suffix("").parts)
        assert importlib.import_module(name.removesuffix(".__init__"))
    for name in (*command.SUITES, command.QUICK):
        assert command.load(name).__module__ == f"benchmarks.{name}"


# Peers, each against known numbers.

NEEDED = {"constraint2": "constraint", "exact_cover": "exact_cover", "networkx": "networkx"}
COUNTERS = ("rookery", "rookery_all", "backtracking", "constraint2", "exact_cover", "cp_sat")
WEIGHTS = rk.Heaviest(uniform(6, 1))
HEAVIEST = WEIGHTS.weight(best_by_force(WEIGHTS)[0])
COVER = "n08-d05-clustered-uneven"


@pytest.mark.parametrize(
    ("peers", "name", "arguments", "value"),
    [
        *((peer_queens, name, ["6"], 4) for name in COUNTERS),
        *((peer_nonattacking, name, ["4", "K"], 314) for name in ("rookery", "recursion")),
        (peer_nonattacking, "cp_sat", ["4", "K"], 314),  # OEIS A063443
        (peer_nonattacking, "rookery_fewest", ["6", "Q"], 4),
        (peer_nonattacking, "cp_sat_fewest", ["6", "Q"], 4),  # OEIS A075324
        *((peer_heaviest, one, ["6", "1", "20"], HEAVIEST) for one in ("rookery", "highs")),
        (peer_heaviest, "cp_sat", ["6", "1", "20"], HEAVIEST),
        (peer_tour, "rookery", ["layers", "FILE"], PUBLISHED["traveling-queen"]),
        (peer_tour, "rookery_moves", ["FILE"], [4, None]),
        (peer_tour, "networkx", ["FILE"], [4, None]),
        (peer_cover, "rookery", [COVER], 3),
        (peer_cover, "cp_sat", [COVER], 3),
        (peer_cover, "near_the_best", [COVER, "2", "0", "0.2"], None),
    ],
)
def test_programs_find_known_values(peers, name, arguments, value, tmp_path):
    if name in NEEDED:
        pytest.importorskip(NEEDED[name])
    file = tmp_path / "boards.txt"
    file.write_text(statements.SAMPLES["traveling-queen"])
    given = [str(file) if one == "FILE" else one for one in arguments]
    assert getattr(peers, name)(*given)() == value


@needs_compiler
def test_the_yardstick_counts_pieces():
    program = str(measure.build(measure.YARDSTICKS / "independent.cpp", measure.NATIVE_FLAGS))
    found = [cpp.independent(program, "4", piece)() for piece in "KNRB"]
    assert found == [314, 1365, 209, 729]  # OEIS A063443, A141243, A002720, A201862


@pytest.mark.slow
def test_programs_past_many_targets_are_never_below_the_fewest_moves():
    from benchmarks.peers.targets import circuit, routing
    from benchmarks.targets import Crowd

    tour = Crowd(7, 8, 3, "Q", "beside", 1.0, 5.0).tour()
    least = rk.solve(tour).value
    assert routing(tour, 2.0) >= least
    assert circuit(tour, 60.0) >= least


def test_a_child_is_timed_apart_from_its_first_call():
    timing = measure.child("queens:backtracking", "5", warm=True)
    assert timing.value == 10
    assert timing.first > 0
    assert timing.seconds > 0
    assert 1 < timing.peak_mib < 1024
    assert measure.child("queens:backtracking", "5").first == 0


# Programs compared.


class FakeChild:
    """Made-up timings by program; each call returns the next."""

    def __init__(self, timings: dict[str, list[Timing]]) -> None:
        self.timings = timings

    def __call__(self, target: str, *arguments: str, warm: bool, cache: Path) -> Timing:
        return self.timings[target].pop(0)


def test_programs_are_compared_run_by_run(monkeypatch, tmp_path):
    timings = {
        "ours": [Timing(3.0, 1.0, 10, 7), Timing(1.0, 2.0, 12, 7), Timing(1.0, 1.0, 11, 7)],
        "right": [Timing(0, 8.0, 5, 7), Timing(0, 2.0, 5, 7), Timing(0, 3.0, 5, 7)],
        "wrong": [Timing(0, 1.0, 5, 7), Timing(0, 2.0, 5, 8), Timing(0, 1.0, 5, 7)],
        "stopped": [Timing(0, 9.0, 5, None)] * 3,
    }
    monkeypatch.setattr(beside, "child", FakeChild(timings))
    report = Report()
    side = beside.Side(report, "Times", tmp_path)
    ours, *others = (Program(name, name, compiles=name == "ours") for name in timings)
    ratios = side.compare(Task("task", [(), (), ()]), ours, others)
    assert ratios == {"ours": 1.0, "right": 3.0, "wrong": 1.0, "stopped": 9.0}
    assert report.broken == ["task: wrong says 8, Rookery 7"]
    assert side.table.rows == [
        ["1.00", "1.00", "2.00", "12", "ours, task"],
        ["3.00", "3.00", "-", "5", "right, task"],
        ["1.00", "1.00", "-", "5", "wrong, task"],
        ["at least 9.00", "9.00", "-", "5", "stopped, task"],
    ]


@pytest.mark.parametrize(("theirs", "broken"), [(0.5, 1), (1.5, 0), (0.05, 0)])
def test_a_faster_peer_breaks_its_suite_unless_it_takes_no_time(
    theirs, broken, monkeypatch, tmp_path
):
    timings = {"ours": [Timing(0, 1.0, 10, 7)], "theirs": [Timing(0, theirs, 5, 7)]}
    monkeypatch.setattr(beside, "child", FakeChild(timings))
    report = Report()
    ours, peer = (Program(name, name) for name in timings)
    peer_suite.compare(beside.Side(report, "Times", tmp_path), Task("task", [()]), ours, peer)
    assert len(report.broken) == broken


# The quick check.


@pytest.mark.parametrize(
    ("ours", "theirs", "fault"),
    [
        (Timing(9.0, 1.0, 5, 7), Timing(0, 3.0, 5, 7), None),
        (Timing(9.0, 1.0, 5, 7), Timing(0, 1.5, 5, 7), None),  # a ratio may fall by half
        (Timing(9.0, 1.0, 5, 7), Timing(0, 1.4, 5, 7), "task: ratio 1.4, recorded 3: more than a"),
        (Timing(9.0, 1.0, 5, 7), Timing(0, 3.0, 5, 8), "task: the answers differ"),
    ],
)
def test_the_quick_check_fails_on_a_fall_or_a_wrong_answer(ours, theirs, fault, monkeypatch):
    programs = {"ours": ours, "theirs": theirs}
    check = quick.Check("task", Program("ours", "ours"), Program("theirs", "theirs"))
    monkeypatch.setattr(quick, "processor", lambda: "AMD EPYC")
    monkeypatch.setitem(quick.AMD, "task", quick.Marks(3.0, 4.0))
    monkeypatch.setattr(quick, "checks", lambda folder: [check])
    monkeypatch.setattr(quick, "judged", list)
    monkeypatch.setattr(quick, "child", lambda target, warm=False: programs[target])
    report = Report()
    quick.run(3, report)
    assert ("behind its best ratio" in report.markdown()) == (theirs.seconds <= 3.0)
    assert [text.partition(":")[0] for text in report.broken] == ["task"] * (fault is not None)
    assert all(text.startswith(fault) for text in report.broken if fault)


@pytest.mark.parametrize(
    ("ratios", "taken"), [([1.4, 1.3, 1.5, 9.0], 1.5), ([1.4, 1.5, 9.0], 1.5), ([2.0, 9.0], 2.0)]
)
def test_a_fall_counts_if_three_measurements_show_it(ratios, taken):
    figures = (quick.Figures(ratio, 1.0, ratio, same_answers=True) for ratio in ratios)
    assert quick.steady(lambda: next(figures), least=1.5).ratio == taken


@needs_compiler
def test_the_quick_check_has_a_task_of_every_family(tmp_path):
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
