"""A sheet: boards side by side with words below, as the text of one SVG picture.

A picture needs nothing else: no scripts, fonts or files. It names its parts for screen
readers, follows the reader's choice of light or dark, and is the same text every time.
"""

from __future__ import annotations

import hashlib
import textwrap
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from os import PathLike, fspath
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape

from rookery.errors import PuzzleError, shown
from rookery.view import layers
from rookery.view.animation import play
from rookery.view.glyphs import UNIT, glyph_id, glyph_svg
from rookery.view.palette import AUTO, style_sheet
from rookery.view.scene import Scene

SVG, PNG, TEX = ENDINGS = (".svg", ".png", ".tex")
SMALLEST, LARGEST = 4, 512
SIZE = 48
DEFAULT_WIDTH = 960
LEAST_BY_DEFAULT = 12
SHEET_WIDTH = 1200
GAP = 16
FONT = 13
LINE = 18
LETTER = 0.58
NARROWEST = 120
_SCOPE = "rookery-scope"


class Picture(str):
    """The text of an SVG picture, which a notebook shows."""

    __slots__ = ()

    def _repr_svg_(self) -> str:
        return str(self)

    def png(self, scale: float = 1) -> bytes:
        """Return the picture as PNG, `scale` times as large; see `rookery.view.png`."""
        from rookery.view.png import png

        return png(self, scale)

    def tikz(self) -> str:
        """Return the picture as TikZ for LaTeX; see `rookery.view.tikz`."""
        from rookery.view.tikz import tikz_of

        return tikz_of(self)

    def save(self, path: str | PathLike[str]) -> None:
        """Write the picture to a file, as its name ends in ``.svg``, ``.png`` or ``.tex``.

        Raises
        ------
        PuzzleError
            When the name has another ending; nothing is written.
        RookeryError
            When PNG is asked for and resvg-py is not installed.
        """
        target = Path(fspath(path))
        ending = target.suffix.lower()
        if ending not in ENDINGS:
            expected = f"a file name that ends in {', '.join(ENDINGS[:-1])} or {ENDINGS[-1]}"
            raise PuzzleError(expected=expected, found=shown(target.name))
        text = self.tikz() if ending == TEX else self
        target.write_bytes(self.png() if ending == PNG else text.encode())


@dataclass(frozen=True)
class Look:
    """How pictures are drawn.

    Parameters
    ----------
    size
        Pixels a square, from 4 to 512.
    theme
        ``"light"``, ``"dark"``, or ``"auto"`` as the reader's system asks.
    coordinates
        Whether files and ranks, or rows and columns, are named.
    animate
        Whether tours play, where the reader does not ask for less motion.

    Raises
    ------
    PuzzleError
        For a size out of range.
    """

    size: int = SIZE
    theme: str = AUTO
    coordinates: bool = True
    animate: bool = False

    def __post_init__(self) -> None:
        size: object = self.size
        if not isinstance(size, int) or not SMALLEST <= size <= LARGEST:
            raise PuzzleError(
                expected=f"{SMALLEST} to {LARGEST} pixels a square", found=shown(self.size)
            )


@dataclass(frozen=True)
class Panel:
    """A scene of a sheet and the lines of text below it."""

    scene: Scene
    words: tuple[str, ...] = ()

    def credited(self, puzzle: Any) -> Panel:
        """Return the panel with the title, author and source of its puzzle, where it has any."""
        line = ", ".join(getattr(puzzle, "credits", {}).values())
        return Panel(self.scene, (line, *self.words)) if line else self


