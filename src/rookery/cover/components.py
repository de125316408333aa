"""Covers that fall into independent components, such as bishops by colour, solved one by one.

A place and a target belong to the same component if a piece on the place can cover the target;
places and squares next to each other on the line of a ride do, because pieces there may block it. A
target is a node of its own, apart from its square: a square can be a place of one component and a
target of another: in a total cover by knights, those on light squares only attack dark squares. The
cheapest covers of all components form a cheapest cover of the puzzle.

Each component has a run of its own. The searches count in integers: a puzzle with fractions for
prices has all prices divided by its `Cover.unit`.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from threading import Lock
from typing import TYPE_CHECKING

import numpy as np

from rookery.cover.model.candidates import TooManyError, candidates
from rookery.cover.model.layout import Layout, moved
from rookery.cover.model.traits import by_motion
from rookery.cover.offers import is_settled, squares_of
from rookery.cover.puzzle import Cover
from rookery.cover.schedule.begin import HUGE, UncoverableError
from rookery.cover.validation import Price, rational
from rookery.engine.drive import first_stop, run_to_limit, stop_for
from rookery.engine.lanes import Slice
from rookery.engine.partial import Partial
from rookery.engine.run import Run, Steps
from rookery.results.limits import DeadlineExceeded
from rookery.results.result import Result
from rookery.results.settings import Settings

if TYPE_CHECKING:
    from rookery.compiled.arrays import Int64s

DECOMPOSITION_SHARE = 0.25  # share of the time left, to find the components


def components(puzzle: Cover, check_deadline: Callable[[], object] = bool) -> tuple[Cover, ...]:
    """Return the components of a puzzle, each on the same board; itself if it has only one.

    Puzzles with kings, standing pieces, lame pieces, a limited stock, or conditions on squares that
    are no targets are not decomposed. `check_deadline` is called repeatedly; it may raise.

    >>> [len(own.guarded) for own in components(Cover.domination(4, piece="bishop"))]
    [8, 8]
    """
    shared = any(number is not None for number in puzzle.stock)
    crossed = puzzle.independent or puzzle.spared or puzzle.kings or puzzle.standing
    lame = any(motion.path for piece in puzzle.pieces for motion in piece.motions)
    if shared or crossed or lame or len(puzzle.targets) < 2:
        return (puzzle,)
    board, size = puzzle.board, squares_of(puzzle)
    targets = np.array([size + row * board.columns + column for row, column in puzzle.targets])
    places = np.array([row * board.columns + column for row, column in puzzle.places])
    table, layout = candidates(puzzle, check_deadline), Layout(puzzle)
    owner, target = table.pairs()
    one, other = [table.square[owner]], [targets[target]]
    at, solid = np.arange(size), layout.solid
    for motion in by_motion(puzzle.pieces, board):
        if motion.reach != 1 or motion.hop:  # what stands before the end of its lines may block it
            after = np.append(moved(board, at, *motion.step), size)
            on = np.flatnonzero(~(solid | solid[after] | solid[after[after]]))
            one.append(on)
            other.append(after[on])
    labels = _labels(2 * size, np.concatenate(one), np.concatenate(other))
    of_places, of_targets = labels[places].tolist(), labels[targets].tolist()
    if len(set(of_targets)) < 2 or not set(of_places).issuperset(of_targets):
        return (puzzle,)
    found = []
    for label in sorted(set(of_targets)):
        own = [number for number, other in enumerate(of_targets) if other == label]
        others = (at for at, other in zip(puzzle.places, of_places, strict=True) if other != label)
        component = replace(
            puzzle,
            guarded=tuple(puzzle.targets[number] for number in own),
            blocked=puzzle.blocked.union(others),
            at_least=tuple(puzzle.at_least[number] for number in own),
            at_most=tuple(puzzle.at_most[number] for number in own),
        )
        found.append(component)
    return tuple(found)


def _labels(nodes: int, one: Int64s, other: Int64s) -> Int64s:
    """Return the least node of each node's component; edges join each `one` with the `other`."""
    label = np.arange(nodes)
    while True:  # propagate the least label until no label changes
        least = label.copy()
        np.minimum.at(least, one, label[other])
        np.minimum.at(least, other, label[one])
        least = least[least]
        if np.array_equal(least, label):
            return label
        label = least


