"""What commands print: tables of command lines with their input, and text, JSON or reasons."""

import json
import shlex
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest
from tests.command import rookery

from rookery.document import schema

SCHEMA = jsonschema_rs.validator_for(schema())
DEMO = Path(__file__).parents[2] / "demo"
FIRST = (DEMO / "traveling-queen.txt").read_text().split()[1:9]
KINGS = "#__\n___\n__#\n"
STOCKED = "#_\n_X\npieces B,R\nstock 0,-\n"
ROOKS = "cover --pieces R --costs 1/2"
THIRDS = "cover --pieces R --costs 1/3"
BISHOPS = "+_+_\n____\n_#__\n"

COVERS = [
    ("cover", KINGS + "3 9 9 9 9 9 9 9\n", 0, "1 3\nbishop b2\n"),
    ("cover --costs 3,9,9,9,9,9,9,9", KINGS, 0, "1 3\nbishop b2\n"),
    ("cover --pieces N,bishop", KINGS + "7 5\n", 0, "1 5\nbishop b2\n"),
    ("cover --pieces N,Q", KINGS, 0, "1 1\nqueen ..."),
    ("cover - queen", KINGS, 0, "1 1\nqueen ..."),
    ("cover --pieces N,R", "3k/4\n+3 9", 0, "1 3\nknight b1\n"),
    ("cover", STOCKED + "3 5/2\n", 0, "1 5/2\nrook b2\n"),
    ("cover --costs 3,5/2", STOCKED, 0, "1 5/2\nrook b2\n"),
    ("cover --pieces B,R --costs 1,2 --stock 0,-", KINGS, 0, "1 2\nrook ..."),
    (f"{THIRDS} --total", "+++\n", 0, "2 2/3\n..."),
    (f"{THIRDS} --at-least 2", "+++\n", 0, "2 2/3\n..."),
    (f"{THIRDS} --allow R@a1", "+++\n", 0, "1 1/3\nrook a1\n"),
    (f"{THIRDS} --at-most 1 --independent", "+++\n", 0, "1 1/3\n..."),
    (f"{ROOKS} --count", "++\n++\n", 0, "6\n"),
    (f"{ROOKS} --count --fundamental", "++\n++\n", 0, "2\n"),
    (f"{ROOKS} --first 1", "++\n++\n", 0, "2 1\nrook a2\nrook b2\n"),
    (f"{ROOKS} --all", "++\n++\n", 0, "2 1\nrook a2\nrook b2\n\n2 1\nrook a2\nrook a1\n\n..."),
    (f"{ROOKS} --count --seconds 0", "++\n++\n", 4, ""),
    (f"{ROOKS} --all --seconds 0", "++\n++\n", 4, ""),
    ("cover --pieces Q --costs 4 --standing W@b1", "+x*\n_X_\n+_#\n", 0, "1 4\nqueen a3\n"),
    ("cover --coordinates row-column", KINGS + "3 9 9 9 9 9 9 9\n", 0, "1 3\n1 2 2\n"),
    ("cover --pieces bishop --costs 1", BISHOPS, 0, "2 2\n..."),
    ("cover --pieces bishop --costs 1 --wrap torus", BISHOPS, 0, "1 1\n..."),
    ("cover --pieces bishop", BISHOPS + "wrap torus\n1\n", 0, "1 1\n..."),
    ("cover --whole 5", "", 0, "3 3\n..."),
    ("cover --whole 3x4 --pieces rook,K --costs 5,1", "", 0, "2 2\n..."),
    ("cover --whole 4 --standing Q@b2 --pieces K", "", 0, "2 2\n..."),
]
LAMED = "Q....\n.P...\nN...B\n"
CIRCUIT = "Q..\n...\n..N\nvisit on mover knight closed\n"
WALLED = "Q.#N\n..##\n...B\n"
BISHOP = "Q....\n.....\n....N\nvisit on\nmover bishop\n"
TOURS = [
    ("tour", "\n".join(FIRST), 0, "h8h2e5d4b2\n"),
    ("tour", LAMED, 0, "a3a2b1d1\n"),
    ("tour --count", LAMED, 0, "3\n"),
    ("tour --all", LAMED, 0, "a3a2b1d1\na3a2b3d1\na3d3b1d1\n"),
    ("tour --first 2", LAMED, 0, "a3a2b1d1\na3a2b3d1\n"),
    ("tour", CIRCUIT, 0, "a3b1c3a2c1a2c3b1a3\n"),
    ("tour --mover Q", CIRCUIT, 0, "a3c1a3\n"),
    ("tour --visit beside", "Q..N\nmover rook\nvisit on\n", 0, "a1c1\n"),
    ("tour --visit on", "Q..N\nmover rook\n", 0, "a1d1\n"),
    ("tour", BISHOP, 0, "a3b2c3e1\n"),
    ("tour --wrap torus", BISHOP, 0, "a3e1\n"),
    ("tour", f"{BISHOP}wrap torus\n", 0, "a3e1\n"),
    ("tour --whole 3x4 --mover knight --count", "", 0, "16\n"),
    ("tour --whole 3X4 --count", "", 0, "16\n"),
    ("tour --whole 3x4 --start a1 --goal d3 --all", "", 0, "a1..."),
    ("tour --whole 4 --mover N", "", 0, "impossible\n"),
    ("tour --whole 3 --wrap torus --closed", "", 0, "a1..."),
    ("tour 1 knight --all", "", 0, "a1\n"),
]
WEIGHTS = "3 1 4 1\n5 9 2 6\n5 3 5 8\n9 7 9 3\n"
ARRANGED = [
    ("heaviest", WEIGHTS, 0, "24: 2 4 1 3\n"),
    ("heaviest --lightest", WEIGHTS, 0, "21: 3 1 4 2\n"),
    ("heaviest --best 2", WEIGHTS, 0, "24: 2 4 1 3\n21: 3 1 4 2\n"),
    ("heaviest --at b1", WEIGHTS, 0, "24: 2 4 1 3\n"),
    ("heaviest --block a3", WEIGHTS, 0, "21: 3 1 4 2\n"),
    ("heaviest", f"{WEIGHTS}lightest\nbest 2\n", 0, "21: 3 1 4 2\n24: 2 4 1 3\n"),
    ("heaviest --best 1", f"{WEIGHTS}lightest\nbest 2\n", 0, "21: 3 1 4 2\n"),
    ("heaviest", WEIGHTS.replace(" ", " " * 9000), 0, "24: 2 4 1 3\n"),  # of several reads
    ("heaviest", "\ufeff" + WEIGHTS.replace(" ", " ; "), 0, "24: 2 4 1 3\n"),
    ("heaviest", "2.5\n", 0, "2.5: 1\n"),
    ("queens 6", "", 0, "2 4 6 1 3 5\n3 6 2 5 1 4\n4 1 5 2 6 3\n5 3 1 6 4 2\n"),
    ("queens 6 --at c6", "", 0, "5 3 1 6 4 2\n"),
    ("queens 8 --first 2", "", 0, "1 5 8 6 3 7 2 4\n1 6 8 3 7 4 2 5\n"),
    ("queens 8 --from 8 --first 1", "", 0, "8 2 4 1 7 5 3 6\n"),
    ("queens 6 --from '4 1 5 2 6 3'", "", 0, "4 1 5 2 6 3\n5 3 1 6 4 2\n"),
    ("queens 8 --at a8 --block b4 --block c1 --count", "", 0, "2\n"),
    ("queens 8 --at a8 --block 'b4, c1' --count", "", 0, "2\n"),
    ("queens 3 --count", "", 0, "0\n"),
    ("queens +009 --count --seconds 6.e2 --seed -7", "", 0, "352\n"),
    ("queens 9 --count --seconds inf --gap .5", "", 0, "352\n"),
    ("queens 9 --estimate", "", 0, "352, exactly..."),
    ("queens 9 --any --at a1 --block b3", "", 0, "9 2 5 7 1 3 8 6 4\n"),
    ("queens 8 --sample 2 --seed 3", "", 0, "4 2 5 8 6 1 3 7\n6 4 1 5 8 2 7 3\n"),
    ("queens 6 --fundamental", "", 0, "2 4 6 1 3 5\n"),
    ("queens 8 --fundamental --first 1", "", 0, "1 5 8 6 3 7 2 4\n"),
    ("queens 8 --fundamental --from '3 5 8'", "", 0, "3 5 8 4 1 7 2 6\n3 6 2 5 8 1 7 4\n"),
    ("queens 8 --fundamental --count", "", 0, "12\n"),
]
FOUR = "nonattacking --board 4 --number 4"
PLACED = "b4 d3 a2 c1\n"
REGIONS = ".... .... .... .... piece king any rows 1 columns 1 regions AAAB ABBB CCDD CCDD"
PIECES = [
    ("nonattacking --board 1", "", 0, "a1\n"),
    ("nonattacking --board 2x3 --piece rook --counts", "", 0, "0 1\n1 6\n2 6\n"),
    (f"{FOUR} --count", "", 0, "2\n"),
    (f"{FOUR} --all", "", 0, f"{PLACED}c4 a3 d2 b1\n"),
    (f"{FOUR} --first 1", "", 0, PLACED),
    (f"{FOUR} --all --from 'b4 d3 a1'", "", 0, "c4 a3 d2 b1\n"),
    (f"{FOUR} --at b4 --unique", "", 0, "yes\n"),
    (f"{FOUR} --unique", "", 0, "no\n"),
    (f"{FOUR} --at b4 --any", "", 0, PLACED),
    (f"{FOUR} --at b4 --sample 1", "", 0, PLACED),
    (f"{FOUR} --piece rook --count --fundamental", "", 0, "7\n"),
    (f"{FOUR} --all --fundamental", "", 0, PLACED),
    ("nonattacking --board 2 --piece K --counts --fundamental", "", 0, "0 1\n1 1\n"),
    ("nonattacking --board 2 --piece Q,N --at N@a2,a1 --any", "", 0, "1:a2 1:a1\n"),
    ("nonattacking --board 3 --piece rook,B --number 2,-1 --count", "", 0, "22\n"),
    ("nonattacking --board 3 --number 2- --counts", "", 0, "0 0\n1 0\n2 8\n"),
    ("nonattacking --board 3 --block b2 --block a1 --piece K --lightest", "", 0, "\n"),
    ("nonattacking - --all", REGIONS, 0, PLACED),
    ("nonattacking -", "... piece Q 1 piece N 1 given 1 a1", 0, ""),
]
ONE, SEVERAL, NONE = "AAAB ABBB CCDD CCDD", "AABB AABB CCDD CCDD", "AAB ABB CCC"
PASTED = "4\nA A A B\nA B B B\nC C D D\nC C D D\n"
NAMED = "grid = [[1, 1, 1, 2], [1, 2, 2, 2], [3, 3, 4, 4], [3, 3, 4, 4],]"
ADDRESS = "https://puzz.link/p?starbattle/4/4/1/64gds0"
STARVED = "starved: -b3 (A piece on b3 would leave too few squares for rank 4.)\n"
REGION_PUZZLES = [
    ("regions solve -", ONE, 0, PLACED),
    ("regions solve", ONE, 0, PLACED),
    ("regions solve - --count", SEVERAL, 0, "2\n"),
    ("regions solve - --all", SEVERAL, 0, f"{PLACED}c4 a3 d2 b1\n"),
    ("regions solve", PASTED, 0, PLACED),
    ("regions solve", f"{ADDRESS}\n{ADDRESS} given b4", 0, 2 * PLACED),
    (f"regions solve {ADDRESS}", "", 0, PLACED),
    (f"regions solve {ADDRESS} --count --stars 2", "", 0, "0\n"),
    (f"regions check {ADDRESS}", "", 0, "one answer, medium\n"),
    ("regions solve --count --piece wazir", PASTED, 0, "12\n"),
    ("regions solve --stars 2", PASTED, 0, ""),
    ("regions check", ONE, 0, "one answer, medium\n"),
    ("regions check", NAMED, 0, "one answer, medium\n"),
    ("regions check -", SEVERAL, 1, "several answers\n"),
    ("regions check -", NONE, 1, "no answer\n"),
    ("regions explain - --hint", ONE + " given b4,d3,a2,c1", 0, "no step\n"),
    ("regions explain --hint", ONE, 0, STARVED),
    ("regions explain --hint", ONE + " given a4", 0, "mistake: (No answer has a piece on a4.)\n"),
    ("regions generate 8 --seconds 0", "", 4, ""),
    ("generate sultan --cases 0", "", 0, "0\n"),
    *((f"judge {name}", "0\n", 0, "") for name in ("eight-queens", "sultan", "showdown")),
]


