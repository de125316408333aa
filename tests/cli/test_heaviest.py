"""``rookery heaviest`` against brute force, and the files it reads."""

from __future__ import annotations

import json
from itertools import permutations

from click.testing import CliRunner, Result

from rookery.cli import status
from rookery.cli.commands import commands
from rookery.document import placement_of
from rookery.heaviest.text import read

WEIGHTS = [
    [(7 * row * row + 11 * column + row * column) % 23 for column in range(5)] for row in range(5)
]
TEXT = "\n".join(" ".join(map(str, row)) for row in WEIGHTS) + "\n"


def heaviest(*options: str, text: str = TEXT) -> Result:
    return CliRunner().invoke(commands, ["heaviest", *options], input=text)


def brute_force() -> list[tuple[int, tuple[int, ...]]]:
    """All placements with their weights, the heaviest first, then lexicographically."""
    found = [
        (sum(WEIGHTS[row - 1][column] for column, row in enumerate(rows)), rows)
        for rows in permutations(range(1, 6))
        if len({row + column for column, row in enumerate(rows)}) == 5
        and len({row - column for column, row in enumerate(rows)}) == 5
    ]
    return sorted(found, key=lambda pair: (-pair[0], pair[1]))


def line(weight: int, rows: tuple[int, ...]) -> str:
    return f"{weight}: {' '.join(map(str, rows))}"


def test_the_heaviest() -> None:
    result = heaviest()
    assert (result.exit_code, result.stderr) == (status.DONE, "")
    assert result.stdout.splitlines() == [line(*brute_force()[0])]


def test_the_best_three() -> None:
    result = heaviest("--best", "3")
    assert result.stdout.splitlines() == [line(*pair) for pair in brute_force()[:3]]


def test_json_tells_placements_and_their_weights() -> None:
    known = json.loads(heaviest("--best", "2", "--json").stdout)
    best = brute_force()[:2]
    n = len(best[0][1])
    assert [placement_of(n, names) for names in known["answer"]] == [
        tuple(row - 1 for row in rows) for _, rows in best
    ]
    assert (known["status"], known["value"]) == ("optimal", best[0][0])
    assert known["values"] == [weight for weight, _ in best]


def test_a_board_without_a_placement() -> None:
    result = heaviest(text="1 2\n3 4\n")
    assert (result.exit_code, result.stdout) == (status.DONE, "")
    assert "no placement: 2 queens on a 2x2 board always attack each other" in result.stderr
    assert heaviest("-q", text="1 2\n3 4\n").stderr == ""
    told = "rookery: no placement of 4 non-attacking queens goes through the given squares\n"
    assert heaviest("--at", "a1", text="1 2 3 4\n" * 4).stderr == told


def test_decimals_stay_decimals() -> None:
    assert read(b"-1 +2\n.5 1e2", "w") == [[-1, 2], [0.5, 100.0]]
    assert heaviest(text="2.5\n").stdout == "2.5: 1\n"


SULTAN = "2\n" + "\n".join(
    " ".join(str((7 * row * row + 11 * column + add) % 23 + 1) for column in range(8))
    for add in (0, 5)
    for row in range(8)
)


def test_boards_of_the_statement_sultan() -> None:
    result = heaviest(text=SULTAN)
    judged = CliRunner().invoke(commands, ["judge", "sultan"], input=SULTAN)
    weights = [line.split(":")[0] for line in result.stdout.splitlines()]
    assert weights == judged.stdout.split()
    assert len(heaviest("--best", "3", text=SULTAN).stdout.splitlines()) == 6


def test_a_fault_in_the_statements_boards_has_its_place() -> None:
    result = heaviest(text=SULTAN.rsplit(" ", 1)[0] + " x\n")
    assert result.exit_code == status.BAD
    assert result.stderr.startswith("stdin:17:") and "'x'" in result.stderr
    assert len(result.stdout.splitlines()) == 1


def test_a_limit_says_why_and_what_is_proved() -> None:
    rows = [[row * column for column in range(40)] for row in range(40)]  # far from easy
    text = "\n".join(",".join(map(str, row)) for row in rows)
    result = heaviest("--seconds", "0.2", "--method", "branch", text=text)
    if result.exit_code != status.NO_ANSWER:  # the machine was too busy to find any
        assert result.exit_code == status.LIMIT
        assert len(result.stdout.splitlines()) == 1
        assert "stopped (time): weight" in result.stderr and "gap" in result.stderr
