"""Files written by public calls: whole, or as they were before."""

import os
import stat
from contextlib import contextmanager, suppress

import pytest
from tests.command import rookery

import rookery as rk
from rookery.cli import status

resource = pytest.importorskip("resource", reason="needs limits of files")

CATS = rk.Regions(["AAAB", "ABBB", "CCDD", "CCDD"])
WRITERS = {
    "a picture": lambda path: rk.svg(CATS).save(path),
    "pages": lambda path: rk.pages(CATS).save(path),
    "a book": lambda path: rk.book(CATS).save(path),
    "a text": lambda path: rk.write(path, rk.Queens(30), "json"),
    "--svg": lambda path: rookery("queens 4 --svg", path).exit_code,
    "show": lambda path: rookery("show - --svg", path, text=str(CATS)).exit_code,
    "-o": lambda path: rookery("generate sultan -o", path).exit_code,
    "export": lambda path: rookery("export eight-queens --format legacy", path).exit_code,
}


@contextmanager
def full_disk():
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (20, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


@pytest.mark.parametrize("writer", WRITERS)
@pytest.mark.parametrize("before", [None, b"kept"])
def test_a_full_disk_leaves_files_as_they_were(writer, before, tmp_path):
    path = tmp_path / "x.svg"
    if before is not None:
        path.write_bytes(before)
    with full_disk(), suppress(OSError):
        assert WRITERS[writer](path) == status.BAD
    assert [one.read_bytes() for one in tmp_path.iterdir()] == [before][: before is not None]


@pytest.mark.skipif(not os.path.exists("/dev/fd"), reason="needs names of open files")
def test_files_that_are_open_are_written_to_and_not_replaced(tmp_path):
    with open(tmp_path / "x", "w+b") as file:
        rk.write(f"/dev/fd/{file.fileno()}", CATS, "json")
        assert len(list(tmp_path.iterdir())) == 1
        assert file.read() == (tmp_path / "x").read_bytes() != b""
    ends = os.pipe()
    rk.write(f"/dev/fd/{ends[1]}", CATS, "json")
    assert os.read(ends[0], 100)[:1] == b"["
    for end in ends:
        os.close(end)


def test_a_file_that_is_replaced_keeps_its_mode_and_its_links(tmp_path):
    path, link = tmp_path / "x.svg", tmp_path / "link.svg"
    path.write_bytes(b"old")
    path.chmod(0o640)
    link.symlink_to(path)
    picture = rk.svg(CATS)
    picture.save(link)
    assert link.is_symlink()
    assert path.read_text(encoding="utf-8") == picture
    assert stat.S_IMODE(os.stat(path).st_mode) == 0o640
    assert len(list(tmp_path.iterdir())) == 2
