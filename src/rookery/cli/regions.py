"""``rookery regions``: region puzzles solved, explained, checked and generated."""

from __future__ import annotations

import io
import json
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import click

import rookery as api
from rookery.addresses import begins
from rookery.api.listing import is_unique
from rookery.api.regions import TITLE, generate_regions
from rookery.api.regions import explain as explained
from rookery.api.regions import hint as next_step
from rookery.api.texts import REGIONS, puzzles_of
from rookery.boards.board import Square
from rookery.cli import status
from rookery.cli.options import (
    SQUARES,
    HelpfulGroup,
    Solving,
    gathered,
    json_option,
    number_option,
    seed_option,
    solving_options,
)
from rookery.cli.puzzles import field_options, json_puzzles, suggesting_reader
from rookery.cli.report import (
    Output,
    output_options,
    print_listing,
    refuse_unwritable,
    solve_each,
    writable,
)
from rookery.cli.streams import STDIN, STDOUT, answering, read_all, say
from rookery.cli.types import PIECES, Choice, Integer, Real, Side, methods_of
from rookery.cli.workers import print_count
from rookery.document import document_of, explanation_data, step_data
from rookery.errors import UnmetRequestError
from rookery.files import write_file
from rookery.pictures import is_picture
from rookery.reading.tokens import Tokens
from rookery.regions.document import FIELDS
from rookery.regions.explaining import difficulty_of
from rookery.regions.puzzle import Regions
from rookery.regions.validation import LETTERS
from rookery.results.result import Status
from rookery.view.glyphs import piece_name
from rookery.view.pages import PAPERS, Pages, PaperName, hint_pages, most_boards, pages
from rookery.view.sheet import ending_of

ONE = "one answer"
SECONDS = number_option(
    "--seconds", "Stop after S seconds for each puzzle.", metavar="S", type=Real(min=0)
)
EPILOG = f"""\b
Examples:
  rookery regions generate 8 --difficulty medium --seed 3
  rookery regions generate 10 --stars 2 --number 100 --folder book --sheet book.pdf
  rookery regions generate 7 --number 4 --sheet class.pdf --name-line --hints 3 --paper letter
  rookery regions generate 8 | rookery regions explain -
  rookery regions solve puzzle.txt
  rookery regions check puzzle.txt
  rookery regions solve puzzle.txt --stars 2 --json | rookery show
  rookery regions solve 'https://puzz.link/p?starbattle/4/4/1/64gds0'
  rookery regions generate 8 | rookery show --address penpa
  rookery regions read screenshot.png

A file holds rows of letters, each letter the region of its square, or a list of lists; blanks,
commas and coordinates beside the squares are ignored. The lines "stars N" (default: 1), "piece
BETZA" (default: king), "given SQUARES" and "blocked SQUARES" may follow. Or the file holds JSON,
or addresses of puzz.link and penpa-edit or words of Star Battle Notation, with any number of
puzzles; FILE may be an address itself, or a picture of a board (extra 'pictures').
{SQUARES}"""

Fields = Mapping[str, Any]  # set by options, instead of the file's
ANSWERS = "Answers"  # the title of their pages
ANSWERS_PER_BOARD = 2  # boards on a page of answers for each on a page of puzzles
STAR = "K"  # the piece that is drawn as a star


class Layout(NamedTuple):
    """How printed puzzles are laid out."""

    per_page: int
    paper: PaperName
    title: str
    name_line: bool
    hints: int

    def heading(self, puzzle: Regions) -> str:
        """Return the title and the rule of the puzzles."""
        return f"{self.title}\n{rule_of(puzzle)}"

    def expect_room(self, blank: Regions) -> None:
        """Raise a `UsageError` if the pages cannot hold as many boards of this size."""
        most = min(
            most_boards(blank, self.paper, self.heading(blank), self.name_line),
            most_boards(blank, self.paper, ANSWERS) // ANSWERS_PER_BOARD,
        )
        if self.per_page > most:
            message = f"expected at most {most} boards on a page, got {self.per_page}"
            raise click.UsageError(f"--per-page: {message}")

    def write(self, puzzles: Sequence[Regions], path: Path) -> None:
        """Write pages of puzzles, of hints and of answers: all to one PDF, or each to a file."""
        explained = [api.explain(puzzle) for puzzle in puzzles]
        solved = [api.solve(puzzle).answer for puzzle in puzzles]
        questions = pages(
            puzzles,
            words=[one.difficulty or "" for one in explained],
            per_page=self.per_page,
            paper=self.paper,
            heading=self.heading(puzzles[0]),
            name_line=self.name_line,
        )
        first_steps = [[step.words for step in one.steps[: self.hints]] for one in explained]
        hints = hint_pages(first_steps, "Hints", self.paper) if self.hints else Pages()
        solutions = pages(
            puzzles,
            answers=solved,
            per_page=ANSWERS_PER_BOARD * self.per_page,
            paper=self.paper,
            heading=ANSWERS,
        )
        if path.suffix.lower() == ".pdf":
            Pages([*questions, *hints, *solutions]).save(path)
            return
        questions.save(path)
        if hints:
            hints.save(path.with_name(f"{path.stem}-hints{path.suffix}"))
        solutions.save(path.with_name(f"{path.stem}-answers{path.suffix}"))


