"""The judges' own programs on exported packages, and the submissions under the judges' limits.

``make judges`` installs verifyproblem and bt; both run submissions with pypy3 and g++. Statements
are not rendered: that needs LaTeX.
"""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from tests.packages.programs import REJECTED, cases, checked, run

from rookery.packages.recipes import Format
from rookery.statements import NAMES

pytestmark = pytest.mark.judges

ROOT = Path(__file__).parents[2]
JUDGES = ROOT / ".venv-judges" / "bin"
BOARDS = ROOT / "benchmarks" / "cover"
PARTS = ("config", "data", "graders", "validators", "submissions")
ALIGNED = ("eight-queens", "sultan")
"""The statements whose answers stand in columns; bt would have single blanks."""
SECONDS_OF_A_JUDGE = 1_500
SHOWDOWN_BOARDS = 15
PATIENCE = 600  # the program stops by itself within the ten seconds of the statement
MOST_ABOVE_BEST_KNOWN = 0.5  # on a busy machine; benchmarks.packages measures it


def needed(*programs: str) -> None:
    """Skip the test where a program is missing."""
    for program in programs:
        if not shutil.which(program):
            pytest.skip(f"there is no {program}")


def judge(program: str, *arguments: str, folder: Path) -> str:
    """Return the report of a judge's program on a package, without colours.

    bt warns of a package whose uuid it has seen in another folder: it forgets them with the folder.
    """
    if not (JUDGES / program).is_file():
        pytest.skip(f"there is no {program}: make judges")
    needed("pypy3", "g++")
    path = f"{JUDGES}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        [JUDGES / program, *arguments],
        cwd=folder,
        env=os.environ | {"PATH": path, "XDG_CONFIG_HOME": str(folder.parent)},
        capture_output=True,
        text=True,
        check=False,
        timeout=SECONDS_OF_A_JUDGE,
    )
    said = re.sub(r"\x1b\[[0-9;]*[A-Za-z]", "", done.stdout + done.stderr)
    assert done.returncode == 0, said
    return said


def submissions(folder: Path) -> list[str]:
    """Category and file of every submission."""
    return [f"{path.parent.name}/{path.name}" for path in folder.glob("submissions/*/*")]


@pytest.mark.parametrize("name", NAMES)
def test_verifyproblem_finds_no_error(exported, name):
    folder = exported(name, Format.LEGACY)
    said = judge("verifyproblem", folder.name, "-p", *PARTS, folder=folder.parent)
    assert "tested: 0 errors" in said, said
    for submission in submissions(folder):
        assert re.search(rf"{re.escape(submission)} .*OK: (AC|WA|TLE)", said), said


@pytest.mark.parametrize("name", NAMES)
def test_bt_finds_every_verdict(exported, name):
    folder = exported(name, Format.ICPC)
    said = judge("bt", "run", "-j", "0", "--no-bar", folder=folder)
    expected = {"accepted": "AC", "wrong_answer": "WA", "time_limit_exceeded": "TLE"}
    for submission in submissions(folder):
        verdict = expected[submission.partition("/")[0]]
        assert re.search(rf"{re.escape(submission)}: +{verdict} *[0-9]", said), said


@pytest.mark.parametrize("name", NAMES)
def test_bt_finds_the_cases_valid(exported, name):
    options = ["--no-test-case-sanity-checks"] if name in ALIGNED else []
    judge("bt", "validate", "-j", "0", "--no-bar", *options, folder=exported(name, Format.ICPC))


@pytest.mark.parametrize("python", [sys.executable, "pypy3"])
@pytest.mark.parametrize("name", NAMES)
def test_accepted_programs_under_both_pythons(exported, name, python, tmp_path):
    needed(python)
    folder = exported(name, Format.ICPC)
    (program,) = folder.glob("submissions/accepted/*.py")
    for given in cases(folder):
        output = run(program, given.read_bytes(), python=python)
        verdict = checked(folder, Format.ICPC, given, output, tmp_path)
        assert verdict != REJECTED, (tmp_path / "judgemessage.txt").read_text()


@pytest.mark.slow
def test_showdown_stands_alone_within_the_limits_of_the_statement(exported):
    known = json.loads((BOARDS / "best_known.json").read_text())
    hardest = [board for board in known if board["size"] == 25][::2][:SHOWDOWN_BOARDS]
    texts = [(BOARDS / "boards" / f"{board['name']}.txt").read_text() for board in hardest]
    given = f"{len(texts)}\n" + "".join(text.partition("\n")[2] for text in texts)
    (program,) = exported("showdown", Format.LEGACY).glob("submissions/accepted/*.py")
    done = subprocess.run(
        [sys.executable, "-I", str(program)],
        input=given.encode(),
        capture_output=True,
        check=True,
        timeout=PATIENCE,
    )
    tokens = iter(done.stdout.split())
    above = []
    for board in hardest:
        count, cost = int(next(tokens)), int(next(tokens))
        for _ in range(3 * count):
            next(tokens)
        above.append(cost / board["cost"] - 1)
    assert len(above) == SHOWDOWN_BOARDS
    assert sum(above) / len(above) < MOST_ABOVE_BEST_KNOWN
