"""``.ci/pythons`` finds the oldest and the newest Python that the project supports."""

import shutil
import subprocess
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[1] / ".ci" / "pythons"
TOOLS = ("cut", "head", "ls", "sort", "tail")


class Machine:
    """A machine with made-up Pythons."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "path"
        self.pyenv = folder / "py env"
        self.path.mkdir()
        for tool in TOOLS:
            (self.path / tool).symlink_to(str(shutil.which(tool)))

    def on_path(self, name: str, told: str) -> str:
        """Add a command that prints this of itself; return where it says that it is."""
        return _python(self.path / name, told)

    def by_pyenv(self, version: str) -> str:
        _, minor, micro = version.split(".")
        return _python(self.pyenv / "versions" / version / "bin" / "python", f"{minor} {micro}")

    def found(self) -> subprocess.CompletedProcess[str]:
        env = {"PATH": str(self.path), "PYENV_ROOT": str(self.pyenv)}
        run = ["/bin/sh", str(SCRIPT)]
        return subprocess.run(run, env=env, capture_output=True, text=True, check=False)


def _python(path: Path, told: str) -> str:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\necho '{told}' '{path}'\n" if told else "#!/bin/sh\nexit 127\n")
    path.chmod(0o755)
    return str(path)


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


def test_the_oldest_and_the_newest(machine):
    oldest = machine.on_path("python3.11", "11 7")
    machine.on_path("python3", "12 1")
    machine.by_pyenv("3.12.10")
    machine.by_pyenv("3.13.2")
    newest = machine.by_pyenv("3.13.10")
    assert machine.found().stdout.splitlines() == [oldest, newest]


def test_one_version_is_printed_once(machine):
    machine.by_pyenv("3.12.4")
    oldest = machine.on_path("python3", "12 3")
    assert machine.found().stdout.splitlines() == [oldest]


def test_a_launcher_with_no_python_behind_it_is_passed_over(machine):
    machine.on_path("python3.14", "")
    machine.on_path("python3", "")
    only = machine.by_pyenv("3.11.0")
    assert machine.found().stdout.splitlines() == [only]


def test_no_python_at_all(machine):
    found = machine.found()
    assert (found.returncode, found.stdout) == (1, "")
    assert "expected a Python from 3.11 to 3.14" in found.stderr
