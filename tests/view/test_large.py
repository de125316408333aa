"""Boards too large to draw: refused before any square is drawn."""

import pytest
from tests.command import rookery

import rookery as rk
from rookery.cli import status

SIDE = 100_000
FORMATS = ["", "--ascii", "--fen", "--svg", "--tikz", "--png"]


@pytest.mark.parametrize("how", FORMATS)
def test_show_refuses_a_large_board(tmp_path, how):
    file = tmp_path / "puzzle.json"
    rk.write(file, rk.NonAttacking(rk.Board(SIDE), "knight"))
    target = [tmp_path / "drawn"] if how in ("--svg", "--tikz", "--png") else []
    shown = rookery(f"show {file} {how}", *target)
    assert (shown.exit_code, shown.stdout) == (status.NO_ANSWER, "")
    assert shown.stderr.startswith("rookery: at most 1,000,000 squares")
    assert shown.stderr.count("\n") == 1


@pytest.mark.parametrize("draw", [rk.svg, rk.tikz, rk.fen])
@pytest.mark.parametrize(
    "thing", [rk.Queens(1001), rk.NonAttacking(rk.Board(1, 1_000_001)), rk.Board(1001)], ids=repr
)
def test_a_large_board_has_no_picture(draw, thing):
    if draw is rk.fen and isinstance(thing, rk.Board):
        thing = rk.Tour(thing, "a1", ["a3"])
    with pytest.raises(rk.LimitError, match="at most 1,000,000 squares can be drawn, got 1"):
        draw(thing)


def test_the_largest_board_is_drawn_and_notebooks_show_others_in_words():
    assert rk.svg(rk.Queens(1000)).startswith("<svg")
    assert rk.fen(rk.Queens(1000)).count("/") == 999
    assert rk.Board(1000)._repr_svg_() is not None
    assert rk.Board(1001)._repr_svg_() is None


def test_covers_all_does_not_list_every_square():
    assert not rk.Tour(rk.Board(SIDE), "a1", ["b5"]).covers_all
    assert rk.Tour(rk.Board(2, walls=["b2"]), "a1", ["b1", "a2"]).covers_all
