"""Boards in pictures of five styles: read as drawn, or called unsure where they are not."""

import logging
import random

import numpy as np
import pytest
from PIL import Image, ImageDraw
from tests.marks import few
from tests.pictures.drawn import STYLES, board, encoded, light, noisy, screenshot, tiles, walls

import rookery as rk
from rookery.regions.screenshots import PictureReading
from rookery.regions.screenshots import read as read_board

DARK_GROUND = (27, 31, 35)
SCALES = (18, 22, 27, 34.3, 48, 61.7, 85, 120)  # pixels of a cell


def silent(rows: list[str], read: PictureReading) -> list[object]:
    """The borders read wrong beside which no square is called unsure."""
    side = range(len(rows))
    pairs = [((r, c), (r, c + 1)) for r in side for c in side[:-1]]
    pairs += [((r, c), (r + 1, c)) for r in side[:-1] for c in side]
    found = read.puzzle.rows
    return [
        (one, other)
        for one, other in pairs
        if (rows[one[0]][one[1]] == rows[other[0]][other[1]])
        != (found[one[0]][one[1]] == found[other[0]][other[1]])
        and not {one, other} & read.unsure.keys()
    ]


def drawn(style: str, rows: list[str], cell: float, seed: int) -> tuple[bytes, set[object]]:
    """A picture with marks and disturbances of a seed, and the squares of the pieces in it."""
    rng = random.Random(seed)
    squares = [(r, c) for r in range(len(rows)) for c in range(len(rows))]
    rng.shuffle(squares)
    pieces = squares[: rng.randrange(len(rows))]
    crosses = squares[len(rows) : len(rows) + rng.randrange(len(squares) // 2)]
    picture = STYLES[style](rows, cell, pieces, crosses)
    if rng.random() < 0.7:
        picture = screenshot(picture, seed, DARK_GROUND if style == "dark" else (250, 248, 244))
    if style == "photo":
        return encoded(noisy(picture, 8, seed), "JPEG", quality=40), set(pieces)
    if rng.random() < 0.3:
        return encoded(picture, "JPEG", quality=75), set(pieces)
    return encoded(picture), set(pieces)


SIZES = [(5, 22), (5, 34.3), (8, 27)]
SIZES += [(side, cell) for side in range(5, 15) for cell in random.Random(side).sample(SCALES, 3)]


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize(("side", "cell"), few(SIZES))
def test_a_board_is_read_or_called_unsure(style, side, cell):
    rows = board(side, side + round(cell))
    data, pieces = drawn(style, rows, cell, side + round(cell))
    read = read_board(data, "shot")
    assert len(read.puzzle.rows) == side
    assert silent(rows, read) == []
    assert read.puzzle.given <= pieces
    if not read.unsure:
        assert read.puzzle.rows == tuple(rows)


@pytest.mark.parametrize("style", ["light", "dark", "walls", "tiles"])
def test_a_clean_picture_is_read_without_doubt(style):
    rows = board(7, 3)
    read = read_board(encoded(STYLES[style](rows, 40, [(0, 3)], [(2, 2), (6, 0)])), "shot")
    assert (read.puzzle.rows, read.unsure) == (tuple(rows), {})


def test_placed_queens_are_given_and_crosses_and_dashes_are_not():
    picture = light(board(6, 1), 48, [(0, 1), (4, 4)], [(1, 1), (3, 2)])
    for dash in (10, 161, 38, 175), (65, 202, 79, 230):
        ImageDraw.Draw(picture).rectangle(dash, (0, 0, 0))
    assert read_board(encoded(picture), "shot").puzzle.given == {(0, 1), (4, 4)}


def test_regions_of_one_colour_are_told_apart_by_the_line_between():
    rows = ["AABB", "AABB", "CCDD", "CCDD"]
    picture = np.asarray(light(rows, 40, [], [])).copy()
    colours = {tuple(picture[20 + 80 * (k // 2), 20 + 80 * (k % 2)]) for k in range(4)}
    first, second, *_ = sorted(colours)
    picture[(picture == first).all(axis=2)] = second
    read = read_board(encoded(Image.fromarray(picture)), "shot")
    assert (read.puzzle.rows, read.unsure) == (tuple(rows), {})


@pytest.mark.parametrize("theme", few(["dark", "paper", "light", "sheet"], 2))
def test_own_pictures_are_read(theme, tmp_path):
    puzzle = rk.generate_regions(6, seed=2)
    path = tmp_path / "own.png"
    sheet = rk.pages(puzzle, per_page=1)[0]
    (sheet if theme == "sheet" else rk.svg(puzzle, theme=theme, size=32)).save(path)
    read = rk.read_picture(path)
    assert (read.puzzle, read.unsure) == (puzzle, {})


def test_notes_are_logged_by_read(tmp_path, caplog):
    path = tmp_path / "shot.png"
    path.write_bytes(encoded(light(board(5, 1), 48, [(0, 1)], [])))
    with caplog.at_level(logging.WARNING):
        assert rk.read(path)[0].given == {(0, 1)}
    assert [record.getMessage() for record in caplog.records] == [f"{path}: pieces on b5: given"]


def test_a_cut_board_is_refused():
    picture = walls(board(8, 5), 30, [], [])
    with pytest.raises(rk.PuzzleError, match="as many rows as columns, got 7 rows, 8 columns"):
        read_board(encoded(picture.crop((0, 0, 241, 211))), "shot")


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (encoded(Image.new("RGB", (300, 300), "white")), "got a picture of 300x300 pixels without"),
        (encoded(screenshot(Image.new("RGB", (300, 300)), 1)), "pixels without one"),
        (encoded(light(board(5, 1), 40, [], []))[:400], "got a broken one"),
        (b"\x89PNG\r\n\x1a\n", "got a"),
        (encoded(Image.new("RGB", (20, 20))), "got 20x20"),
        (encoded(Image.new("1", (9000, 9000))), "at most 40,000,000 pixels, got 9000x9000"),
        (b"\0\0\0\x18ftypheic", "a picture as PNG, JPEG, WEBP or GIF, got a file that is none"),
    ],
)
def test_pictures_without_a_board_are_refused(data, message, tmp_path):
    path = tmp_path / "shot.png"
    path.write_bytes(data)
    with pytest.raises(rk.PuzzleError, match=message):
        rk.read(path)


def test_transparent_parts_are_white():
    rows = board(6, 2)
    pixels = np.asarray(tiles(rows, 40, [], []).convert("RGBA")).copy()
    assert tuple(pixels[0, 0]) == (250, 250, 252, 255)
    pixels[(pixels == (250, 250, 252, 255)).all(axis=2)] = 0
    assert read_board(encoded(Image.fromarray(pixels)), "shot").puzzle.rows == tuple(rows)
