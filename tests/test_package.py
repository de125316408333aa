"""The package as it is installed: its version, its types, its names and its extras."""

import re
import tomllib
from importlib import metadata
from importlib.resources import files
from pathlib import Path

from tests.children import python

import rookery
from rookery.version import install_command

DISTRIBUTION = "rookery-chess"

ROOT = Path(__file__).parents[1]
#: Files that name the distribution where users read them.
TOLD = sorted(
    [
        *ROOT.glob("*.md"),
        *(ROOT / "docs").rglob("*.md"),
        *(ROOT / "examples").glob("*.ipynb"),
        *(path for path in (ROOT / "src").rglob("*") if path.suffix in {".py", ".js", ".html"}),
    ]
)
#: The argument of pip, bare or quoted, with its extras: ``.[plot,png]``.
INSTALLED = re.compile(r"pip install (?:-\S+ )*'?(\.|rookery[a-z-]*)(?:\[([a-z,]+)\])?")


def installs(text: str) -> list[tuple[str, set[str]]]:
    """What a text tells its reader to install of rookery, with the extras."""
    found = INSTALLED.findall(text)
    return [(name, set(extras.split(",")) - {""}) for name, extras in found]


def test_the_version_is_the_installed_one():
    assert re.fullmatch(r"\d+\.\d+\.\d+([.+a-z0-9]+)?", rookery.__version__)
    installed = metadata.version(DISTRIBUTION)
    assert installed == rookery.__version__, "install again: make clean, then make dev"
    assert files("rookery").joinpath("py.typed").is_file()


def test_the_command_and_the_module_print_the_version():
    (script,) = metadata.distribution(DISTRIBUTION).entry_points.select(name="rookery")
    assert script.value == "rookery.cli:main"
    run = python("-m", "rookery", "--version")
    assert run.stderr == ""
    assert rookery.__version__ in run.stdout.split()[-1]


def test_every_public_name_is_there():
    for name in rookery.__all__:
        assert getattr(rookery, name) is not None
    assert set(rookery.__all__) <= set(dir(rookery))


def test_install_commands_name_existing_extras():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    there = set(project["optional-dependencies"])
    told = {path: installs(path.read_text(encoding="utf-8")) for path in TOLD}
    assert told[ROOT / "README.md"]
    assert installs("rookery, pip install -q '.[plot,png]'") == [(".", {"plot", "png"})]
    assert installs(install_command("web")) == [(DISTRIBUTION, {"web"})]
    for path, found in told.items():
        for name, extras in found:
            assert name in {".", DISTRIBUTION}, path
            assert extras <= there, path


def test_an_extra_that_takes_others_names_the_distribution():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    lines = [line for extra in project["optional-dependencies"].values() for line in extra]
    own = {line.partition("[")[0] for line in lines if line.startswith("rookery")}
    assert own == {project["name"]} == {DISTRIBUTION}
