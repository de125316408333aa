"""No three in line: the most points of an n x n grid, no three of them on any straight line.

No grid has more than two points a row. This bound is reached up to n = 46; for large n the answer
is unknown (A. Flammenkamp, "Progress in the no-three-in-line problem, II", J. Combin. Theory Ser. A
81, 1998).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import Any, ClassVar, Unpack

from rookery.boards.answers import squares_in
from rookery.boards.board import Board, Square
from rookery.boards.notebook import Credited, Credits
from rookery.boards.pieces import Piece
from rookery.engine import cpsat
from rookery.engine.drive import solved_by
from rookery.engine.run import Partial, Run, Steps
from rookery.errors import PuzzleError
from rookery.family import DocumentForm, Family, Words
from rookery.reading.fields import BLOCKED, Field, FieldTable, Kind
from rookery.reading.parts import SIDE, SQUARES, Part, squares_of
from rookery.results.methods import Method
from rookery.view.scene import Mark, Scene, Stand

GNU = Piece("NC")  # rk.Piece("gnu"), by the name of the entry point

Answer = tuple[Square, ...]


@dataclass(frozen=True, init=False)
class NoThreeInLine(Credited):
    """Place as many points as possible on an n x n grid, no three of them in line.

    Parameters
    ----------
    n
        The side of the grid.
    blocked
        Squares on which no point may stand, by name or (row, column).
    **credits
        `title`, `author` and `source` of the puzzle.

    Examples
    --------
    >>> puzzle = NoThreeInLine(3)
    >>> puzzle.check(["a3", "b3", "a2", "c2", "b1", "c1"]), puzzle.check(["a1", "b2", "c3"])
    ([], ['c3, b2 and a1 are in line'])
    """

    family: ClassVar[str] = "no-three-in-line"

    n: int
    blocked: frozenset[Square] = frozenset()

    def __init__(self, n: int, blocked: Any = (), **credits: Unpack[Credits]) -> None:
        self.credit(credits)
        object.__setattr__(self, "n", Board(n).rows)
        object.__setattr__(self, "blocked", Board(n).square_set(blocked))

    @property
    def board(self) -> Board:
        """The grid."""
        return Board(self.n)

    def value(self, answer: Answer) -> int:
        """Return the number of points."""
        return len(answer)

    def check(self, answer: Any) -> list[str]:
        """Return the faults of an answer in words; it need not have the most points."""
        try:
            points = sorted(map(self.board.square, squares_in(answer, self.board)))
        except PuzzleError as error:
            return [str(error)]
        name = self.board.name
        faults = [f"a point on the blocked square {name(s)}" for s in points if s in self.blocked]
        faults += ["two points on one square"] * (len(set(points)) < len(points))
        return faults + [
            f"{name(one)}, {name(two)} and {name(three)} are in line"
            for one, two, three in combinations(sorted(set(points)), 3)
            if (two[0] - one[0]) * (three[1] - one[1]) == (three[0] - one[0]) * (two[1] - one[1])
        ]


def lines(n: int) -> Iterator[list[Square]]:
    """Yield the lines of at least three points of a grid, each once.

    >>> len(list(lines(3)))
    8
    """
    steps = [(r, c) for r in range(n) for c in range(-n, n) if math.gcd(r, c) == 1]
    for down, right in [step for step in steps if step > (0, 0)]:
        for row, column in Board(n).squares():
            if not (row - down >= 0 and 0 <= column - right < n):
                line = [(row + down * at, column + right * at) for at in range(n)]
                line = [point for point in line if point in Board(n)]
                if len(line) > 2:
                    yield line


def solve(puzzle: NoThreeInLine, run: Run) -> Steps:
    """Let CP-SAT choose at most two points of each line."""
    yield Partial(bound=2 * puzzle.n)
    cp_model = yield from cpsat.loaded(run)
    model = cp_model.CpModel()
    chosen = {square: model.new_bool_var("") for square in puzzle.board.squares()}
    for line in lines(puzzle.n):
        run.check_deadline()
        model.add(sum(chosen[point] for point in line) <= 2)
    for square in puzzle.blocked:
        model.add(chosen[square] == 0)
    model.maximize(sum(chosen.values()))

    def read(value: Callable[[Any], int]) -> Partial:
        return Partial(tuple(square for square, stands in chosen.items() if value(stands)))

    solved = yield from cpsat.solve(model, read, run, lambda found: math.floor(found + 1e-6))
    return solved.found


def _side(part: Part, _: dict[str, Any]) -> int:
    with part.told():
        return Board(part.integer()).rows


def _scene(puzzle: NoThreeInLine, answer: Answer | None, lines: bool) -> Scene:
    """Return the picture; `lines` draws nothing, because points do not attack."""
    name = puzzle.board.name
    points = answer or ()
    return Scene(
        puzzle.board,
        f"No three in line on a grid of {puzzle.n} by {puzzle.n}",
        f"Points: {', '.join(map(name, points))}." if points else "",
        stands=tuple(Stand("●", point, f"point on {name(point)}") for point in points),
        marks=tuple(Mark("blocked", s, f"blocked: {name(s)}") for s in sorted(puzzle.blocked)),
    )


def _entries() -> Mapping[str, Any]:
    return {"picture": _scene}


FORM: DocumentForm[NoThreeInLine, Answer] = DocumentForm(
    FieldTable(
        (Field("n", Kind("side", SIDE, _side), "the side of the grid"), BLOCKED),
        board=Board,
    ),
    read_answer=lambda puzzle, part: tuple(squares_of(part, puzzle.board)),
    write_answer=lambda puzzle, answer: [puzzle.board.name(square) for square in answer],
    answer=SQUARES,
)

FAMILY: Family[NoThreeInLine, Answer] = Family(
    name=NoThreeInLine.family,
    puzzle=NoThreeInLine,
    words=Words("the most points of a grid, no three of them in line", "points"),
    methods=(Method("cp-sat", solved_by(solve, lambda _: True), "the greatest number, by CP-SAT"),),
    document=lambda: FORM,
    answer=lambda puzzle, answer: squares_in(answer, puzzle.board),
    entries=_entries,
)
