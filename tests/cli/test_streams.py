"""Streams: answers flushed in time, readers that say what failed."""

import io

import pytest

from rookery.cli.streams import Answers, Reader, read_all
from rookery.errors import RookeryError


class Broken(io.BytesIO):
    """A stream whose medium fails."""

    def read1(self, size: int | None = -1) -> bytes:
        raise OSError(5, "Input/output error")


def test_answers_are_held_until_flushed():
    raw = io.BytesIO()
    answers = Answers(io.BufferedWriter(raw))
    answers.write("1\n")
    held = raw.getvalue()
    answers.flush()
    assert (held, raw.getvalue()) == (b"", b"1\n")


@pytest.mark.parametrize(("name", "value"), [("FLUSH_SECONDS", -1.0), ("MOST_HELD", 1)])
def test_answers_go_out_when_they_are_old_or_many(name, value, monkeypatch):
    monkeypatch.setattr("rookery.cli.streams.FLUSH_SECONDS", 1e9)
    monkeypatch.setattr(f"rookery.cli.streams.{name}", value)
    raw = io.BytesIO()
    answers = Answers(io.BufferedWriter(raw))
    answers.write("1\n")
    assert raw.getvalue() == b"1\n"


def test_a_reader_calls_before_each_read():
    calls: list[None] = []
    reader = Reader(io.BytesIO(b"abc"), "a file", lambda: calls.append(None))
    assert [reader.read(2), reader.read(2), reader.read(2)] == [b"ab", b"c", b""]
    assert len(calls) == 3


def test_a_file_is_read_to_its_end(tmp_path):
    path, data = tmp_path / "long", bytes(range(256)) * 1000
    path.write_bytes(data)
    assert read_all(f"{path}") == (data, f"{path}")


def test_a_failing_read_is_reported():
    with pytest.raises(RookeryError, match="cannot read a file: Input/output error"):
        Reader(Broken(), "a file", None).read(1)
