"""``rookery solve-many``: files of any kind in, a line of JSON a puzzle out."""

import json
import signal
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import psutil
import pytest
from click.testing import Result
from tests.children import python, started
from tests.command import rookery

from rookery.cli import status

FILES = {
    "cover.txt": "#__\n___\n__#\n3 4 3 3 3 9 3 4\n",
    "knights.txt": "1\n" + "........\n" * 6 + ".N....N.\n.....B.Q\n",
    "one/queens.txt": "2\n\n1 1\n\n1 2\n",
    "one/weights.csv": "1 2 3 4\n4 3 2 1\n1 2 3 4\n5 6 7 8\n",
    "sultan.txt": "1\n" + " ".join(map(str, range(1, 65))) + "\n",
    "tour.txt": "Q...\nN.PB\n",
}
FAMILIES = ["cover", "tour", "queens", "queens", "heaviest", "heaviest", "tour"]
VALUES = [3, 3, 4, 8, 17, 260, 1]
SOLVING = ("-m", "rookery", "solve-many")


@pytest.fixture(autouse=True)
def threads(monkeypatch: pytest.MonkeyPatch) -> None:
    """Threads in place of processes, which take long to start."""
    monkeypatch.setattr("rookery.api.many.processes", lambda count: lambda: ThreadPoolExecutor(1))


def write(folder: Path, **files: str) -> Path:
    for name, text in (FILES | files).items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return folder


def solve_many(*arguments: object) -> Result:
    return rookery("solve-many --workers 1", *arguments)


def lines(text: str) -> list[dict[str, Any]]:
    found = [json.loads(line) for line in text.splitlines()]
    return sorted(found, key=lambda line: (line["file"], line.get("test", 0)))


def test_a_folder_of_all_kinds(tmp_path):
    folder, out = write(tmp_path / "puzzles"), tmp_path / "results.jsonl"
    result = solve_many(folder, "--out", out)
    assert (result.exit_code, result.stdout, result.stderr) == (status.DONE, "", "")
    found = lines(out.read_text())
    assert [line["puzzle"]["family"] for line in found] == FAMILIES
    assert [line["value"] for line in found] == VALUES
    assert [line["test"] for line in found] == [1, 1, 1, 2, 1, 1, 1]
    assert found[6]["answer"] == ["a2", "c2"]
    assert all(line["status"] == "optimal" for line in found)


def test_an_unreadable_file_has_a_line(tmp_path):
    endless = "Q.N\n...\nmover aaaaaaaaK\n"
    folder = write(tmp_path, **{"bad.txt": "nonsense", "endless.txt": endless})
    result = solve_many(folder, tmp_path / "none.txt")
    assert result.exit_code == status.BAD
    found = lines(result.stdout)
    errors = {Path(line["file"]).name: line["error"] for line in found if "error" in line}
    assert sorted(errors) == ["bad.txt", "endless.txt", "none.txt"]
    assert "say which kind it is" in errors["bad.txt"]
    assert "No such file" in errors["none.txt"]
    assert len(found) == len(VALUES) + 3


def test_of_a_known_kind_the_tests_before_a_fault_are_solved(tmp_path):
    path = tmp_path / "queens.txt"
    path.write_text("3\n\n1 1\n\n1 9\n")
    result = solve_many(path, "--puzzle", "eight-queens")
    first, second = (json.loads(line) for line in result.stdout.splitlines())
    assert first["error"].startswith(f"{path}:5:3: expected")
    assert second["value"] == 4


