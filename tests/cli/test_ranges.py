"""Numbers on the command line: what is one, and what the refusal says."""

import click
import pytest

from rookery.cli.types import Integer, Real


@pytest.mark.parametrize(
    ("kind", "text", "number"),
    [
        (Integer(), "-7", -7),
        (Integer(min=1), "+8", 8),
        (Integer(1, 8), "008", 8),
        (Real(min=0), "2.50", 2.5),
        (Real(min=0), ".5", 0.5),
        (Real(min=0), "1e-3", 0.001),
        (Real(min=0), "inf", float("inf")),
    ],
)
def test_a_number(kind, text, number):
    assert kind.convert(text, None, None) == number
    assert kind.convert(number, None, None) == number


@pytest.mark.parametrize(
    ("kind", "told"), [(Integer(), ""), (Integer(min=1), "  [x>=1]"), (Real(), "")]
)
def test_the_range_in_a_help(kind, told):
    command = click.Command("x", params=[click.Option(["--seed"], type=kind, help="A seed.")])
    assert command.get_help(click.Context(command)).splitlines()[3].endswith(f"A seed.{told}")


@pytest.mark.parametrize(
    ("kind", "text", "expected"),
    [
        (Integer(), "eight", "an integer"),
        (Integer(), "\u0668", "an integer"),
        (Integer(), "8_0", "an integer"),
        (Integer(), "8.0", "an integer"),
        (Integer(), "9" * 5000, "an integer, of at most 18 digits"),
        (Integer(min=1), "0", "an integer of 1 or more"),
        (Integer(max=8), "9", "an integer of at most 8"),
        (Integer(1, 64), "65", "an integer from 1 to 64"),
        (Real(min=0), "nan", "a number of 0 or more"),
        (Real(min=0), "-1", "a number of 0 or more"),
        (Real(min=0), "1_0", "a number of 0 or more"),
        (Real(0, min_open=True), "0", "a number of more than 0"),
        (Real(0, 60, min_open=True), "61", "a number from above 0 to 60"),
    ],
)
def test_refusals(kind, text, expected):
    with pytest.raises(click.BadParameter) as caught:
        kind.convert(text, None, None)
    assert caught.value.message.startswith(f"expected {expected}, got '{text[:40]}")
