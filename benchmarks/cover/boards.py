"""The fixed set of showdown boards: the options of each, and its file.

``python -m benchmarks.cover.boards`` writes the files that are missing.
"""

from __future__ import annotations

from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import BinaryIO

from benchmarks.measure import BenchmarkError
from rookery.cover.puzzle import Cover
from rookery.reading.tokens import Tokens
from rookery.statements import showdown

BOARDS = Path(__file__).parent / "boards"

DENSITIES = (0.05, 0.15, 0.35, 0.6)
LAYOUTS = ("uniform", "clustered", "lines")
PRICES = ("equal", "uniform", "log-uniform", "balanced", "uneven")
# Combination k takes density k mod 4, layout k mod 3 and prices k mod 5: all 60 differ.
COMBINATIONS = {
    8: range(1, 5),
    12: range(5, 13),
    16: range(13, 21),
    20: range(21, 29),
    25: range(24, 60),
}


@dataclass(frozen=True)
class Spec:
    """The options of ``rookery generate showdown --cases 1`` that make one board."""

    seed: int
    size: int
    density: float
    layout: str
    prices: str

    @property
    def name(self) -> str:
        """Name of the board's files: size, density in per cent, layout, prices."""
        return f"n{self.size:02d}-d{self.density * 100:02.0f}-{self.layout}-{self.prices}"

    def text(self) -> str:
        """Return the board in the statement's text, as an input of one test."""
        chunks = showdown.generate(self.seed, 1, self.size, self.density, self.layout, self.prices)
        return "".join(chunks)

    def puzzle(self) -> Cover:
        """Generate the board as a puzzle."""
        return _read(BytesIO(self.text().encode()), self.name)


def specs() -> tuple[Spec, ...]:
    """Return the boards of the set, sorted by name."""
    every = (
        Spec(
            seed=100 * size + k,
            size=size,
            density=DENSITIES[k % len(DENSITIES)],
            layout=LAYOUTS[k % len(LAYOUTS)],
            prices=PRICES[k % len(PRICES)],
        )
        for size, combinations in COMBINATIONS.items()
        for k in combinations
    )
    return tuple(sorted(every, key=lambda spec: spec.name))


def read(spec: Spec, directory: Path = BOARDS) -> Cover:
    """Read a board from its file.

    Raises
    ------
    BenchmarkError
        When there is no such file.
    rookery.errors.InputError
        When the file is malformed.
    """
    path = directory / f"{spec.name}.txt"
    try:
        with path.open("rb") as stream:
            return _read(stream, path.name)
    except FileNotFoundError as error:
        raise BenchmarkError(f"expected a board at {str(path)!r}, found none") from error


def _read(stream: BinaryIO, name: str) -> Cover:
    (puzzle,) = showdown.read(Tokens(stream, name))
    return puzzle


def write_missing(directory: Path = BOARDS) -> list[Path]:
    """Write the boards that have no file yet, and return their paths."""
    directory.mkdir(exist_ok=True)
    paths = {spec: directory / f"{spec.name}.txt" for spec in specs()}
    missing = {spec: path for spec, path in paths.items() if not path.exists()}
    for spec, path in missing.items():
        path.write_text(spec.text())
    return list(missing.values())


if __name__ == "__main__":
    for written in write_missing():
        print(written)
