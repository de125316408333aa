"""Streams: answers flushed in time, a failing read, and texts in UTF-16."""

import io

import pytest
from tests.command import rookery

import rookery as rk
from rookery.cli.streams import Answers, Reader
from rookery.errors import RookeryError


class Broken(io.BytesIO):
    """A stream whose medium fails."""

    def read1(self, size: int | None = -1) -> bytes:
        raise OSError(5, "Input/output error")


@pytest.mark.parametrize(
    ("seconds", "most", "out"), [(1e9, 1000, b""), (-1.0, 1000, b"1\n"), (1e9, 1, b"1\n")]
)
def test_answers_are_held_until_they_are_old_or_many(seconds, most, out, monkeypatch):
    monkeypatch.setattr("rookery.cli.streams.FLUSH_SECONDS", seconds)
    monkeypatch.setattr("rookery.cli.streams.MOST_HELD", most)
    raw = io.BytesIO()
    answers = Answers(io.BufferedWriter(raw))
    answers.write("1\n")
    assert raw.getvalue() == out
    answers.flush()
    assert raw.getvalue() == b"1\n"


def test_a_reader_calls_before_each_read():
    calls: list[None] = []
    reader = Reader(io.BytesIO(b"abc"), "a file", lambda: calls.append(None))
    assert [reader.read(2), reader.read(2), reader.read(2)] == [b"ab", b"c", b""]
    assert len(calls) == 3


def test_a_failing_read_is_reported():
    with pytest.raises(RookeryError, match="cannot read a file: Input/output error"):
        Reader(Broken(), "a file", None).read(1)


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_texts_in_utf_16_are_read(encoding, tmp_path):
    path = tmp_path / "weights.txt"
    path.write_bytes("\ufeff1 20 1 1\n1 1 1 1\n1 1 1 1\n1 1 1 1\n".encode(encoding))
    assert rk.read(path, "heaviest") == [rk.Heaviest([[1, 20, 1, 1], *[[1] * 4] * 3])]
    for words, text in ((path,), None), ((), path.read_bytes()):
        assert rookery("heaviest --quiet", *words, text=text).stdout == "23: 3 1 4 2\n"


def test_bytes_of_utf_16_that_come_one_by_one_are_read():
    stream = io.BufferedReader(io.BytesIO("\ufeff♛8".encode("utf-16-le")), 2)
    reader = Reader(stream, "a file", None)
    assert b"".join(iter(lambda: reader.read(3), b"")).decode() == "♛8"
