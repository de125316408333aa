"""``rookery show``: the boards of an input, and of its output, drawn as text or as pictures."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack
from itertools import chain
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from rookery.addresses import NAMES as FORMS
from rookery.api.texts import JSON, kind_of, puzzles_of, text_of_all
from rookery.cli import status
from rookery.cli.options import gathered, number_option, puzzle_option
from rookery.cli.report import (
    MOST_DRAWN,
    Drawn,
    drawn_result,
    picture_of,
    refuse_unwritable,
    write_files,
)
from rookery.cli.streams import STDIN, STDOUT, Answers, answering, read_all, reading
from rookery.cli.types import Choice, Integer
from rookery.document import texts as documents
from rookery.document.texts import SolvedPuzzle
from rookery.errors import PuzzleError, RookeryError, shown
from rookery.families import answers_of
from rookery.files import write_file
from rookery.reading.tokens import Tokens
from rookery.results.result import Status
from rookery.statements import NAMES, load
from rookery.statements.statement import Output, counted
from rookery.view.fen import fen as fen_of
from rookery.view.palette import AUTO, THEMES

if TYPE_CHECKING:
    from rookery.heaviest.puzzle import Heaviest
    from rookery.nonattacking.puzzle import NonAttacking
    from rookery.queens.puzzle import Queens
    from rookery.regions.puzzle import Regions
    from rookery.tour.puzzle import Tour

IMPOSSIBLE = b"impossible"
_SQUARE = re.compile(r"[a-z]+[0-9]+")
_PLACED = re.compile(rb"(?:([0-9]{1,9}):)?([a-z]+[0-9]+)")
_WEIGHT = re.compile(rb"[+-]?[0-9.]+(e[+-]?[0-9]+)?:")
_PATH = re.compile(rb"([a-z]+[0-9]+)+")
UNKNOWN_KIND = (
    "no puzzle: not a text of any known kind; if it is one, name it with --puzzle. To draw answers "
    "alone, print them with --json: rookery queens 8 --json | rookery show"
)

EPILOG = """\b
Examples:
  rookery show boards.txt
  rookery show boards.txt answers.txt --test 3
  rookery judge eight-queens in.txt | rookery show in.txt - --puzzle eight-queens
  rookery tour board.txt | rookery show board.txt -
  rookery nonattacking pieces.txt | rookery show pieces.txt -
  rookery queens 6 --json | rookery show
  rookery show boards.txt answers.txt --svg boards.svg --lines
  rookery queens 8 --json | rookery show --fen
  rookery regions generate 10 --stars 2 | rookery show --address penpa

