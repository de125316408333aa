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


#: Commands on the path with what they print, versions by pyenv, and those found.
MACHINES = [
    (
        {"python3.11": "11 7", "python3": "12 1"},
        ["3.12.10", "3.13.2", "3.13.10"],
        ["python3.11", "3.13.10"],
    ),
    ({"python3": "12 3"}, ["3.12.4"], ["python3"]),  # one version is printed once
    ({"python3.14": "", "python3": ""}, ["3.11.0"], ["3.11.0"]),  # nothing is behind a launcher
]


@pytest.mark.parametrize(("on_path", "by_pyenv", "found"), MACHINES)
def test_the_oldest_and_the_newest(on_path, by_pyenv, found, tmp_path):
    machine = Machine(tmp_path)
    places = {name: machine.on_path(name, told) for name, told in on_path.items()}
    places |= {version: machine.by_pyenv(version) for version in by_pyenv}
    assert machine.found().stdout.splitlines() == [places[name] for name in found]


def test_no_python_at_all(tmp_path):
    found = Machine(tmp_path).found()
    assert (found.returncode, found.stdout) == (1, "")
    assert "expected a Python from 3.11 to 3.14" in found.stderr