def rule_of(puzzle: Regions) -> str:
    """Return the rule of a region puzzle, for those who solve it."""
    number = "a star" if puzzle.stars == 1 else f"{puzzle.stars} stars"
    apart = "stars do not touch, not even at a corner"
    if puzzle.piece.betza != STAR:
        number = number.replace("star", "piece")
        apart = f"no piece attacks another; they move as the {piece_name(puzzle.piece)} does"
    return f"Place {number} in every row, column and region; {apart}."


LAYOUT_OPTIONS = (
    number_option("--per-page", "Boards on a page; pages of answers hold twice as many.", 6),
    click.option(
        "--paper",
        type=Choice([*PAPERS], str.lower),
        default="a4",
        show_default=True,
        help="The size of pages.",
    ),
    click.option(
        "--title", metavar="TEXT", default=TITLE, show_default=True, help="The title of pages."
    ),
    click.option("--name-line", is_flag=True, help="Leave a line for a name and a date on pages."),
    number_option(
        "--hints", "Pages with the first K steps of each puzzle.", 0, "K", Integer(min=0)
    ),
)


class _RegionsCommands(HelpfulGroup):
    reader = "solve"
    maker = "generate"


@click.group(
    cls=_RegionsCommands,
    epilog=EPILOG,
    short_help="Region puzzles: solved, explained, checked and made.",
)
def regions() -> None:
    """Region puzzles, such as Star Battle and the Queens of a daily paper.

    Every row, column and region holds the same number of pieces, and none attacks another.
    """


@regions.command(short_help="Print an answer to each puzzle, or the number of answers.")
@click.argument("file", default=STDIN)
@click.option("--count", is_flag=True, help="Print only the number of answers.")
@click.option("--all", "every", is_flag=True, help="Print all answers, in order.")
@field_options(*FIELDS.options)
@output_options
@solving_options(methods_of("regions"))
def solve(
    file: str, count: bool, every: bool, fields: Fields, output: Output, solving: Solving
) -> int:
    """Print an answer to each puzzle of FILE: the squares of the pieces on a line."""
    if count and every:
        raise click.UsageError("expected --count or --all, got both")
    puzzles, keywords = _puzzles(file, fields), solving.keywords()
    if not (count or every):
        return solve_each(
            puzzles, solving, output, lambda r: _line(r.puzzle, r.answer or ()), "answer"
        )
    if output.draws and len(puzzles) > 1:
        raise click.UsageError(
            f"expected one puzzle for a picture with --count or --all, got {len(puzzles)}"
        )
    worst = status.DONE
    for puzzle in puzzles:
        if count:
            worst = max(worst, print_count(puzzle, keywords, output, solving.quiet))
            continue
        listing = api.listing(puzzle, limits=keywords["limits"])
        text = partial(_line, puzzle)
        result = print_listing(listing, output, solving.quiet, text, "answers")
        if result.status is Status.INFEASIBLE and not solving.quiet:
            say(f"rookery: {result.note}")
        worst = max(worst, status.of_result(result))
    return worst


