"""The order of the package's modules, read off the syntax trees of its sources.

A module imports only from layers above its own, or from its own folder; a family of puzzles
imports no other. Heavy packages are imported inside the functions that need them: only the rooms of
arrays load them, directly or through others, and of these not the modules that every call loads.
"""

import ast
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

import rookery

PACKAGE = "rookery"
PATH = Path(rookery.__file__ or "").parent
ROOT = ""  # the layer of rookery/__init__.py, which hands out what api offers

#: From the foundation up; names in one row do not see each other, but for NEIGHBOURS.
LAYERS = (
    ("errors", "version", "verifying"),
    ("recounting",),
    ("guesses",),
    ("numbers", "outside", "files"),
    ("boards", "compiled"),
    ("reading", "results"),
    ("running", "addresses", "pictures"),
    ("engine",),
    ("family",),
    ("queens", "heaviest", "nonattacking", "regions", "tour", "cover"),
    ("families",),
    ("statements", "document"),
    ("view", "certificates"),
    ("api",),
    ("packages",),
    ("web",),
    ("cli",),
)
NEIGHBOURS = {
    ("heaviest", "queens"),
    ("nonattacking", "queens"),
    ("nonattacking", "heaviest"),
    ("nonattacking", "cover"),
}
RANK = {name: rank for rank, row in enumerate(LAYERS) for name in row}

HEAVY = {"numpy", "numba", "llvmlite", "ortools", "fastapi", "pydantic", "starlette", "uvicorn"}
HEAVY |= {"matplotlib", "pandas", "resvg_py", "PIL", "typst", "rich"}

#: Where arrays may be loaded: in the families and beside the compiler, but for these modules.
LIGHT = {"family", "puzzle", "text", "methods", "kernel_sets"}
ARRAY_LAYERS = {"compiled", "queens", "heaviest", "nonattacking", "regions", "tour", "cover"}

#: The modules of the server, which only the command ``rookery web`` loads.
SERVER_MODULES = {f"rookery.web.{name}" for name in ("app", "jobs", "safety", "schemas")}


@dataclass(frozen=True)
class Import:
    """An imported module, by its full name."""

    module: str
    line: int
    at_load: bool  # loading the importer loads it
    for_types: bool  # only type checkers load it


def modules_under(source: Path) -> dict[str, Path]:
    """Return the full name and the file of every module of the package in a folder."""
    names = {}
    for path in sorted(source.rglob("*.py")):
        parts = path.relative_to(source).with_suffix("").parts
        names[".".join((PACKAGE, *parts)).removesuffix(".__init__")] = path
    return names


def import_nodes(
    nodes: Iterable[ast.AST], at_load: bool = True, for_types: bool = False
) -> Iterator[tuple[ast.Import | ast.ImportFrom, bool, bool]]:
    """Yield imports, whether they run at load, and whether only for type checkers."""
    for node in nodes:
        if isinstance(node, ast.Import | ast.ImportFrom):
            yield node, at_load, for_types
        elif isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test):
            yield from import_nodes(node.body, False, True)
            yield from import_nodes(node.orelse, at_load, for_types)
        elif not isinstance(node, ast.expr):
            is_later = isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
            inside = ast.iter_child_nodes(node)
            yield from import_nodes(inside, at_load and not is_later, for_types)


@cache
def import_nodes_of(path: Path) -> list[tuple[ast.Import | ast.ImportFrom, bool, bool]]:
    return list(import_nodes([ast.parse(path.read_text(encoding="utf-8"))]))


def names_in(node: ast.Import | ast.ImportFrom, importer: str, is_package: bool) -> list[str]:
    """Return the full names of an import: ``from a import b`` gives ``a.b``."""
    base = ""
    if isinstance(node, ast.ImportFrom):
        parts = importer.split(".")
        start = parts[: len(parts) - node.level + is_package] if node.level else []
        base = ".".join([*start, *filter(None, [node.module]), ""])
    return [base + alias.name for alias in node.names]


def hidden_imports(path: Path) -> list[int]:
    """Return the lines that import a module by its name as a text."""
    call = re.compile(r"\b(import_module|__import__)\(")
    lines = path.read_text(encoding="utf-8").splitlines()
    return [number for number, line in enumerate(lines, 1) if call.search(line)]


def imports_of(name: str, modules: dict[str, Path]) -> list[Import]:
    """Return the imports anywhere in a module."""
    found = []
    is_package = modules[name].name == "__init__.py"
    for node, at_load, for_types in import_nodes_of(modules[name]):
        for target in names_in(node, name, is_package):
            if target.split(".")[0] == PACKAGE:
                while target not in modules and "." in target:
                    target = target.rpartition(".")[0]
            found.append(Import(target, node.lineno, at_load, for_types))
    return found


def layer(name: str) -> str:
    """The name below ``rookery``: ``rookery.queens.puzzle`` is in ``queens``."""
    return name.split(".")[1] if "." in name else ROOT


def may_import(importer: str, target: str) -> bool:
    above, below = layer(importer), layer(target)
    if above in {ROOT, "__main__"} or above == below:
        return True
    if below == ROOT:
        return RANK[above] > RANK["api"]
    if (above, below) in NEIGHBOURS:
        return True
    return below in RANK and RANK[above] > RANK[below]


def may_load_arrays(name: str) -> bool:
    """Whether a module may import a heavy package while it is being loaded."""
    is_array_room = layer(name) in ARRAY_LAYERS and name.rpartition(".")[2] not in LIGHT
    return is_array_room or name in SERVER_MODULES


