"""Sheets: boards side by side with captions, as SVG pictures.

A picture is self-contained: no scripts, fonts or files. It describes itself to screen readers and
follows the reader's choice of light or dark. The same input gives the same text.
"""

from __future__ import annotations

import hashlib
import json
import re
import textwrap
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from os import PathLike, fspath
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape, unescape

from rookery.errors import PuzzleError, RookeryError, shown
from rookery.files import write_file
from rookery.version import missing_renderer
from rookery.view import layers
from rookery.view.glyphs import UNIT, glyph_id, glyph_svg
from rookery.view.moves import play
from rookery.view.palette import AUTO, PAPER_THEME, style_sheet
from rookery.view.scene import Scene

SVG, PNG, PDF, TEX = ENDINGS = (".svg", ".png", ".pdf", ".tex")
SMALLEST, LARGEST = 4, 512  # pixels per square
SIZE = 48  # pixels per square by default
DEFAULT_WIDTH = 960  # pixels; wider boards get smaller squares by default
LEAST_BY_DEFAULT = 12  # pixels per square by default, at least
SHEET_WIDTH = 1200  # pixels; a board that would exceed it starts a new row
GAP = 16  # pixels around boards
PNG_FONT = "DejaVu Sans"
FONT = 13  # pixels, font size of captions
LINE = 18  # pixels, height of a line of a caption
LETTER = 0.58  # average width of a letter, as a share of its font size
NARROWEST = 120  # pixels, least width of a caption
_SCOPE = "rookery-scope"  # placeholder for the picture's identifier
_TITLE = re.compile("<title[^>]*>([^<]*)</title>")
# In Typst, a page of the size of each picture. Without a date the same pictures give the same PDF.
_TYPST = b"""#set document(date: none, title: sys.inputs.title)
#set page(width: auto, height: auto, margin: 0pt)
#json(bytes(sys.inputs.svgs)).map(svg => image(bytes(svg), format: "svg")).join(pagebreak())"""
_SIZE = re.compile('<svg [^>]*?width="([^"]*)" height="([^"]*)"')


class Picture(str):
    """The text of an SVG picture. A notebook shows the picture itself."""

    __slots__ = ()

    def __repr__(self) -> str:
        title, size = _TITLE.search(self), _SIZE.search(self)
        if title is None or size is None:
            return f"Picture({str(self)!r})"
        return f"<Picture of {size[1]}x{size[2]} pixels: {unescape(title[1])}>"

    def _repr_svg_(self) -> str:
        return str(self)

    def png(self, scale: float = 1) -> bytes:
        """Return the picture as PNG, `scale` times as large, rendered by resvg (the extra ``png``).

        The theme ``auto`` is drawn light. Letters and numbers need a sans-serif font on the system.

        Raises
        ------
        RookeryError
            If resvg-py is not installed or cannot draw the picture.
        """
        try:
            from resvg_py import svg_to_bytes
        except ImportError:
            raise RookeryError(missing_renderer("png")) from None
        try:
            return bytes(svg_to_bytes(svg_string=str(self), zoom=scale, sans_serif_family=PNG_FONT))
        except ValueError as error:
            raise RookeryError(f"cannot draw the picture as PNG: {error}") from error

    def pdf(self) -> bytes:
        """Return the picture as PDF, as `rookery.view.pages.Pages.pdf` does."""
        return pdf_of([self])

    def tikz(self) -> str:
        """Return the picture as TikZ for LaTeX; see `rookery.view.tikz`."""
        from rookery.view.tikz import tikz_of

        return tikz_of(self)

    def save(self, path: str | PathLike[str]) -> None:
        """Write the picture to a file in the format of its suffix: .svg, .png, .pdf or .tex.

        Raises
        ------
        PuzzleError
            If the name has another suffix. Nothing is written.
        RookeryError
            If the package that draws PNG or PDF is not installed.
        """
        ending = ending_of(path)
        forms: dict[str, Callable[[], bytes]] = {
            PNG: self.png,
            PDF: self.pdf,
            TEX: lambda: self.tikz().encode(),
            SVG: self.encode,
        }
        write_file(path, forms[ending]())


