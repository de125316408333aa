"""Run the worked examples of ``docs/extending``: a family, a method, a statement.

``examples/extending`` is laid out as ``src/rookery`` would be, and runs as if it were there.
"""

import doctest
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest
from tests.tokens import tokens_of

import rookery
from rookery import document, families, statements
from rookery.document import answer_data, answer_of

EXAMPLES = Path(__file__).parents[1] / "examples" / "extending"


@pytest.fixture
def extended(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Put the examples into rookery's own folders and tables."""
    before = set(sys.modules)
    for package, folder in ((rookery, EXAMPLES), (statements, EXAMPLES / "statements")):
        monkeypatch.setattr(package, "__path__", [*package.__path__, str(folder)])

    def add(table: ModuleType, name: str, kind: str, module: str) -> None:
        own = getattr(table, f"_own_{kind}")

        def named(one: str) -> object:
            return getattr(import_module(module), kind.upper()) if one == name else own(one)

        monkeypatch.setattr(table, "NAMES", (*table.NAMES, name))
        monkeypatch.setattr(table, f"_own_{kind}", named)

    add(statements, "queens-count", "statement", "rookery.statements.queens_count")
    add(families, "independent", "family", "rookery.independent.family")
    monkeypatch.setattr(document, "NAMES", families.NAMES)
    yield
    for name in set(sys.modules) - before:
        if "independent" in name or "queens_count" in name:
            del sys.modules[name]


@pytest.fixture
def family(extended: None) -> ModuleType:
    return import_module("rookery.independent.puzzle")


@pytest.mark.parametrize(
    ("piece", "known"),
    [("knight", [1, 4, 5, 8, 13, 18]), ("rook", [1, 2, 3, 4, 5, 6])],  # OEIS A030978, the side
)
def test_the_family_is_solved(family, piece, known):
    for side, most in enumerate(known, 1):
        puzzle = family.Independent(rookery.Board(side), piece)
        result = rookery.solve(puzzle, limits=rookery.Limits(seconds=600))
        assert (result.value, result.bound, result.status) == (most, most, rookery.Status.OPTIMAL)
        assert rookery.check(puzzle, result.answer) == []


def test_it_is_plain_data_and_back(family):
    puzzle = family.Independent(rookery.Board(3, 4, walls=["b2"]), "gold")
    assert document.puzzle_of(document.document_of(puzzle)) == puzzle
    answer = rookery.solve(puzzle).answer
    assert answer_of(puzzle, answer_data(puzzle, answer)) == answer


def test_its_check_finds_faults(family):
    puzzle = family.Independent(rookery.Board(3, walls=["b2"]), "rook")
    assert puzzle.check([(0, 0), (2, 2)]) == []
    assert puzzle.check([(0, 0), (0, 0)])[0] == "two pieces stand on one square"
    assert puzzle.check(["b2"]) == ["a piece on the wall b2"]
    assert "attack each other" in puzzle.check([(0, 0), (0, 2)])[0]
    assert "3x3" in puzzle.check([(3, 0)])[0]
    assert puzzle.check(None) == ["expected squares, got None"]


def test_the_statement_is_read_written_and_checked(extended):
    statement = statements.load("queens-count")
    text = "".join(statement.generate(seed=2, cases=6))
    puzzles = list(statement.read(tokens_of(text)))
    assert len(puzzles) == 6
    output = "".join(statement.write(map(rookery.solve, puzzles)))
    verdicts = statement.check(tokens_of(text), tokens_of(output))
    assert [verdict.accepted for verdict in verdicts] == [True] * 6
    for output in ("4", "4 3", "4 2 1", "x 2"):
        found = statement.check(tokens_of("6 4 0"), tokens_of(output))
        assert not all(verdict.accepted for verdict in found)


def test_the_statement_is_judged(extended, tmp_path, capfd):
    from rookery.cli.judging import judge_file

    file = tmp_path / "in.txt"
    file.write_text("1\n8\n5\n0\n")
    assert judge_file("queens-count", str(file), started=0.0) == 0
    assert capfd.readouterr().out == "1\n92\n10\n"


@pytest.mark.parametrize("name", ["rookery.independent.puzzle", "rookery.independent.methods"])
def test_the_examples_in_their_docstrings_run(extended, name):
    assert doctest.testmod(import_module(name)).failed == 0


def test_the_template_of_a_method_is_a_file_and_a_row(monkeypatch):
    monkeypatch.syspath_prepend(str(EXAMPLES))
    puzzle = rookery.NonAttacking(3, "rook")
    family = families.family_of(puzzle)
    row = import_module("method_template").ROW
    extended = family._replace(methods=(*family.methods, row))
    monkeypatch.setattr(families, "_own_family", lambda name: extended)
    result = rookery.solve(puzzle, method="mine")
    assert (result.value, result.status.value, result.reason.value) == (1, "feasible", "done")
    assert result.method == "mine"
