"""The package as it is installed: its version, its types, and that importing it is cheap."""

from __future__ import annotations

import re
import subprocess
import sys
from importlib import metadata
from importlib.resources import files

import pytest

import rookery

HEAVY = ("numpy", "numba", "ortools", "click", "rich")


def modules_after(statement: str) -> set[str]:
    """Names of the modules loaded in a fresh interpreter once ``statement`` has run."""
    program = f"{statement}\nimport sys\nprint(*sys.modules, sep='\\n')"
    run = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=120
    )
    return set(run.stdout.split())


def test_the_version_is_the_installed_one() -> None:
    assert re.fullmatch(r"\d+\.\d+\.\d+([.+a-z0-9]+)?", rookery.__version__)
    installed = metadata.version("rookery")
    assert installed == rookery.__version__, "install again: make clean, then make dev"


def test_the_package_declares_its_types() -> None:
    assert files("rookery").joinpath("py.typed").is_file()


def test_the_command_and_the_module_print_the_version() -> None:
    (script,) = metadata.entry_points(group="console_scripts", name="rookery")
    assert script.value == "rookery.cli:main"
    run = subprocess.run(
        [sys.executable, "-m", "rookery", "--version"],
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert (run.returncode, run.stderr) == (0, "")
    assert rookery.__version__ in run.stdout.split()[-1]


@pytest.mark.parametrize("package", HEAVY)
def test_a_heavy_package_is_seen_once_it_is_loaded(package: str) -> None:
    assert package in modules_after(f"import rookery, {package}")


def test_importing_rookery_loads_nothing_heavy() -> None:
    loaded = modules_after("import rookery")
    assert "rookery" in loaded
    assert loaded.isdisjoint(HEAVY)


def test_every_public_name_is_there() -> None:
    for name in rookery.__all__:
        assert getattr(rookery, name) is not None
    assert set(rookery.__all__) <= set(dir(rookery))


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="castling"):
        rookery.castling  # noqa: B018
