"""Puzzles, answers and results as SVG pictures or TikZ, with the standard library only."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from rookery.boards.board import Board
from rookery.errors import PuzzleError, shown
from rookery.families import Table, family_of, is_puzzle
from rookery.queens.puzzle import Queens
from rookery.regions.reasoning.explaining import Step
from rookery.results.result import Result, Status
from rookery.results.values import number_text
from rookery.view.palette import AUTO, LIGHT_THEME
from rookery.view.region_scenes import step_scene
from rookery.view.scenes import board_scene, scene_of
from rookery.view.sheet import Panel, Picture, look_at, sheet


def svg(  # noqa: PLR0913 - the one call with all there is to set
    thing: Any,
    answer: Any = None,
    *,
    lines: bool = False,
    animate: bool = False,
    size: int | None = None,
    theme: str = AUTO,
    coordinates: bool = True,
    most: int = 12,
) -> Picture:
    """Draw a puzzle, with an answer to it, a result or a board as an SVG picture.

    Parameters
    ----------
    thing
        A puzzle of any family, a `Result`, whose answer and proof are shown, a step of an
        explanation of `Regions`, or a `Board`.
    answer
        Of the puzzle, right or wrong; of queens one placement or a tuple of them.
    lines
        Whether to show lines of attack: in a cover who attacks which target, with a ring
        around the hurdle of a cannon; among queens those that attack each other.
    animate
        Whether a tour plays, where the reader does not ask for less motion.
    size
        Pixels a square, from 4 to 512; by default 48, less on boards of more than 20 columns.
    theme
        ``"light"``, ``"dark"``, or ``"auto"`` as the reader's system asks.
    coordinates
        Whether files and ranks are named; in a cover rows and columns.
    most
        At most so many placements are drawn, side by side.

    Returns
    -------
    Picture
        Text that a notebook shows as a picture; the same every time.

    Raises
    ------
    PuzzleError
        When `thing` is none of these, `answer` has not the form of an answer or leaves the
        board, or an argument is out of its range.
    LimitError
        When the board has more than a million squares.

    Examples
    --------
    >>> from rookery.queens.puzzle import Queens
    >>> picture = svg(Queens(4), (1, 3, 0, 2))
    >>> picture[:39], picture.count("<use ")
    ('<svg xmlns="http://www.w3.org/2000/svg"', 4)
    """
    words: tuple[str, ...] = ()
    puzzle = thing
    if isinstance(thing, Result):
        puzzle, answer = thing.puzzle, thing.answer if answer is None else answer
        words = (_told(thing),)
    if isinstance(puzzle, Step):
        panels = [Panel(step_scene(puzzle), (puzzle.words,))]
        return sheet(panels, look_at(panels, size, theme, coordinates, animate))
    if isinstance(puzzle, Board):
        panels = [Panel(board_scene(puzzle))]
        return sheet(panels, look_at(panels, size, theme, coordinates, animate))
    if not is_puzzle(puzzle):
        raise PuzzleError(expected="a puzzle, a result or a board", found=shown(thing))
    answers = answers_of(puzzle, answer)
    panels = [Panel(scene_of(puzzle, one, lines), words) for one in answers[:most]]
    if len(answers) > 1:
        panels = [
            Panel(panel.scene, (f"{number} of {len(answers)}", *words * (number == len(panels))))
            for number, panel in enumerate(panels, 1)
        ]
    panels[:1] = [panel.credited(puzzle) for panel in panels[:1]]
    return sheet(panels, look_at(panels, size, theme, coordinates, animate))


def tikz(  # noqa: PLR0913 - as `svg`
    thing: Any,
    answer: Any = None,
    *,
    lines: bool = False,
    size: int | None = None,
    theme: str = LIGHT_THEME,
    coordinates: bool = True,
    most: int = 12,
) -> str:
    r"""Draw a puzzle, with an answer to it, a result or a board for LaTeX, as a ``tikzpicture``.

    Parameters
    ----------
    thing, answer, lines, coordinates, most
        As of `svg`.
    size
        Half points of LaTeX a square, from 4 to 512; by default 48, 8.5 mm, less on wide boards.
    theme
        ``"light"`` or ``"dark"``.

    Returns
    -------
    str
        LaTeX to be included with ``\input`` or pasted; a comment on its first line names what it
        needs in the preamble: the packages tikz and its library svg.path.

    Raises
    ------
    PuzzleError, LimitError
        As of `svg`.

    Examples
    --------
    >>> from rookery.queens.puzzle import Queens
    >>> print(tikz(Queens(4), (1, 3, 0, 2)).splitlines()[0])
    % In the preamble: \usepackage{tikz} \usetikzlibrary{svg.path}
    """
    picture = svg(
        thing, answer, lines=lines, size=size, theme=theme, coordinates=coordinates, most=most
    )
    return picture.tikz()


def answers_of(puzzle: Any, answer: Any) -> Sequence[Any]:
    """Return the answers to draw one by one: placements, paths or pieces; None for none.

    Raises
    ------
    PuzzleError
        When the answer is nothing that has parts.
    """
    if answer is None:
        return [None]
    try:
        parts = answer if isinstance(answer, Sequence) else tuple(answer)
    except TypeError:
        raise PuzzleError(expected="an answer", found=shown(answer)) from None
    if not parts:
        return [None]
    return SPLITTERS.of(puzzle)(parts)


def _one_by_one(parts: Sequence[Any]) -> Sequence[Any]:
    """Return placements, of an answer of several or of one."""
    return parts if isinstance(parts[0], Iterable) else [parts]


def _together(parts: Sequence[Any]) -> Sequence[Any]:
    return [parts]


SPLITTERS: Table[Callable[[Sequence[Any]], Sequence[Any]]] = Table(
    "answer to draw",
    {
        "queens": _one_by_one,
        "heaviest": _one_by_one,
        "nonattacking": _together,
        "regions": _together,
        "tour": _together,
        "cover": _together,
    },
)


_UNANSWERED = {Status.INFEASIBLE: "proved: there is no answer", Status.UNKNOWN: "no answer found"}


def _told(result: Result) -> str:
    """Return in words what a result found and proved."""
    if result.value is None:
        return result.note or _UNANSWERED[result.status]
    if isinstance(result.puzzle, Queens) and result.answer and isinstance(result.answer[0], int):
        return "one placement"  # of `rookery.placement`: its value is no count
    words = family_of(result.puzzle).words
    found = f"{words.value_of(result.puzzle)}: {number_text(result.value)}"
    if result.status is Status.OPTIMAL:
        return f"{found}, proved"
    return found if result.bound is None else f"{found}, proved bound: {number_text(result.bound)}"
