"""``rookery verify`` and ``--certificate``."""

import pytest
from tests.cli.test_heaviest import WEIGHTS
from tests.command import rookery

from rookery.cli import status


@pytest.mark.parametrize(
    ("command", "says"),
    [
        (("heaviest", "-"), "no placement weighs more"),
        (("cover", 4, "knight"), "no cover costs less"),
    ],
)
def test_a_certificate_is_written_and_verified(tmp_path, command, says):
    path = tmp_path / "proof.txt"
    made = rookery(*command, "--certificate", path, text=WEIGHTS)
    assert made.exit_code == status.DONE and "rookery: certificate: " in made.stderr
    result = rookery("verify", path)
    assert result.exit_code == status.DONE
    assert result.stdout.startswith("accepted: ") and says in result.stdout
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    result = rookery("verify", text="".join([*lines[:-2], lines[-1]]))
    assert result.exit_code == status.REJECTED
    assert result.stdout.startswith(f"rejected: stdin:{len(lines) - 1}: expected ")
    assert rookery("verify", text=WEIGHTS).exit_code == status.BAD
