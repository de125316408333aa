"""Methods compute and yield; the engine alone knows clocks, reasons, Ctrl-C and kernels to come.

It is read off the syntax trees of the families that run on the engine.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import rookery

FAMILIES = ["cover", "heaviest", "nonattacking", "queens", "regions", "tour"]
NAMES = {"KeyboardInterrupt", "Reason", "Clock"}
ATTRIBUTES = {"clock", "perf_counter", "monotonic", "wait_for", "is_ready"}
#: Where a name is raised or read all the same, and why.
EXCEPTIONS = {
    "queens/counting/workspace.py: perf_counter",  # cuts slices to the seconds that they take
}


def faults(source: str) -> Iterator[str]:
    """The names in a module that only the engine may use."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Name(id=name) if name in NAMES:
                yield name
            case ast.Attribute(attr=name) if name in ATTRIBUTES:
                yield name


@pytest.mark.parametrize("family", FAMILIES)
def test_methods_leave_limits_to_the_engine(family: str) -> None:
    package = Path(rookery.__file__).parent
    modules = sorted((package / family).rglob("*.py"))
    assert modules
    found = {
        f"{path.relative_to(package).as_posix()}: {name}"
        for path in modules
        for name in faults(path.read_text(encoding="utf-8"))
    }
    assert found - EXCEPTIONS == set()


@pytest.mark.parametrize(
    "line",
    [
        "try:\n    run()\nexcept KeyboardInterrupt:\n    pass",
        "return_ = Reason.TIME",
        "left = settings.clock.seconds_left()",
        "import time\nstart = time.perf_counter()",
    ],
)
def test_a_breach_is_found(line: str) -> None:
    assert list(faults(line))
