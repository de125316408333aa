import ast
import io
import json
import re
import sys
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from tests.command import rookery
from tests.marks import few
from tests.packages.programs import (
    ACCEPTED,
    CASES,
    REJECTED,
    SHORT,
    cases,
    checked,
    run,
    validated,
)
from tests.tokens import tokens_of

import rookery as rk
from rookery import packages
from rookery.cli import status
from rookery.packages import export, recipe_of, secret_cases, wrong_submissions
from rookery.packages.recipes import Format
from rookery.reading.tokens import Tokens
from rookery.results.result import Reason
from rookery.statements import NAMES, load

EXACT = [name for name in NAMES if name != "showdown"]
BY_DAY = few(EXACT, 3) + few(["showdown"], 0)  # its packages take ten seconds to make
MOST_BYTES = 50_000
MISTAKES = [
    (name, mistake)
    for name in NAMES
    for mistake, _ in wrong_submissions(recipe_of(name), Format.ICPC)
]


def settings(folder: Path) -> dict[str, object]:
    lines = (folder / "problem.yaml").read_text().splitlines()
    return {key: json.loads(value) for key, value in (line.split(": ", 1) for line in lines)}


@pytest.mark.slow
@pytest.mark.parametrize("name", BY_DAY)
def test_the_content_of_a_legacy_package(exported, name):
    folder = exported(name, Format.LEGACY)
    found = settings(folder)
    assert found["problem_format_version"] == "legacy"
    assert found["type"] == ("scoring" if name == "showdown" else "pass-fail")
    assert (folder / "problem_statement/problem.en.tex").read_text().startswith(r"\problemname{")
    assert (folder / "output_validators/checker/checker.py").is_file()
    kinds = [path.stem.partition("-")[2] for path in sorted(folder.glob("data/secret/*.in"))]
    assert kinds == ["small", "random", "structured", "extreme", "worst-case"]
    for given in cases(folder):
        assert given.with_suffix(".ans").is_file()
    suffixes = {path.suffix for path in folder.glob("submissions/accepted/*")}
    assert suffixes == {".py", ".cpp"}


@pytest.mark.parametrize("name", BY_DAY)
def test_the_content_of_a_2025_09_package(exported, name):
    folder = exported(name, Format.ICPC)
    found = settings(folder)
    assert (found["problem_format_version"], found["type"]) == ("2025-09", "pass-fail")
    assert found["limits"]["time_limit"] == recipe_of(name).seconds  # type: ignore[index]
    assert (folder / "statement/problem.en.tex").is_file()
    assert (folder / "output_validator/checker.py").is_file()
    assert not (folder / "data/testdata.yaml").exists()
    arguments = folder / "data/test_group.yaml"
    assert arguments.exists() == (name in EXACT)


@pytest.mark.slow
@pytest.mark.parametrize("seed", few(range(8)))
@pytest.mark.parametrize("name", BY_DAY)
def test_inputs_are_valid_and_read_by_the_statement(exported, name, seed):
    folder = exported(name, Format.LEGACY)
    for _, given in secret_cases(recipe_of(name), seed, 5):
        warnings: list[str] = []
        assert list(load(name).read(Tokens(io.BytesIO(given), "in", warnings.append)))
        assert not warnings
        assert validated(folder, given) == ACCEPTED


INPUT_MUTANTS = {
    "nothing": lambda text: b"",
    "one more": lambda text: re.sub(rb"^\d+", lambda count: b"%d" % (int(count[0]) + 1), text),
    "one less": lambda text: re.sub(rb"^\d+", lambda count: b"%d" % (int(count[0]) - 1), text),
    "leading zero": lambda text: b"0" + text,
    "plus": lambda text: b"+" + text,
    "huge count": lambda text: re.sub(rb"^\d+", b"9" * 5000, text),
    "two blanks": lambda text: text.replace(b" ", b"  ", 1) if b" " in text else text + b" ",
    "blank at the end of a line": lambda text: text.replace(b"\n", b" \n", 1),
    "CRLF": lambda text: text.replace(b"\n", b"\r\n"),
    "no last line end": lambda text: text.rstrip(b"\n"),
    "one line end more": lambda text: text + b"\n",
    "a letter": lambda text: text[:-2] + b"x\n",
    "a byte": lambda text: text[:-2] + b"\xff\n",
    "zero byte": lambda text: text + b"\x00",
    "upside down": lambda text: b"\n".join(text.split(b"\n")[::-1]),
}