def with_integer_prices(puzzle: Cover) -> Cover:
    """Return the puzzle with integers for prices: those of `puzzle` divided by its unit.

    >>> with_integer_prices(Cover.parse(["#_"], ["1/2", "2/3"], ["R", "Q"])).prices
    (3, 4)
    """
    if puzzle.unit == 1:
        return puzzle
    rows = puzzle.square_prices
    scale = math.lcm(*(price.denominator for price in puzzle.prices))
    shared = 1 / (puzzle.unit * scale)
    return replace(
        puzzle,
        prices=tuple(price * scale for price in puzzle.prices),
        square_prices=rows and tuple(tuple(value * shared for value in row) for row in rows),
    )


def solve_components(method: Callable[[Run], Steps], puzzle: Cover, run: Run) -> Steps:
    """Run a method on each component of a puzzle, with equal shares of the time left."""
    whole = CoverComponents(puzzle, run)
    for number, component in enumerate(whole.runs):
        component.allow(run.remaining() / (len(whole.runs) - number))
        run_to_limit(attempted(method, component), component)
        if component.why_none:
            break
    whole.join()
    if run.reason_to_stop():
        yield Partial()  # the engine stops here
    stop_for(first_stop(whole.runs))
    return None


def attempted(method: Callable[[Run], Steps], run: Run) -> Steps:
    """Run a method; a puzzle with a target that no piece can cover has no cover."""
    try:
        return (yield from method(run))
    except UncoverableError as error:
        return Partial(why_none=str(error))


class CoverComponents:
    """The run of a puzzle, and the runs of its components, which hand over their results.

    A puzzle that is large, or takes more than a `share` of the time left to decompose, is left
    whole. The components' puzzles have integers for prices.
    """

    def __init__(self, puzzle: Cover, run: Run, share: float = DECOMPOSITION_SHARE) -> None:
        self.run = run
        self._unit = puzzle.unit
        self._lock = Lock()
        whole = with_integer_prices(puzzle)
        found: tuple[Cover, ...] = (whole,)
        if squares_of(puzzle) < HUGE:
            timed = Slice(run, share * run.remaining(), run.seed)
            with suppress(DeadlineExceeded, TooManyError):
                found = components(whole, timed.check_deadline)
        self.runs: list[ComponentRun] = []
        settings, start = replace(run.settings, on_progress=None), run.settings.start
        for component in found:
            if start is not None and len(found) > 1:
                places = set(component.places)
                own = tuple(piece for piece in start if piece[1:] in places)
                settings = replace(settings, start=own)
            self.runs.append(ComponentRun(component, settings, self._take))
        run.bound = self._bound()

    def join(self) -> None:
        """Hand over the joined covers of all components."""
        for component in self.runs:
            self.run.add_part(component)
        answers = [component.answer for component in self.runs if component.answer is not None]
        if len(answers) == len(self.runs) > 1:
            pieces = tuple(piece for answer in answers for piece in answer)
            self.run.take(Partial(answer=pieces, stage="parts"))

    def result(self) -> Result:
        """Return the result of the whole puzzle."""
        self.join()
        stopped = first_stop(self.runs) or self.run.reason_to_stop()
        return self.run.best(None if is_settled(self.run) else stopped)

    def _bound(self) -> Price | None:
        return rational(Fraction(sum(int(run.bound or 0) for run in self.runs)) * self._unit)

    def _take(self, found: Partial) -> None:
        """Hand over the bound of all components, and a cover if there is only one."""
        with self._lock:  # two components may be at work in two threads
            answer = found.answer if len(self.runs) == 1 else None
            self.run.take(found._replace(answer=answer, bound=self._bound(), steps=0))


class ComponentRun(Run):
    """The run of a component, which passes on what it takes."""

    def __init__(
        self, puzzle: Cover, settings: Settings, pass_on: Callable[[Partial], None]
    ) -> None:
        super().__init__(puzzle, settings)
        self.bound = min(puzzle.unit_prices)
        self._pass_on = pass_on

    def take(self, partial: Partial) -> None:
        """Keep the data of a partial, and pass it on."""
        super().take(partial)
        self._pass_on(partial)
