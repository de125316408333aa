"""`solve-many` killed at any step on the disk: no result is lost, and none is found twice."""

import json
from itertools import count
from pathlib import Path

import pytest
from tests.crashing import KILLED, run_until

PUZZLES = 3
VALUES = {1: 4, 2: 8, 3: 16}  # placements of eight queens with one at rows 1, 2, 3 of column 1
SOLVE = """
from concurrent.futures import ThreadPoolExecutor
from rookery.api import many
from rookery.cli.commands import commands

many.processes = lambda count: lambda: ThreadPoolExecutor(1)
disk.end(commands(sys.argv[3:], standalone_mode=False))
"""

pytestmark = pytest.mark.slow


@pytest.fixture
def puzzles(tmp_path: Path) -> Path:
    path = tmp_path / "queens.txt"
    squares = "".join(f"\n{row} 1\n" for row in range(1, PUZZLES + 1))
    path.write_text(f"{PUZZLES}\n{squares}")
    return path


def solve(last: int, puzzles: Path, out: Path, *options: str) -> tuple[int, list[str]]:
    return run_until(last, SOLVE, out.parent, "solve-many", puzzles, "--out", out, *options)


def whole_lines(path: Path) -> list[bytes]:
    """Return the lines that do not end half-way."""
    data = path.read_bytes() if path.exists() else b""
    return data.splitlines()[: data.count(b"\n")]


def assert_solved(out: Path) -> None:
    found = [json.loads(line) for line in out.read_bytes().splitlines()]
    assert {line["test"]: line["value"] for line in found} == VALUES
    assert len(found) == PUZZLES
    assert [path.name for path in out.parent.iterdir()] == [out.name]


def assert_goes_on(
    tmp_path: Path, puzzles: Path, first_steps: list[str], begun: Path | None = None
) -> None:
    """Kill runs before each of their steps, those after the first write a result, and resume them.

    They start anew, or from results begun.
    """
    kept = whole_lines(begun) if begun else []
    for last in count(1):
        (tmp_path / f"{last}").mkdir()
        out = tmp_path / f"{last}" / "out.jsonl"
        if begun:
            out.write_bytes(begun.read_bytes())
        ended, steps = solve(last, puzzles, out, *(["--resume"] if begun else []))
        won = whole_lines(out)
        assert won[: len(kept)] == kept
        assert len(won) == len(kept) + len(steps[len(first_steps) :])
        if ended != KILLED:
            break
        assert solve(0, puzzles, out, "--resume")[0] == 0
        assert_solved(out)
        assert set(won) <= set(whole_lines(out))
    assert_solved(out)
    assert steps == [*first_steps, *["write"] * (PUZZLES - len(kept))]


def test_a_first_run(tmp_path, puzzles):
    assert_goes_on(tmp_path, puzzles, ["open"])


def test_a_resumed_run(tmp_path, puzzles):
    begun = tmp_path / "begun.jsonl"
    assert solve(4, puzzles, begun)[0] == KILLED
    assert 0 < len(whole_lines(begun)) < PUZZLES
    assert not begun.read_bytes().endswith(b"\n")
    assert_goes_on(tmp_path, puzzles, ["open", "write", "fsync", "replace"], begun)
