"""The command of a family from another package, made from the family's table of fields."""

from __future__ import annotations

import json
from typing import Any

import click

from rookery.cli.options import Solving, solving_options
from rookery.cli.puzzles import field_options, json_puzzles, reads_words
from rookery.cli.report import Output, output_options, solve_each
from rookery.cli.streams import STDIN, read_all, say
from rookery.cli.types import methods_of
from rookery.document import answer_data
from rookery.errors import PuzzleError
from rookery.family import Family
from rookery.reading.fields import Field
from rookery.reading.parts import Part
from rookery.results.result import Result


def command_of(family: Family[Any, Any]) -> click.Command:
    """Return a family's own command, or a default one that reads a file or the puzzle's fields."""
    if family.command is not None:
        command: click.Command = family.command()
        return command

    @click.argument("file", required=False)
    @field_options(*family.document().table.all)
    @output_options
    @solving_options(methods_of(family.name))
    def solve(file: str | None, fields: dict[str, Any], output: Output, solving: Solving) -> int:
        return solve_each(_puzzles(family, file, fields), solving, output, _line, "answer")

    about = f"{family.words.about[0].upper()}{family.words.about[1:]}."
    source = "FILE holds the puzzle in JSON or the family's own text; without it the options do."
    return click.command(family.name, help=f"{about}\n\n{source}", short_help=about)(solve)


def _line(result: Result) -> str:
    """Return the value of a result and its answer, on a line."""
    parts = answer_data(result.puzzle, result.answer) or []
    words = (part if isinstance(part, str) else json.dumps(part) for part in parts)
    return f"{result.value}: {' '.join(words)}\n"


def _puzzles(family: Family[Any, Any], file: str | None, fields: dict[str, Any]) -> list[Any]:
    """Return the puzzles of a file, or the puzzle of the given fields."""
    table = family.document().table
    if fields and file is None:
        given = [f for f in table.all if (f.argument or f.name) in fields]
        values = {f.name: fields[f.argument or f.name] for f in given}
        read = {f.name: values[f.name] for f in given if reads_words(f)}
        plain = {f.name: _data(f, values[f.name]) for f in given if f.name not in read}
        return [table.read(family.puzzle, Part({"family": family.name, **plain}, ""), read)]
    data, name = read_all(file or STDIN)
    puzzles = json_puzzles(family.name, data, name, fields)
    if puzzles is not None:
        return puzzles
    if family.text is None:
        raise PuzzleError(expected=f"a puzzle of {family.name} in JSON", found="text", place=name)
    return [family.text().read(family.puzzle, data, name, say)]


def _data(field: Field, text: Any) -> Any:
    """Return a value as plain data: from JSON, or a list from words between commas or blanks."""
    if not isinstance(text, str) or field.kind.schema.get("type") == "string":
        return text
    try:
        return json.loads(text)
    except ValueError:
        is_list = field.kind.items is not None or field.kind.schema.get("type") == "array"
        return text.replace(",", " ").split() if is_list else text
