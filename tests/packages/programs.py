"""Packages in folders, and how their programs are run: on their own, as a judge does."""

import subprocess
import sys
from dataclasses import replace
from functools import cache, partial
from pathlib import Path
from unittest.mock import patch

from filelock import FileLock
from tests.command import run_program

from rookery import packages
from rookery.packages.recipes import Format
from rookery.results.limits import Limits

ACCEPTED, REJECTED = 42, 43
CASES = 5
SHORT = {"showdown": ("0.5",)}
"""Arguments with which an accepted program takes less time than a judge would give it."""


class Exported:
    """Packages in a folder, each made once for all the processes that test at the same time."""

    def __init__(self, root: Path) -> None:
        self._root = root

    def __call__(self, statement: str, form: Format, secret: int = CASES) -> Path:
        """The folder of a package."""
        folder = self._root / f"{statement}-{secret}"
        with FileLock(f"{folder}.lock"):
            if not folder.exists():
                _make_all(statement, folder, secret)
        return folder / form.value / statement.replace("-", "")

    def briefly(self, statement: str, form: Format) -> Path:
        """The folder of a package without secret cases: those of showdown take ten seconds."""
        return self(statement, form, 0)


def _make_all(statement: str, folder: Path, secret: int) -> None:
    """Make a package in each format; inputs and answers are made once, and the answers briefly."""
    recipe = packages.recipe_of(statement)
    if recipe.limits.work:
        recipe = replace(recipe, limits=Limits(work=2_000))
    answer = cache(partial(packages.answer, recipe))
    inputs = list(packages.secret_cases(recipe, 0, secret))
    made = Path(f"{folder}.made")
    with (
        patch.object(packages, "answer", lambda _, given: answer(given)),
        patch.object(packages, "secret_cases", lambda *_: inputs),
    ):
        for form in Format:
            for path, data in packages.package(recipe, form, 0, secret):
                place = made / form.value / statement.replace("-", "") / path
                place.parent.mkdir(parents=True, exist_ok=True)
                place.write_bytes(data)
    made.rename(folder)


def cases(folder: Path) -> list[Path]:
    """The inputs of a package, those on which mistakes show most first."""
    found = sorted(folder.glob("data/*/*.in"))
    return sorted(found, key=lambda path: "structured" not in path.name)


def run(program: Path, text: bytes, *arguments: str, python: str = sys.executable) -> bytes:
    """The output of a program; apart from this environment where Python runs it."""
    command = [str(program)] if program.suffix == "" else [python, "-I", str(program)]
    done = subprocess.run(
        [*command, *arguments], input=text, capture_output=True, check=False, timeout=600
    )
    assert done.returncode == 0, done.stderr.decode()
    return done.stdout


def validated(folder: Path, text: bytes) -> int:
    """The exit status of the input validator."""
    return run_program(folder / "input_validators" / "validator.py", text=text)[0]


def checked(folder: Path, form: Format, case: Path, output: bytes, feedback: Path) -> int:
    """The exit status of the checker; what it tells the judges is in the folder `feedback`."""
    feedback.mkdir(exist_ok=True)
    for name in ("judgemessage.txt", "score.txt"):
        (feedback / name).unlink(missing_ok=True)
    flags = ["score"] if "grading" in (folder / "problem.yaml").read_text() else []
    arguments = (case, case.with_suffix(".ans"), feedback, *flags)
    return run_program(folder / form.checker / "checker.py", *arguments, text=output)[0]