Without OUTPUT the puzzles are drawn; with it the answers, and below each answer its faults. A
result, as --json and solve-many write it, is drawn with its answers. Kings to be checked are
outlined; gold, silver, horse, phoenix and cannon are the letters G, S, H, P and C. In pictures
--lines draws the attacks of each piece, with a ring around the hurdle that a cannon jumps over.
"""

_OPTIONS = (
    click.option("--svg", metavar="FILE", help="Draw all tests as one SVG picture; '-' is stdout."),
    click.option("--png", metavar="FILE", help="Draw all tests as one PNG picture (extra 'png')."),
    click.option("--pdf", metavar="FILE", help="Draw all tests as one PDF picture (extra 'pdf')."),
    click.option("--tikz", metavar="FILE", help="Draw all tests as one TikZ picture for LaTeX."),
    click.option(
        "--plot",
        metavar="FILE",
        help="Plot one test of queens or weights (extra 'plot'), in the format of the suffix.",
    ),
    click.option("--lines", is_flag=True, help="In pictures: show the attacks of the pieces."),
    click.option("--animate", is_flag=True, help="In an SVG picture of one tour: play it."),
    number_option(
        "--size",
        "In pictures: pixels per square (TikZ: half points); default: 48, fewer if wide.",
        type=Integer(4, 512),
    ),
    click.option(
        "--theme",
        type=Choice([AUTO, *THEMES]),
        default=AUTO,
        show_default=True,
        help="In pictures: colours; auto follows the reader's system; light in PNG, PDF, TikZ.",
    ),
)


class Files(NamedTuple):
    """The pictures to write and their style; false if there are none."""

    svg: str | None
    png: str | None
    pdf: str | None
    tikz: str | None
    plot: str | None
    lines: bool
    animate: bool
    size: int | None
    theme: str

    def __bool__(self) -> bool:
        return self._draws() or self.plot is not None

    def _draws(self) -> bool:
        return any(name is not None for name in (self.svg, self.png, self.pdf, self.tikz))

    def write(self, tests: Iterable[Drawn], only: int | None, answers: Answers) -> int:
        """Draw all tests, or the one with the number `only`, as one picture in each file.

        Returns the number of tests. If `only` is greater, no file is written.
        """
        numbered = list(enumerate(tests, 1))
        if not numbered:
            raise RookeryError("expected a test to draw, got none")
        chosen = [test for test in numbered if only in (None, test[0])]
        if chosen and self._draws():
            named = [(f"test {number}", test) for number, test in chosen]
            picture = picture_of(named, self.lines, self.size, self.theme, self.animate)
            write_files({self.png: picture.png, self.pdf: picture.pdf})
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

    def refuse(self) -> None:
        """Raise if a file cannot be drawn, or an option of pictures is given without a picture."""
        options = {
            "--lines": self.lines,
            "--animate": self.animate,
            "--size": self.size,
            "--theme": self.theme != AUTO,
        }
        for name, given in options.items():
            if given and not self._draws():
                raise click.UsageError(
                    f"expected --svg, --png, --pdf or --tikz with {name}, got none"
                )
        if STDOUT in (self.png, self.pdf, self.plot):
            raise click.UsageError("expected a file for --png, --pdf and --plot, got '-'")
        if self.svg == self.tikz == STDOUT:
            raise click.UsageError("expected a file for --svg or --tikz, got '-' for both")
        if self.animate and self.svg is None:
            raise click.UsageError("expected --svg with --animate, got none")
        for form in ("svg", "png", "pdf", "tikz"):
            name = getattr(self, form)
            if name not in (None, STDOUT):
                refuse_unwritable(f"--{form}", name, form)


def _write(text: str, name: str, answers: Answers) -> None:
    """Write a picture to a file, or to the answers."""
    if name == STDOUT:
        answers.write(text)
        return
    write_file(name, text.encode())


@click.command(epilog=EPILOG)
@click.argument("file", default=STDIN)
@click.argument("output", required=False)
@puzzle_option
@number_option("--test", "Draw only test N.")
@click.option("--ascii", is_flag=True, help="Draw with ASCII characters only.")
@click.option(
    "--fen", is_flag=True, help="Write positions in FEN, one a line, instead of drawings."
)
@click.option(
    "--address",
    type=Choice(FORMS),
    help="Write addresses of region puzzles, one a line, instead of drawings: puzzlink is "
    "puzz.link, penpa is penpa-edit, sbn is Star Battle Notation.",
)
@gathered("files", Files, Files._fields, _OPTIONS)
def show(  # noqa: PLR0913 - the options of a command
    file: str,
    output: str | None,
    kind: str | None,
    test: int | None,
    ascii: bool,
    fen: bool,
    address: str | None,
    files: Files,
) -> int:
    """Draw the boards of an input, or the answers to it.

    FILE holds the puzzles, OUTPUT the answers to them.
    """
    files.refuse()
    forms = {"--fen": fen, "--address": address is not None, "a picture": bool(files)}
    if len(given := [form for form in forms if forms[form]]) > 1:
        raise click.UsageError(f"expected {given[0]} or {given[1]}, got both")
    if file == output == STDIN:
        raise click.UsageError("expected FILE or OUTPUT to be a file, got '-' twice")
    encoding = getattr(sys.stdout, "encoding", None) or ""
    ascii = ascii or encoding.lower().replace("-", "") != "utf8"
    with ExitStack() as stack:
        answers = stack.enter_context(answering())
        data, name = read_all(file)
        try:
            kind = kind or kind_of(data, name)
        except RookeryError as error:
            message = f"{error}" if error.__cause__ else f"{name}: {UNKNOWN_KIND}"
            raise RookeryError(message) from error
        if output is not None:
            puzzles = puzzles_of(kind, data, name)
            drawn = _answered(kind, puzzles, Tokens(*stack.enter_context(reading(output))))
        elif kind == JSON:
            most = None if fen else MOST_DRAWN
            drawn = (_solved(solved, most) for solved in documents.read_solved(data, name))
        else:
            drawn = (Drawn(puzzle, [], []) for puzzle in puzzles_of(kind, data, name))
        if files:
            tests = files.write(drawn, test, answers)
        else:
            tests = 0
            for tests, each in enumerate(drawn, 1):
                if fen and test in (None, tests):
                    for answer in each.answers or [None]:
                        answers.write(f"{fen_of(each.puzzle, answer)}\n")
                elif address is not None and test in (None, tests):
                    answers.write(text_of_all([each.puzzle], address))
                elif test in (None, tests):
                    gap = "\n" if test is None and tests > 1 else ""
                    answers.write(f"{gap}test {tests}\n{each.text(ascii)}\n")
                if tests == test:
                    break
    if test is not None and test > tests:
        raise RookeryError(f"expected a test from 1 to {tests}, got {test}")
    return status.DONE


def _answered(kind: str, puzzles: Iterable[Any], tokens: Tokens) -> Iterator[Drawn]:
    for number, puzzle in enumerate(puzzles, 1):
        answer, words = read_output(kind, puzzle, number, tokens)
        drawn = [part for part in answers_of(puzzle, answer) if part is not None]
        yield Drawn(puzzle, drawn, [words, *faults_of(kind, puzzle, answer)])


def _solved(solved: SolvedPuzzle, most: int | None) -> Drawn:
    """Return a puzzle with at most `most` answers of its result, and the faults of the answer."""
    puzzle, result = solved
    if result is None:
        return Drawn(puzzle, [], [])
    drawn = drawn_result(result, most)
    if result.status is Status.OPTIMAL and result.answer is not None:
        # The whole answer of `queens --any` is one placement, whose value is 1.
        is_one = puzzle.family == "queens" and result.value == 1
        check = puzzle.listing_faults if is_one else puzzle.check
        drawn.words.extend(check(result.answer))
    return drawn


def read_output(kind: str, puzzle: Any, number: int, tokens: Tokens) -> Output:
    """Return the claims of an output about a test, given its number from 1.

    Raises an `InputError` at a fault of the form, and a `PuzzleError` for a family without a
    reader.
    """
    tokens.mark()
    if kind in NAMES:
        return load(kind).read_output(puzzle, number, tokens)
    if puzzle.family not in READERS:
        known = ", ".join([*NAMES, *READERS])
        raise PuzzleError(f"there is no output of {puzzle.family} to draw, only of {known}")
    return READERS[puzzle.family](puzzle, tokens)


def _tour(puzzle: Tour, tokens: Tokens) -> Output:
    word = tokens.take("a path or 'impossible'")
    if word == IMPOSSIBLE:
        return Output(None, "impossible")
    fault = tokens.fault(tokens.count - 1, "a path or 'impossible'", shown(word))
    if not _PATH.fullmatch(word):
        raise fault
    try:
        path = tuple(puzzle.board.square(name) for name in _SQUARE.findall(word.decode()))
    except PuzzleError:
        raise fault from None
    return Output(path, counted(len(path) - 1, "move"))


def _queens(puzzle: Queens, tokens: Tokens) -> Output:
    """Return the placements of an output, each a line of rows from 1."""
    placements = []
    while not tokens.at_end():
        rows = (tokens.number("a row", 1, puzzle.n) for _ in range(puzzle.n))
        placements.append(tuple(row - 1 for row in rows))
    return Output(tuple(placements) or None, counted(len(placements), "placement"))


def _heaviest(puzzle: Heaviest, tokens: Tokens) -> Output:
    """Return the placements of an output, each a line: the weight and a colon, then rows from 1."""
    placements, weights = [], []
    while not tokens.at_end():
        expected = "a weight such as '24:'"
        word = tokens.take(expected)
        if not _WEIGHT.fullmatch(word):
            raise tokens.fault(tokens.count - 1, expected, shown(word))
        weights.append(word[:-1].decode())
        rows = (tokens.number("a row", 1, puzzle.n) for _ in range(puzzle.n))
        placements.append(tuple(row - 1 for row in rows))
    if not placements:
        return Output(None, "no placement")
    return Output(tuple(placements), f"weight{'s' * (len(weights) > 1)} {', '.join(weights)}")


def _regions(puzzle: Regions, tokens: Tokens) -> Output:
    """Return the answer on the first line."""
    placed = []
    for word in _words_of_line(tokens, "a square such as 'a1'"):
        try:
            placed.append(puzzle.board.square(word.decode(errors="replace")))
        except PuzzleError as error:
            raise tokens.refused(tokens.count - 1, error) from error
    return Output(tuple(placed), counted(len(placed), "piece")) if placed else NO_ANSWER


def _words_of_line(tokens: Tokens, expected: str) -> Iterator[bytes]:
    """Yield the tokens of the next line."""
    line = tokens.here().line
    while not tokens.at_end() and tokens.here().line == line:
        yield tokens.take(expected)


def _nonattacking(puzzle: NonAttacking, tokens: Tokens) -> Output:
    """Return the placement on the first line; an empty output is a placement of no piece."""
    placed = []
    expected = "a square such as 'a1', or '0:a1' of several kinds of pieces"
    for word in _words_of_line(tokens, expected):
        found = _PLACED.fullmatch(word)
        kind = int(found[1] or 0) if found else 0
        try:
            if found is None or kind >= len(puzzle.pieces):
                raise PuzzleError("")
            placed.append((kind, *puzzle.board.square(found[2].decode())))
        except PuzzleError:
            raise tokens.fault(tokens.count - 1, expected, shown(word)) from None
    return Output(tuple(sorted(placed)), counted(len(placed), "piece"))


def faults_of(kind: str, puzzle: Any, answer: Any) -> list[str]:
    """Return the faults of an output's answer, in words."""
    if answer is None:
        return []
    check = None if kind in NAMES else CHECKS.get(puzzle.family)
    return list(puzzle.check(answer) if check is None else check(puzzle, answer))


NO_ANSWER = Output(None, "no answer")

# By family: checks of an output of the family's command, which may list only some answers.
CHECKS: Mapping[str, Callable[[Any, Any], Iterable[str]]] = {
    "queens": lambda puzzle, answer: puzzle.listing_faults(answer),
    "heaviest": lambda puzzle, answer: chain.from_iterable(
        puzzle.check((each,)) for each in answer
    ),
}

# By family: readers of an output of the family's command.
READERS: Mapping[str, Callable[[Any, Tokens], Output]] = {
    "queens": _queens,
    "heaviest": _heaviest,
    "nonattacking": _nonattacking,
    "regions": _regions,
    "tour": _tour,
    "cover": lambda puzzle, tokens: (
        Output(None, "no cover")
        if tokens.at_end()
        else load("showdown").read_output(puzzle, 1, tokens)
    ),
}
