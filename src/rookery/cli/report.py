"""Progress and results of commands: lines on the terminal, text, JSON and pictures."""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from fractions import Fraction
from functools import partial
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, NamedTuple

import click

import rookery as api
from rookery.cli import status
from rookery.cli.options import Solving, gathered, json_option
from rookery.cli.streams import STDOUT, Answers, answering, say
from rookery.document import result_data
from rookery.families import answers_of, family_of
from rookery.files import write_file
from rookery.results.progress import COMPILING, STANDSTILLS, OnProgress, Progress
from rookery.results.result import Reason, Result, Value
from rookery.version import RENDERERS, missing_renderer
from rookery.view.palette import AUTO
from rookery.view.text import puzzle_text, side_by_side

if TYPE_CHECKING:
    from rookery.engine.drive import Listing
    from rookery.view.sheet import Picture

PLAIN_SECONDS = 30.0  # between two lines without a terminal
MOST_DRAWN = 12  # answers of a result
PICTURES = ("svg", "png", "pdf")  # formats, options and suffixes


class Drawn(NamedTuple):
    """A test: its puzzle, the answers to draw, and the lines of text below them."""

    puzzle: Any
    answers: Sequence[Any]
    words: list[str]

    def text(self, ascii: bool) -> str:
        """Return the boards as text, side by side, with the words below."""
        boards = [puzzle_text(self.puzzle, answer, ascii) for answer in self.answers or [None]]
        return "\n".join([side_by_side(boards), *self.words])


def drawn_result(result: Result, most: int | None = MOST_DRAWN) -> Drawn:
    """Return the puzzle of a result with at most `most` of its answers."""
    puzzle = result.puzzle
    answers = [result.answer] if result.answers is None else result.answers
    drawn = [part for answer in answers for part in answers_of(puzzle, answer) if part is not None]
    words = [result.summary()]
    if most is not None and len(drawn) > most:
        words.insert(0, f"the first {most} of {len(drawn):,}")
    return Drawn(puzzle, drawn[:most], words)


def picture_of(
    tests: Sequence[tuple[str, Drawn]],
    lines: bool = False,
    size: int | None = None,
    theme: str = AUTO,
    animate: bool = False,
) -> Picture:
    """Draw tests as one picture, each answer below its test's name; the rest is as for `svg`."""
    from rookery.view.scenes import scene_of
    from rookery.view.sheet import Panel, sheet

    panels = []
    for name, drawn in tests:
        count = max(1, len(drawn.answers))
        for index, answer in enumerate(drawn.answers or [None], 1):
            head = ", ".join(filter(None, (name, f"{index} of {count}" * (count > 1))))
            words = [head, *(drawn.words if index == count else [])]
            scene = scene_of(drawn.puzzle, answer, lines)
            panel = Panel(scene, tuple(filter(None, words)))
            panels.append(panel.credited(drawn.puzzle))
    return sheet(panels, size, theme, True, animate)


def json_line_of(result: Result, parts: Iterable[str]) -> Iterator[str]:
    """Yield, in pieces, the JSON line of a result whose answer's parts are lists in JSON."""
    data = result_data(result)
    del data["answer"]
    yield f'{json.dumps(data)[:-1]}, "answer": ['
    between = ""
    for part in parts:
        if part != "[]":
            yield between + part[1:-1]
            between = ", "
    yield "]}\n"


def json_line(result: Result) -> str:
    """Return a result as one JSON object on a line."""
    return json.dumps(result_data(result)) + "\n"


class Output(NamedTuple):
    """The form in which a command writes its results, and the files of their pictures."""

    as_json: bool = False
    svg: str | None = None
    png: str | None = None
    pdf: str | None = None

    @property
    def draws(self) -> bool:
        """Whether there are pictures to write."""
        return any(name is not None for name in (self.svg, self.png, self.pdf))

    def write(self, answers: Answers, result: Result, text: str) -> None:
        """Write a result as text, or as JSON, and draw it."""
        answers.write(json_line(result) if self.as_json else text)
        answers.flush()
        self.draw([result])

    def draw(self, results: Sequence[Result]) -> None:
        """Draw results as one picture in each file."""
        if not self.draws:
            return
        from rookery.view.svg import caption

        names = [f"test {number}" * (len(results) > 1) for number in range(1, len(results) + 1)]
        tests = [drawn_result(result)._replace(words=[caption(result)]) for result in results]
        picture = picture_of(list(zip(names, tests, strict=True)))
        write_files({self.svg: picture.encode, self.png: picture.png, self.pdf: picture.pdf})


