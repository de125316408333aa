"""From a recipe and its files to a package in a folder."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from importlib.resources import files
from importlib.resources.abc import Traversable
from io import BytesIO
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from rookery.api.solving import solve
from rookery.errors import PuzzleError, RookeryError, shown
from rookery.packages.formats import Format
from rookery.packages.recipe import Recipe
from rookery.reading.tokens import Tokens
from rookery.results.result import Reason, Result
from rookery.statements import load

CASES = 10
FEWEST_CASES = 5
KEPT = ("data", "submissions")
"""The folders of a statement's files that go into its package as they are."""


def export(
    statement: str, folder: str | os.PathLike[str], form: Format, seed: int = 0, cases: int = CASES
) -> int:
    """Write the problem package of a statement.

    Parameters
    ----------
    statement
        Its name.
    folder
        Where to: a new folder, or an empty one.
    form
        The format of the package.
    seed
        Of the secret cases; the same seed gives the same package, byte for byte.
    cases
        How many secret cases there are, at least 5: the kinds small, random, structured, extreme
        and worst-case take turns.

    Returns
    -------
    int
        The number of files written.

    Raises
    ------
    PuzzleError
        When the statement is unknown or there are too few cases.
    RookeryError
        When the folder is not empty.
    OSError
        When it cannot be written.
    KeyboardInterrupt
        When it is interrupted; nothing is written then.

    Notes
    -----
    The judges' answers of ``showdown`` come from a search: they are legal and good, but not proved
    to be the best.
    """
    target = Path(folder)
    if target.exists() and (not target.is_dir() or any(target.iterdir())):
        raise RookeryError(f"expected a new or an empty folder, got {shown(str(target))}")
    if cases < FEWEST_CASES:
        raise PuzzleError(expected=f"{FEWEST_CASES} cases or more", found=shown(cases))
    contents = dict(package(recipe_of(statement), form, seed, cases))
    _write_whole(contents, target.resolve())
    return len(contents)


def _write_whole(contents: Mapping[str, bytes], target: Path) -> None:
    """Write a folder under another name beside it, then rename it: it is there whole or not.

    All files are on the disk by then, for a power cut may undo what is written but not the name.
    """
    target.parent.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(prefix=f".{target.name}-", dir=target.parent) as beside:
        made = Path(beside) / target.name
        made.mkdir()
        for path, data in contents.items():
            place = made / path
            place.parent.mkdir(parents=True, exist_ok=True)
            with open(place, "wb") as stream:
                stream.write(data)
                stream.flush()
                os.fsync(stream.fileno())
        if target.exists():
            target.rmdir()
        made.rename(target)


def recipe_of(statement: str) -> Recipe:
    """Return the recipe of a statement.

    >>> recipe_of("sultan").uuid
    UUID('...')
    """
    from rookery.packages.recipes import recipes

    return recipes()[load(statement).name]


def package(recipe: Recipe, form: Format, seed: int, cases: int) -> Iterator[tuple[str, bytes]]:
    """Yield path and content of every file of a package."""
    own, common = files("rookery.packages") / "files" / recipe.folder, files("rookery.packages")
    for path, text in form.settings(recipe):
        yield path, text.encode()
    statement = (own / "statement.tex").read_bytes()
    grading = own / f"grading-{form.value}.tex"
    yield form.statement, statement + (grading.read_bytes() if grading.is_file() else b"")
    yield "input_validators/validator.py", (own / "validator.py").read_bytes()
    yield f"{form.checker}/checker.py", (own / "checker.py").read_bytes()
    yield f"{form.checker}/judging.py", (common / "files" / "judging.py").read_bytes()
    for name in KEPT:
        for path, data in _tree(own / name, name):
            yield path, data
            if path.endswith(".in"):
                yield path[:-2] + "ans", answer(recipe, data)
    for name, program in wrong_submissions(recipe, form):
        yield f"submissions/wrong_answer/{name}.py", program.encode()
    for name, given in secret_cases(recipe, seed, cases):
        yield f"data/secret/{name}.in", given
        yield f"data/secret/{name}.ans", answer(recipe, given)


def secret_cases(recipe: Recipe, seed: int, cases: int) -> Iterator[tuple[str, bytes]]:
    """Yield name and input of the secret cases."""
    kinds = list(recipe.makers)
    for number in range(cases):
        kind = kinds[number % len(kinds)]
        random = Random(f"{recipe.name} {seed} {number}")
        width = len(str(cases))
        yield f"{number + 1:0{width}d}-{kind}", recipe.makers[kind](random).encode()


def answer(recipe: Recipe, given: bytes) -> bytes:
    """Return the judges' answer to an input.

    Raises
    ------
    KeyboardInterrupt
        When a search was interrupted: what it had found by then is no judges' answer.
    """
    statement = load(recipe.name)
    puzzles = statement.read(Tokens(BytesIO(given)))
    return "".join(statement.write(_solved(recipe, puzzles))).encode()


def _solved(recipe: Recipe, puzzles: Iterable[Any]) -> Iterator[Result[Any]]:
    for puzzle in puzzles:
        result = solve(puzzle, limits=recipe.limits, threads=1)
        if result.reason is Reason.INTERRUPTED:
            raise KeyboardInterrupt
        yield result


def wrong_submissions(recipe: Recipe, form: Format) -> Iterator[tuple[str, str]]:
    """Yield name and text of the accepted program with one mistake each.

    Raises
    ------
    RookeryError
        When a mistake's text is not there exactly once.
    """
    own = files("rookery.packages") / "files" / recipe.folder
    program = (own / "submissions" / "accepted" / f"{recipe.folder}.py").read_text("utf-8")
    for mistake in tomllib.loads((own / "mistakes.toml").read_text("utf-8"))["mistake"]:
        if form.value in mistake.get("formats", [form.value]):
            yield mistake["name"], _made(mistake, program)


def _made(mistake: dict[str, Any], program: str) -> str:
    """Return a program with a mistake made, and a first line that names it."""
    for edit in (mistake, *mistake.get("also", ())):
        if program.count(edit["old"]) != 1:
            raise RookeryError(f"{mistake['name']}: not once in the program: {edit['old']!r}")
        program = program.replace(edit["old"], edit["new"])
    return f"# Wrong: {mistake['why']}\n{program}"


def _tree(folder: Traversable, path: str) -> Iterator[tuple[str, bytes]]:
    """Yield path and content of the files below a folder, compiled bytecode apart."""
    with suppress(FileNotFoundError):
        for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
            if entry.is_dir() and entry.name != "__pycache__":
                yield from _tree(entry, f"{path}/{entry.name}")
            elif entry.is_file():
                yield f"{path}/{entry.name}", entry.read_bytes()