def ending_of(path: str | PathLike[str]) -> str:
    """Return the suffix of a picture's file in small letters; refuse an unknown one."""
    target = Path(fspath(path))
    ending = target.suffix.lower()
    if ending not in ENDINGS:
        expected = f"a file name that ends in {', '.join(ENDINGS[:-1])} or {ENDINGS[-1]}"
        raise PuzzleError(expected=expected, found=shown(target.name))
    return ending


@dataclass(frozen=True)
class PictureStyle:
    """The size and style of a picture.

    The `size` is in pixels per square, from 4 to 512; any other raises a `PuzzleError`. The `theme`
    ``auto`` follows the reader's system. With `animate` tours play, but readers who set reduced
    motion see a still picture.
    """

    size: int = SIZE
    theme: str = AUTO
    coordinates: bool = True
    animate: bool = False

    def __post_init__(self) -> None:
        size: object = self.size
        if not isinstance(size, int) or not SMALLEST <= size <= LARGEST:
            raise PuzzleError(
                expected=f"{SMALLEST} to {LARGEST} pixels per square", found=shown(self.size)
            )


@dataclass(frozen=True)
class Panel:
    """A scene on a sheet, with its caption."""

    scene: Scene
    words: tuple[str, ...] = ()

    def credited(self, puzzle: Any) -> Panel:
        """Return the panel with its puzzle's title, author and source, if any, in the caption."""
        line = ", ".join(getattr(puzzle, "credits", {}).values())
        return Panel(self.scene, (line, *self.words)) if line else self