def test_resume_skips_puzzles_with_a_result(tmp_path):
    folder, out = write(tmp_path / "puzzles"), tmp_path / "results.jsonl"
    solve_many(folder / "one", "--out", out)
    old = out.read_text().splitlines(keepends=True)
    failed = json.dumps(json.loads(old[0]) | {"error": "its worker died"}) + "\n"
    out.write_text(failed + "".join(old[1:-1]) + old[-1][:20])
    assert "already exists" in solve_many(folder, "--out", out).stderr
    assert solve_many(folder, "--out", out, "--resume").exit_code == status.DONE
    text = out.read_text()
    assert text.startswith("".join(old[1:-1]))
    assert [line["value"] for line in lines(text)] == VALUES
    solve_many(folder, "--out", out, "--resume")
    assert out.read_text() == text


def test_files_that_cannot_be_read_have_a_line_without_any_puzzle(tmp_path):
    bad, out = tmp_path / "bad.txt", tmp_path / "results.jsonl"
    bad.write_text("x y\n")
    for more in ([], ["--resume"]):
        assert solve_many(bad, "--out", out, *more).exit_code == status.BAD
        assert [line["file"] for line in lines(out.read_text())] == [str(bad)]


def test_another_file_is_not_taken_for_results(tmp_path):
    out = tmp_path / "notes.txt"
    out.write_text("my notes\nmore\n")
    result = solve_many(write(tmp_path / "puzzles"), "--out", out, "--resume")
    assert result.exit_code == status.BAD
    assert f"{out}:1:1: expected a line of solve-many" in result.stderr
    assert out.read_text() == "my notes\nmore\n"


def test_two_cannot_write_the_same_results(tmp_path):
    fcntl = pytest.importorskip("fcntl")
    out = tmp_path / "results.jsonl"
    with open(out, "wb") as other:
        fcntl.flock(other, fcntl.LOCK_EX)
        refused = solve_many(write(tmp_path / "puzzles"), "--out", out, "--resume")
    assert refused.exit_code == status.BAD
    assert f"{str(out)!r} is in use by another solve-many" in refused.stderr
    assert out.read_text() == ""


def test_results_are_written_through_a_link(tmp_path):
    folder, out, link = write(tmp_path / "puzzles"), tmp_path / "r.jsonl", tmp_path / "link"
    solve_many(folder / "one", "--out", out)
    link.symlink_to(out)
    assert solve_many(folder, "--out", link, "--resume").exit_code == status.DONE
    assert link.is_symlink()
    assert [line["value"] for line in lines(out.read_text())] == VALUES


@pytest.mark.slow
@pytest.mark.skipif(not Path("/dev/stdout").exists(), reason="devices of POSIX")
def test_a_device_is_written_to_and_not_replaced(tmp_path):
    folder = write(tmp_path / "puzzles")
    run = python(*SOLVING, folder / "one", "--workers", 1, "--out", "/dev/stdout")
    assert len(lines(run.stdout)) == 3
    refused = solve_many(folder, "--out", "/dev/null", "--resume")
    assert "expected a file to resume, got '/dev/null'" in refused.stderr


@pytest.mark.slow
def test_ctrl_c_does_not_wait_for_the_puzzles_at_work(tmp_path):
    rows = "\n".join("".join("#_"[(r * r + 3 * c) % 4 > 1] for c in range(25)) for r in range(25))
    (tmp_path / "hard.txt").write_text(f"{rows}\n{' '.join(['7'] * 8)}\n")
    (tmp_path / "quick.txt").write_text(FILES["tour.txt"])
    client = started(*SOLVING, tmp_path, "--workers", 2, "--seconds", 3000, text=True)
    assert json.loads(client.stdout.readline())["value"] == 1
    workers = psutil.Process(client.pid).children()
    client.send_signal(signal.SIGINT)
    client.communicate(timeout=300)
    assert client.returncode == status.INTERRUPTED
    assert not psutil.wait_procs(workers, timeout=300)[1]


def test_an_empty_folder_is_reported(tmp_path):
    result = solve_many(tmp_path)
    assert (result.exit_code, result.stdout) == (status.DONE, "")
    assert result.stderr == "rookery: the folders hold no files\n"
    assert solve_many(tmp_path, "-q").stderr == ""
