"""Certificates against brute force, wrong ones made by hand or by chance, the rules of checkers."""

import ast
import json
import random
import sys
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from functools import cache
from hashlib import sha256
from math import inf
from pathlib import Path
from typing import Any

import pytest
from tests.cover.boards import random_domain, wrapped
from tests.cover.brute import cheapest
from tests.heaviest.runs import best_by_force
from tests.marks import few

import rookery as rk
from rookery import certificates, verifying
from rookery.boards.board import WRAPS
from rookery.certificates import certificate
from rookery.document import puzzle_of
from rookery.errors import PuzzleError, RookeryError
from rookery.verifying import Rejected, Unreadable, bound_of, motions, problem_of, reached, verify

PIECES = ["B", "R", "N", "WfF", "FfW", "BW", "WA", "mRcpR", "K", "Q", "gQ", "NN", "fN", "fR", "WW"]
HEAVIEST = rk.Heaviest([[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12], [13, 14, 15, 17]])
COVER = rk.Cover.parse(["#_#_", "_#__"], [3, 4], ["N", "mRcpR"])


def heaviest(seed: int) -> rk.Heaviest:
    """Return a small board of weights, with what may be asked of it besides."""
    chance = random.Random(seed)
    n = chance.choice([1, 2, 3, 4, 4, 5])
    make = chance.choice([lambda: chance.randint(-9, 9), chance.random, lambda: 10**11])
    squares = [(row, column) for row in range(n) for column in range(n)]
    given = chance.sample(squares, chance.choice([0, 0, 1, min(2, n)]))
    blocked = chance.sample(squares, chance.choice([0, 0, 1, n]))
    weights = [[make() for _ in range(n)] for _ in range(n)]
    return rk.Heaviest(weights, chance.random() < 0.5, given=given, blocked=blocked)


def cover(seed: int) -> rk.Cover:
    """Return a small cover of two kinds of pieces, with what may be asked of it besides."""
    chance = random.Random(seed)
    rows, columns = chance.choice([(1, 6), (2, 4), (3, 3)])
    pieces = [rk.Piece(betza) for betza in chance.sample(PIECES, 2)]
    drawn = wrapped(random_domain(seed, rows, columns, pieces, pieces, 0.6), chance.choice(WRAPS))
    factors = [chance.choices([1, 2, 3, "1/2"], k=columns) for _ in range(rows)]
    return replace(
        drawn,
        prices=chance.choice([[1, 1], [3, 2], ["1/2", "2/3"]]),
        total=chance.random() < 0.3,
        at_least=chance.choice([1, 1, 1, 2]),
        allowed=chance.choice([None, None, [drawn.places[:3], None]]),
        square_prices=chance.choice([None, None, factors]),
    )


def best(puzzle: Any) -> Any:
    """Return the best value by brute force, or None without an answer."""
    if isinstance(puzzle, rk.Cover):
        return cheapest(puzzle, 10**6)
    for rows in best_by_force(puzzle):
        return sum(Fraction(puzzle.weights[row][column]) for column, row in enumerate(rows))
    return None


@cache
def made(puzzle: Any) -> bytes:
    return certificate(rk.solve(puzzle))


def head(data: bytes) -> dict[str, Any]:
    return dict(json.loads(data.splitlines()[0]))


def exact(data: Any) -> Any:
    return data if data is None else Fraction(data)


def sealed(lines: list[bytes]) -> bytes:
    """Return the certificate of these lines, with a right digest."""
    text = b"".join(line + b"\n" for line in lines)
    return text + b'{"sha256": "%b"}\n' % sha256(text).hexdigest().encode()


def lines_of(data: bytes) -> list[bytes]:
    return data.splitlines()[:-1]


@pytest.mark.parametrize("make", [heaviest, cover])
@pytest.mark.parametrize("seed", few(range(60)))
def test_a_certificate_proves_the_best_value(seed, make):
    puzzle = make(seed)
    data = made(puzzle)
    verify(data)
    assert exact(head(data)["value"]) == exact(head(data)["bound"]) == best(puzzle)


@pytest.mark.parametrize("make", [heaviest, cover])
@pytest.mark.parametrize("seed", few(range(30)))
def test_any_multipliers_give_a_bound(seed, make):
    puzzle, chance = make(seed), random.Random(seed)
    problem, least = problem_of(plain(puzzle)), best(puzzle)
    price = inf if least is None else least / problem.unit
    start = (), frozenset(problem.price)
    for _ in range(5):
        duals = [
            chance.randint(0, 9) * (sign or chance.choice([-1, 1])) for _, sign in problem.rows
        ]
        assert bound_of(problem, start, chance.randint(1, 3), duals) <= price


def plain(puzzle: Any) -> dict[str, Any]:
    """Return a puzzle's document as it stands in its certificate."""
    return dict(json.loads(made(puzzle).splitlines()[1])["puzzle"])


