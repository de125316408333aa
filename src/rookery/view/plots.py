"""Plots with matplotlib (the extra ``plot``): traces, weights, frequencies of queens, series."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from io import BytesIO
from os import PathLike
from typing import TYPE_CHECKING, Any

from rookery.boards.board import Board, file_name, refuse_drawing
from rookery.errors import PuzzleError, RookeryError, shown
from rookery.families import answers_of, family_of
from rookery.heaviest.puzzle import Heaviest
from rookery.queens.puzzle import Queens
from rookery.results.progress import Progress
from rookery.results.result import Result, Value
from rookery.version import install_command

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

MISSING = f"plots need the package matplotlib: {install_command('plot')}"
VALUE_COLOUR, BOUND_COLOUR = "#0072b2", "#d55e00"  # Okabe and Ito's blue and vermilion
MOST_NUMBERED = 20  # rows; larger heat maps have no numbers on their squares
NARROW_GAP = 0.2  # gap; a trace shows at least the entries up to it
LOGARITHMIC = 1000  # greatest over least value; above, the axis is logarithmic
QUEEN = "♛"


def plot(thing: Any, path: str | PathLike[str] | None = None, answer: Any = None) -> Figure:
    """Plot a puzzle, a result or a series of results.

    Parameters
    ----------
    thing
        One of:

        - a `Queens` puzzle or a result with placements: the number of placements with a queen on
          each square;
        - a `Heaviest` puzzle or its result: the weights, with the queens on them;
        - any other result with a trace: value and bound over time;
        - a list of results, such as that of `sweep`, or the table that `to_frame` makes of it:
          values over the rows of the boards.
    path
        A file to save the plot to. Its suffix selects the format.
    answer
        The placements to count, or the placement to show on the weights.

    Returns
    -------
    matplotlib.figure.Figure
        A figure made without pyplot: a notebook shows it, and it need not be closed.

    Raises
    ------
    PuzzleError
        If `thing` is none of these.
    RookeryError
        If matplotlib is not installed or cannot write the file's format.

    Examples
    --------
    >>> from rookery.queens.puzzle import Queens
    >>> plot(Queens(6)).axes[0].get_title()
    '4 placements of 6 queens'
    """
    puzzle = thing.puzzle if isinstance(thing, Result) else thing
    if isinstance(thing, list) and thing and all(isinstance(entry, Result) for entry in thing):
        rows = [getattr(one.puzzle, "n", None) or one.puzzle.board.rows for one in thing]
        return _saved(_plot_values(rows, [one.value for one in thing]), path)
    if hasattr(thing, "dropna") and "rows" in thing and "value" in thing:
        known = thing.dropna(subset=["rows", "value"])
        return _saved(_plot_values(known["rows"], known["value"]), path)
    if isinstance(thing, Result) and answer is None:
        answer = thing.answer
    if isinstance(puzzle, Queens) and (answer is not None or puzzle is thing):
        figure = _plot_placements(puzzle, answer)
    elif isinstance(puzzle, Heaviest):
        placement = answers_of(puzzle, answer)[0] or ()
        weight = f"Queens of weight {puzzle.weight(tuple(placement))}" if placement else "Weights"
        figure = _heat_map(puzzle.weights, weight, placement)
    elif isinstance(thing, Result) and thing.trace:
        figure = _plot_trace(thing)
    else:
        raise PuzzleError(
            expected="a puzzle of queens or weights, or a result with a trace", found=shown(thing)
        )
    return _saved(figure, path)


def _saved(figure: Figure, path: str | PathLike[str] | None) -> Figure:
    if path is not None:
        try:
            figure.savefig(path)
        except ValueError as error:
            raise RookeryError(f"cannot write the plot to {shown(path)}: {error}") from error
    return figure


def _plot_values(rows: Iterable[int], values: Iterable[Value | None]) -> Figure:
    """Plot the values of results over the rows of their boards."""
    pairs = zip(rows, values, strict=True)
    known = {side: float(value) for side, value in pairs if value is not None}
    if not known:
        raise PuzzleError(expected="results with values", found="none")
    figure, axes = _figure()
    axes.plot(list(known), list(known.values()), "o-", color=VALUE_COLOUR)
    positive = [value for value in known.values() if value > 0]
    if positive and max(positive) > LOGARITHMIC * min(positive):  # as counts do
        axes.set_yscale("symlog", linthresh=min(positive))
    axes.set_xlabel("rows")
    axes.set_ylabel("value")
    axes.grid(alpha=0.3)
    return figure


def _plot_trace(result: Result) -> Figure:
    """Plot the value and the proven bound of a search over its seconds."""
    figure, axes = _figure()
    end = Progress(max(result.seconds, result.trace[-1].seconds), result.value, result.bound)
    entries = [*result.trace, end]
    for name, colour, dashes in (("value", VALUE_COLOUR, "-"), ("bound", BOUND_COLOUR, "--")):
        known = [(e.seconds, getattr(e, name)) for e in entries if getattr(e, name) is not None]
        if known:
            seconds, numbers = zip(*known, strict=True)
            axes.step(seconds, numbers, dashes, where="post", color=colour, label=name)
    # Early entries with a much wider gap do not count for the range.
    widest = float("inf") if end.gap is None else max(NARROW_GAP, 3 * end.gap)
    near = [entry for entry in entries if (entry.gap or 0) <= widest]
    ends = [n for entry in near for n in (entry.value, entry.bound) if n is not None] or [0]
    margin = 0.1 * ((max(ends) - min(ends)) or 1)
    axes.set_ylim(min(ends) - margin, max(ends) + margin)
    axes.set_xlabel("seconds")
    axes.set_ylabel(family_of(result.puzzle).words.value_of(result.puzzle))
    axes.set_title(f"{result.method}: {result.status.value}")
    axes.grid(alpha=0.3)
    axes.legend()
    return figure


def _plot_placements(puzzle: Queens, placements: Iterable[Sequence[int]] | None = None) -> Figure:
    """Plot the number of placements with a queen on each square as a heat map."""
    refuse_drawing(Board(puzzle.n))
    if placements is None:
        from rookery.queens.listing.plain import placements as placements_of

        placements = placements_of(puzzle)
    total = 0
    stands: Counter[tuple[int, int]] = Counter()
    for placement in placements:
        total += 1
        stands.update((row, column) for column, row in enumerate(placement))
    rows = [[stands[row, column] for column in range(puzzle.n)] for row in range(puzzle.n)]
    noun = "placement" if total == 1 else "placements"
    return _heat_map(rows, f"{total} {noun} of {puzzle.n} queens")


def _heat_map(rows: Sequence[Sequence[float]], title: str, placement: Sequence[int] = ()) -> Figure:
    """Plot a board with its squares tinted by their numbers."""
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
    """Write each number on its square, below the queen if the square has one."""
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
        from matplotlib.figure import Figure
    except ImportError:
        raise RookeryError(MISSING) from None

    class NotebookFigure(Figure):
        def _repr_png_(self) -> bytes:  # without it, IPython shows figures of pyplot only
            file = BytesIO()
            self.savefig(file, format="png")
            return file.getvalue()

    figure = NotebookFigure(figsize=(6.4, 5.6) if square else (6.4, 4), layout="constrained")
    return figure, figure.add_subplot()
