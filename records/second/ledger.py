"""Add up the units of a second program, which a ledger keeps so that a stopped run resumes.

A program calls `total` with its units and how to count one. Two options follow its arguments:

    --ledger FILE    keep each unit's value, a JSON line, and skip the units that FILE has
    --units A:B      count only the units from A up to B, from 0, and leave the total to a later run

The first line of a ledger names the program and its arguments; a ledger of another run is refused.
A stopped run may leave its last line unfinished; that line is dropped. Nothing but Python's
standard library is used.
"""

import json
import sys
from collections.abc import Callable, Sequence
from pathlib import Path


def total(arguments: list[str], units: Sequence, count: Callable[..., int]) -> int:
    """Return the sum of the counts of all units; the options are removed from the arguments."""
    options = {}
    for name in ("--ledger", "--units"):
        if name in arguments:
            at = arguments.index(name)
            options[name] = arguments[at + 1]
            del arguments[at : at + 2]
    first, _, last = options.get("--units", f"0:{len(units)}").partition(":")
    chosen = range(len(units))[int(first) : int(last)]
    if "--ledger" not in options:
        if len(chosen) < len(units):
            sys.exit("expected --ledger FILE with --units")
        return sum(map(count, units))
    path = Path(options["--ledger"])
    program = Path(sys.argv[0]).name
    known = read(path, {"program": program, "arguments": arguments, "units": len(units)})
    with path.open("a", encoding="utf-8") as file:
        for unit in chosen:
            if unit not in known:
                known[unit] = count(units[unit])
                print(json.dumps({"unit": unit, "value": known[unit]}), file=file, flush=True)
    if len(known) < len(units):
        print(f"{path}: {len(known)} of {len(units)} units", file=sys.stderr)
        sys.exit()
    return sum(known.values())


def read(path: Path, head: dict) -> dict[int, int]:
    """Return the values in a ledger by unit; begin the ledger if there is none."""
    text = path.read_text(encoding="utf-8") if path.exists() else ""
    whole = text[: text.rfind("\n") + 1]
    lines = [json.loads(line) for line in whole.splitlines()] or [head]
    if lines[0] != head:
        sys.exit(f"{path}: expected a ledger of {head}, got {lines[0]}")
    if whole != text or not whole:
        path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    return {line["unit"]: line["value"] for line in lines[1:]}
