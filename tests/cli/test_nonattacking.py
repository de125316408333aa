"""``rookery nonattacking``: ledgers, verified units, help."""

from tests.command import rookery

import rookery as rk
from rookery.cli import status
from rookery.nonattacking.text import SETTINGS


def run(line, *words):
    return rookery(f"nonattacking {line}", *words)


def test_a_count_goes_on_from_its_ledger(tmp_path):
    kept = str(tmp_path / "kept")
    rk.count(rk.NonAttacking(6, "queen"), limits=rk.Limits(work=3), save=kept)
    asked = ["--board", "6", "--counts"]
    whole = run(*asked, "--resume", kept)
    assert (whole.exit_code, whole.stdout) == (0, run(*asked).stdout)
    other = run("--board 7 --counts --resume", kept)
    assert other.exit_code == status.BAD
    assert "is the ledger of other work: expected puzzle" in other.stderr


def test_a_count_without_time_leaves_no_ledger(tmp_path):
    kept = tmp_path / "kept"
    begun = run("--board 6 --count --save", kept, "--seconds", "0")
    assert begun.exit_code == status.NO_ANSWER
    assert "--resume" not in begun.stderr
    assert not kept.exists()


def test_verified_units_are_reported():
    found = run("--board 5 --count --verify 0.1")
    assert (found.exit_code, found.stdout) == (0, "462\n")
    assert "were run twice with equal results" in found.stderr


def test_the_help_names_every_setting_of_a_file():
    told = run("--help").stdout.partition("These lines may follow:")[2]
    assert all(name in told for name in SETTINGS.names)
