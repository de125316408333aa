"""`export` killed at any step on the disk: a package is there whole or not at all."""

from pathlib import Path

import pytest
from tests.crashing import KILLED, run_until

FILES = {"problem.yaml": b"name: x\n", "data/secret/1.in": b"1\n", "data/secret/1.ans": b"92\n"}
EXPORT = f"""
from rookery import packages
from rookery.packages.recipes import Format

packages.package = lambda *given: iter({FILES!r}.items())
disk.end(0 if packages.export("sultan", sys.argv[3], Format.ICPC) == {len(FILES)} else 1)
"""


def contents(folder: Path) -> dict[str, bytes]:
    files = [path for path in folder.rglob("*") if path.is_file()]
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}


@pytest.mark.slow
@pytest.mark.parametrize("is_there", [False, True])
def test_a_package_is_whole_or_not_there(tmp_path, is_there):
    last = 1
    while True:
        above = tmp_path / f"{last}"
        folder = above / "package"
        if is_there:
            folder.mkdir(parents=True)
        ended, steps = run_until(last, EXPORT, tmp_path, folder)
        if ended != KILLED:
            break
        if contents(folder) != FILES:
            assert contents(folder) == {}
            assert run_until(0, EXPORT, tmp_path, folder)[0] == 0
        assert contents(folder) == FILES
        last += 1
    assert contents(folder) == FILES
    assert [path.name for path in above.iterdir()] == ["package"]
    assert steps.index("rename") > max(at for at, step in enumerate(steps) if step == "fsync")
    assert [steps.count(step) for step in ("write", "fsync", "rename")] == [3, 3, 1]
