"""Distinguishable colours: contrasts by the formula of WCAG 2.1, section 1.4."""

import pytest

from rookery.view.palette import DARK, LIGHT


def luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [p / 12.92 if p <= 0.03928 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def test_the_formula():
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
def test_drawings_have_enough_contrast(theme):
    least = {
        ("text", "ground"): 7,
        ("ink", "paper"): 7,
        ("ink", "light"): 4.5,
        ("ink", "dark"): 4.5,
        ("paper", "blue"): 4.5,
        ("piece", "outline"): 7,
        ("piece", "light"): 2.5,
        ("outline", "dark"): 2,
        ("light", "dark"): 1.5,
        # lines and rings lie in a halo of paper
        ("blue", "paper"): 3,
        ("red", "paper"): 3,
        ("green", "light"): 3,
    }
    assert set(theme) == set(LIGHT)
    found = {pair: contrast(*(theme[name] for name in pair)) for pair in least}
    assert {pair: found[pair] for pair in least if found[pair] < least[pair]} == {}
