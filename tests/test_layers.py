"""The order of the package's modules, read off the syntax trees of its sources.

A module imports only from layers above its own, or from its own folder; a family of puzzles
imports no other. Heavy packages are imported inside the functions that need them: only the rooms of
arrays load them, directly or through others, and of these not the modules that every call loads.
"""

import ast
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
    ("numbers", "outside"),
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

HEAVY = {
    "numpy",
    "numba",
    "llvmlite",
    "ortools",
    "fastapi",
    "pydantic",
    "starlette",
    "uvicorn",
    "matplotlib",
    "pandas",
    "resvg_py",
    "PIL",
    "typst",
    "rich",
}

#: Where arrays may be loaded: in the families and beside the compiler, but for these modules.
LIGHT = {"family", "puzzle", "text", "methods", "kernel_sets"}
ARRAY_LAYERS = {"compiled", "queens", "heaviest", "nonattacking", "regions", "tour", "cover"}

#: The modules of the server, which only the command ``rookery web`` loads.
SERVER_MODULES = {
    "rookery.web.app",
    "rookery.web.jobs",
    "rookery.web.safety",
    "rookery.web.schemas",
}

Importing = ast.Import | ast.ImportFrom | ast.Call
IMPORTING = (ast.Import, ast.ImportFrom, ast.Call)
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)


@dataclass(frozen=True)
class Import:
    """One imported module, by its full name; whether loading the importer loads it.

    With `for_types` only type checkers do.
    """

    module: str
    line: int
    at_load: bool
    for_types: bool


def modules_under(source: Path) -> dict[str, Path]:
    """Full name of every module of the package whose folder is ``source``."""
    names = {}
    for path in sorted(source.rglob("*.py")):
        parts = path.relative_to(source).with_suffix("").parts
        if parts[-1] == "__init__":
            parts = parts[:-1]
        names[".".join((PACKAGE, *parts))] = path
    return names


def is_for_types_only(node: ast.AST) -> bool:
    match node:
        case ast.If(test=ast.Name(id="TYPE_CHECKING") | ast.Attribute(attr="TYPE_CHECKING")):
            return True
    return False


def import_nodes(
    nodes: Iterable[ast.AST], calls: bool, at_load: bool = True, for_types: bool = False
) -> Iterator[tuple[Importing, bool, bool]]:
    """Whatever may import in ``nodes``; whether it runs at load, and whether for types only.

    Expressions, most of a tree, are looked at only with ``calls``.
    """
    for node in nodes:
        if isinstance(node, IMPORTING):
            yield node, at_load, for_types
        if isinstance(node, ast.If) and is_for_types_only(node):
            yield from import_nodes(node.body, calls, False, True)
            yield from import_nodes(node.orelse, calls, at_load, for_types)
        elif calls or not isinstance(node, ast.expr):
            is_later = isinstance(node, FUNCTIONS)
            inside = ast.iter_child_nodes(node)
            yield from import_nodes(inside, calls, at_load and not is_later, for_types)


@cache
def import_nodes_of(path: Path) -> list[tuple[Importing, bool, bool]]:
    """The `import_nodes` of a file."""
    text = path.read_text(encoding="utf-8")
    return list(import_nodes([ast.parse(text)], "import_module" in text or "__import__" in text))


def names_in(node: Importing, importer: str, is_package: bool) -> list[str]:
    """Full names that ``node`` asks for: ``from a import b`` gives ``a.b``."""
    match node:
        case ast.Import(names=aliases):
            return [alias.name for alias in aliases]
        case ast.ImportFrom(module=module, names=aliases, level=level):
            parts = importer.split(".")
            start = parts[: len(parts) - level + is_package] if level else []
            base = ".".join([*start, *([module] if module else [])])
            return [f"{base}.{alias.name}" for alias in aliases]
        case ast.Call(args=[ast.Constant(value=name), *_]) if is_import_by_name(node):
            return [str(name)]
    return []


def is_import_by_name(node: ast.AST) -> bool:
    """Whether ``node`` calls ``import_module`` or ``__import__``."""
    match node:
        case ast.Call(func=ast.Name(id=called) | ast.Attribute(attr=called)):
            return called in {"import_module", "__import__"}
    return False


def hidden_imports(nodes: Iterable[Importing]) -> list[int]:
    """The lines that import by name what is no third party's, or cannot be read off."""
    found = []
    for node in nodes:
        if is_import_by_name(node):
            match node:
                case ast.Call(args=[ast.Constant(value=str(name))], keywords=[]):
                    if name.split(".")[0] not in {PACKAGE, ""}:
                        continue
            found.append(node.lineno)
    return found


def imports_of(name: str, modules: dict[str, Path]) -> list[Import]:
    """What the module ``name`` imports, anywhere in it."""
    found = []
    is_package = modules[name].name == "__init__.py"
    for node, at_load, for_types in import_nodes_of(modules[name]):
        for full in names_in(node, name, is_package):
            target = full
            if full.split(".")[0] == PACKAGE:
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
        hidden = hidden_imports(node for node, _, _ in import_nodes_of(path))
        found += [f"{where}:{line}: {name} hides an import" for line in hidden]
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


def test_dataclasses_are_frozen_but_for_those_that_searches_fill():
    mutable = {
        node.name
        for path in modules_under(PATH).values()
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.ClassDef)
        for decorator in map(ast.unparse, node.decorator_list)
        if decorator.startswith("dataclass") and "frozen=True" not in decorator
    }
    assert mutable == {"Windows", "_StateBlock", "UnintendedAnswer", "Repair", "Moves"}


def test_modules_do_not_import_each_other():
    assert circles(PATH) == set()


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
        ("boards", "def f():\n    import rookery.results\nT = [f]", "imports rookery.results"),
        (
            "view__svg",
            "import importlib as i\ni.import_module('rookery.results')",
            "hides an import",
        ),
        ("view__svg", f"{BY_NAME}import_module(f'rookery.{{1}}')", "hides an import"),
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
    assert len(found) == 1
    name = f"rookery.{importer}".replace("__", ".").rstrip(".")
    assert name in found[0]
    assert found[0].endswith(fault)
