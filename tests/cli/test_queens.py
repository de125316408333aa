"""``rookery queens`` against brute force and known counts."""

import json

import jsonschema_rs
import numpy as np
from tests.command import rookery

import rookery as rk
from rookery.cli import status
from rookery.cli.queens import lines
from rookery.document import placement_of, schema


def listed(text: str) -> list[tuple[int, ...]]:
    """Return the placements that lines tell, by rows from 0."""
    return [tuple(int(row) - 1 for row in line.split(" ")) for line in text.splitlines()]


def test_a_stopped_count_is_reported_with_its_estimate(monkeypatch):
    puzzle = rk.Queens(17)
    whole = rk.estimate(puzzle, limits=rk.Limits(work=3))
    stopped = rk.Result(
        puzzle, None, 7, None, rk.Status.FEASIBLE, rk.Reason.TIME, share=0.25, estimate=whole
    )
    monkeypatch.setattr("rookery.cli.queens.api.count", lambda *_, **__: stopped)
    result = rookery("queens 17 --count")
    assert result.exit_code == status.LIMIT
    assert result.stderr == (
        "rookery: at least 7, not counted to the end, 25 % of the work: time\n"
        f"rookery: estimated: {whole}\n"
    )
    data = json.loads(rookery("queens 17 --count --json").stdout)
    assert data["estimate"]["value"] == whole.value
    jsonschema_rs.validator_for(schema()).validate(data)


def test_a_count_that_is_stopped_says_how_to_go_on(tmp_path):
    """And what it says to do counts to the end."""
    ledger = str(tmp_path / "of n.ledger")
    stopped = rookery("queens 12 --count --save", ledger, "--seconds", "0")
    told = f"rookery: to resume: the same command with --resume '{ledger}' instead of --save\n"
    assert stopped.stderr.endswith(told)
    again = rookery("queens 12 --count --resume", ledger, "--seconds", "0")
    assert again.stderr.endswith("rookery: to resume: the same command again\n")
    assert rookery("queens 12 --count --seconds 0 -q --resume", ledger).stderr == ""
    assert rookery("queens 12 --count --resume", ledger).stdout == "14200\n"


def test_json_of_a_list():
    known = json.loads(rookery("queens 8 --json").stdout)
    assert [placement_of(8, names) for names in known["answer"]] == listed(
        rookery("queens 8").stdout
    )
    assert (known["status"], known["value"], known["bound"]) == ("optimal", 92, 92)


def test_the_first_claim_no_proof_nor_do_those_before_a_limit():
    known = json.loads(rookery("queens 8 --first 2 --json").stdout)
    assert len(known["answer"]) == known["value"] == 2
    assert (known["status"], known["bound"]) == ("feasible", None)
    for seconds in ("0.1", "1", "10", "100"):  # a machine may be so slow that it has found nothing
        result = rookery("queens 16 --seconds", seconds)
        if result.exit_code != status.NO_ANSWER:
            break
    placements = listed(result.stdout)
    assert all(sorted(rows) == list(range(16)) for rows in placements)
    told = f"rookery: {len(placements)} placements, not listed to the end: time\n"
    assert (result.exit_code, result.stderr) == (status.LIMIT, told)


def test_arrays_are_printed_as_tuples_are():
    found = listed(rookery("queens 11").stdout)
    assert len(found) == len(set(found)) == 2680  # A000170
    assert found == sorted(found)
    for n in (9, 10, 11, 100):
        rows = [tuple((7 * at + shift) % n for at in range(n)) for shift in range(3)]
        assert lines(np.array(rows, np.int8), n) == lines(rows, n)
