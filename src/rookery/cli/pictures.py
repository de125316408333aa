"""Drawings for ``show``: tests as text, and options that write them as pictures and plots."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from rookery.cli.names import Choice
from rookery.cli.options import gathered
from rookery.cli.ranges import Integer
from rookery.cli.streams import STDOUT, Answers
from rookery.errors import RookeryError
from rookery.view.palette import AUTO, THEMES
from rookery.view.text import puzzle_text, side_by_side

if TYPE_CHECKING:
    from rookery.view.sheet import Picture

_OPTIONS = (
    click.option("--svg", metavar="FILE", help="Draw all tests as one SVG picture; '-' is stdout."),
    click.option("--png", metavar="FILE", help="Draw all tests as one PNG picture (extra 'png')."),
    click.option("--tikz", metavar="FILE", help="Draw all tests as one TikZ picture for LaTeX."),
    click.option(
        "--plot",
        metavar="FILE",
        help="Plot one test of queens or weights (extra 'plot'), in the format of the suffix.",
    ),
    click.option("--lines", is_flag=True, help="In pictures: show the attacks of the pieces."),
    click.option("--animate", is_flag=True, help="In an SVG picture of one tour: play it."),
    click.option(
        "--size",
        type=Integer(4, 512),
        metavar="N",
        help="In pictures: pixels per square (TikZ: half points); default: 48, fewer if wide.",
    ),
    click.option(
        "--theme",
        type=Choice([AUTO, *THEMES]),
        default=AUTO,
        show_default=True,
        help="In pictures: colours; auto follows the reader's system; light in PNG, TikZ.",
    ),
)


class Drawn(NamedTuple):
    """A test: its puzzle, the answers to draw, and the lines of text below them."""

    puzzle: Any
    answers: Sequence[Any]
    words: list[str]

    def text(self, ascii: bool) -> str:
        """Return the boards as text, side by side, with the words below."""
        boards = [puzzle_text(self.puzzle, answer, ascii) for answer in self.answers or [None]]
        return "\n".join([side_by_side(boards), *self.words])


class Files(NamedTuple):
    """The pictures to write and their style; false if there are none."""

    svg: str | None
    png: str | None
    tikz: str | None
    plot: str | None
    lines: bool
    animate: bool
    size: int | None
    theme: str

    def __bool__(self) -> bool:
        return self._draws() or self.plot is not None

    def _draws(self) -> bool:
        return any(name is not None for name in (self.svg, self.png, self.tikz))

    def write(self, tests: Iterable[Drawn], only: int | None, answers: Answers) -> int:
        """Draw all tests, or the one with the number `only`, as one picture in each file.

        Returns the number of tests. If `only` is greater, no file is written.

        Raises
        ------
        RookeryError
            When there is no test, a package is missing, or an animation is requested of anything
            but one tour.
        """
        numbered = list(enumerate(tests, 1))
        if not numbered:
            raise RookeryError("expected a test to draw, got none")
        chosen = [test for test in numbered if only in (None, test[0])]
        if chosen and self._draws():
            picture = self._picture(chosen)
            if self.png is not None:
                data = picture.png()
                with open(self.png, "wb") as png:
                    png.write(data)
            if self.svg is not None:
                _write(picture, self.svg, answers)
            if self.tikz is not None:
                _write(picture.tikz(), self.tikz, answers)
        if chosen and self.plot is not None:
            from rookery.view.plots import plot

            if len(chosen) > 1:
                message = f"expected one test to plot, got {len(chosen)}; choose with --test"
                raise RookeryError(message)
            ((_, test),) = chosen
            found = tuple(answer for answer in test.answers if answer is not None)
            plot(test.puzzle, self.plot, found or None)
        return len(numbered)

    def refuse_idle(self) -> None:
        """Raise if an option of pictures is given without a picture."""
        options = {
            "--lines": self.lines,
            "--animate": self.animate,
            "--size": self.size,
            "--theme": self.theme != AUTO,
        }
        for name, given in options.items():
            if given and not self._draws():
                raise click.UsageError(f"expected --svg, --png or --tikz with {name}, got none")
        if STDOUT in (self.png, self.plot):
            raise click.UsageError("expected a file for --png and --plot, got '-'")
        if self.svg == self.tikz == STDOUT:
            raise click.UsageError("expected a file for --svg or --tikz, got '-' for both")
        if self.animate and self.svg is None:
            raise click.UsageError("expected --svg with --animate, got none")

    def _picture(self, tests: Sequence[tuple[int, Drawn]]) -> Picture:
        from rookery.view.scenes import scene_of
        from rookery.view.sheet import Panel, sheet, style_for

        panels = []
        for number, drawn in tests:
            count = max(1, len(drawn.answers))
            for index, answer in enumerate(drawn.answers or [None], 1):
                head = f"test {number}" + f", {index} of {count}" * (count > 1)
                words = drawn.words if index == count else []
                panels.append(
                    Panel(scene_of(drawn.puzzle, answer, self.lines), (head, *words)).credited(
                        drawn.puzzle
                    )
                )
        return sheet(panels, style_for(panels, self.size, self.theme, True, self.animate))


def _write(text: str, name: str, answers: Answers) -> None:
    """Write a picture to a file, or to the answers."""
    if name == STDOUT:
        answers.write(text)
        return
    with open(name, "w", encoding="utf-8", newline="\n") as stream:
        stream.write(text)


def _files(**chosen: Any) -> Files:
    files = Files(**chosen)
    files.refuse_idle()
    return files


picture_options = gathered("files", _files, Files._fields, _OPTIONS)
