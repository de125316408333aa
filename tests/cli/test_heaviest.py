"""``rookery heaviest``: boards of the statement and limits."""

from tests.command import rookery

from rookery.cli import status

WEIGHTS = "3 1 4 1\n5 9 2 6\n5 3 5 8\n9 7 9 3\n"


SULTAN = "2\n" + "\n".join(
    " ".join(str((7 * row * row + 11 * column + add) % 23 + 1) for column in range(8))
    for add in (0, 5)
    for row in range(8)
)


def test_boards_of_the_statement_sultan():
    result = rookery("heaviest", text=SULTAN)
    judged = rookery("judge sultan", text=SULTAN)
    weights = [line.split(":")[0] for line in result.stdout.splitlines()]
    assert weights == judged.stdout.split()
    assert len(rookery("heaviest --best 3", text=SULTAN).stdout.splitlines()) == 6


def test_a_fault_in_the_statements_boards_has_its_place():
    result = rookery("heaviest", text=SULTAN.rsplit(" ", 1)[0] + " x\n")
    assert result.exit_code == status.BAD
    assert result.stderr.startswith("stdin:17:") and "'x'" in result.stderr
    assert len(result.stdout.splitlines()) == 1


def test_a_limit_reports_the_reason_and_the_gap():
    rows = [[row * column for column in range(40)] for row in range(40)]  # far from easy
    text = "\n".join(",".join(map(str, row)) for row in rows)
    result = rookery("heaviest --seconds 0.2 --method branch", text=text)
    if result.exit_code != status.NO_ANSWER:  # the machine was too busy to find any
        assert (result.exit_code, result.stdout.count("\n")) == (status.LIMIT, 1)
        assert "stopped (time): weight" in result.stderr and "gap" in result.stderr
