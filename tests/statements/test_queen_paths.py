"""The search that checks paths: against one state at a time, and apart from the solvers."""

from __future__ import annotations

import ast
import inspect
import io

import pytest
from tests.marks import few
from tests.tour.brute import MOVERS, first_shortest

import rookery as rk
from rookery.boards.board import Board
from rookery.boards.pieces import Piece
from rookery.engine.drive import solved_by
from rookery.reading.tokens import Tokens
from rookery.results.settings import Settings
from rookery.statements import queen_paths, traveling_queen
from rookery.statements.queen_paths import first_path
from rookery.tour import layers, plan
from rookery.tour.exact import by_layers
from rookery.tour.moves import Moves, moves_from, number, square_of
from rookery.tour.puzzle import Tour

ORTHOGONAL = ((-1, 0), (0, 1), (1, 0), (0, -1))


def tokens_of(text):
    return Tokens(io.BytesIO(text.encode()), "in.txt")


def boards(family, seed, cases):
    text = "".join(traveling_queen.generate(seed, cases, family))
    return list(traveling_queen.read(tokens_of(text)))


@pytest.mark.parametrize("family", ["sparse", "dense", "impossible"])
@pytest.mark.parametrize("seed", few(range(3)))
def test_the_path_is_that_of_a_search_state_by_state(family, seed):
    few = [tour for tour in boards(family, seed, 20) if len(tour.targets) <= 7]
    assert len(few) >= 5
    for tour in few:
        assert first_path(tour) == first_shortest(tour, MOVERS["Q"])


@pytest.mark.parametrize("family", ["random", "worst"])
def test_the_path_is_that_of_the_solver(family):
    for tour in boards(family, 2, 6):
        assert first_path(tour) == rk.solve(tour, method="layers").answer


def test_no_move_is_made_beside_all_of_them():
    empty = "." * 8
    assert first_path(Tour.parse(["QNP.....", "NB......", *[empty] * 6])) == ((0, 0),)


def test_nothing_of_the_solvers_is_imported():
    """Only the puzzle, which holds the rules and no method, and its text come from the family."""
    for module in (queen_paths, traveling_queen):
        imported = {
            node.module or ""
            for node in ast.walk(ast.parse(inspect.getsource(module)))
            if isinstance(node, ast.ImportFrom)
        }
        of_family = {name for name in imported if name.startswith("rookery.tour")}
        assert "rookery.tour.puzzle" in of_family
        assert of_family <= {"rookery.tour.puzzle", "rookery.tour.text"}


def forget_diagonals(monkeypatch):
    monkeypatch.setattr(
        plan,
        "moves_from",
        lambda board, start, _, *others: moves_from(board, start, Piece("R"), *others),
    )


def visit_orthogonally(monkeypatch):
    def beside(rows, columns, wrap):
        board = Board(rows, columns, wrap=wrap)
        squares = [square_of(board, at) for at in range(rows * columns)]
        around = [[(row + a, column + b) for a, b in ORTHOGONAL] for row, column in squares]
        return [[number(board, near) for near in nears if near in board] for nears in around]

    monkeypatch.setattr(plan, "neighbours", beside)


def prefer_the_last_square(monkeypatch):
    right = Moves.destinations
    monkeypatch.setattr(Moves, "destinations", lambda self, square: right(self, square)[::-1])


def forget_the_last_target(monkeypatch):
    right = plan.TourPlan.of

    def of(tour, *look):
        found = right(tour, *look)
        return found._replace(targets=[*found.targets[:-1], [found.start]])

    monkeypatch.setattr(plan.TourPlan, "of", of)


def stop_growing(monkeypatch):
    """Layers stop where they are, as if nothing new were reached: all is impossible."""
    monkeypatch.setattr(layers, "_grown", lambda layer, *_: layer)


BUGS = [
    forget_diagonals,
    visit_orthogonally,
    prefer_the_last_square,
    forget_the_last_target,
    stop_growing,
]


@pytest.mark.parametrize("plant", BUGS)
def test_a_bug_that_the_solver_keeps_to_is_caught(plant, monkeypatch):
    """A check that asked the solver would accept what it answered."""
    text = "".join(traveling_queen.generate(4, 12, "random"))
    plant(monkeypatch)
    solve = solved_by(by_layers)  # whose answers nothing has checked yet
    results = [solve(tour, Settings()) for tour in traveling_queen.read(tokens_of(text))]
    output = "".join(traveling_queen.write(results))
    verdicts = list(traveling_queen.check(tokens_of(text), tokens_of(output)))
    assert len(verdicts) == 12
    assert not all(verdict.accepted for verdict in verdicts)
