"""Problem packages for judges: a statement with test data, checkers and submissions.

The programs and texts in ``files`` go into a package unchanged. They run under PyPy and CPython
with the standard library only and do not import rookery. `recipes` generates the rest.
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Iterator, Mapping
from contextlib import suppress
from importlib.resources import files
from importlib.resources.abc import Traversable
from io import BytesIO
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from rookery.api.solving import solve
from rookery.errors import RookeryError, shown
from rookery.packages.recipes import RECIPES, Format, Recipe
from rookery.reading.tokens import Tokens
from rookery.results.result import Reason
from rookery.statements import load

CASES = 10  # default number of secret cases
FEWEST_CASES = 5  # secret cases: one of each kind
KEPT = ("data", "submissions")  # folders of a statement's files that are copied unchanged


def export(
    statement: str, folder: str | os.PathLike[str], form: Format, seed: int = 0, cases: int = CASES
) -> int:
    """Write the problem package of a statement; return the number of files written.

    The folder must be new or empty. The same seed gives the same package, byte for byte. Secret
    cases, at least 5, cycle through the kinds small, random, structured, extreme and worst-case.
    Ctrl-C raises a KeyboardInterrupt, and nothing is written. The judges' answers of ``showdown``
    come from a search: they are legal and good, but not proved optimal.
    """
    target = Path(folder)
    if target.exists() and (not target.is_dir() or any(target.iterdir())):
        raise RookeryError(f"expected a new or an empty folder, got {shown(str(target))}")
    contents = dict(package(recipe_of(statement), form, seed, cases))
    _write_whole(contents, target.resolve())
    return len(contents)


def _write_whole(contents: Mapping[str, bytes], target: Path) -> None:
    """Write all files to a temporary folder and rename it, so that the target is never partial."""
    target.parent.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(prefix=f".{target.name}-", dir=target.parent) as beside:
        made = Path(beside) / target.name
        made.mkdir()
        for path, data in contents.items():
            place = made / path
            place.parent.mkdir(parents=True, exist_ok=True)
            with open(place, "wb") as stream:
                stream.write(data)
                stream.flush()  # a power cut could lose the contents but keep the folder's new name
                os.fsync(stream.fileno())
        if target.exists():
            target.rmdir()
        made.rename(target)


def recipe_of(statement: str) -> Recipe:
    """Return the recipe of a statement.

    >>> recipe_of("sultan").uuid
    UUID('...')
    """
    return RECIPES[load(statement).name]


def package(recipe: Recipe, form: Format, seed: int, cases: int) -> Iterator[tuple[str, bytes]]:
    """Yield the path and content of every file of a package."""
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
    """Yield the name and input of each secret case."""
    kinds = list(recipe.makers)
    for number in range(cases):
        kind = kinds[number % len(kinds)]
        random = Random(f"{recipe.name} {seed} {number}")
        width = len(str(cases))
        yield f"{number + 1:0{width}d}-{kind}", recipe.makers[kind](random).encode()


def answer(recipe: Recipe, given: bytes) -> bytes:
    """Return the judges' answer to an input; raise if the search is interrupted."""
    statement = load(recipe.name)
    results = []
    for puzzle in statement.read(Tokens(BytesIO(given))):
        result = solve(puzzle, limits=recipe.limits, threads=1)
        if result.reason is Reason.INTERRUPTED:
            raise KeyboardInterrupt
        results.append(result)
    return "".join(statement.write(results)).encode()


def wrong_submissions(recipe: Recipe, form: Format) -> Iterator[tuple[str, str]]:
    """Yield name and text of wrong programs: the accepted one with one mistake each.

    The first line explains the mistake. Raises for an ambiguous edit.
    """
    own = files("rookery.packages") / "files" / recipe.folder
    accepted = (own / "submissions" / "accepted" / f"{recipe.folder}.py").read_text("utf-8")
    for mistake in tomllib.loads((own / "mistakes.toml").read_text("utf-8"))["mistake"]:
        if form.value not in mistake.get("formats", [form.value]):
            continue
        name, program = mistake["name"], accepted
        for edit in (mistake, *mistake.get("also", ())):
            old = edit["old"]
            if (times := program.count(old)) != 1:
                found = f"found it {times} times"
                raise RookeryError(f"{name}: expected {old!r} once in the program, {found}")
            program = program.replace(old, edit["new"])
        yield name, f"# Wrong: {mistake['why']}\n{program}"


def _tree(folder: Traversable, path: str) -> Iterator[tuple[str, bytes]]:
    """Yield the path and content of the files below a folder, without compiled bytecode."""
    with suppress(FileNotFoundError):
        for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
            if entry.is_dir() and entry.name != "__pycache__":
                yield from _tree(entry, f"{path}/{entry.name}")
            elif entry.is_file():
                yield f"{path}/{entry.name}", entry.read_bytes()
