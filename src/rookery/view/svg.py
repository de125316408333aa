"""SVG pictures and TikZ of puzzles, answers and results, with the standard library only."""

from __future__ import annotations

from typing import Any

from rookery.boards.board import Board
from rookery.errors import PuzzleError, shown
from rookery.families import answers_of, family_of, is_puzzle
from rookery.queens.puzzle import Queens
from rookery.regions.explaining import Step
from rookery.results.result import Result, Status, number_text
from rookery.view.palette import AUTO, LIGHT_THEME, Theme
from rookery.view.scenes import board_scene, scene_of, step_scene
from rookery.view.sheet import Panel, Picture, sheet


def svg(  # noqa: PLR0913 - the public call with every setting
    thing: Any,
    answer: Any = None,
    *,
    lines: bool = False,
    animate: bool = False,
    size: int | None = None,
    theme: Theme = AUTO,
    coordinates: bool = True,
    most: int = 12,
) -> Picture:
    """Draw a puzzle with or without an answer, a result or a board as an SVG picture.

    Parameters
    ----------
    thing
        A puzzle of any family, a `Result` (drawn with its answer and proof), a step of an
        explanation of `Regions`, or a `Board`.
    answer
        An answer to the puzzle, right or wrong, in any form that `rookery.check` takes. A `Queens`
        puzzle takes one placement or a tuple of placements.
    lines
        Whether to show attacks: of pieces on targets in a cover, with a ring around a cannon's
        hurdle; between queens otherwise.
    animate
        Whether a tour plays. Readers who set reduced motion see a still picture.
    size
        Pixels per square, from 4 to 512. The default is 48, less on boards of more than 20
        columns.
    theme
        ``"light"``, ``"dark"``, ``"paper"`` (white, with patterns on regions), or ``"auto"`` to
        follow the reader's system.
    coordinates
        Whether to label files and ranks, or rows and columns in a cover.
    most
        The maximum number of placements to draw side by side.

    Returns
    -------
    Picture
        The SVG text, which a notebook shows as a picture. The same input gives the same text.

    Raises
    ------
    PuzzleError
        If `thing` is none of these, `answer` does not have the form of an answer or leaves the
        board, or an argument is out of range.
    LimitError
        If the board has more than a million squares.

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
        words = (caption(thing),)
    if isinstance(puzzle, Step):
        panels = [Panel(step_scene(puzzle), (puzzle.words,))]
    elif isinstance(puzzle, Board):
        panels = [Panel(board_scene(puzzle))]
    elif is_puzzle(puzzle):
        answers = answers_of(puzzle, answer)
        panels = [Panel(scene_of(puzzle, drawn, lines), words) for drawn in answers[:most]]
        if len(answers) > 1:
            panels = [
                Panel(panel.scene, (f"{at} of {len(answers)}", *words * (at == len(panels))))
                for at, panel in enumerate(panels, 1)
            ]
        panels[:1] = [panel.credited(puzzle) for panel in panels[:1]]
    else:
        raise PuzzleError(expected="a puzzle, a result or a board", found=shown(thing))
    return sheet(panels, size, theme, coordinates, animate)


def tikz(  # noqa: PLR0913 - as `svg`
    thing: Any,
    answer: Any = None,
    *,
    lines: bool = False,
    size: int | None = None,
    theme: Theme = LIGHT_THEME,
    coordinates: bool = True,
    most: int = 12,
) -> str:
    r"""Draw a puzzle with or without an answer, a result or a board as a LaTeX ``tikzpicture``.

    Parameters
    ----------
    thing, answer, lines, coordinates, most
        As for `svg`.
    size
        Half points of LaTeX per square, from 4 to 512. The default is 48 (8.5 mm), less on wide
        boards.
    theme
        ``"light"``, ``"dark"`` or ``"paper"``.

    Returns
    -------
    str
        LaTeX to include with ``\input`` or to paste. The comment on its first line names the
        preamble it needs: the package tikz with its library svg.path.

    Raises
    ------
    PuzzleError, LimitError
        As for `svg`.

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


_UNANSWERED = {Status.INFEASIBLE: "proved: there is no answer", Status.UNKNOWN: "no answer found"}


def caption(result: Result) -> str:
    """Return a caption with a result's value and bound.

    >>> import rookery as rk
    >>> caption(rk.Cover.domination(3).solve()), caption(rk.NonAttacking(3, "king").count())
    ('cost: 1, proved', 'count: 35, proved')
    """
    if result.value is None:
        return result.note or _UNANSWERED[result.status]
    if isinstance(result.puzzle, Queens) and result.answer and isinstance(result.answer[0], int):
        return "one placement"  # the result of `rookery.placement`, whose value is not a count
    words = family_of(result.puzzle).words
    has_answer = result.answer is not None or result.answers is not None
    name = (
        words.value_of(result.puzzle)
        if has_answer or isinstance(result.puzzle, Queens)
        else "count"
    )
    value = f"{name}: {number_text(result.value)}"
    if result.status is Status.OPTIMAL:
        return f"{value}, proved"
    return value if result.bound is None else f"{value}, proved bound: {number_text(result.bound)}"
