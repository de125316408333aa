"""Puzzles in JSON, which a command reads in place of the text of its family."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import click
from click.core import ParameterSource

from rookery.errors import PuzzleError


def json_puzzles(family: str, data: bytes, name: str, options: Collection[str]) -> list[Any] | None:
    """Return the puzzles of a text of JSON; None when it is of another kind.

    Parameters
    ----------
    family
        Of which the puzzles must be.
    data, name
        The text, and its name for messages.
    options
        Names of the command's parameters that tell a part of a puzzle.

    Raises
    ------
    UsageError
        When one of the options is given: JSON tells all of a puzzle.
    InputError, DocumentError
        Where the text is no JSON, and at the first object that is no puzzle.
    PuzzleError
        At the first puzzle of another family.
    """
    from rookery.document import texts

    if not texts.looks_like_json(data):
        return None
    context = click.get_current_context()
    for option in context.command.params:
        given = context.get_parameter_source(option.name or "") is ParameterSource.COMMANDLINE
        if given and option.name in options:
            told = f"expected no {option.opts[0]} with a puzzle in JSON, which tells it itself"
            raise click.UsageError(told)
    puzzles = list(texts.read(data, name))
    for number, puzzle in enumerate(puzzles, 1):
        if puzzle.family != family:
            found = f"one of {puzzle.family} as number {number}"
            raise PuzzleError(expected=f"puzzles of {family}", found=found, place=name)
    return puzzles


def json_puzzle(family: str, data: bytes, name: str, options: Collection[str]) -> Any:
    """Return the only puzzle of a text of JSON, as `json_puzzles` does."""
    puzzles = json_puzzles(family, data, name, options)
    if puzzles is None:
        return None
    if len(puzzles) != 1:
        found = f"{len(puzzles)}; rookery solve-many reads any number"
        raise PuzzleError(expected="one puzzle", found=found, place=name)
    return puzzles[0]
