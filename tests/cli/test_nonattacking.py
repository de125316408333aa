"""``rookery nonattacking``: ledgers, verified units, help."""

from tests.command import rookery

from rookery.cli import status
from rookery.nonattacking.text import SETTINGS


def run(line, *words):
    return rookery(f"nonattacking {line}", *words)


def test_a_count_without_time_leaves_no_ledger(tmp_path):
    kept = tmp_path / "kept"
    begun = run("--board 6 --count --save", kept, "--seconds", "0")
    assert begun.exit_code == status.NO_ANSWER
    assert "--resume" not in begun.stderr
    assert not kept.exists()


def test_the_help_names_every_setting_of_a_file():
    told = run("--help").stdout.partition("These lines may follow:")[2]
    assert all(name in told for name in SETTINGS.names)
