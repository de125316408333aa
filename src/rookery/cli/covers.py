"""The cheapest covers counted or listed, as ``rookery cover`` prints them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import rookery as api
from rookery.api.settings import settings_for
from rookery.cli import status
from rookery.cli.options import Solving
from rookery.cli.progress import told, units_text
from rookery.cli.report import json_line
from rookery.cli.streams import Answers, answering, say
from rookery.results.result import Reason, Status

if TYPE_CHECKING:
    from rookery.cover.puzzle import Cover, PlacedPiece


def answer_text(puzzle: Cover, answer: Iterable[PlacedPiece]) -> str:
    """Return an answer as lines: how many pieces and their cost, then kind, row and column."""
    pieces = tuple(answer)
    lines: list[tuple[Any, ...]] = [(len(pieces), puzzle.value(pieces))]
    lines += [(kind + 1, row + 1, column + 1) for kind, row, column in pieces]
    return "".join(f"{' '.join(map(str, line))}\n" for line in lines)


def count(puzzle: Cover, fundamental: bool, as_json: bool, solving: Solving) -> int:
    """Print the number of cheapest covers; return the exit status."""
    keywords = _without_method(solving)
    with answering() as answers, told(solving.quiet, units_text) as on_progress:
        result = api.count(puzzle, fundamental=fundamental, on_progress=on_progress, **keywords)
        if as_json:
            answers.write(json_line(result))
        elif result.status is Status.OPTIMAL:
            answers.write(f"{result.value}\n")
        elif not solving.quiet:
            known = 0 if result.value is None else result.value
            say(f"rookery: at least {known}, not counted to the end: {result.reason.value}")
    return status.of_result(result)


def show_all(
    puzzle: Cover, first: int | None, fundamental: bool, as_json: bool, solving: Solving
) -> int:
    """Print the cheapest covers in order, with an empty line between; return the exit status."""
    from rookery.cover.counting import listing

    settings = settings_for(**_without_method(solving))
    listed = listing(puzzle, settings, first=first, fundamental=fundamental)
    with answering() as answers:
        kept = _written(puzzle, listed, as_json, answers)
        result = listed.result
        if as_json:
            answers.write(json_line(replace(result, answers=tuple(kept))))
        elif result.reason not in (Reason.PROVED, Reason.DONE) and not solving.quiet:
            say(f"rookery: {listed.found} covers, not listed to the end: {result.reason.value}")
        elif result.status is Status.INFEASIBLE and not solving.quiet:
            say(f"rookery: {result.note}")
    return status.of_result(result)


def _written(
    puzzle: Cover, blocks: Iterable[list[Any]], as_json: bool, answers: Answers
) -> list[Any]:
    """Write covers as text, or return them."""
    kept: list[Any] = []
    between = ""
    for block in blocks:
        for cover in block:
            if as_json:
                kept.append(cover)
            else:
                answers.write(between + answer_text(puzzle, cover))
                between = "\n"
    return kept


def _without_method(solving: Solving) -> dict[str, Any]:
    keywords = solving.keywords()
    del keywords["method"]
    return keywords