@pytest.mark.parametrize(
    ("line", "text", "code", "printed"), [*COVERS, *TOURS, *ARRANGED, *PIECES, *REGION_PUZZLES]
)
def test_output(line, text, code, printed):
    result = rookery(line, text=text)
    assert result.exit_code == code, result.stderr
    if printed.endswith("..."):
        assert result.stdout.startswith(printed.removesuffix("..."))
    else:
        assert result.stdout == printed


CROWDED = "\n".join(["Q" + "N" * 19, *["N." * 10] * 3, "visit on"])
NEAR, FAR = "Q..\n...\nN.B\n", "QP.\nPPN\n..B\n"
TOURED = [["a3", "a2", "b1", "d1"], ["a3", "a2", "b3", "d1"]]
BEST = [["a3", "b1", "c4", "d2"], ["a2", "b4", "c1", "d3"]]
GRADED = {"unique": True, "difficulty": "medium", "found": "one answer, medium"}
TWO_ROOKS = [[[0, "a2"], [0, "b2"]], [[0, "a2"], [0, "b1"]]]
SAMPLED = 2 * [["a4", "b1", "c5", "d2", "e6", "f3"]]
GUARDED = {"answer": [[0, "b2"]], "status": "optimal", "value": 3, "bound": 3}
UNCHECKED = "no piece can check the king on c1"
BROKEN = "the given pieces break a rule: the pieces on c3 and a1 attack each other"
FIELDS: list[tuple[str, str, dict[str, Any]]] = [
    ("cover", KINGS + "3 9 9 9 9 9 9 9\n", GUARDED),
    (f"{ROOKS} --all --fundamental", "++\n++\n", {"answers": TWO_ROOKS, "value": 1}),
    ("cover --pieces fF --costs 1 --count", "___\n__#", {"value": 0, "note": UNCHECKED}),
    ("nonattacking 3 queen --at a1 --at c3 --count", "", {"value": 0, "note": BROKEN}),
    ("tour", NEAR, {"answer": ["a3", "b2"], "value": 1, "status": "optimal"}),
    ("tour", FAR, {"answer": None, "status": "infeasible"}),
    ("tour", WALLED, {"note": "target d3 is out of reach of Q from a3"}),
    (
        "tour --seconds 0",
        CROWDED,
        {"note": "exact layers need 41,943,040.0 GiB, more than 2.0 GiB"},
    ),
    ("tour --first 2", LAMED, {"answers": TOURED, "value": 3, "reason": "done"}),
    ("tour --count", LAMED, {"value": 3}),
    ("tour --whole 6 --mover N --closed", "", {"value": 36, "bound": 36}),
    ("tour --whole 4 --visit over --start a1", "", {"value": 7, "bound": 7}),
    ("tour --whole 3 --visit over --once --mover rook", "", {"value": 5, "bound": 5}),
    ("queens 6 --sample 2 --seed 3", "", {"answer": SAMPLED, "value": 2}),
    ("queens 9 --estimate --at d1 --seed 5", "", {"value": 44, "error": 0.0, "seed": 5}),
    ("queens 20 --any", "", {"status": "optimal", "value": 1}),
    ("heaviest --best 2", WEIGHTS, {"answer": BEST, "status": "optimal", "values": [24, 21]}),
    ("nonattacking --board 2 --piece rook --count", "", {"value": 7, "by_number": [1, 4, 2]}),
    ("regions solve -", ONE, {"answer": PLACED.split(), "status": "optimal"}),
    ("regions check -", ONE, GRADED),
]


