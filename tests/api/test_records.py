"""Records: their checks by the rules, wrong digits, and the page that lists them."""

import copy
import json
import random
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from functools import reduce
from importlib.util import find_spec
from operator import getitem
from pathlib import Path
from typing import Any

import pytest
from tests.command import rookery, run_program
from tests.documents import ROOT
from tests.marks import few

import rookery as rk
from rookery.api import records
from rookery.api.records import Record, RecordFault
from rookery.cli import status
from rookery.document import document_of
from rookery.errors import RookeryError

FOLDER = ROOT / "records"
FILES = sorted(FOLDER.glob("*.json"))
SECOND = FOLDER / "second"
PAGE = ROOT / "docs" / "records.md"
SHOWN_COUNTS = 3  # of a list of counts, whose digits are changed
FERZES = FOLDER / "A201861-18.json"
KNIGHTS = FOLDER / "A279407-9.json"
WAZIRS = FOLDER / "A201511-22.json"
CLASSES = FOLDER / "A232569-9.json"
UNCHECKED = (  # fields that nothing in a record can confirm; a wrong digit there is not found
    "sequence",
    "name",
    "published",
    "trusted",
    *(
        f"{proof}.{field}"
        for proof in ("first", "second")
        for field in ("program", "version", "method", "seed", "seconds", "machine", "date")
    ),
)


def kind(file: Path) -> tuple[str, str, bool]:
    """Return what decides how a record is checked."""
    record = json.loads(file.read_bytes())
    return record["term"], record["puzzle"]["family"], record.get("up_to_symmetry", False)


def index(file: Path) -> int:
    return int(file.stem.partition("-")[2])


ONE_EACH = {kind(file): file for file in sorted(FILES, key=index, reverse=True)}.values()
#: By day the record of the smallest board of each kind; others take longer.
BY_DAY = few([*ONE_EACH, *(file for file in FILES if file not in ONE_EACH)], len(ONE_EACH))


def record_of(file: Path) -> Record:
    return records.read(file.read_bytes(), file.name)


def run(*arguments: object) -> tuple[int, str]:
    result = rookery("verify-record", *arguments)
    return result.exit_code, result.stdout + result.stderr


@pytest.mark.parametrize("file", BY_DAY, ids=lambda file: file.stem)
def test_a_record_is_accepted_and_names_its_term_and_programs(file: Path) -> None:
    code, output = run(file)
    assert (code, output.splitlines()[-1]) == (status.DONE, "  accepted")
    assert output.count("  checked: the value is the term of the") == 2
    assert "  trusted: " in output
    record = record_of(file)
    assert file.stem == f"{record.sequence}-{record.index}"
    assert not replace(record, index=record.published.last).is_new
    assert record.first.command.startswith("rookery ")
    program = record.second.program
    assert (ROOT / program).is_file()
    assert record.second.command.startswith(f"python {program} ")


@pytest.mark.parametrize("program", sorted(SECOND.glob("*.py")), ids=lambda p: p.stem)
def test_second_programs_share_no_code_with_the_package(program: Path) -> None:
    text = program.read_text(encoding="utf-8")
    assert not re.search(r"^\s*(from|import) .*rookery", text, re.MULTILINE)


def of_diagrams(arguments: str, value: Any) -> Any:
    """Return a case of `diagrams.py`, whose package `make bench` installs."""
    is_there = find_spec("dd") is not None
    mark = pytest.mark.skipif(not is_there, reason="needs dd: make bench")
    return pytest.param(f"diagrams.py {arguments}", value, marks=mark)


