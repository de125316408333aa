"""Streams: answers flushed in time, readers that say what failed."""

from __future__ import annotations

import io
import time
from pathlib import Path

import pytest

from rookery.cli.streams import Answers, Reader, answering, process_age, reading
from rookery.errors import RookeryError


class Broken(io.BytesIO):
    """A stream whose medium fails."""

    def read1(self, size: int | None = -1) -> bytes:
        raise OSError(5, "Input/output error")


def test_the_age_of_a_process_passes_with_its_time() -> None:
    before = process_age()
    time.sleep(0.03)
    assert 0 <= before <= process_age()


def test_answers_are_utf8_with_plain_line_feeds(tmp_path: Path) -> None:
    path = tmp_path / "out.txt"
    with answering(str(path)) as answers:
        answers.write("♛\n")
    assert path.read_bytes() == b"\xe2\x99\x9b\n"


def test_what_was_answered_before_an_error_is_written(tmp_path: Path) -> None:
    path = tmp_path / "out.txt"
    with pytest.raises(RookeryError), answering(str(path)) as answers:
        answers.write("1\n")
        raise RookeryError("a fault")
    assert path.read_bytes() == b"1\n"


def test_answers_are_held_until_flushed() -> None:
    raw = io.BytesIO()
    answers = Answers(io.BufferedWriter(raw))
    answers.write("1\n")
    held = raw.getvalue()
    answers.flush()
    assert (held, raw.getvalue()) == (b"", b"1\n")


def test_a_reader_calls_before_each_read() -> None:
    calls: list[None] = []
    reader = Reader(io.BytesIO(b"abc"), "a file", lambda: calls.append(None))
    assert [reader.read(2), reader.read(2), reader.read(2)] == [b"ab", b"c", b""]
    assert len(calls) == 3


def test_a_reader_reads_all() -> None:
    data = bytes(range(256)) * 1000
    assert Reader(io.BytesIO(data), "a file", None).read_all() == data


def test_a_read_that_fails_is_told() -> None:
    with pytest.raises(RookeryError, match="cannot read a file: Input/output error"):
        Reader(Broken(), "a file", None).read(1)


def test_reading_names_the_file(tmp_path: Path) -> None:
    path = tmp_path / "in.txt"
    path.write_bytes(b"x\r\n")
    with reading(str(path)) as (stream, name):
        assert (stream.read_all(), name) == (b"x\r\n", str(path))
