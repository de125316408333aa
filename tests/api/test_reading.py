"""Reading files of statements, and checking answers from anywhere."""

from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.cover.boards import random_cover, random_domain
from tests.night import cases
from tests.queens.brute import puzzles
from tests.tour.brute import random_tour

import rookery as rk
from rookery.api.texts import KINDS

TEXTS = {
    "eight-queens": ("2\n1 1\n\n3 4\n", [rk.Queens(8, ["a8"]), rk.Queens(8, ["d6"])]),
    "sultan": ("1\n" + " ".join(["7"] * 64) + "\n", [rk.Heaviest([[7] * 8] * 8)]),
    "traveling-queen": (
        "1\n" + "Q.......\n" + "........\n" * 5 + "N......N\n" + "B.......\n",
        [rk.Tour.parse(["Q.......", *["........"] * 5, "N......N", "B......."])],
    ),
    "showdown": ("1\n2\n#_\n__\n1 2 3 4 5 6 7 8\n", [rk.Cover.parse(["#_", "__"], range(1, 9))]),
}


@pytest.mark.parametrize("statement", TEXTS)
def test_the_puzzles_of_a_file(statement, tmp_path):
    text, puzzles = TEXTS[statement]
    path = tmp_path / "input.txt"
    path.write_text(text)
    assert rk.read(path, statement) == rk.read(str(path), statement) == rk.read(path) == puzzles
    rk.write(path, puzzles, statement)
    assert rk.read(path, statement) == puzzles


SEEDS = st.integers(0, 10**6)
ANY_PUZZLE = st.one_of(
    puzzles(largest=8),
    st.builds(
        lambda weight, n, best: rk.Heaviest([[weight] * n] * n, best=best),
        st.integers(1, 99) | st.floats(-1e9, 1e9),
        st.sampled_from([1, 4, 8]),
        st.integers(1, 2),
    ),
    SEEDS.map(lambda seed: random_tour(seed, "QN"[seed % 2])),
    SEEDS.map(lambda seed: random_domain(seed, 3, 4)),
    SEEDS.map(lambda seed: random_cover(seed, 4, 4)),
)


@cases(15)
@given(
    st.lists(ANY_PUZZLE, max_size=3),
    st.sampled_from(["a.txt", "a.json", "a.jsonl"]),
    st.sampled_from([None, None, *KINDS]),
)
def test_whatever_is_written_is_read_again_or_refused(some, name, kind):
    with TemporaryDirectory() as folder:
        path = Path(folder, name)
        try:
            rk.write(path, some, kind)
        except rk.PuzzleError as error:
            assert kind != "json"
            assert kind or (name == "a.txt" and "kind='json'" in str(error))
            assert not path.exists()
            return
        assert rk.read(path, kind) == some


@pytest.mark.parametrize(
    ("puzzles", "kind", "message"),
    [
        ([rk.Queens(9)] * 2, None, "no single text format can hold all these puzzles; use kind="),
        ([], None, "no single text format"),
        (rk.Queens(9), "eight-queens", "a text of eight-queens holds only puzzles of 8x8, one"),
        (rk.Queens(8), "sultan", "a text of sultan holds no puzzles of queens"),
        ([rk.Tour.parse(["Q.N"])] * 2, "tour", "expected one puzzle for a text of tour, got 2"),
        (rk.Queens(8), "jason", "expected a kind of text, got 'jason'; did you mean 'json'?"),
        ([7], "json", "expected a puzzle, got 7"),
        (rk.Queens(8), 5, "expected a kind of text, got 5"),
        (rk.Queens(8), "sultana", "expected a kind of text, got 'sultana'; did you mean 'sultan'?"),
    ],
)
def test_unwritable_puzzles_are_refused(puzzles, kind, message, tmp_path):
    with pytest.raises(rk.PuzzleError) as caught:
        rk.write(tmp_path / "a.txt", puzzles, kind)
    assert str(caught.value).startswith(message)
    assert not (tmp_path / "a.txt").exists()


def test_results_and_lines_of_solve_many_are_read_as_puzzles(tmp_path):
    path = tmp_path / "results.jsonl"
    result = rk.solve(rk.Queens(5))
    path.write_text(
        f'{result.to_json()}\n{{"file": "a", "puzzle": {{"family": "queens", "n": 4}}}}'
    )
    assert rk.read(path) == [rk.Queens(5), rk.Queens(4)]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"family": "queens",\n "n" 4}', "{}:2:6: expected JSON, got '4}}'"),
        ('\ufeff{"n"', "{}:1:8: expected JSON, got the end of the input"),
        ('{"family": "queens", "n": NaN}', "{}:1:1: expected JSON, got"),
        ("[" * 100_000, "{}:1:1: expected JSON, got"),
        ("7" * 5000, "{}:1:1: expected JSON, got"),
        ('[{"family": "queens", "n": 4},\n7]', "{}, puzzle 2: expected an object, got 7"),
        ('{"family": "queens", "n": 4, "given": ["e1"]}', "{}, puzzle 1: given[0]: expected"),
        ('{"puzzle": {"family": "queens"}}', "{}, puzzle 1: puzzle: expected a field 'n'"),
    ],
)
def test_faults_of_json_have_their_place(text, message, tmp_path):
    path = tmp_path / "a.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(rk.RookeryError) as caught:
        rk.read(path)
    assert str(caught.value).startswith(message.format(path))
