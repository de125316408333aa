"""Plots with matplotlib (the extra ``plot``): how a search went, weights, where queens stand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from os import PathLike
from typing import TYPE_CHECKING, Any

from rookery.boards.asked import refuse_drawing
from rookery.boards.board import Board, file_name
from rookery.errors import PuzzleError, RookeryError, shown
from rookery.families import family_of
from rookery.heaviest.puzzle import Heaviest
from rookery.queens.puzzle import Queens
from rookery.results.progress import Progress
from rookery.results.result import Result
from rookery.version import install_command
from rookery.view.svg import answers_of

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

MISSING = f"plots need the package matplotlib: {install_command('plot')}"
VALUE_COLOUR, BOUND_COLOUR = "#0072b2", "#d55e00"
MOST_NUMBERED = 20
NARROW_GAP = 0.2
QUEEN = "♛"


def plot(thing: Any, path: str | PathLike[str] | None = None, answer: Any = None) -> Figure:
    """Plot what there is to see of a puzzle or a result.

    Parameters
    ----------
    thing
        A `Queens` puzzle, or a result with its placements: on how many of them a queen stands
        on each square. A `Heaviest` puzzle or a result of one: the weights, under the queens. A
        result with a trace, of any other puzzle: value and bound over time.
    path
        Where to save the plot too; its suffix says in which format.
    answer
        Of a puzzle: the placements to count, or the placement to show on the weights.

    Returns
    -------
    matplotlib.figure.Figure
        Made without pyplot, so that none stays open; a notebook shows it.

    Raises
    ------
    PuzzleError
        When there is nothing to plot.
    RookeryError
        When matplotlib is not installed or cannot write the file's format.

    Examples
    --------
    >>> from rookery.queens.puzzle import Queens
    >>> plot(Queens(6)).axes[0].get_title()
    '4 placements of 6 queens'
    """
    puzzle = thing.puzzle if isinstance(thing, Result) else thing
    if isinstance(thing, Result) and answer is None:
        answer = thing.answer
    if isinstance(puzzle, Queens) and (answer is not None or puzzle is thing):
        figure = plot_placements(puzzle, answer)
    elif isinstance(puzzle, Heaviest):
        figure = plot_weights(puzzle, answers_of(puzzle, answer)[0])
    elif isinstance(thing, Result) and thing.trace:
        figure = plot_trace(thing)
    else:
        raise PuzzleError(
            expected="a puzzle of queens or weights, or a result with a trace", found=shown(thing)
        )
    if path is not None:
        try:
            figure.savefig(path)
        except ValueError as error:
            raise RookeryError(f"cannot write the plot to {shown(path)}: {error}") from error
    return figure


def plot_trace(result: Result) -> Figure:
    """Return the plot of value and proven bound over the seconds of a search.

    Raises
    ------
    PuzzleError
        When the result has no trace.
    RookeryError
        When matplotlib is not installed.
    """
    if not result.trace:
        raise PuzzleError(expected="a result with a trace", found="one without")
    figure, axes = _figure()
    end = Progress(max(result.seconds, result.trace[-1].seconds), result.value, result.bound)
    entries = [*result.trace, end]
    for name, colour, dashes in (("value", VALUE_COLOUR, "-"), ("bound", BOUND_COLOUR, "--")):
        known = [(e.seconds, getattr(e, name)) for e in entries if getattr(e, name) is not None]
        if known:
            seconds, numbers = zip(*known, strict=True)
            axes.step(seconds, numbers, dashes, where="post", color=colour, label=name)
    axes.set_ylim(*_range(entries))
    axes.set_xlabel("seconds")
    axes.set_ylabel(family_of(result.puzzle).words.value_of(result.puzzle))
    axes.set_title(f"{result.method}: {result.status.value}")
    axes.grid(alpha=0.3)
    axes.legend()
    return figure


def _range(entries: Sequence[Progress]) -> tuple[float, float]:
    """Return the numbers to show, without a beginning whose gap was far from the last."""
    last = entries[-1].gap
    widest = float("inf") if last is None else max(NARROW_GAP, 3 * last)
    near = [entry for entry in entries if (entry.gap or 0) <= widest]
    numbers = [n for entry in near for n in (entry.value, entry.bound) if n is not None] or [0]
    margin = 0.1 * ((max(numbers) - min(numbers)) or 1)
    return min(numbers) - margin, max(numbers) + margin


def plot_weights(puzzle: Heaviest, placement: Sequence[int] | None = None) -> Figure:
    """Return the heat map of the weights, with the queens of a placement on it."""
    title = "Weights"
    if placement is not None:
        title = f"Queens of weight {puzzle.weight(tuple(placement))}"
    return _heat_map(puzzle.weights, title, () if placement is None else placement)


def plot_placements(puzzle: Queens, placements: Iterable[Sequence[int]] | None = None) -> Figure:
    """Return the heat map of how many placements have a queen on each square.

    Parameters
    ----------
    puzzle
        Of the placements; all of them are found when none are given: up to n = 12 or so in
        a second.
    placements
        Those to count.

    Raises
    ------
    LimitError
        When the board is too large to be drawn.
    """
    refuse_drawing(Board(puzzle.n))
    if placements is None:
        from rookery.queens.listing.plain import placements as found

        placements = found(puzzle)
    total = 0
    stands: Counter[tuple[int, int]] = Counter()
    for placement in placements:
        total += 1
        stands.update((row, column) for column, row in enumerate(placement))
    rows = [[stands[row, column] for column in range(puzzle.n)] for row in range(puzzle.n)]
    noun = "placement" if total == 1 else "placements"
    return _heat_map(rows, f"{total} {noun} of {puzzle.n} queens")


def _heat_map(rows: Sequence[Sequence[float]], title: str, placement: Sequence[int] = ()) -> Figure:
    """Return a board whose squares are tinted by numbers, which stand on them."""
    figure, axes = _figure(square=True)
    from matplotlib.patheffects import withStroke

    n = len(rows)
    image = axes.imshow(rows, cmap="cividis")
    board = Board(n)
    axes.set_xticks(range(n), [file_name(column) for column in range(n)])
    axes.set_yticks(range(n), [str(board.rows - row) for row in range(n)])
    axes.set_title(title)
    if n <= MOST_NUMBERED:
        _number(axes, rows, set(enumerate(placement)))
    halo = [withStroke(linewidth=2, foreground="white")]
    for column, row in enumerate(placement):
        axes.text(
            column, row - 0.1, QUEEN, ha="center", va="center", size=150 / n, path_effects=halo
        )
    figure.colorbar(image, ax=axes, shrink=0.8)
    return figure


def _number(axes: Axes, rows: Sequence[Sequence[float]], queens: set[tuple[int, int]]) -> None:
    """Write each number on its square, below a queen where one stands."""
    flat = [number for row in rows for number in row]
    middle = (min(flat) + max(flat)) / 2
    for row, numbers in enumerate(rows):
        for column, number in enumerate(numbers):
            under = (column, row) in queens
            axes.text(
                column,
                row + 0.36 * under,
                f"{number:g}",
                color="black" if number > middle else "white",
                ha="center",
                va="center",
                size=min(9, 72 / len(rows)),
                weight="bold" if under else "normal",
            )


def _figure(square: bool = False) -> tuple[Figure, Axes]:
    try:
        from rookery.view.figure import NotebookFigure
    except ImportError:
        raise RookeryError(MISSING) from None
    figure = NotebookFigure(figsize=(6.4, 5.6) if square else (6.4, 4), layout="constrained")
    return figure, figure.add_subplot()