def digits_changed(data: bytes, chance: random.Random) -> Iterator[bytes]:
    """Yield the certificate with each of its digits changed to another."""
    for at, sign in enumerate(data):
        if chr(sign).isdigit():
            other = chance.choice([digit for digit in b"0123456789" if digit != sign])
            yield data[:at] + bytes([other]) + data[at + 1 :]


@pytest.mark.parametrize("puzzle", [HEAVIEST, COVER], ids=["heaviest", "cover"])
def test_a_wrong_digit_anywhere_is_caught(puzzle):
    data = made(puzzle)
    for wrong in digits_changed(data, random.Random(1)):
        with pytest.raises(Rejected):
            verify(wrong)


@pytest.mark.parametrize("puzzle", [HEAVIEST, COVER], ids=["heaviest", "cover"])
def test_with_its_digest_forged_a_wrong_digit_proves_nothing_wrong(puzzle):
    lines, accepted = lines_of(made(puzzle)), 0
    for at, line in enumerate(lines):
        for wrong in digits_changed(line, random.Random(at)):
            data = sealed([*lines[:at], wrong, *lines[at + 1 :]])
            try:
                verify(data)
            except Rejected:
                continue
            accepted += 1
            found = puzzle_of(json.loads(data.splitlines()[1])["puzzle"])
            if len(list(found.board.squares())) > 10:
                continue  # too many for brute force
            value = best(found)
            claims = [exact(head(data)[name]) for name in ("value", "bound")]
            if isinstance(found, rk.Heaviest):
                assert claims[0] <= value <= claims[1]
            else:
                assert claims[1] <= value <= claims[0]
    assert accepted  # a multiplier may be worse and good enough


def changed(puzzle: Any, at: int, /, **fields: Any) -> bytes:
    """Return the certificate of a puzzle with other fields in a line."""
    lines = lines_of(made(puzzle))
    lines[at] = json.dumps(json.loads(lines[at]) | fields).encode()
    return sealed(lines)


RULES = "an answer by the rules"


@pytest.mark.parametrize(
    ("puzzle", "at", "fields", "words"),
    [
        (HEAVIEST, 0, {"value": 33}, "1: expected value and bound 34 and 34"),
        (HEAVIEST, 0, {"bound": 33}, "a leaf that proves"),
        (HEAVIEST, 0, {"bound": 35}, "1: expected value and bound 34 and 34"),
        (HEAVIEST, 0, {"bound": None}, "a leaf that proves"),
        (HEAVIEST, 2, {"answer": [[0, "a1"], [0, "b1"], [0, "c1"], [0, "d1"]]}, RULES),
        (HEAVIEST, 2, {"answer": [[0, "a3"], [0, "b1"], [0, "c4"]]}, RULES),
        (HEAVIEST, 2, {"answer": None}, "expected value and bound None and 34"),
        (HEAVIEST, -1, {"leaf": [1] * 19}, "a multiplier of sign -1"),
        (HEAVIEST, -1, {"leaf": [1, *[0] * 18]}, "a leaf that proves"),
        (HEAVIEST, -1, {"leaf": [1, *[0.5] * 18]}, "integers"),
        (HEAVIEST, -1, {"leaf": [0] * 19}, "integers"),
        (HEAVIEST, -1, {"leaf": [1, 2]}, "ValueError"),
        (HEAVIEST, 3, {"split": [0, "z9"]}, "4: expected"),
        (COVER, 0, {"bound": 10}, "a leaf that proves"),
        (COVER, 1, {"puzzle": plain(COVER) | {"prices": [0, 4]}}, "prices above 0, found 0"),
        (COVER, 2, {"answer": []}, RULES),
        (COVER, 2, {"answer": [[0, "b1"]]}, RULES),
        (COVER, 2, {"answer": [[1, "a1"], [0, "a1"]]}, RULES),
    ],
)
def test_a_certificate_with_wrong_fields_is_rejected(puzzle, at, fields, words):
    with pytest.raises(Rejected, match=words) as caught:
        verify(changed(puzzle, at, **fields))
    assert not isinstance(caught.value, Unreadable)


def test_a_tree_too_short_or_too_long_is_rejected():
    lines = lines_of(made(HEAVIEST))
    with pytest.raises(Rejected, match="a line with split or leaf"):
        verify(sealed(lines[:-1]))
    with pytest.raises(Rejected, match="another line"):
        verify(sealed([*lines, b'{"leaf": [1]}']))


def test_other_files_and_puzzles_are_unreadable():
    strange = json.dumps({"puzzle": plain(HEAVIEST) | {"mirrors": 2}}).encode()
    lines = lines_of(made(HEAVIEST))
    for data in (b"", b"[]", sealed([lines[0], strange, *lines[2:]])):
        with pytest.raises(Unreadable):
            verify(data)
    for betza in ("nN", "W3", "z", "", "mfWcfF", "[F?R]"):
        with pytest.raises(Unreadable):
            motions(betza)


