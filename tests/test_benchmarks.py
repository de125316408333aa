from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from benchmarks import __main__ as command
from benchmarks import measure, statements
from benchmarks.measure import BenchmarkError, Comparison, Run
from benchmarks.statements import Pledge

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
    comparison = compared([1.0, 8.0, 3.0], [2.0, 2.0, 1.0])
    assert comparison.ratios == (0.5, 4.0, 3.0)
    assert comparison.ratio == 3.0  # not 3.0 / 2.0, the ratio of the medians


def test_ratio_needs_pairs() -> None:
    with pytest.raises(ValueError, match="got 2 and 1"):
        compared([1.0, 1.0], [1.0])
    with pytest.raises(ValueError, match="got 0 and 0"):
        compared([], [])


def test_pledge_says_what_is_broken() -> None:
    comparison = compared([3.0], [1.0], peak_mib=40.0)
    assert Pledge(ratio=3.0, seconds=3.0, peak_mib=40.0).broken_by(comparison) == []
    assert Pledge().broken_by(comparison) == []
    assert Pledge(ratio=2.5, seconds=4.0, peak_mib=32.0).broken_by(comparison) == [
        "3 ratio, at most 2.5 pledged",
        "40 MiB, at most 32 pledged",
    ]


def test_run_passes_files_through_and_waits(tmp_path: Path) -> None:
    source, target = tmp_path / "in", tmp_path / "out"
    source.write_text("rook")
    target.write_text("an older, longer text")
    copy = "import sys; sys.stdout.write(sys.stdin.read())"
    figures = measure.run([sys.executable, "-c", copy], source, target)
    assert target.read_text() == "rook"
    assert figures.seconds > 0
    assert 1 < figures.peak_mib < 1024


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
    monkeypatch.setattr(statements, "run", lambda repeats: broken)
    assert command.main(["statements", "--quick"]) == status
