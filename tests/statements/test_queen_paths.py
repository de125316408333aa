"""The search that checks paths: against one state at a time, and apart from the solvers."""

import ast
import inspect

import pytest
from tests.marks import few
from tests.tokens import tokens_of
from tests.tour.brute import MOVERS, first_shortest

from rookery.statements import queen_paths, traveling_queen
from rookery.statements.queen_paths import first_path


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
