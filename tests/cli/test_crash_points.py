"""`solve-many` killed at any step on the disk: no result is lost, and none is found twice."""

from __future__ import annotations

import json
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


def test_a_first_run(tmp_path: Path, puzzles: Path) -> None:
    last = 1
    while True:
        folder = tmp_path / f"{last}"
        folder.mkdir()
        ended, steps = solve(last, puzzles, out := folder / "out.jsonl")
        won = whole_lines(out)
        assert len(won) == steps.count("write")
        if ended != KILLED:
            break
        assert solve(0, puzzles, out, "--resume")[0] == 0
        assert_solved(out)
        assert set(won) <= set(whole_lines(out))
        last += 1
    assert_solved(out)
    assert last == 1 + PUZZLES + 1  # the file, the lines, and the end


def test_a_resumed_run(tmp_path: Path, puzzles: Path) -> None:
    begun = tmp_path / "begun.jsonl"
    assert solve(4, puzzles, begun)[0] == KILLED
    won = whole_lines(begun)
    assert 0 < len(won) < PUZZLES
    assert not begun.read_bytes().endswith(b"\n")
    last = 1
    while True:
        folder = tmp_path / f"{last}"
        folder.mkdir()
        out = folder / "out.jsonl"
        out.write_bytes(begun.read_bytes())
        ended, steps = solve(last, puzzles, out, "--resume")
        assert set(won) <= set(whole_lines(out))
        if ended != KILLED:
            break
        assert solve(0, puzzles, out, "--resume")[0] == 0
        assert_solved(out)
        assert set(won) <= set(whole_lines(out))
        last += 1
    assert_solved(out)
    assert steps == ["open", "write", "fsync", "replace", *["write"] * (PUZZLES - len(won))]