def write_files(forms: Mapping[str | None, Callable[[], bytes]]) -> None:
    """Write each file with the bytes that its form returns; None is no file."""
    for name, form in forms.items():
        if name is not None:
            write_file(name, form())


def writable(_: click.Context, param: click.Parameter, name: str | None) -> str | None:
    """Return the name of a picture's file; refuse one that cannot be written in the end."""
    if name is not None:
        refuse_unwritable(param.opts[0], name, param.opts[0].strip("-"))
    return name


def refuse_unwritable(option: str, name: str, form: str) -> None:
    """Raise if a picture's file cannot be written or has another format, or none can be drawn."""
    if name == STDOUT:
        hint = "'--json | rookery show --svg -' draws to standard output"
        raise click.UsageError(f"expected a file for {option}, got '-'; {hint}")
    folder = os.path.dirname(name) or "."
    if not os.path.isdir(folder):
        raise click.UsageError(f"expected a file in a folder for {option}, found no {folder!r}")
    if os.path.isdir(name):
        raise click.UsageError(f"expected a file for {option}, got the folder {name!r}")
    suffix = os.path.splitext(name)[1].lower().removeprefix(".")
    if suffix in PICTURES and suffix != form:
        message = f"expected a file of the format of {option}, got {name!r}; --{suffix} draws that"
        raise click.UsageError(message)
    if form in RENDERERS and find_spec(RENDERERS[form].replace("-", "_")) is None:
        raise click.UsageError(missing_renderer(form))


def _picture(form: str, more: str = "") -> Callable[..., Any]:
    help = f"Draw the answers, at most {MOST_DRAWN}, as one {form} picture{more}."
    return click.option(f"--{form.lower()}", metavar="FILE", callback=writable, help=help)


output_options = gathered(
    "output",
    Output,
    Output._fields,
    (
        json_option,
        _picture("SVG"),
        _picture("PNG", " (extra 'png')"),
        _picture("PDF", " (extra 'pdf')"),
    ),
)


def progress_text(progress: Progress, word: str = "cost") -> str:
    """Return the value, bound, gap and seconds of a search as text.

    >>> from rookery.results.progress import Progress
    >>> progress_text(Progress(2.04, 33, 31))
    'cost 33, bound 31, gap 6.1 %, 2.0 s'
    """
    parts = [f"{word} {_number(progress.value)}", f"bound {_number(progress.bound)}"]
    if progress.gap is not None:
        parts.append(f"gap {100 * progress.gap:.1f} %")
    parts.append(f"{progress.seconds:.1f} s")
    if progress.stage.startswith(STANDSTILLS):
        parts.append(f"{progress.stage}, waiting")
    if progress.stage == COMPILING:
        parts.append(COMPILING)
    return ", ".join(parts)


def units_text(progress: Progress) -> str:
    """Return the progress of a count by work units as text.

    >>> from rookery.results.progress import Progress
    >>> units_text(Progress(20.0, 1234567, done=50, total=200, rate=2.5, seconds_left=7264.0))
    'counted 1,234,567, unit 50 of 200, 2.5/s, 2 h 1 min left'
    """
    if progress.estimate is not None:
        return f"estimated {progress.estimate}"
    counted = f"counted {_number(progress.value)}"
    if progress.stage.startswith(STANDSTILLS):
        return f"{counted}, {progress.stage}, waiting"
    if progress.total is None or not progress.done:
        return f"{counted}, {progress.seconds:.1f} s"
    parts = [counted, f"unit {progress.done:,} of {progress.total:,}"]
    if progress.rate is not None:
        parts.append(f"{progress.rate:.3g}/s")
    if progress.seconds_left is not None:
        parts.append(f"{time_text(progress.seconds_left)} left")
    return ", ".join(parts)


def share_text(share: float) -> str:
    """Return a share of the work in per cent, to two digits.

    >>> share_text(0.137), share_text(0.0000394), share_text(0.0)
    ('14 %', '0.0039 %', '0 %')
    """
    return f"{float(f'{100 * share:.2g}'):.10f}".rstrip("0").rstrip(".") + " %"


def time_text(seconds: float) -> str:
    """Return a time in its two greatest units.

    >>> time_text(59.7), time_text(3599), time_text(7264), time_text(200_000)
    ('60 s', '59 min 59 s', '2 h 1 min', '2 d 7 h')
    """
    rounded = round(seconds)
    for name, size, lesser, part in (
        ("d", 86400, "h", 3600),
        ("h", 3600, "min", 60),
        ("min", 60, "s", 1),
    ):
        if rounded >= size and rounded != 60:
            return f"{rounded // size} {name} {rounded % size // part} {lesser}"
    return f"{rounded} s"


