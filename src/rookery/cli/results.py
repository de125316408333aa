"""The results of commands as text, JSON and pictures."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from rookery.cli.options import gathered, json_option
from rookery.cli.streams import STDOUT, Answers
from rookery.document import result_data
from rookery.families import answers_of
from rookery.results.result import Result
from rookery.version import RENDERERS, missing_renderer
from rookery.view.palette import AUTO
from rookery.view.text import puzzle_text, side_by_side

if TYPE_CHECKING:
    from rookery.view.sheet import Picture

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
            data = form()
            with open(name, "wb") as file:
                file.write(data)


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