@pytest.mark.parametrize("betza", [*PIECES, "C", "Z", "D", "A", "H", "G", "QN", "KN", "fK", "pB"])
def test_the_checker_moves_pieces_as_the_library_does(betza):
    chance = random.Random(betza)
    for wrap in ("", "cylinder", "torus"):
        for _ in range(5):
            squares = [(row, column) for row in range(6) for column in range(5)]
            walls = {(5, 4), *chance.sample(squares[:20], 3)}
            at = chance.choice(sorted({*squares} - walls))
            occupied = {at, *chance.sample(sorted({*squares} - walls), 6)}
            board = rk.Board(6, 5, walls, wrap)
            own = verifying.Rectangle(6, 5, list(map(board.name, walls)), wrap)
            found = {
                end
                for step, rides, hop in motions(betza)
                for ends in reached(own.line(at, step, rides), hop, occupied, ())
                for end in ends
            }
            assert found == rk.Piece(betza).attacks(board, at, occupied)


def test_solving_writes_a_certificate(tmp_path):
    path = tmp_path / "proof.txt"
    result = rk.solve(HEAVIEST, certificate=path)
    assert result.note == "certificate: weight 34 is reached, no placement weighs more"
    assert result.note == f"certificate: {verify(path.read_bytes())}"


def test_a_bound_that_time_does_not_reach_is_proved_as_far_as_it_goes():
    result = rk.solve(rk.Cover.domination(6))
    data = certificate(result, 0.0)
    assert head(data)["value"] == result.value > head(data)["bound"] >= 1
    assert "no cover costs less than 1" in verify(data)


def test_given_queens_and_puzzles_without_an_answer_have_certificates():
    puzzle = rk.Heaviest(HEAVIEST.weights, given=["b1"], blocked=["c1"])
    assert head(made(puzzle))["value"] == head(made(puzzle))["bound"] == best(puzzle)
    assert verify(made(rk.Heaviest([[1] * 3] * 3))) == "no placement exists"
    assert verify(made(rk.Cover(2, ["a1"], [1], ["N"]))) == "no cover exists"


def test_a_leaf_without_candidates_has_a_bound_of_its_own():
    board, kings = rk.Board(2, 4, ["d2"], "torus"), ["a2", "b2", "b1", "d1"]
    prices, silver = {"FfW": "1/2", "NN": "2/3"}, {"FfW": ["a1", "b1", "c1"]}
    puzzle = rk.Cover(board, kings, prices, blocked=["c2"], allowed=silver)
    assert head(made(puzzle))["value"] == head(made(puzzle))["bound"] == "7/6"
    assert verify(made(puzzle)) == "cost 7/6 is reached, no cover costs less"


def test_what_has_no_certificate_is_refused_before_the_search(tmp_path):
    path = tmp_path / "proof.txt"
    for puzzle in (
        rk.Tour.parse(["Q..", "...", "N.B"]),
        rk.Heaviest([[1]], best=2),
        rk.Cover(3, ["a1"], [1], ["nN"]),
        rk.Cover(3, ["a1"], [1], ["N"], independent=True),
    ):
        with pytest.raises(PuzzleError, match="no certificate: expected"):
            rk.solve(puzzle, certificate=path)
    assert not path.exists()
    with pytest.raises(RookeryError, match="expected a file that can be written"):
        rk.solve(HEAVIEST, certificate=tmp_path)


def expect_short_program(checker: Any, own: set[str]) -> None:
    """Expect a module of few lines, which imports of the package what is its own."""
    text = Path(checker.__file__).read_text(encoding="utf-8")
    assert len(text.splitlines()) <= 300
    for node in ast.walk(ast.parse(text)):
        names = [node.module] if isinstance(node, ast.ImportFrom) else []
        names += [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        assert {f"{name}".split(".")[0] for name in set(names) - own} <= sys.stdlib_module_names


def test_the_checker_is_a_short_program_of_its_own(tmp_path, capsys):
    expect_short_program(verifying, set())
    path = tmp_path / "proof.txt"
    path.write_bytes(made(HEAVIEST))
    assert verifying.main([f"{path}"]) == 0
    path.write_bytes(changed(HEAVIEST, 0, bound=33))
    assert verifying.main([f"{path}"]) == 1
    assert f"rejected: {path}:" in capsys.readouterr().out
    path.write_bytes(b"")
    assert verifying.main([f"{path}"]) == verifying.main([f"{tmp_path}"]) == 2
    assert verifying.main([]) == 2


def test_ctrl_c_while_the_tree_grows_keeps_answer_and_certificate(tmp_path, monkeypatch):
    solved, calls = certificates.relaxed, iter(range(100))

    def interrupted(*arguments):
        if next(calls) == 2:
            raise KeyboardInterrupt
        return solved(*arguments)

    monkeypatch.setattr(certificates, "relaxed", interrupted)
    path = tmp_path / "proof.txt"
    draw = random.Random(1)
    weights = [[draw.randint(1, 99) for _ in range(12)] for _ in range(12)]
    result = rk.solve(rk.Heaviest(weights), certificate=path)
    assert result.status is rk.Status.OPTIMAL
    assert next(calls) == 3
    assert verifying.verify(path.read_bytes()) in result.note
