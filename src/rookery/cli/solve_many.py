"""``rookery solve-many``: the puzzles of many files, one line of JSON for each."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

import click

from rookery.api.texts import puzzles_of
from rookery.cli import status
from rookery.cli.options import Solving, number_option, puzzle_option, solving_options
from rookery.cli.report import reporting, time_text
from rookery.cli.streams import STDOUT, Answers, answering, read_all, say
from rookery.cli.types import family_methods
from rookery.cli.workers import cluster, dask_option
from rookery.document import document_of, result_data
from rookery.engine.units import Pace
from rookery.errors import RookeryError
from rookery.results.progress import STANDSTILLS, Progress
from rookery.running.units import Done
from rookery.statements.statement import counted

NO_SECONDS = "30 for covers by auto, 10 for tours that need a search; else no limit"
EPILOG = """\b
Examples:
  rookery solve-many boards --out results.jsonl
  rookery solve-many boards more.txt --out results.jsonl --resume --workers 4

The files hold texts of any kind that "rookery help formats" lists: inputs of the four contest
problems, tours, covers, weights, non-attacking pieces, region puzzles, JSON. The kind of each
file is detected unless --puzzle names it. A line of JSON is written for each puzzle as soon as it
is solved, with its file and its number in the file, from 1. A puzzle that fails or crashes its
worker, and a file that cannot be read, get a line with an error instead; the other puzzles are
still solved, and the exit status is 2.
"""


class Entry(NamedTuple):
    """A puzzle, its file, and its number in the file."""

    file: str
    test: int
    puzzle: Any

    def key(self) -> dict[str, Any]:
        """Return the fields of its line that identify the puzzle."""
        return {"file": self.file, "test": self.test, "puzzle": document_of(self.puzzle)}


@click.command("solve-many", epilog=EPILOG)
@click.argument("paths", nargs=-1, required=True, metavar="DIR|FILE...")
@click.option(
    "--out", default=STDOUT, metavar="FILE", help="Write to FILE; default: standard output."
)
@click.option("--resume", is_flag=True, help="Skip the puzzles that have a result in FILE.")
@puzzle_option
@number_option("--workers", "Use K processes; default: one per core.", metavar="K")
@dask_option
@solving_options(family_methods, no_seconds=NO_SECONDS)
def solve_many(  # noqa: PLR0913 - the options of a command
    paths: tuple[str, ...],
    out: str,
    resume: bool,
    kind: str | None,
    workers: int | None,
    dask: str | None,
    solving: Solving,
) -> int:
    """Solve the puzzles of many files side by side.

    All files of a folder and its subfolders are read. Limits apply to each puzzle.
    """
    from rookery.api import many

    if dask is not None and workers is not None:
        raise click.UsageError("expected --dask or --workers, got both")
    entries, faults = _entries(paths, kind)
    keywords = solving.keywords() | {"threads": solving.threads or 1, "workers": workers}
    with _output(out, resume) as (answers, solved):
        entries = [entry for entry in entries if _mark(entry.key()) not in solved]
        for fault in faults:
            answers.write(json.dumps(fault) + "\n")
        answers.flush()
        with cluster(dask, None) as executor, reporting(solving.quiet, _text) as on_progress:
            puzzles = [entry.puzzle for entry in entries]
            pace, failed = Pace(len(entries)), 0

            def pass_standstills(progress: Progress) -> None:  # each outcome is reported below
                if on_progress is not None and progress.stage.startswith(STANDSTILLS):
                    on_progress(progress)

            keywords["on_progress"] = pass_standstills
            with closing(many.solve_many(puzzles, executor=executor, **keywords)) as outcomes:
                for outcome in outcomes:
                    result = outcome.result
                    found = {"error": outcome.error} if result is None else result_data(result)
                    line = entries[outcome.number].key() | found | {"worker": outcome.worker}
                    answers.write(f"{json.dumps(line)}\n")
                    answers.flush()
                    failed += bool(outcome.error)
                    pace.add(Done(outcome.number, None, outcome.seconds))
                    if on_progress is not None:
                        done, total, left = pace.known, pace.total, pace.seconds_left()
                        on_progress(
                            Progress(0.0, failed, done=done, total=total, seconds_left=left)
                        )
    if not (entries or faults or solved or solving.quiet):
        say("rookery: the folders hold no files")
    if failed or faults:
        if not solving.quiet:
            unread = f"{counted(len(faults), 'file')} could not be read"
            say(f"rookery: {counted(failed, 'puzzle')} failed, {unread}")
        return status.BAD
    return status.DONE


def _entries(paths: tuple[str, ...], kind: str | None) -> tuple[list[Entry], list[dict[str, Any]]]:
    """Return the puzzles of all files, and a line for each file that could not be read."""
    entries, faults = [], []
    for path in paths:
        files = [path]
        if os.path.isdir(path):
            below = (found for found in Path(path).rglob("*") if found.is_file())
            files = [str(found) for found in sorted(below) if not found.name.startswith(".")]
        for file in files:
            try:
                data, name = read_all(file)
                for test, puzzle in enumerate(puzzles_of(kind, data, name), 1):
                    entries.append(Entry(file, test, puzzle))
            except RookeryError as error:
                faults.append({"file": file, "error": str(error)})
    return entries, faults


@contextmanager
def _output(path: str, resume: bool) -> Iterator[tuple[Answers, set[str]]]:
    """Yield the sink for the lines, and the marks of the puzzles that have a result there."""
    if path == STDOUT or (os.path.exists(path) and not os.path.isfile(path)):
        if resume:
            raise RookeryError(f"expected a file to resume, got {path!r}")
        with answering(path) as answers:
            yield answers, set()
        return
    path = os.path.realpath(path)
    if not os.path.exists(path):
        with open(path, "xb") as begun:
            _lock(begun, path)
            yield Answers(begun), set()
        return
    if not resume:
        raise RookeryError(f"{path!r} already exists: use --resume, or name another file")
    with open(path, "rb") as before:
        _lock(before, path)
        kept = _results(path)
        stream = _replaced(path, kept.values())
    with stream:
        yield Answers(stream), set(kept)


def _replaced(path: str, lines: Iterable[bytes]) -> BinaryIO:
    """Replace a file by one of these lines, complete and on disk; return it locked."""
    temporary = f"{path}.part"
    stream = open(temporary, "wb")  # noqa: SIM115 - the caller closes it
    try:
        _lock(stream, path)
        stream.writelines(lines)
        stream.flush()
        os.fsync(stream.fileno())
        os.replace(temporary, path)
    except BaseException:
        stream.close()
        raise
    return stream


def _lock(stream: BinaryIO, path: str) -> None:
    """Lock a file against other processes that write results, if the system supports that."""
    try:
        import fcntl
    except ImportError:
        return
    try:
        fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise RookeryError(f"{path!r} is in use by another solve-many") from None


def _results(path: str) -> dict[str, bytes]:
    """Return the lines with results by their marks, without errors and an incomplete last line."""
    kept = {}
    data, name = read_all(path)
    lines = data.splitlines(keepends=True)
    for number, line in enumerate(lines, 1):
        try:
            known = json.loads(line)
            mark = _mark(known)
        except (ValueError, KeyError, TypeError):
            if number == len(lines) or (b'"error"' in line and b'"test"' not in line):
                continue
            raise RookeryError(f"{name}:{number}:1: expected a line of solve-many") from None
        if "error" not in known:
            kept[mark] = line
    return kept


def _mark(known: dict[str, Any]) -> str:
    return json.dumps([known["file"], known["test"], known["puzzle"]])


def _text(progress: Progress) -> str:
    """Return the progress of many puzzles as text.

    >>> _text(Progress(20.0, 0, done=3, total=8, seconds_left=31.0))
    '3 of 8 puzzles, 0 failed, 31 s left'
    >>> _text(Progress(20.0, done=3, total=8, stage="no worker is left"))
    '3 of 8 puzzles, no worker is left, waiting'
    """
    if progress.stage.startswith(STANDSTILLS):
        return f"{progress.done:,} of {progress.total:,} puzzles, {progress.stage}, waiting"
    left = progress.seconds_left
    time_left = "" if left is None else f", {time_text(left)} left"
    return f"{progress.done:,} of {progress.total:,} puzzles, {progress.value} failed{time_left}"
