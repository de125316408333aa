"""Rows of letters, read for boards, tours and covers alike."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rookery.boards.board import squares_by_letter
from rookery.errors import PuzzleError


@given(
    st.integers(1, 5).flatmap(
        lambda n: st.lists(st.text("ab.", min_size=n, max_size=n), min_size=1)
    )
)
def test_every_square_is_told_once_in_order(lines: list[str]) -> None:
    found = squares_by_letter(lines, "ab.")
    assert list(found) == ["a", "b", "."]
    assert all(lines[row][column] == letter for letter in found for row, column in found[letter])
    assert all(squares == sorted(set(squares)) for squares in found.values())
    assert sum(map(len, found.values())) == len(lines) * len(lines[0])


def test_a_strange_letter_is_refused_with_those_expected() -> None:
    with pytest.raises(PuzzleError) as caught:
        squares_by_letter([".", "x"], ".#Q")
    assert str(caught.value) == "expected one of '.', '#', 'Q' in row 2, column 1, got 'x'"