def on_terminal(quiet: bool) -> bool:
    """Return whether standard error is a terminal and may be written to."""
    return not quiet and sys.stderr is not None and sys.stderr.isatty()


@contextmanager
def live_line(shown: bool, text: Callable[[Progress], str]) -> Iterator[OnProgress | None]:
    """Yield a callback that shows progress on a line of the terminal, or None if not `shown`."""
    if not shown:
        yield None
        return
    from rich.console import Console

    with Console(stderr=True).status("starting") as line:
        yield lambda progress: line.update(text(progress))


@contextmanager
def reporting(quiet: bool, text: Callable[[Progress], str]) -> Iterator[OnProgress | None]:
    """Yield a callback that prints progress, or None if quiet.

    `text` returns the line for a progress. On a terminal, the callback is that of `live_line`.
    Elsewhere it prints a line to standard error from time to time, and none in short runs.
    """
    if quiet or on_terminal(quiet):
        with live_line(not quiet, text) as on_progress:
            yield on_progress
        return
    due = time.monotonic() + PLAIN_SECONDS

    def say_when_due(progress: Progress) -> None:
        nonlocal due
        if time.monotonic() >= due:
            due = time.monotonic() + PLAIN_SECONDS
            say(f"rookery: {text(progress)}")

    yield say_when_due


def _number(value: Value | None) -> str:
    if value is None:
        return "-"
    if isinstance(value, Fraction):
        return str(value)
    return f"{value:,}" if isinstance(value, int) else f"{value:,.1f}"


def solve_each(
    puzzles: Iterable[Any],
    solving: Solving,
    output: Output,
    text: Callable[[Result], str],
    noun: str,
    certificate: str | None = None,
) -> int:
    """Solve puzzles one by one, as they are read, print the results and return the exit status.

    `text` returns the text of a result with an answer. `noun` is that of an answer, for the message
    that there is none. `certificate` is the file for the proof of the one puzzle.
    """
    keywords = solving.keywords() | {"certificate": certificate}
    worst = status.DONE
    results = []
    with answering() as answers:
        for puzzle in puzzles:
            words = partial(progress_text, word=family_of(puzzle).words.value_of(puzzle))
            with live_line(on_terminal(solving.quiet), words) as on_progress:
                result = api.solve(puzzle, on_progress=on_progress, **keywords)
            if output.as_json:
                answers.write(json_line(result))
            elif result.answer is not None:
                answers.write(text(result))
            if output.draws:
                results.append(result)
            if result.answer is None and not solving.quiet:
                say(f"rookery: {none_text(noun, result.note or result.status.value)}")
            elif result.note and certificate is not None and not solving.quiet:
                say(f"rookery: {result.note}")
            if result.reason not in (Reason.PROVED, Reason.DONE) and not solving.quiet:
                last = Progress(result.seconds, result.value, result.bound)
                say(f"rookery: stopped ({result.reason.value}): {words(last)}")
            worst = max(worst, status.of_result(result))
            if worst == status.INTERRUPTED:
                break
        answers.flush()
        output.draw(results)
    return worst


def print_listing(
    listing: Listing,
    output: Output,
    quiet: bool,
    text: Callable[[Any], str],
    noun: str,
    between: str = "",
) -> Result:
    """Print answers as they are listed, or all as one JSON object at the end; return the result.

    `noun` is that of the answers, for the message that a limit stopped the listing.
    """
    kept: list[Any] = []
    gap = ""
    with answering() as answers:
        for block in listing:
            if output.as_json:
                kept += block
            elif output.draws:
                kept += block[: MOST_DRAWN - len(kept)]
            if block and not output.as_json:
                answers.write(gap + between.join(map(text, block)))
                gap = between
        result = listing.result
        if output.as_json or output.draws:
            output.write(answers, replace(result, answers=tuple(kept)), "")
        if not output.as_json and result.reason not in (Reason.PROVED, Reason.DONE) and not quiet:
            say(f"rookery: {listing.found} {noun}, not listed to the end: {result.reason.value}")
    return result


def none_text(noun: str, why: str) -> str:
    """Return the message that there is no answer, with the reason, which may say so itself.

    >>> none_text("placement", "the queens attack each other")
    'no placement: the queens attack each other'
    >>> none_text("placement", "no placement goes through the given squares")
    'no placement goes through the given squares'
    """
    return why if why.startswith("no ") else f"no {noun}: {why}"


def rows_from_one(placement: Any) -> list[int]:
    """Return the rows of a placement, column by column, counted from 1 at the top."""
    return [row + 1 for row in placement]