def loading_arrays(modules: dict[str, Path]) -> set[str]:
    """The modules that load a heavy package as they are loaded, directly or through others."""
    loads = {name: {i.module for i in imports_of(name, modules) if i.at_load} for name in modules}
    found = {name for name in loads if any(one.split(".")[0] in HEAVY for one in loads[name])}
    while more := {name for name in loads.keys() - found if loads[name] & found}:
        found |= more
    return found


def faults(source: Path) -> list[str]:
    """Every breach of the order in the package whose folder is ``source``."""
    modules = modules_under(source)
    found = [
        f"{name}: not in the order of layers"
        for name in modules
        if layer(name) not in {*RANK, ROOT, "__main__"}
    ]
    if found:
        return found
    heavy = HEAVY | loading_arrays(modules)
    for name, path in modules.items():
        where = path.relative_to(source).as_posix()
        found += [f"{where}:{line}: {name} hides an import" for line in hidden_imports(path)]
        for item in imports_of(name, modules):
            where = f"{path.relative_to(source).as_posix()}:{item.line}"
            own = item.module.split(".")[0] == PACKAGE
            if own and not may_import(name, item.module):
                found.append(f"{where}: {name} imports {item.module}")
            loaded = item.module if item.module in heavy else item.module.split(".")[0]
            if item.at_load and loaded in heavy and not may_load_arrays(name):
                found.append(f"{where}: {name} loads {item.module}")
    return found


def circles(source: Path) -> set[str]:
    """The modules that import each other, in functions too, and those between them."""
    modules = modules_under(source)
    graph = {
        name: {item.module for item in imports_of(name, modules) if not item.for_types}
        & modules.keys() - {name}
        for name in modules
    }
    for _ in "ab":  # what imports nothing left is in no circle; then the same, backwards
        while ends := {name for name in graph if not graph[name]}:
            graph = {name: graph[name] - ends for name in graph.keys() - ends}
        graph = {name: {one for one in graph if name in graph[one]} for name in graph}
    return set(graph)


def write_tree(folder: Path, **sources: str) -> Path:
    """A package of made-up modules; ``a__b`` stands for ``a/b.py``, ``a__`` for its __init__."""
    for name, text in sources.items():
        path = folder / (name.replace("__", "/") + ".py")
        path = path.with_name("__init__.py") if name.endswith("__") else path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder


def test_the_package_keeps_its_order():
    assert {"rookery", "rookery.errors", "rookery.queens.puzzle"} <= set(modules_under(PATH))
    assert faults(PATH) == []
    assert circles(PATH) == set()


def test_dataclasses_are_frozen_but_for_those_that_searches_fill():
    made = re.compile(r"^ *@dataclass\b(.*)\n(?: *@.*\n)* *class (\w+)", re.MULTILINE)
    mutable = {
        name
        for path in modules_under(PATH).values()
        for arguments, name in made.findall(path.read_text(encoding="utf-8"))
        if "frozen=True" not in arguments
    }
    assert mutable == {"Windows", "_StateBlock", "UnintendedAnswer", "Repair", "Moves"}


def test_a_circle_is_found(tmp_path):
    write_tree(
        tmp_path,
        __init__="",
        boards__one="def f():\n    from rookery.boards import two",
        boards__two="from rookery.boards.three import g",
        boards__three="import rookery.boards.one",
        errors="from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import rookery.numbers",
        numbers="import rookery.errors",
    )
    assert circles(tmp_path) == {f"rookery.boards.{n}" for n in ("one", "two", "three")}


CHECKING = "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n"
BY_NAME = "from importlib import import_module\n"


@pytest.mark.parametrize(
    ("importer", "statement", "fault"),
    [
        ("boards", "from rookery.results import Limits", "imports rookery.results"),
        ("errors", "import rookery.boards", "imports rookery.boards"),
        ("boards", "from rookery import results", "imports rookery.results"),
        ("boards", "from .results import Limits", "imports rookery.results"),
        ("boards", "import rookery", "imports rookery"),
        ("boards", "def f():\n    import rookery.results", "imports rookery.results"),
        ("boards", f"{CHECKING}    import rookery.results", "imports rookery.results"),
        ("view__svg", "import importlib as i\ni.import_module('rookery')", "hides an import"),
        ("view__svg", "name = 'os'\n__import__(name)", "hides an import"),
        ("view__svg", f"{BY_NAME}import_module('.png', 'rookery.view')", "hides an import"),
        ("tour__puzzle", "from rookery.queens.puzzle import Q", "imports rookery.queens.puzzle"),
        ("queens__puzzle", "from rookery import heaviest", "imports rookery.heaviest"),
        ("queens__", "from ..heaviest import puzzle", "imports rookery.heaviest"),
        ("boards", "import numpy as np", "loads numpy"),
        ("boards", "try:\n    import rich.live\nexcept Exception:\n    pass", "loads rich.live"),
        ("boards", "class Board:\n    from numba import njit", "loads numba.njit"),
        ("tour__puzzle", "import numpy", "loads numpy"),
        ("tour__methods", "from rookery.tour import kernel", "loads rookery.tour.kernel"),
        ("castle", "", ": not in the order of layers"),
    ],
)
def test_a_breach_is_found(tmp_path, importer, statement, fault):
    tree = {
        "errors": "",
        "results": "",
        "boards": "",
        "heaviest__": "",
        "queens__puzzle": "",
        "tour__kernel": "import numpy",
        "view__svg": "",
    }
    write_tree(tmp_path, __init__="", **tree | {importer: statement})
    found = faults(tmp_path)
    name = f"rookery.{importer}".replace("__", ".").rstrip(".")
    assert [name in one and one.endswith(fault) for one in found] == [True]
