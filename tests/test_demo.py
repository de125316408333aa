"""The demonstration runs, and says so when something is wrong."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


def demo(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, str(ROOT / "demo" / "run.py"), *arguments],
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=600,
    )


@pytest.mark.slow
def test_the_demonstration() -> None:
    run = demo("--boards", "2", "--seconds", "3")
    assert (run.returncode, run.stderr) == (0, "")
    assert run.stdout.count("the published answer, byte for byte") == 3
    assert run.stdout.count("accepted: ") == 5
    assert "accepted: 2 tests, score" in run.stdout
    assert "board  1  cost" in run.stdout
    assert "♛" in run.stdout or "Q" in run.stdout


def test_every_sample_has_its_published_answer() -> None:
    samples = {path.name.removesuffix(".txt") for path in (ROOT / "demo").glob("*.txt")}
    names = {name for name in samples if not name.endswith(".answer")}
    assert {f"{name}.answer" for name in names} == samples - names
    assert names == {"eight-queens", "sultan", "traveling-queen", "showdown"}
