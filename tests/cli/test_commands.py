"""The command line as a whole: exit status, one-line errors, streams, what it imports."""

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from tests.children import PIPE, python, started
from tests.command import rookery

from rookery.cli import status
from rookery.cli.commands import COMMANDS
from rookery.cli.help import TOPICS, text_of
from rookery.results.result import Reason, Result, Status

SAMPLES = {
    "eight-queens": "1\n\n1 1\n",
    "sultan": "1\n" + " ".join(map(str, range(1, 65))) + "\n",
    "traveling-queen": "1\n" + "........\n" * 6 + ".N....N.\n.....B.Q\n",
}


def test_help_lists_every_command():
    for arguments in ("", "--help", "-h"):
        result = rookery(arguments)
        assert result.exit_code == status.DONE
        listed = re.findall(r"^  ([\w-]+) ", result.stdout.partition("Commands:")[2], re.MULTILINE)
        assert listed[: len(COMMANDS)] == list(COMMANDS)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_with_an_example(command):
    result = rookery(command, "--help")
    assert result.exit_code == status.DONE
    assert re.search(r"Examples?:\n +rookery ", result.stdout)


@pytest.mark.parametrize(
    ("puzzle", "options", "most"),
    [
        ("eight-queens", [], 42),
        ("sultan", [], 44),
        ("traveling-queen", [], 55),
        ("sultan", ["--seed", "1"], 99),
    ],
)
def test_judge_of_an_eight_by_eight_statement_imports_few_modules_and_none_heavy(
    puzzle, options, most
):
    judge = ("-X", "importtime", "-m", "rookery", "judge")
    run = python(*judge, puzzle, *options, input=SAMPLES[puzzle])
    loaded = {line.rpartition("|")[2].strip() for line in run.stderr.splitlines()}
    assert run.stdout
    assert {"rookery.api", "rookery.cli.judging"} <= loaded
    assert len({name for name in loaded if name.split(".")[0] == "rookery"}) <= most
    assert not {"numpy", "numba", "ortools", "rich"} & loaded
    assert ("click" in loaded) == bool(options)
    assert options or not {"logging", "pathlib", "random", "subprocess", "threading"} & loaded


@pytest.mark.slow
@pytest.mark.parametrize("puzzle", SAMPLES)
def test_with_and_without_the_parser_is_the_same(puzzle, tmp_path):
    path, sample = tmp_path / "in.txt", SAMPLES[puzzle]
    for text, code in ((sample + "7", status.DONE), ("2" + sample[1:], status.BAD)):
        path.write_text(text)
        command = ("-m", "rookery", "judge", puzzle, path)
        plain, parsed = (python(*command, *more, status=code) for more in ((), ("--seed", 0)))
        assert (plain.stdout, plain.stderr) == (parsed.stdout, parsed.stderr)


@pytest.mark.skipif(os.name == "nt", reason="closes descriptors the POSIX way")
@pytest.mark.parametrize(("closed", "name"), [("<&-", "input"), (">&-", "output")])
def test_a_closed_stream_is_reported(closed, name):
    command = ["sh", "-c", f'"$0" -m rookery judge sultan {closed}', sys.executable]
    run = subprocess.run(command, input="", capture_output=True, text=True, check=False)
    assert run.returncode == status.BAD
    assert run.stderr == f"rookery: standard {name} is closed\n"


@pytest.mark.skipif(os.name == "nt", reason="sends SIGINT")
def test_an_interrupt_keeps_the_answers_so_far():
    with started("-m", "rookery", "judge", "eight-queens", stdin=PIPE) as process:
        process.stdin.write(b"2\n\n1 1\n\n")
        process.stdin.flush()
        lines = [process.stdout.readline() for _ in range(7)]
        time.sleep(0.2)
        process.send_signal(signal.SIGINT)
        rest = process.stdout.read()
        errors = process.stderr.read()
    assert lines[-1] == b" 4      1 7 5 8 2 4 6 3\n"
    assert (rest, errors, process.returncode) == (b"", b"", status.INTERRUPTED)


@pytest.mark.parametrize("topic", TOPICS)
def test_help_shows_a_topic(topic):
    for width in (50, 90):
        result = rookery("help", topic, env={"COLUMNS": str(width)})
        assert result.exit_code == status.DONE
        assert not set(result.stdout) & set("|`")
        assert max(map(len, result.stdout.splitlines())) <= width
        told = [word for word in re.findall(r"[\w-]+", text_of(topic)) if word != "---"]
        assert sorted(re.findall(r"[\w-]+", result.stdout)) == sorted(told)


def test_help_names_the_topics_and_is_that_of_a_command():
    topics, told, asked = map(rookery, ("help", "help tour", "tour --help"))
    assert topics.exit_code == told.exit_code == status.DONE
    assert all(f"  {topic}" in topics.stdout for topic in TOPICS)
    assert told.stdout == asked.stdout


def test_every_topic_and_command_has_its_section_in_the_documentation():
    page = (Path(__file__).parents[2] / "docs" / "command-line.md").read_text(encoding="utf-8")
    assert re.findall(r"\{include\} \S+/topics/([\w-]+)\.md", page) == list(TOPICS)
    assert re.findall(r"^### rookery ([\w-]+)$", page, re.MULTILINE) == list(COMMANDS)


@pytest.mark.parametrize(
    ("value", "reason", "expected"),
    [
        (3, Reason.PROVED, 0),
        (None, Reason.PROVED, 0),
        (3, Reason.DONE, 0),
        (3, Reason.TIME, 3),
        (3, Reason.GAP, 3),
        (None, Reason.WORK, 4),
        (3, Reason.INTERRUPTED, 130),
        (None, Reason.INTERRUPTED, 130),
    ],
)
def test_status_of_a_result(value, reason, expected):
    known = Status.UNKNOWN if value is None else Status.FEASIBLE
    assert status.of_result(Result(None, None, value, None, known, reason)) == expected


def test_too_little_memory_is_reported(monkeypatch):
    def solve(*_, **__):
        raise MemoryError

    monkeypatch.setattr("rookery.solve", solve)
    result = rookery("tour", text="Q.N\n")
    assert (result.exit_code, result.stdout) == (status.NO_ANSWER, "")
    assert result.stderr == "rookery: not enough memory\n"
