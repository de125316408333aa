"""Every family, and every table that is keyed by families."""

import importlib
from collections.abc import Iterator
from pathlib import Path

import pytest

import rookery
from rookery.errors import PuzzleError
from rookery.families import NAMES, Table, families, family_named, family_of, is_puzzle
from rookery.statements import NAMES as STATEMENTS
from rookery.statements import load


def tables() -> Iterator[tuple[str, Table[object]]]:
    """Every table in the package, by where it is."""
    source = Path(rookery.__file__).parent
    for path in source.rglob("*.py"):
        if "Table" in path.read_text(encoding="utf-8") and "files" not in path.parts:
            module = ".".join(["rookery", *path.relative_to(source).with_suffix("").parts])
            for name, thing in vars(importlib.import_module(module)).items():
                if isinstance(thing, Table):
                    yield f"{module}.{name}", thing


def test_a_family_has_the_name_that_its_puzzles_have():
    assert [family.name for family in families()] == list(NAMES)
    assert [family.puzzle.family for family in families()] == list(NAMES)
    assert [family_named(name).name for name in NAMES] == list(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_every_family_has_words_a_document_and_kernels(name):
    family = family_named(name)
    assert family.words.about
    assert family.words.value
    assert family.document().table.fields
    assert family.kernel_sets()
    assert family.statement is None or family.statement in STATEMENTS


def test_every_statement_is_the_smallest_case_of_one_family():
    assert sorted(family.statement for family in families() if family.statement) == sorted(
        STATEMENTS
    )
    assert [load(name).name for name in STATEMENTS] == list(STATEMENTS)


def test_every_whole_table_has_an_entry_for_every_family():
    found = dict(tables())
    assert len(found) >= 4
    for place, table in found.items():
        assert set(table.entries) <= set(NAMES), place
        assert not table.whole or set(table.entries) == set(NAMES), place


class Unknown:
    """Says that it is a puzzle, of a family that there is or is not."""

    def __init__(self, family):
        self.family = family


@pytest.mark.parametrize("thing", [Unknown("chess"), Unknown("queens"), Unknown(None), 7, None])
def test_other_things_have_no_family(thing):
    assert not is_puzzle(thing)
    with pytest.raises(PuzzleError, match="expected a puzzle, got"):
        family_of(thing)
    with pytest.raises(PuzzleError, match="expected a family, got 'queen'; did you mean 'queens'"):
        family_named("queen")
