"""Region puzzles: equally many pieces in every row, column and region, none attacked."""

from rookery.errors import name_puzzle

name_puzzle(__name__, "Regions")
