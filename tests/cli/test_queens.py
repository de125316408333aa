"""``rookery queens`` against brute force and known counts."""

from __future__ import annotations

import json
from itertools import permutations

import pytest
from click.testing import CliRunner, Result

from rookery.cli import status
from rookery.cli.commands import commands

#: OEIS A000170, n = 1 to 9.
COUNTS = (1, 0, 0, 2, 10, 4, 40, 92, 352)


def queens(*arguments: str) -> Result:
    return CliRunner().invoke(commands, ["queens", *arguments])


def brute_force(n: int) -> list[tuple[int, ...]]:
    """All placements by rows from 1, in lexicographic order."""
    return [
        rows
        for rows in permutations(range(1, n + 1))
        if len({row + column for column, row in enumerate(rows)}) == n
        and len({row - column for column, row in enumerate(rows)}) == n
    ]


def listed(text: str) -> list[tuple[int, ...]]:
    return [tuple(map(int, line.split(" "))) for line in text.splitlines()]


@pytest.mark.parametrize("n", range(1, 8))
def test_all_placements_in_order(n: int) -> None:
    result = queens(str(n))
    assert (result.exit_code, result.stderr) == (status.DONE, "")
    assert listed(result.stdout) == brute_force(n)


@pytest.mark.parametrize(("n", "count"), list(enumerate(COUNTS, 1)))
def test_counts(n: int, count: int) -> None:
    assert queens(str(n), "--count").stdout == f"{count}\n"


def test_given_and_blocked_squares() -> None:
    result = queens("6", "--at", "c6", "--block", "a1")
    wanted = [rows for rows in brute_force(6) if rows[2] == 1 and rows[0] != 6]
    assert listed(result.stdout) == wanted
    assert queens("6", "--at", "c6", "--block", "a1", "--count").stdout == f"{len(wanted)}\n"


def test_the_first_ones() -> None:
    result = queens("8", "--first", "3")
    assert result.exit_code == status.DONE
    assert listed(result.stdout) == brute_force(8)[:3]


def test_json_of_a_list() -> None:
    known = json.loads(queens("6", "--json").stdout)
    assert [tuple(rows) for rows in known["placements"]] == brute_force(6)
    assert (known["status"], known["value"], known["bound"]) == ("optimal", 4, 4)


def test_json_of_the_first_claims_no_proof() -> None:
    known = json.loads(queens("8", "--first", "2", "--json").stdout)
    assert len(known["placements"]) == known["value"] == 2
    assert (known["status"], known["bound"]) == ("feasible", None)


def test_json_of_a_count() -> None:
    known = json.loads(queens("7", "--count", "--json").stdout)
    assert (known["family"], known["value"], known["status"]) == ("queens", 40, "optimal")


def test_no_time_means_no_answer() -> None:
    result = queens("8", "--seconds", "0")
    assert (result.exit_code, result.stdout) == (status.NO_ANSWER, "")


def test_time_that_runs_out_keeps_what_was_found() -> None:
    result = queens("16", "--seconds", "0.5")
    assert result.exit_code == status.LIMIT
    assert all(sorted(rows) == list(range(1, 17)) for rows in listed(result.stdout))
    assert result.stdout


def test_time_runs_out_while_nothing_is_found() -> None:
    result = queens("60", "--seconds", "0.2")
    assert (result.exit_code, result.stdout) == (status.NO_ANSWER, "")


def test_count_and_first_do_not_go_together() -> None:
    result = queens("8", "--count", "--first", "2")
    assert result.exit_code == status.BAD
    assert "--count or --first" in result.stderr
