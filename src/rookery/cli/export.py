"""``rookery export``: a problem package for judges."""

from __future__ import annotations

import re
from pathlib import Path

import click

from rookery import packages
from rookery.cli import status
from rookery.cli.options import number_option, puzzle_argument, quiet_option, seed_option
from rookery.cli.streams import say
from rookery.cli.types import Choice, Integer
from rookery.packages.recipes import Format

JUDGES_NAME = re.compile("[a-z0-9]+")

EPILOG = """\b
Examples:
  rookery export sultan packages/sultan --format legacy
  rookery export showdown packages/showdown --format 2025-09 --seed 7 --cases 15

The same options give the same package, byte for byte. A package of showdown takes a minute or two.
"""


@click.command(epilog=EPILOG, short_help="Write a problem package for the judges of a contest.")
@puzzle_argument
@click.argument("folder", metavar="DIR")
@click.option(
    "--format",
    "form",
    type=Choice({form.value: form.readers for form in Format}),
    required=True,
    help="; ".join(f"{form.value}: {form.readers}" for form in Format) + ".",
)
@seed_option("Seed of the cases.")
@number_option(
    "--cases",
    "Number of secret cases, of five kinds in turn.",
    packages.CASES,
    type=Integer(min=packages.FEWEST_CASES),
)
@quiet_option
def export(puzzle: str, folder: str, form: str, seed: int, cases: int, quiet: bool) -> int:
    """Write a problem package with statement, test cases, checker and submissions to DIR.

    DIR must not exist yet, or be empty.
    """
    written = packages.export(puzzle, folder, Format(form), seed, cases)
    if not quiet:
        say(f"{written} files written to {folder}")
        if not JUDGES_NAME.fullmatch(Path(folder).resolve().name):
            say("warning: judging systems expect a folder name of lowercase letters and digits")
    return status.DONE
