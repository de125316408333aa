"""Pictures of tours of many moves."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import rookery as rk
from rookery.view.moves import colour

LONG = 30


def test_a_long_tour_is_a_line_with_numbers_in_the_corners() -> None:
    found = rk.solve(rk.Tour.hamiltonian(rk.Board(6), "knight", closed=True))
    picture = rk.svg(found)
    ElementTree.fromstring(picture)
    lines = re.findall(r'class="move m\d+"><title>move (\d+):', picture)
    assert lines == [str(number) for number in range(1, 37)]
    numbers = re.findall(r'<text class="weight"[^>]*>(\d+)<', picture)
    assert sorted(map(int, numbers)) == list(range(1, 37))
    assert colour(1 / 36) in picture
    assert colour(1.0) in picture


def test_its_numbers_and_lines_follow_the_theme() -> None:
    path = rk.Tour.hamiltonian(rk.Board(6), "knight"), [(row, 0) for row in range(6)] * 6
    light, dark = (rk.svg(*path, theme=theme) for theme in ("light", "dark"))
    assert "#222" not in dark
    assert "brightness(1)" in light
    assert "brightness(1.5)" in dark


def test_a_short_tour_has_arrows() -> None:
    tour = rk.Tour(rk.Board(8), "a1", ["h8"], mover="K", visit="on")
    result = rk.solve(tour)
    assert len(result.answer) <= LONG
    assert 'class="head"' in rk.svg(result)