@regions.command(short_help="Print the puzzles of a picture or a file as text.")
@click.argument("file", default=STDIN)
@field_options(FIELDS["stars"], FIELDS["piece"])
@json_option
@click.option(
    "--svg",
    metavar="FILE",
    callback=writable,
    help="Draw the puzzle that was read as an SVG picture.",
)
@click.option("-o", "--output", metavar="FILE", help="Write to FILE instead of standard output.")
def read(file: str, fields: Fields, as_json: bool, svg: str | None, output: str | None) -> int:
    """Print the puzzles of FILE as text: rows of letters, each letter the region of its square.

    FILE may be a picture (extra 'pictures'): a screenshot, a scan or a drawing of one board.
    Squares whose region is unsure, and pieces found on the board, are listed on standard error. The
    exit status is 1 if a square is unsure.
    """
    data, name = read_all(file)
    unsure = False
    if is_picture(data):
        from rookery.regions.screenshots import read as read_picture

        found = read_picture(data, name)
        unsure = bool(found.unsure)
        for note in found.notes:
            say(f"{name}: {note}")
        puzzles = [_with(found.puzzle, fields)]
    else:
        puzzles = _puzzles_of(data, name, fields)
    if svg is not None and len(puzzles) != 1:
        raise click.UsageError(f"expected one puzzle for a picture, got {len(puzzles)}")
    with answering(output or STDOUT) as answers:
        for puzzle in puzzles:
            text = json.dumps(document_of(puzzle)) if as_json or len(puzzles) > 1 else f"{puzzle}"
            answers.write(f"{text}\n")
    if svg is not None:
        api.svg(puzzles[0]).save(svg)
    return status.REJECTED if unsure else status.DONE


@regions.command(short_help="Solve puzzles by rules, step by step.")
@click.argument("file", default=STDIN)
@click.option("--hint", is_flag=True, help="Print only the next step.")
@SECONDS
@field_options(FIELDS["stars"], FIELDS["piece"])
@json_option
def explain(file: str, hint: bool, seconds: float | None, fields: Fields, as_json: bool) -> int:
    """Solve the puzzles of FILE by rules, step by step, and rate their difficulty.

    A step is a line: the rule, its conclusions (* a piece, - an empty square), and the reason. With
    --hint, only the step that follows from the given and blocked squares is printed. The exit
    status is 3 if --seconds stopped an explanation, 4 if it did so before the first step.
    """
    worst = status.DONE
    with answering() as answers:
        for puzzle in _puzzles(file, fields):
            if hint:
                step = next_step(puzzle, limits=seconds)
                if as_json:
                    answers.write(json.dumps(None if step is None else step_data(step)) + "\n")
                else:
                    answers.write("no step\n" if step is None else f"{step}\n")
                continue
            found = explained(puzzle, limits=seconds)
            if as_json:
                answers.write(json.dumps(explanation_data(found)) + "\n")
            else:
                answers.write("".join(f"{step}\n" for step in found.steps))
                if found.is_complete and found.answer is None:
                    answers.write(f"not solved by rules: {_number_of_answers(puzzle)}\n")
                elif found.is_complete:
                    answers.write(f"{found.difficulty}: {_line(puzzle, found.answer or ())}")
            if not found.is_complete:
                say(f"rookery: explained no further within {seconds:g} s")
                worst = max(worst, status.LIMIT if found.steps else status.NO_ANSWER)
    return worst


def _number_of_answers(puzzle: Regions) -> str:
    """Return in words whether there are no, one or several answers."""
    if is_unique(puzzle):
        return ONE
    return "no answer" if api.solve(puzzle).answer is None else "several answers"


@regions.command(short_help="Check for exactly one answer, and rate the difficulty.")
@click.argument("file", default=STDIN)
@click.option("-q", "--quiet", is_flag=True, help="Print nothing.")
@field_options(FIELDS["stars"], FIELDS["piece"])
@json_option
def check(file: str, quiet: bool, fields: Fields, as_json: bool) -> int:
    """Print for each puzzle of FILE whether it has exactly one answer, and its difficulty.

    The exit status is 1 if a puzzle has no answer or several.
    """
    rejected = False
    with answering() as answers:
        for puzzle in _puzzles(file, fields):
            words, difficulty = _number_of_answers(puzzle), None
            unique = words == ONE
            rejected = rejected or not unique
            if unique:
                difficulty = difficulty_of(puzzle)
                words = f"{ONE}, {difficulty or 'beyond the rules'}"
            if not quiet:
                data = json.dumps({"unique": unique, "difficulty": difficulty, "found": words})
                answers.write(f"{data if as_json else words}\n")
    return status.REJECTED if rejected else status.DONE