@pytest.mark.parametrize("mutant", INPUT_MUTANTS)
@pytest.mark.parametrize("name", NAMES)
def test_the_validator_rejects(exported, name, mutant):
    folder = exported.briefly(name, Format.LEGACY)
    text = (folder / "data/sample/1.in").read_bytes()
    assert validated(folder, INPUT_MUTANTS[mutant](text)) == REJECTED


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("eight-queens", "1\n\n0 1\n"),
        ("eight-queens", "1\n\n1 9\n"),
        ("eight-queens", "101\n" + "\n1 1\n" * 101),
        ("sultan", "1\n" + "1 1 1 1 1 1 1 100\n" * 8),
        ("sultan", "1\n" + "1 1 1 1 1 1 1 0\n" * 8),
        ("sultan", "1\n" + "1 1 1 1 1 1 1\n" * 8),
        ("traveling-queen", "1\nQB.....N\n" + "........\n" * 7 + "\n"),
        ("traveling-queen", "1\nQB....NN\n" + "........\n" * 6 + "......Q.\n\n"),
        ("traveling-queen", "1\nQBNNNNNN\nNNNNNNNN\nN.......\n" + "........\n" * 5 + "\n"),
        ("showdown", "1\n1\n_\n1 1 1 1 1 1 1 1\n"),
        ("showdown", "1\n2\n##\n##\n1 1 1 1 1 1 1 1\n"),
        ("showdown", "1\n2\n#_\n__\n1 1 1 1 1 1 1 1000001\n"),
        ("showdown", "1\n2\n#_\n__\n1 1 1 1 1 1 1 0\n"),
        ("showdown", "1\n2\n#_\n__\n1 1 1 1 1 1 1\n"),
    ],
)
def test_the_validator_knows_the_limits(exported, name, text):
    assert validated(exported.briefly(name, Format.LEGACY), text.encode()) == REJECTED


def test_the_validator_accepts_kings_with_one_empty_neighbour(exported):
    boards = ("_#\n##", "#_\n##", "##\n_#", "##\n#_")
    text = "4\n" + "".join(f"2\n{board}\n1 1 1 1 1 1 1 1\n" for board in boards)
    assert validated(exported.briefly("showdown", Format.LEGACY), text.encode()) == ACCEPTED


@pytest.mark.parametrize("form", Format)
@pytest.mark.parametrize(
    ("name", "secret"),
    [*((name, CASES) for name in EXACT), ("showdown", 0), *few([("showdown", CASES)], 0)],
)
def test_the_judges_answers_are_accepted(exported, name, secret, form, tmp_path):
    folder = exported(name, form, secret)
    for given in cases(folder):
        output = given.with_suffix(".ans").read_bytes()
        assert checked(folder, form, given, output, tmp_path) == ACCEPTED
        verdicts = load(name).check(tokens_of(given.read_bytes()), tokens_of(output))
        scores = []
        for verdict in verdicts:
            assert verdict.accepted
            scores.append(verdict.score)
        scored = name == "showdown" and form is Format.LEGACY
        assert (tmp_path / "score.txt").exists() == scored
        if scored:
            score = float((tmp_path / "score.txt").read_text())
            assert score == pytest.approx(sum(scores), abs=1e-6)