@pytest.mark.parametrize(
    ("arguments", "value"),
    [
        ("rows.py kings 4", [1, 16, 78, 140, 79]),
        ("rows.py kings 5", [1, 25, 228, 964, 1987, 1974, 978, 242, 27, 1]),
        ("rows.py wazirs 3", [1, 9, 24, 22, 6, 1]),
        ("rows.py wazirs 10 number", 2868879752822),
        ("rows.py slants 8 total", 1808994829500),
        ("ferzes.py 3", [1, 9, 28, 38, 29, 12, 2]),
        ("ferzes.py 8 total", 4576976735769),
        ("classes.py kings 5", [1, 6, 37, 138, 277, 273, 143, 39, 7, 1]),
        ("classes.py wazirs 4", [1, 3, 17, 40, 62, 45, 20, 4, 1]),
        ("classes.py knights 4", [1, 3, 18, 40, 66, 49, 30, 8, 3]),
        ("wrapped.py cylinder 9", 1411080429618656),
        ("wrapped.py torus 10", 509113406167679889),
        ("colours.py zebras 9", 38934305898),
        ("colours.py knights 8", 379978716),
        ("leapers.py camels 9", 22854),
        ("leapers.py zebras 10", 263732),
        ("queens.py 8", [1, 64, 1288, 10320, 34568, 46736, 22708, 3192, 92]),
        ("domination.py 7", 9),
        of_diagrams("kings 5", [1, 25, 228, 964, 1987, 1974, 978, 242, 27, 1]),
        of_diagrams("wazirs 10 total", 2030049051145980050),
        of_diagrams("slants 8 total", 1808994829500),
        of_diagrams("zebras 4", [1, 16, 112, 452, 1168, 2032, 2438, 2032, 1168, 452, 112, 16, 1]),
        of_diagrams("ferzes 9 total cylinder", 1411080429618656),
        of_diagrams("ferzes 6 total torus", 2722500),
    ],
)
def test_second_programs_give_known_terms(arguments: str, value: Any) -> None:
    name, *rest = arguments.split()
    ended, printed = run_program(SECOND / name, *rest)
    assert (ended, json.loads(printed)["value"]) == (0, value)


@pytest.mark.parametrize(("arguments", "status"), [("5", "INFEASIBLE"), ("5 6", "OPTIMAL")])
def test_a_formula_has_no_solution_exactly_below_the_domination_number(
    arguments: str, status: str
) -> None:
    from ortools.sat.python import cp_model

    head, *lines = run_program(SECOND / "cnf.py", *arguments.split())[1].splitlines()
    model = cp_model.CpModel()
    literals = [model.new_bool_var("") for _ in range(int(head.split()[2]))]
    assert int(head.split()[3]) == len(lines)
    for line in lines:
        *clause, end = map(int, line.split())
        assert end == 0
        model.add_bool_or([literals[one - 1] if one > 0 else ~literals[-one - 1] for one in clause])
    solver = cp_model.CpSolver()
    assert solver.status_name(solver.solve(model)) == status


