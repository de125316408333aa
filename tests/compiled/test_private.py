"""Folders that kernels are loaded from, by the rules of ssh for keys."""

import os
import subprocess
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from tests.children import python

from rookery.compiled.private import who_else_writes

pytestmark = pytest.mark.skipif(os.name == "nt", reason="permissions of POSIX")

ANOTHER = 54_321
PROBE = """
from rookery.compiled.kept import folder
print(folder())
"""
needs_root = pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="as root")


@pytest.fixture
def mine() -> Iterator[Path]:
    """A folder that others may pass, but not write to, all the way to the root."""
    with TemporaryDirectory() as folder:
        path = Path(folder).resolve()
        path.chmod(0o755)
        if writers(path):
            pytest.skip("there is no safe place for temporary files")
        yield path
        who_else_writes.cache_clear()


def writers(folder: Path) -> str:
    """Return who else writes to a folder, as it is now."""
    who_else_writes.cache_clear()
    return who_else_writes(folder)


@pytest.mark.parametrize(
    ("outer", "inner", "culprit"),
    [
        (0o755, 0o755, None),
        (0o777, 0o755, "."),
        (0o1777, 0o755, None),  # the sticky bit keeps others out of the folder below
        (0o755, 0o777, "below"),
        (0o755, 0o1777, "below"),
        (0o700, 0o777, None),
    ],
)
def test_a_folder_is_as_safe_as_itself_and_those_above(mine, outer, inner, culprit):
    below, link = mine / "below", mine / "link"
    below.mkdir()
    below.chmod(inner)
    link.symlink_to(below)
    mine.chmod(outer)
    told = "" if culprit is None else f"others can write to {mine / culprit}"
    assert writers(below) == writers(link) == told


def test_kept_code_is_a_file_that_others_cannot_write_to(mine):
    path = mine / "kernel.nbi"
    path.write_bytes(b"")
    path.chmod(0o644)
    assert writers(mine) == ""
    path.chmod(0o666)
    assert writers(mine) == f"others can write to {path}"
    path.unlink()
    path.symlink_to("/etc/hostname")
    assert writers(mine) == f"{path} is a link"


def test_a_group_is_as_good_as_its_members(mine):
    import grp
    import pwd

    mine.chmod(0o775)
    user = pwd.getpwuid(os.geteuid()).pw_name
    group = grp.getgrgid(mine.stat().st_gid)
    alone = group.gr_name == user and set(group.gr_mem) <= {user}
    assert bool(writers(mine)) is not alone


@needs_root
def test_another_users_folder_is_not_believed_and_roots_is(mine):
    """As in a container: root, beside a folder that belongs to the user outside."""
    os.chown(mine, ANOTHER, ANOTHER)
    assert writers(mine) == f"{mine} belongs to another user"
    os.chown(mine, 0, ANOTHER)
    assert writers(mine) == ""
    mine.chmod(0o775)
    assert writers(mine) == f"its group can write to {mine}"


def probed(**environment: str) -> subprocess.CompletedProcess[str]:
    return python("-c", PROBE, env={"NUMBA_DISABLE_JIT": "0"} | environment)


@pytest.mark.slow
def test_a_folder_that_others_write_to_is_skipped_with_a_warning(mine):
    home = mine / "home"
    home.mkdir(0o755)
    environment = {"NUMBA_CACHE_DIR": str(mine / "shared"), "XDG_CACHE_HOME": str(home)}
    run = probed(**environment)
    assert Path(run.stdout.strip()).parent == mine / "shared"
    assert run.stderr == ""
    (mine / "shared").chmod(0o777)
    run = probed(**environment)
    assert mine / "shared" not in Path(run.stdout.strip()).parents
    told = (
        "kernels are not loaded from folders that others can write to: "
        f"others can write to {mine}/shared"
    )
    assert run.stderr == f"rookery: {told}\n"


def test_numbas_own_choice_of_folders_is_looked_at_too(mine):
    (mine / "shared").mkdir()
    (mine / "shared").chmod(0o777)
    run = probed(
        NUMBA_CACHE_DIR=str(mine / "shared"), NUMBA_CACHE_LOCATOR_CLASSES="UserProvidedCacheLocator"
    )
    assert run.stdout == "None\n"
    assert run.stderr.count("\n") == 1
