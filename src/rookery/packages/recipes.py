"""The table of recipes by statement."""

from __future__ import annotations

from rookery.packages import eight_queens, showdown, sultan, traveling_queen
from rookery.packages.recipe import Recipe


def recipes() -> dict[str, Recipe]:
    """Return the recipe of each statement, by its name."""
    return {
        "eight-queens": eight_queens.RECIPE,
        "sultan": sultan.RECIPE,
        "traveling-queen": traveling_queen.RECIPE,
        "showdown": showdown.RECIPE,
    }