ANSWER_MUTANTS = {
    "nothing": lambda text: b"",
    "cut": lambda text: text[: len(text) // 2],
    "last line dropped": lambda text: b"\n".join(text.rstrip().split(b"\n")[:-1]),
    "last line twice": lambda text: text.rstrip() + b"\n" + text.rstrip().split(b"\n")[-1],
    "more": lambda text: text + b"42\n",
    "NaN": lambda text: re.sub(rb"\S+\s*$", b"NaN\n", text),
    "2^31": lambda text: re.sub(rb"\S+\s*$", b"2147483648\n", text),
    "huge": lambda text: re.sub(rb"\S+\s*$", b"9" * 6000 + b"\n", text),
    "minus": lambda text: re.sub(rb"(\S+)\s*$", rb"-\1\n", text),
    "bytes": lambda text: text + b"\xff\xfe\x00",
    "all bytes": lambda text: bytes(range(256)) * 3,
    "a superscript": lambda text: re.sub(rb"\S+\s*$", "²\n".encode("latin-1"), text),
    "first two lines swapped": lambda text: b"\n".join(
        [*text.split(b"\n")[1::-1], *text.split(b"\n")[2:]]
    ),
}


@pytest.mark.parametrize("mutant", few(ANSWER_MUTANTS, 2))
@pytest.mark.parametrize("name", NAMES)
def test_the_checker_rejects_and_says_why(exported, name, mutant, tmp_path):
    for form in Format:
        folder = exported.briefly(name, form)
        sample = folder / "data/sample/1.in"
        output = ANSWER_MUTANTS[mutant](sample.with_suffix(".ans").read_bytes())
        assert checked(folder, form, sample, output, tmp_path) == REJECTED
        assert len((tmp_path / "judgemessage.txt").read_text()) > 20
        assert not (tmp_path / "score.txt").exists()


@pytest.mark.parametrize("name", NAMES)
def test_line_ends_and_blanks_do_not_matter(exported, name, tmp_path):
    folder = exported.briefly(name, Format.LEGACY)
    sample = folder / "data/sample/1.in"
    output = sample.with_suffix(".ans").read_bytes()
    for changed in (
        output.replace(b"\n", b"\r\n"),
        output.replace(b"\n", b" \t\n"),
        output.rstrip(),
        output + b"\n\n",
    ):
        assert checked(folder, Format.LEGACY, sample, changed, tmp_path) == ACCEPTED


TOUR = "1\nQ......B\n........\nP.......\n........\n........\n........\n........\nN......N\n\n"
SHOWDOWN = "1\n3\n___\n_#_\n___\n1 2 3 4 5 6 7 8\n"


@pytest.mark.parametrize(
    ("name", "case", "output", "said"),
    [
        ("sultan", "1\n" + "1 1 1 1 1 1 1 1\n" * 8, "    9\n", "the sum is too great"),
        ("sultan", "1\n" + "1 1 1 1 1 1 1 1\n" * 8, "8\n", "right-aligned"),
        ("traveling-queen", TOUR, "Scenario #1:\nimpossible\n", "there is a path"),
        ("traveling-queen", TOUR, "Scenario #1:\na8a1h1h7\n", "meets a piece"),
        ("traveling-queen", TOUR, "Scenario #1:\na8b6\n", "no queen moves"),
        ("traveling-queen", TOUR, "Scenario #1:\na8g8\n", "is never visited"),
        ("traveling-queen", TOUR, "Scenario #1:\na7\n", "does not begin where"),
        ("traveling-queen", TOUR, "Scenario #2:\na8\n", "the wrong heading"),
        ("showdown", SHOWDOWN, "1 4 4 1 1\n", "1 kings are not in check"),
        ("showdown", SHOWDOWN, "1 3 4 3 2\n", "g is 3, but the pieces cost 4"),
        ("showdown", SHOWDOWN, "1 4 4 2 2\n", "stands on a king"),
        ("showdown", SHOWDOWN, "2 8 4 3 2 4 3 2\n", "stands on another piece"),
        ("showdown", SHOWDOWN, "1 4 9 3 2\n", "expected a number from 1 to 8"),
        ("showdown", SHOWDOWN, "1 4 4 3\n", "column is missing"),
    ],
)
def test_messages_of_the_checker(exported, name, case, output, said, tmp_path):
    given = tmp_path / "case.in"
    given.write_text(case)
    results = map(rk.solve, load(name).read(tokens_of(case)))
    given.with_suffix(".ans").write_text("".join(load(name).write(results)))
    folder, feedback = exported.briefly(name, Format.LEGACY), tmp_path / "feedback"
    assert checked(folder, Format.LEGACY, given, output.encode(), feedback) == REJECTED
    assert said in (feedback / "judgemessage.txt").read_text()


@pytest.mark.parametrize("kind", range(8))
def test_the_checker_moves_pieces_as_the_library_does(exported, kind, tmp_path):
    """Right outputs are judged at once, the first wrong ones one by one."""
    folder, case = exported.briefly("showdown", Format.LEGACY), tmp_path / "case.in"
    board, chance = rk.Board(6), Random(kind)
    case.with_suffix(".ans").touch()
    cases: dict[bool, list[tuple[rk.Cover, str]]] = {True: [], False: []}
    for number in range(60):
        *placed, other = chance.sample(sorted(board.squares()), 4)
        piece = rk.Cover(board, [other], [1] * 8).pieces[kind]
        attacked = set().union(*(piece.attacks(board, at, {*placed, other}) for at in placed))
        near = sorted(attacked - {*placed, other})
        if near:
            cover = rk.Cover(board, [chance.choice(near), other][: 1 + number % 2], [1] * 8)
            lines = "".join(f"{kind + 1} {row + 1} {column + 1}\n" for row, column in placed)
            right = cover.check(sorted((kind, *at) for at in placed)) == []
            cases[right].append((cover, f"3 3\n{lines}"))
    assert len(cases[True]) > 5 < len(cases[False])
    for some, verdict in (
        (cases[True], ACCEPTED),
        *(([one], REJECTED) for one in cases[False][:6]),
    ):
        covers, outputs = zip(*some, strict=True)
        case.write_text(load("showdown").write_input(covers))
        output = "".join(outputs).encode()
        assert checked(folder, Format.LEGACY, case, output, tmp_path / "f") == verdict


def test_too_dear_an_output_is_wrong_where_there_are_no_scores(exported, tmp_path):
    for form, expected in ((Format.LEGACY, ACCEPTED), (Format.ICPC, REJECTED)):
        folder = exported.briefly("showdown", form)
        case = tmp_path / "case.in"
        case.write_text(SHOWDOWN)
        case.with_suffix(".ans").write_text("1 1 1 1 1\n")
        output = b"2 6\n1 1 1\n5 3 1\n"
        assert checked(folder, form, case, output, tmp_path / "feedback") == expected


@pytest.mark.parametrize("name", NAMES)
def test_programs_stand_alone(exported, name):
    folder = exported.briefly(name, Format.ICPC)
    for path in folder.rglob("*.py"):
        source = path.read_text("utf-8")
        assert len(source.encode()) < MOST_BYTES
        for node in ast.walk(ast.parse(source, feature_version=(3, 8))):
            imported = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            imported += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            for module in imported:
                own = module == "judging" and path.name == "checker.py"
                assert own or module.split(".")[0] in sys.stdlib_module_names


@pytest.mark.parametrize("name", NAMES)
def test_accepted_submissions_give_the_best_on_small_inputs(exported, name):
    options = {"size": 4} if name == "showdown" else {}
    text = "".join(load(name).generate(1, 6, **options))
    (program,) = exported.briefly(name, Format.LEGACY).glob("submissions/accepted/*.py")
    output = run(program, text.encode(), *SHORT.get(name, ()))
    assert all(verdict.accepted for verdict in load(name).check(tokens_of(text), tokens_of(output)))
    if name == "showdown":
        best = [rk.solve(cover).value for cover in load(name).read(tokens_of(text))]
        costs = re.findall(rb"^\d+ (\d+)$", output, re.MULTILINE)
        assert list(map(int, costs)) == best


@pytest.mark.slow
@pytest.mark.parametrize(("name", "mistake"), MISTAKES)
def test_every_mistake_is_caught_by_a_secret_case(exported, name, mistake, tmp_path):
    folder = exported(name, Format.ICPC)
    program = folder / "submissions" / "wrong_answer" / f"{mistake}.py"
    for given in cases(folder):
        if given.parent.name == "secret":
            output = run(program, given.read_bytes(), *SHORT.get(name, ()))
            if checked(folder, Format.ICPC, given, output, tmp_path) == REJECTED:
                return
    pytest.fail("no secret case catches it")


def test_the_command(tmp_path):
    target = tmp_path / "queens"
    made = rookery("export eight-queens", target, "--format", "legacy", "--cases", "7")
    assert (made.exit_code, made.stdout) == (status.DONE, "")
    assert "files written to" in made.stderr
    assert len(list(target.glob("data/secret/*.ans"))) == 7
    named = rookery("export sultan", tmp_path / "my-sultan", "--format", "2025-09")
    assert "warning: judging systems expect a folder name" in named.stderr
    assert "warning" not in made.stderr
    again = rookery("export sultan", target, "--format", "legacy")
    assert again.exit_code == status.BAD
    assert "expected a new or an empty folder" in again.stderr


def test_nothing_is_exported_from_an_interrupted_search(tmp_path, monkeypatch):
    solved = []

    def solve(puzzle, **keywords):
        result = rk.solve(puzzle, **keywords)
        solved.append(result)
        return replace(result, reason=Reason.INTERRUPTED) if len(solved) > 20 else result

    monkeypatch.setattr(packages, "solve", solve)
    with pytest.raises(KeyboardInterrupt):
        export("sultan", tmp_path / "sultan", Format.LEGACY, cases=5)
    assert not list(tmp_path.iterdir())