def sheet(
    panels: Sequence[Panel], size: int | None, theme: str, coordinates: bool, animate: bool
) -> Picture:
    """Return a picture of panels in rows, as many side by side as fit.

    Without a size, the picture has one that suits the widest board. Raises a `PuzzleError` if there
    are no panels, an argument is out of range, the theme is unknown, or an animation does not show
    exactly one tour.
    """
    if size is None:
        widest = max((panel.scene.board.columns for panel in panels), default=1)
        size = max(LEAST_BY_DEFAULT, min(SIZE, DEFAULT_WIDTH // widest))
    style = PictureStyle(size, theme, coordinates, animate)
    if not panels:
        raise PuzzleError(expected="a board to draw", found="none")
    if style.animate and (len(panels) > 1 or len(panels[0].scene.path) < 2):
        raise PuzzleError("expected one tour of a move or more to animate")
    boards: list[str] = []
    x, y, lowest, width = GAP, GAP, 0, 0
    for panel in panels:
        lines = caption_lines(panel, style)
        across, down = extent_of(panel, lines, style)
        if x > GAP and x + across + GAP > SHEET_WIDTH:
            x, y, lowest = GAP, y + lowest + GAP, 0
        boards.append(panel_svg(panel, lines, style, (x, y)))
        x += across + GAP
        width, lowest = max(width, x), max(lowest, down)
    return picture_of(panels, "".join(boards), (width, y + lowest + GAP), style)


def picture_of(
    panels: Sequence[Panel],
    body: str,
    extent: tuple[int, int],
    style: PictureStyle,
    title: str = "",
) -> Picture:
    """Return a picture of a given width and height whose `body` draws panels.

    Its identifier is a digest of its contents. Its title is that of the panels by default.
    """
    width, height = extent
    own_title, description = _described(panels)
    title = title or own_title
    boards = {panel.scene.board.rows % 2: panel.scene.board for panel in panels}
    patterns = "".join(
        layers.chequer(f"{_SCOPE}-squares{parity}", board) for parity, board in boards.items()
    )
    used = sorted({stand.betza for panel in panels for stand in panel.scene.stands})
    glyphs = "".join(f'<g id="{_SCOPE}-{glyph_id(b)}">{glyph_svg(b)}</g>' for b in used)
    motion = play(_SCOPE, panels[0].scene.path) if style.animate else ""
    text = (
        f'<svg xmlns="http://www.w3.org/2000/svg" id="{_SCOPE}" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}" role="img" aria-labelledby="{_SCOPE}-t {_SCOPE}-d">'
        f'<title id="{_SCOPE}-t">{escape(title)}</title>'
        f'<desc id="{_SCOPE}-d">{escape(description)}</desc>'
        f"<style>{style_sheet(_SCOPE, style.theme)}{motion}</style>"
        f"<defs>{patterns}{glyphs}</defs>"
        f'<rect class="ground" width="{width}" height="{height}"/>{body}</svg>\n'
    )
    digest = hashlib.sha256(text.encode()).hexdigest()[:8]
    return Picture(text.replace(_SCOPE, f"rk-{digest}"))


def panel_svg(panel: Panel, lines: list[str], style: PictureStyle, corner: tuple[int, int]) -> str:
    """Return one board with its margins and the lines of its caption as SVG."""
    scene = panel.scene
    left, _, height = _frame(scene, style)
    x, y = corner[0] + left, corner[1]
    parts = [f'<g transform="translate({x} {y}) scale({style.size / UNIT:g})">']
    parts += layers.ground(scene, f"{_SCOPE}-squares{scene.board.rows % 2}")
    if style.theme == PAPER_THEME:
        parts += layers.region_patterns(scene.regions)
    if style.coordinates:
        parts += layers.coordinates(scene)
    parts += _contents(scene, style.animate)
    parts.append("</g>")
    for number, line in enumerate(lines, 1):
        foot = corner[1] + height + number * LINE
        parts.append(
            f'<text class="text" x="{corner[0]}" y="{foot}" font-size="{FONT}">'
            f"{escape(line)}</text>"
        )
    return "".join(parts)


def _contents(scene: Scene, animate: bool) -> Iterable[str]:
    """Yield the contents of the board. In an animation the mover comes last, on top."""
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


def _frame(scene: Scene, style: PictureStyle) -> tuple[int, int, int]:
    """Return the left margin of the squares, and the width and height, in pixels."""
    board, size = scene.board, style.size
    side, edge = layers.margins(scene) if style.coordinates else (0, 0)
    left, band = round(side * size / UNIT), round(edge * size / UNIT)
    return left, left + board.columns * size, band + board.rows * size


def caption_lines(panel: Panel, style: PictureStyle) -> list[str]:
    """Return the caption of a board, wrapped to its width."""
    letters = int(max(_frame(panel.scene, style)[1], NARROWEST) / (FONT * LETTER))
    return [line for words in panel.words for line in textwrap.wrap(words, letters)]


def extent_of(panel: Panel, lines: list[str], style: PictureStyle) -> tuple[int, int]:
    """Return the width and height of a board with the lines of its caption, in pixels."""
    _, width, height = _frame(panel.scene, style)
    return max(width, NARROWEST if lines else 0), height + LINE * len(lines)


def _described(panels: Sequence[Panel]) -> tuple[str, str]:
    """Return the title and the description of a sheet."""
    if not panels:
        return "", ""
    if len(panels) == 1:
        (panel,) = panels
        return panel.scene.title, " ".join([panel.scene.description, *panel.words]).strip()
    descriptions = (
        " ".join([f"Board {number}: {panel.scene.title}.", panel.scene.description, *panel.words])
        for number, panel in enumerate(panels, 1)
    )
    return f"{len(panels)} boards: {panels[0].scene.title}", " ".join(descriptions)


def pdf_of(pictures: Sequence[str]) -> bytes:
    """Return a PDF with a page for each picture in SVG, as large as it at 96 pixels an inch.

    Raises a `RookeryError` if typst is not installed or cannot draw a picture.
    """
    try:
        import typst
    except ImportError:
        raise RookeryError(missing_renderer("pdf")) from None
    title = _TITLE.search(pictures[0]) if pictures else None
    words = {"svgs": json.dumps(pictures), "title": unescape(title[1]) if title else ""}
    try:
        return typst.compile(_TYPST, sys_inputs=words)
    except typst.TypstError as error:
        raise RookeryError(f"cannot draw the picture as PDF: {error}") from error
