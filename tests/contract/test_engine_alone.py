"""Methods compute and yield; the engine alone knows clocks, reasons, Ctrl-C and kernels to come.

The rule is read off the syntax trees of the package. Outside the families, a few modules name what
the engine hands out, or end the process or the page's job that it runs in; each is listed here.
"""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import rookery

PACKAGE = Path(rookery.__file__).parent
FAMILIES = ("cover/", "heaviest/", "nonattacking/", "queens/", "regions/", "tour/")
NAMES = {"KeyboardInterrupt", "Reason", "Clock"}
ATTRIBUTES = {"clock", "perf_counter", "monotonic", "wait_for", "is_ready"}
CLOCKS = {"clock_gettime", "monotonic", "perf_counter"}
# Where a family reads such a name all the same, and why.
EXCEPTIONS = {
    "queens/counting/workspace.py: perf_counter"  # cuts slices to the seconds that they take
}

CTRL_C, REASON, CLOCK = "catches Ctrl-C", "names a reason", "reads a clock"
ALLOWED = {
    CTRL_C: {
        "engine/drive.py",
        "cli/__init__.py",  # the process ends with its status
        "cli/status.py",
        "web/worker.py",  # a job of the page ends, its process goes on
    },
    REASON: {
        "engine/drive.py",
        "engine/run.py",
        "results/estimate.py",
        "results/result.py",
        # what follows when a call was stopped: an exit status, an estimate, no package
        "api/counting.py",
        "api/listing.py",
        "api/many.py",
        "api/solving.py",
        "cli/judging.py",
        "cli/nonattacking.py",
        "cli/queens.py",
        "cli/report.py",
        "cli/status.py",
        "packages/__init__.py",
        "web/tasks.py",
    },
    CLOCK: {
        "results/limits.py",  # the clock of every run
        "engine/units.py",  # the pace of work units
        "running/units.py",  # seconds of a work unit, in its worker
        "compiled/sets.py",  # the longest wait for kernels
        "view/live.py",  # seconds between two updates of a display
        "cli/__init__.py",  # seconds of the whole process, from its start
        "cli/commands.py",
        "cli/judging.py",
        "cli/options.py",
        "cli/report.py",
        "cli/streams.py",
        "cli/workers.py",
        "queens/counting/workspace.py",
    },
}


@cache
def modules() -> dict[str, ast.Module]:
    """The syntax tree of each module that has any of these names in its text, by its place."""
    names = re.compile(rf"\b({'|'.join(NAMES | ATTRIBUTES | CLOCKS | {'from time'})})\b")
    return {
        place: ast.parse(text)
        for path in sorted(PACKAGE.rglob("*.py"))
        if not (place := path.relative_to(PACKAGE).as_posix()).startswith("packages/files/")
        and names.search(text := path.read_text(encoding="utf-8"))
    }


def names_of_the_engine(tree: ast.AST) -> Iterator[str]:
    """The names in a module that only the engine may use."""
    for node in ast.walk(tree):
        match node:
            case ast.Name(id=name) if name in NAMES:
                yield name
            case ast.Attribute(attr=name) if name in ATTRIBUTES:
                yield name


def deeds(tree: ast.AST) -> Iterator[str]:
    """Yield the deeds of a module that few may do."""
    for node in ast.walk(tree):
        match node:
            case ast.ExceptHandler(type=ast.expr() as kind):
                if "KeyboardInterrupt" in ast.unparse(kind):
                    yield CTRL_C
            case ast.Attribute(value=ast.Name(id="Reason")):
                yield REASON
            case ast.Attribute(value=ast.Name(id="time"), attr=name) if name in CLOCKS:
                yield CLOCK
            case ast.ImportFrom(module="time"):
                yield CLOCK


def test_methods_leave_limits_to_the_engine():
    found = {
        f"{place}: {name}"
        for place, tree in modules().items()
        if place.startswith(FAMILIES)
        for name in names_of_the_engine(tree)
    }
    assert found == EXCEPTIONS


def test_few_modules_catch_ctrl_c_name_reasons_and_read_clocks():
    found: dict[str, set[str]] = {deed: set() for deed in ALLOWED}
    for place, tree in modules().items():
        for deed in deeds(tree):
            found[deed].add(place)
    assert found == ALLOWED


def test_forms_of_a_breach_that_no_module_has_are_found():
    lines = "from time import monotonic\ntry: ...\nexcept (OSError, KeyboardInterrupt): ..."
    assert list(deeds(ast.parse(lines))) == [CLOCK, CTRL_C]