def look_at(
    panels: Sequence[Panel], size: int | None, theme: str, coordinates: bool, animate: bool
) -> Look:
    """Return how panels are drawn; without a size the largest that suits their boards."""
    if size is None:
        widest = max((panel.scene.board.columns for panel in panels), default=1)
        size = max(LEAST_BY_DEFAULT, min(SIZE, DEFAULT_WIDTH // widest))
    return Look(size, theme, coordinates, animate)


def sheet(panels: Sequence[Panel], look: Look) -> Picture:
    """Return panels side by side, as many as fit, then the rest below.

    Raises
    ------
    PuzzleError
        When there is no panel, the theme is unknown, or what is to be animated is not one
        tour.
    """
    if not panels:
        raise PuzzleError(expected="a board to draw", found="none")
    if look.animate and (len(panels) > 1 or len(panels[0].scene.path) < 2):
        raise PuzzleError("expected one tour of a move or more to animate")
    boards: list[str] = []
    x, y, lowest, width = GAP, GAP, 0, 0
    for panel in panels:
        lines = _wrapped(panel, look)
        across, down = _extent(panel, lines, look)
        if x > GAP and x + across + GAP > SHEET_WIDTH:
            x, y, lowest = GAP, y + lowest + GAP, 0
        boards.append(_panel(panel, lines, look, (x, y)))
        x += across + GAP
        width, lowest = max(width, x), max(lowest, down)
    return _picture(panels, "".join(boards), (width, y + lowest + GAP), look)


def page(panels: Sequence[Panel], look: Look, extent: tuple[int, int], columns: int) -> Picture:
    """Return panels in so many columns, each in the middle of its part of a page of an extent."""
    width = extent[0] // columns
    boards = []
    x, y, lowest = 0, GAP, 0
    for at, panel in enumerate(panels):
        lines = _wrapped(panel, look)
        across, down = _extent(panel, lines, look)
        if at and at % columns == 0:
            x, y, lowest = 0, y + lowest + GAP, 0
        boards.append(_panel(panel, lines, look, (x + (width - across) // 2, y)))
        x, lowest = x + width, max(lowest, down)
    return _picture(panels, "".join(boards), extent, look)


def _picture(panels: Sequence[Panel], body: str, extent: tuple[int, int], look: Look) -> Picture:
    """Return the whole text, with an identifier of its own, made from what it shows."""
    width, height = extent
    title, description = _described(panels)
    boards = {panel.scene.board.rows % 2: panel.scene.board for panel in panels}
    patterns = "".join(
        layers.chequer(f"{_SCOPE}-squares{parity}", board) for parity, board in boards.items()
    )
    used = sorted({stand.betza for panel in panels for stand in panel.scene.stands})
    glyphs = "".join(f'<g id="{_SCOPE}-{glyph_id(b)}">{glyph_svg(b)}</g>' for b in used)
    motion = play(_SCOPE, panels[0].scene.path) if look.animate else ""
    text = (
        f'<svg xmlns="http://www.w3.org/2000/svg" id="{_SCOPE}" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}" role="img" aria-labelledby="{_SCOPE}-t {_SCOPE}-d">'
        f'<title id="{_SCOPE}-t">{escape(title)}</title>'
        f'<desc id="{_SCOPE}-d">{escape(description)}</desc>'
        f"<style>{style_sheet(_SCOPE, look.theme)}{motion}</style>"
        f"<defs>{patterns}{glyphs}</defs>"
        f'<rect class="ground" width="{width}" height="{height}"/>{body}</svg>\n'
    )
    digest = hashlib.sha256(text.encode()).hexdigest()[:8]
    return Picture(text.replace(_SCOPE, f"rk-{digest}"))


def _panel(panel: Panel, lines: list[str], look: Look, corner: tuple[int, int]) -> str:
    """Return one board with its margins, and the words below."""
    scene = panel.scene
    left, top, _, height = _frame(scene, look)
    x, y = corner[0] + left, corner[1] + top
    parts = [f'<g transform="translate({x} {y}) scale({look.size / UNIT:g})">']
    parts += layers.ground(scene, f"{_SCOPE}-squares{scene.board.rows % 2}")
    if look.coordinates:
        parts += layers.coordinates(scene)
    parts += _contents(scene, look.animate)
    parts.append("</g>")
    for number, line in enumerate(lines, 1):
        foot = corner[1] + height + number * LINE
        parts.append(
            f'<text class="text" x="{corner[0]}" y="{foot}" font-size="{FONT}">'
            f"{escape(line)}</text>"
        )
    return "".join(parts)


def _contents(scene: Scene, animate: bool) -> Iterable[str]:
    """Yield what is on the board; in an animation the mover above everything."""
    movers = [stand for stand in scene.stands if animate and stand.square == scene.path[0]]
    still = [stand for stand in scene.stands if stand not in movers]
    yield from layers.marks(scene.marks)
    yield from layers.stands((stand for stand in still if stand.theirs), _SCOPE)
    yield from layers.attacks(scene.attacks, scene.board)
    yield from layers.moves(scene)
    ours = (stand for stand in still if not stand.theirs)
    yield from layers.stands(ours, _SCOPE, above_labels=bool(scene.labels))
    yield from layers.labels(scene)
    yield from layers.numbers(scene.path)
    if movers:
        yield f'<g class="mover">{"".join(layers.stands(movers, _SCOPE))}</g>'


def _frame(scene: Scene, look: Look) -> tuple[int, int, int, int]:
    """Return in pixels where the squares begin, from the left and the top, and the extent."""
    board, size = scene.board, look.size
    side, edge = layers.margins(scene) if look.coordinates else (0, 0)
    left, band = round(side * size / UNIT), round(edge * size / UNIT)
    top = band if scene.from_top else 0
    return left, top, left + board.columns * size, band + board.rows * size


def _wrapped(panel: Panel, look: Look) -> list[str]:
    letters = int(max(_frame(panel.scene, look)[2], NARROWEST) / (FONT * LETTER))
    return [line for words in panel.words for line in textwrap.wrap(words, letters)]


def _extent(panel: Panel, lines: list[str], look: Look) -> tuple[int, int]:
    _, _, width, height = _frame(panel.scene, look)
    return max(width, NARROWEST if lines else 0), height + LINE * len(lines)


def _described(panels: Sequence[Panel]) -> tuple[str, str]:
    """Return title and description of a sheet."""
    if len(panels) == 1:
        (panel,) = panels
        return panel.scene.title, " ".join([panel.scene.description, *panel.words]).strip()
    told = (
        " ".join([f"Board {number}: {panel.scene.title}.", panel.scene.description, *panel.words])
        for number, panel in enumerate(panels, 1)
    )
    return f"{len(panels)} boards: {panels[0].scene.title}", " ".join(told)