@pytest.mark.parametrize(("line", "text", "fields"), FIELDS)
def test_json(line, text, fields):
    result = rookery(line, "--json", text=text)
    known = json.loads(result.stdout)
    assert SCHEMA.is_valid(known) or line.startswith("regions check")
    assert {name: known[name] for name in fields} == fields


NO_QUEENS = [
    ("3", "3 queens on a 3x3 board always attack each other"),
    ("8 --at a1 --at b2", "the given queens on a1 and b2 attack each other"),
    ("8 --at a1 --block a1", "the given queen on a1 stands on a blocked square"),
]
NINE = "no placement of non-attacking pieces Q has the numbers that are set"
SCHWENK = "a closed knight's tour (Schwenk 1991)"
FAR_AWAY = "target d3 is out of reach of Q from a3"
TWO = "no placement: 2 queens on a 2x2 board always attack each other"
FOURTH = "no placement of 4 non-attacking queens goes through the given squares"
NO_CHOICE = "no choice of pieces and squares covers every target"
EVERY = "non-attacking placement has the required pieces in every row, column and region"
REASONS = [
    *(
        (f"queens {board} {wanted}", "", 0, "", f"no placement: {reason}")
        for board, reason in NO_QUEENS
        for wanted in ("", "--any", "--sample 2")
    ),
    ("queens 2 --count", "", 0, "0\n", TWO),
    ("nonattacking --board 4 --number 9 --count", "", 0, "0\n", NINE),
    ("cover 3 N --stock 1 --count", "", 0, "0\n", NO_CHOICE),
    *((f"queens 4 --at a4 {wanted}", "", 0, "", FOURTH) for wanted in ("", "--first 1", "--any")),
    *(
        (f"nonattacking --board 4 --number 9 {wanted}", "", 0, "", NINE)
        for wanted in ("", "--any", "--all")
    ),
    ("tour", WALLED, 0, "impossible\n", FAR_AWAY),
    ("tour --all", WALLED, 0, "impossible\n", FAR_AWAY),
    ("tour --count", WALLED, 0, "0\n", FAR_AWAY),
    ("tour 7 knight --closed --all", "", 0, "impossible\n", f"no 7x7 board has {SCHWENK}"),
    ("heaviest", "1 2\n3 4\n", 0, "", TWO),
    ("heaviest --at a1", "1 2 3 4\n" * 4, 0, "", FOURTH),
    ("regions solve -", NONE, 0, "", f"no {EVERY}"),
    ("regions solve - --all", f"{ONE} given a1", 0, "", f"no {EVERY}"),
    ("cover --pieces fF --costs 1 --all", "___\n__#", 0, "", UNCHECKED),
    ("tour --whole 5 --seconds 0", "", 4, "", "no answer: time, bound 24"),
    ("tour --whole 5 --count --seconds 0", "", 4, "", "no answer: time"),
    ("queens 300 --any --seconds 0", "", 4, "", "no placement found: time"),
    ("queens 12 --sample 5 --seconds 0", "", 4, "", "no sample within 0 s"),
    ("queens 20 --estimate --seconds 0", "", 4, "", "no estimate: time"),
    ("nonattacking --board 8 --unique --seconds 0", "", 4, "", "no placement found: time"),
]


@pytest.mark.parametrize(("line", "text", "code", "printed", "reason"), REASONS)
def test_why_there_is_no_answer(line, text, code, printed, reason):
    words = shlex.split(line)
    told = rookery(*words, text=text)
    assert (told.exit_code, told.stdout, told.stderr) == (code, printed, f"rookery: {reason}\n")
    assert rookery(*words, "-q", text=text).stderr == ""