def test_second_programs_resume_from_a_ledger(tmp_path: Path) -> None:
    ledger = tmp_path / "queens.jsonl"
    program = [sys.executable, str(SECOND / "queens.py"), "9", "--ledger", str(ledger)]

    def counted(*options: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run([*program, *options], capture_output=True, text=True, check=False)

    part = counted("--units", "2:4")
    assert (part.returncode, part.stdout) == (0, "")
    assert part.stderr == f"{ledger}: 2 of 10 units\n"
    kept = ledger.read_text()
    ledger.write_text(kept + '{"unit": 9, "val')  # as a run leaves it that is stopped on the way
    queens = json.loads(counted().stdout)["value"]
    assert sum(queens) == 915442  # A287227(9)
    lines = ledger.read_text().splitlines()
    assert lines[: kept.count("\n")] == kept.splitlines()
    assert sorted(json.loads(line)["unit"] for line in lines[1:]) == list(range(10))
    lines[3] = lines[3].replace('"value": ', '"value": 1')
    ledger.write_text("\n".join(lines) + "\n")
    again = json.loads(counted().stdout)["value"]
    assert again != queens  # units of a ledger are not repeated
    program[2] = "8"
    refused = counted()
    assert (refused.returncode, refused.stdout) == (1, "")
    assert refused.stderr.startswith(f"{ledger}: expected a ledger of ")


def leaves(value: Any, place: str = "") -> Iterator[tuple[str, tuple[Any, ...]]]:
    """Yield the places of texts and numbers with digits, as texts and as paths."""
    items: dict[Any, Any] = {}
    if isinstance(value, dict):
        items = value
    elif isinstance(value, list):
        is_long = len(value) > SHOWN_COUNTS and isinstance(value[0], int)
        chosen = {0, 1, 2, len(value) // 2, len(value) - 1} if is_long else range(len(value))
        items = {at: value[at] for at in chosen}
    elif not isinstance(value, bool) and re.search(r"\d", str(value)):
        yield place, ()
    for key, item in items.items():
        name = f"[{key}]" if isinstance(key, int) else f".{key}"
        for found, path in leaves(item, f"{place}{name}".removeprefix(".")):
            yield found, (key, *path)


def with_other_digit(value: Any, chance: random.Random) -> Any:
    """Return a text or number with another digit at a random place."""
    text = str(value)
    at = chance.choice([place for place, sign in enumerate(text) if sign.isdigit()])
    digit = chance.choice([d for d in "123456789" if d != text[at]])
    changed = text[:at] + digit + text[at + 1 :]
    return changed if isinstance(value, str) else type(value)(changed)


@pytest.mark.parametrize("file", BY_DAY, ids=lambda file: file.stem)
def test_a_wrong_digit_is_found_wherever_it_can_be(file: Path) -> None:
    document = json.loads(file.read_bytes())
    chance = random.Random(40)
    for place, path in leaves(document):
        if any(re.match(rf"{re.escape(name)}([.\[]|$)", place) for name in UNCHECKED):
            continue
        value = reduce(getitem, path, document)
        try:
            list(records.verify(with_values(document, {path: with_other_digit(value, chance)})))
        except RookeryError:
            continue
        # A changed answer may be another right one.
        assert ".answer" in place, place


def with_values(document: dict[str, Any], values: dict[tuple[Any, ...], Any]) -> Record:
    """Return the record of a document with other values, each at its path."""
    document = copy.deepcopy(document)
    for (*path, last), value in values.items():
        reduce(getitem, path, document)[last] = value
    return records.read(json.dumps(document).encode(), "changed")


def changed(file: Path, **parts: Any) -> Record:
    """Return a record with other parts; a double underscore enters a part."""
    values = {tuple(name.split("__")): value for name, value in parts.items()}
    return with_values(json.loads(file.read_bytes()), values)


@pytest.mark.parametrize(
    ("file", "parts", "fault"),
    [
        (FERZES, {"index": 17}, "puzzle.board: expected 17x17, as the index says"),
        (FERZES, {"value": 7}, "value: expected 2552460513...6345171972 (29 digits), the term of"),
        (FERZES, {"first__command": "rookery nonattacking 19 ferz"}, "first.command: expected no"),
        (FERZES, {"first__result": [1, 324, 5]}, r"first.result[2]: expected 51748, got 5"),
        (FERZES, {"second__result": [1, 324]}, "second.result: expected the count of as many"),
        (FERZES, {"second__program": "rookery"}, "second.program: expected another program"),
        (FERZES, {"term": "row", "second__result": 9}, "value: expected 163 counts from 1 to"),
        (FERZES, {"term": "row", "first__result": 9}, "first.result: expected a list of counts"),
        (WAZIRS, {"puzzle__numbers": [21]}, "puzzle.numbers: expected 22 pieces of a kind, or any"),
        (CLASSES, {"first__result": [1, 15, 425]}, "first.result[2]: expected 426, got 425"),
        (CLASSES, {"up_to_symmetry": False}, "first.result[1]: expected 81, got 15"),
        (KNIGHTS, {"first__answer": [[0, "a1"]]}, "first.answer: square at a9"),
        (KNIGHTS, {"first__result": 11}, "first.answer: its value is 12, not 11"),
        (KNIGHTS, {"second__result": [1, 2]}, "second.answer: its value is 12, not (1, 2)"),
    ],
)
def test_the_first_fault_is_named(file: Path, parts: dict[str, Any], fault: str) -> None:
    with pytest.raises(RecordFault) as raised:
        list(records.verify(changed(file, **parts)))
    assert str(raised.value).startswith(fault)


@pytest.mark.parametrize(
    ("parts", "fault"),
    [
        ({"sequence": "A1"}, "sequence: expected a number of the OEIS such as 'A000170', got 'A1'"),
        ({"term": "sum"}, "term: expected one of 'number', 'total', 'entry', 'row', got 'sum'"),
        ({"index": -1}, "index: expected an integer of at least 0, got -1"),
        ({"value": [1, "2"]}, "value[1]: expected an integer, got '2'"),
        ({"first__seconds": "1"}, "first.seconds: expected a number of seconds, got '1'"),
        ({"first__date": "today"}, "first.date: expected a date such as '2026-11-27', got 'today'"),
        ({"first__answer": 7}, "first.answer: expected"),
        ({"puzzle__pieces": ["quen"]}, "puzzle.pieces[0]: "),
        ({"puzzle": {"family": "queens", "n": 18}}, "puzzle.family: expected 'nonattacking' or"),
        ({"up_to_symmetry": 1}, "up_to_symmetry: expected true or false, got 1"),
        ({"second__cpu": 1}, "second: expected a field, got 'cpu'"),
    ],
)
def test_bad_input_is_refused_with_its_place(parts: dict[str, Any], fault: str) -> None:
    with pytest.raises(RookeryError) as raised:
        changed(FERZES, **parts)
    assert str(raised.value).startswith(f"changed: {fault}")


def test_exit_status(tmp_path: Path) -> None:
    document = json.loads(FERZES.read_bytes())
    wrong = tmp_path / "wrong.json"
    wrong.write_text(json.dumps(document | {"value": document["value"] + 1}))
    code, output = run(KNIGHTS, wrong)
    assert (code, output.count("accepted"), output.count("rejected: value")) == (1, 1, 1)
    for text, fault in {
        "": f"rookery: {wrong}: expected a record in JSON, got 0 values",
        "{} []": f"rookery: {wrong}: expected a record in JSON, got 2 values",
        '{"index": x}': f"{wrong}:1:11: expected JSON, got 'x}}'",
        "[" * 100_000: f"{wrong}:1:1: expected JSON, got ",
        "{}": f"rookery: {wrong}: expected a field 'sequence', got none",
    }.items():
        wrong.write_text(text)
        code, output = run(wrong)
        assert (code, output.count("\n")) == (status.BAD, 1)
        assert output.startswith(fault)
    assert run(tmp_path / "none.json")[0] == status.BAD
    assert run(FERZES, "--seconds", 1)[0] == status.BAD
    code, output = run(FERZES, "--again", "--seconds", 0)
    assert (code, "not checked again: time" in output) == (status.LIMIT, True)


def test_the_first_proof_is_made_again() -> None:
    wazirs = document_of(rk.NonAttacking(4, "wazir"))
    counts = [1, 3, 17, 40, 62, 45, 20, 4, 1]
    assert records.repeat(changed(CLASSES, puzzle=wazirs, first__result=counts))
    with pytest.raises(RecordFault, match=r"first.result: expected 9 counts from 1 to 1"):
        records.repeat(changed(CLASSES, puzzle=wazirs, first__result=counts[:-1]))


def row(record: Record) -> str:
    cells = (
        f"[{record.sequence}](https://oeis.org/{record.sequence})({record.index})",
        records.brief(record.value),
        f"{record.published.last}",
        *(f"`{p.command}`, {p.seconds:g} s" for p in (record.first, record.second)),
    )
    return f"| {' | '.join(cells)} |"


@pytest.mark.parametrize("is_new", [True, False])
def test_the_page_lists_the_records(is_new: bool) -> None:
    beyond, confirmed = PAGE.read_text(encoding="utf-8").split("## Confirmations")
    found = [line for line in (beyond if is_new else confirmed).splitlines() if "| [A" in line]
    assert found == [row(r) for r in map(record_of, FILES) if r.is_new == is_new]