@regions.command(short_help="Make puzzles that have exactly one answer.")
@click.argument("size", type=Side(1, len(LETTERS)))
@number_option("--stars", "Pieces in each row, column and region.", 1)
@click.option(
    "--piece", default="king", show_default=True, metavar="BETZA", help="The piece.", **PIECES
)
@click.option(
    "--difficulty",
    multiple=True,
    metavar="NAME",
    help='easy, medium, hard, expert, or "any" of these; given several times, --number of each.',
)
@number_option("--least", "The fewest squares in a region.")
@number_option("--most", "The most squares in a region.")
@number_option("--number", "Number of puzzles.", 1, metavar="K")
@seed_option("Seed of the first puzzle; each further puzzle has the next seed.")
@SECONDS
@json_option
@click.option("--folder", metavar="DIR", help="Write each puzzle to a text file in DIR.")
@click.option(
    "--sheet",
    metavar="FILE",
    help="Draw the puzzles on pages to print, and the answers on others: one file if FILE is a "
    ".pdf (extra 'pdf'); else FILE, as .svg or .png, names the first page.",
)
@gathered("layout", Layout, Layout._fields, LAYOUT_OPTIONS)
def generate(
    number: int,
    seed: int,
    as_json: bool,
    folder: str | None,
    sheet: str | None,
    layout: Layout,
    **request: Any,
) -> int:
    """Make puzzles of SIZE rows that have exactly one answer.

    The same options give the same puzzles on any machine. One puzzle is printed as text, several as
    JSON, one a line, unless they are written to a folder or pages. If no puzzle of the difficulty
    is found within --seconds, the puzzle of the nearest difficulty is printed, with a message on
    standard error, and the exit status is 3.
    """
    difficulties = request.pop("difficulty") or (None,)
    unmet: list[UnmetRequestError] = []
    puzzles = _generated(difficulties, number, seed, request, unmet)
    if folder is not None or sheet is not None:
        if sheet is not None:
            rows = [[row] * request["size"] for row in range(request["size"])]
            layout.expect_room(Regions(rows, request["stars"], request["piece"]))
        if folder is not None:
            Path(folder).mkdir(parents=True, exist_ok=True)
        if sheet is not None:
            refuse_unwritable("--sheet", sheet, ending_of(sheet).strip("."))
        listed: list[Regions] = []
        total = number * len(difficulties)
        digits = len(str(total))
        try:
            for at, puzzle in enumerate(puzzles, 1):
                listed.append(puzzle)
                if folder is not None:
                    write_file(Path(folder, f"{at:0{digits}}.txt"), f"{puzzle}\n".encode())
        finally:  # a limit or an interrupt leaves the puzzles so far
            if len(listed) < total:
                say(f"rookery: made {len(listed)} of {total} puzzles")
            if sheet is not None and listed:
                layout.write(listed, Path(sheet))
        return status.LIMIT if unmet else status.DONE
    as_json = as_json or number * len(difficulties) > 1
    with answering() as answers:
        for puzzle in puzzles:
            answers.write(f"{json.dumps(document_of(puzzle))}\n" if as_json else f"{puzzle}\n")
            answers.flush()
    return status.LIMIT if unmet else status.DONE


def _generated(
    difficulties: Sequence[str | None],
    number: int,
    seed: int,
    request: dict[str, Any],
    unmet: list[UnmetRequestError],
) -> Iterable[Regions]:
    """Yield a number of puzzles of each difficulty, or the nearest if none is found."""
    for at, difficulty in enumerate(difficulties):
        for index in range(number):
            try:
                yield generate_regions(
                    request["size"],
                    stars=request["stars"],
                    piece=request["piece"],
                    difficulty=difficulty,
                    sizes=(request["least"], request["most"]),
                    seed=seed + at * number + index,
                    limits=request["seconds"],
                )
            except UnmetRequestError as error:
                say(f"rookery: {error}")
                unmet.append(error)
                yield error.nearest


def _puzzles(file: str, fields: Fields) -> list[Regions]:
    """Return the puzzles of a file, with the fields that options set instead of its own."""
    return _puzzles_of(*read_all(file), fields)


def _puzzles_of(data: bytes, name: str, fields: Fields) -> list[Regions]:
    from rookery.regions.addresses import read

    puzzles: list[Regions] | None = json_puzzles(REGIONS, data, name, fields)
    if puzzles is None:
        with suggesting_reader(REGIONS, data, name):
            found = (
                read(Regions, Tokens(io.BytesIO(data), name), stars=fields.get("stars"))
                if begins(data)
                else puzzles_of(REGIONS, data, name)
            )
            puzzles = [_with(puzzle, fields) for puzzle in found]
    return puzzles


def _with(puzzle: Regions, fields: Fields) -> Regions:
    """Return a puzzle with other values of some fields."""
    return Regions(**{field.name: field.of(puzzle) for field in FIELDS.all} | dict(fields))


def _line(puzzle: Regions, answer: Iterable[Square]) -> str:
    return " ".join(map(puzzle.board.name, answer)) + "\n"
