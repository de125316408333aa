"""Mutated inputs and outputs of the statements: readers refuse, checkers are not deceived."""

import contextlib
import re
import runpy
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.mutants.mutations import mutated
from tests.night import cases
from tests.tokens import tokens_of

from rookery import Limits, RookeryError, packages
from rookery.api.solving import solve_each
from rookery.api.texts import KINDS, puzzles_of
from rookery.statements import NAMES, load

KEPT = Path(__file__).parent / "kept"
SIZES = {"showdown": {"size": 4, "density": 0.3}}
CASES = 2
SEEDS = 3
PROGRAMS = Path(packages.__file__).parent / "files"
with pytest.MonkeyPatch.context() as path:
    path.syspath_prepend(str(PROGRAMS))
    #: The judges' own program, which shares no code with the package.
    SHOWDOWN = runpy.run_path(str(PROGRAMS / "showdown" / "checker.py"))


@cache
def good(name, seed):
    """A sound input and a right output."""
    text = "".join(load(name).generate(seed, CASES, **SIZES.get(name, {}))).encode()
    return text, answered(name, text)


@cache
def answered(name, text):
    """The output for an input; that of all but showdown is the only right one."""
    results = solve_each(load(name).read(tokens_of(text)), limits=Limits(work=500), threads=1)
    return "".join(load(name).write(results)).encode()


def words(text):
    """The words of a text without its byte order mark, numbers without signs and leading zeros."""
    found = re.split(rb"[ \t\n\r\v\f]+", text.removeprefix(b"\xef\xbb\xbf"))
    return [re.sub(rb"^[+]?0*([0-9]{1,18})$", rb"\1", word) for word in found if word]


def is_right(name, text, output):
    """Whether an output is right; blanks do not matter, nor how numbers are written."""
    if name != "showdown":
        output = output.replace(b"[bk]", b"    ") if name == "sultan" else output
        return words(output) == words(answered(name, text))
    numbers = words(output)
    try:
        SHOWDOWN["check"](text.decode(), "", b" ".join(numbers).decode("latin-1"), ["score"])
    except SHOWDOWN["WrongAnswer"]:
        return False
    return all(map(bytes.isdigit, numbers))  # the program splits at blanks of Unicode as well


def accepted(name, text, output):
    """Whether the checker accepts every test, and there are as many as there should be."""
    verdicts = list(load(name).check(tokens_of(text), tokens_of(output)))
    return len(verdicts) == CASES and all(verdict.accepted for verdict in verdicts)


@pytest.mark.parametrize("name", NAMES)
def test_the_judges_accept_what_is_right(name):
    for seed in range(SEEDS):
        text, output = good(name, seed)
        assert is_right(name, text, output)
        assert accepted(name, text, output)


@pytest.mark.parametrize("name", NAMES)
@cases(20)
@given(seed=st.integers(0, SEEDS - 1), data=st.data())
def test_checkers_are_not_deceived(name, seed, data):
    text, output = good(name, seed)
    mutant = data.draw(mutated(output))
    assert accepted(name, text, mutant) == is_right(name, text, mutant)


@pytest.mark.parametrize("name", NAMES)
@cases(20)
@given(seed=st.integers(0, SEEDS - 1), data=st.data())
def test_readers_refuse_with_an_error_of_ours_or_read_the_same_in_pieces(name, seed, data):
    mutant = data.draw(mutated(good(name, seed)[0]))
    assert outcome(name, tokens_of(mutant)) == outcome(name, tokens_of(mutant, most=3))


def outcome(name, tokens):
    """The puzzles read, and the fault that ended them."""
    puzzles = []
    try:
        for puzzle in load(name).read(tokens):
            puzzles.append(puzzle)
    except RookeryError as error:
        return puzzles, str(error)
    return puzzles, None


@pytest.mark.parametrize("name", NAMES)
@cases(10)
@given(seed=st.integers(0, SEEDS - 1), data=st.data())
def test_checkers_take_any_input_and_output(name, seed, data):
    text, output = good(name, seed)
    with contextlib.suppress(RookeryError):
        list(
            load(name).check(
                tokens_of(data.draw(mutated(text))), tokens_of(data.draw(mutated(output)))
            )
        )


TEXTS = (
    b"Q..#\nN.P.\n...B\nmover knight\nvisit beside\ntarget d2,c1\n",
    b"#__+\n_x_X\n*__#\n1 2 3 4 5 6 7 8\n",
    b"1, 2.5; 3e2\n4 5 6\n-7 8 9\n",
    b'{"family": "queens", "n": 4, "given": ["a3"]}\n[{"family": "heaviest", "weights": [[1]]}]',
)


@pytest.mark.parametrize("kind", [*KINDS, None])
@cases(15)
@given(text=st.sampled_from(TEXTS), data=st.data())
def test_any_text_is_read_or_refused_with_a_rookery_error(kind, text, data):
    with contextlib.suppress(RookeryError):
        list(puzzles_of(kind, data.draw(mutated(text)), "text"))


@pytest.mark.parametrize("path", sorted(KEPT.glob("*.out")), ids=lambda path: path.stem)
def test_mutants_that_once_got_through(path):
    """Files NAME.STATEMENT.in and .out; the output is wrong unless its name begins with right."""
    _, name = path.stem.rsplit(".", 1)
    text, output = path.with_suffix(".in").read_bytes(), path.read_bytes()
    verdicts = list(load(name).check(tokens_of(text), tokens_of(output)))
    expected = path.name.startswith("right")
    assert is_right(name, text, output) == expected
    assert all(verdict.accepted for verdict in verdicts) == expected
