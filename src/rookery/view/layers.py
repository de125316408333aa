"""SVG layers of a scene, from the bottom up: squares, marks, lines, pieces, numbers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from xml.sax.saxutils import escape

from rookery.boards.board import TORUS, Board, Square, Step, file_name
from rookery.view.glyphs import UNIT, glyph_id
from rookery.view.moves import LONG, Arrow, arrow, bows, centre, crossing, long_moves, long_numbers
from rookery.view.palette import TINTS
from rookery.view.scene import AttackLine, Mark, Scene, Stand

MARGIN = 4  # units between the board and its coordinates
DIGIT = 5  # units, width of a digit of a coordinate
LETTERS = 7  # units, font size of coordinates
DISC = 4.6  # units, radius of the disc of a move's number
HEAT = 0.85  # opacity of the strongest tint
SMALLER = 0.68  # scale of a piece above a label
HALO = 0.2  # stroke of a label, as a share of its font size
LABEL = 5.2  # units, font size of a label
LABEL_ROOM = 21  # units; the font size of a long label is this over its length
WRAPPED_DASHES = "4 4"  # units, dash pattern of wrapped edges
THIN, THICK = "0.35", "1.5"  # units, width of the lines between squares and around regions

# Patterns of a square's lines: where each begins, and its way from there
PATTERNS = (
    (),
    ((0, 8, "8-8"), (0, 16, "16-16"), (8, 16, "8-8")),  # rising
    ((0, 6, "4-4 4 4 4-4 4 4"), (0, 14, "4-4 4 4 4-4 4 4")),  # waves across
    ((8, 0, "8 8"), (0, 0, "16 16"), (0, 8, "8 8")),  # falling
    ((6, 0, "-4 4 4 4-4 4 4 4"), (14, 0, "-4 4 4 4-4 4 4 4")),  # waves down
    ((0, 8, "8-8"), (0, 8, "8 8"), (8, 16, "8-8"), (8, 0, "8 8")),  # lozenges
    ((0, 16, "8-16"), (8, 16, "8-16")),  # steep
    ((2, 4, "4 0"), (10, 4, "4 0"), (2, 12, "4 0"), (10, 12, "4 0")),  # dashes
    ((6, 8, "4 0"), (8, 6, "0 4")),  # small +
    ((4, 4, "0 3"), (12, 4, "0 3"), (4, 10, "0 3"), (12, 10, "0 3")),  # upright dashes
)

STAR = "M8 2.6l1.6 3.5 3.8.5-2.8 2.6.7 3.8L8 11.1 4.7 13l.7-3.8L2.6 6.6l3.8-.5z"
_SIGNS = {
    "guarded": ("guarded", '<circle cx="8" cy="8" r="2.6" stroke-width="1.2"/>'),
    "target": ("guarded", '<circle cx="8" cy="8" r="6.3" stroke-width="1.4"/>'),
    "blocked": (
        "blocked",
        '<path d="M3.5 3.5l9 9M12.5 3.5l-9 9" stroke-width="1.5" stroke-linecap="round"/>',
    ),
    "spared": ("blocked", '<circle cx="8" cy="8" r="5" stroke-width="1.2"/>'),
    "given": ("given", '<rect x="1" y="1" width="14" height="14" rx="1.5" stroke-width="1.2"/>'),
    "empty": ("blocked", '<path d="M6 6l4 4M10 6l-4 4" stroke-width="1" stroke-linecap="round"/>'),
    "ruled": ("line fault", '<path d="M4 4l8 8M12 4l-8 8" stroke-width="1.6"/>'),
    "because": ("line", '<rect x="1.6" y="1.6" width="12.8" height="12.8" stroke-width="1.3"/>'),
    "found": ("guarded", '<circle cx="8" cy="8" r="6.6" stroke-width="1.3"/>'),
    "star": ("ours", f'<path d="{STAR}"/>'),
    "goal": ("tag", '<path d="M4 2h9l-2.5 3L13 8H5.6v6H4z"/>'),
}


def margins(scene: Scene) -> tuple[float, float]:
    """Return the space for coordinates, in units: at the left, and at the bottom."""
    return MARGIN + DIGIT * len(str(scene.board.rows)), MARGIN + DIGIT + 2


def ground(scene: Scene, pattern: str) -> Iterator[str]:
    """Yield the squares with tints, the walls and the frame; `pattern` is that of `chequer`."""
    board = scene.board
    size = f'width="{board.columns * UNIT}" height="{board.rows * UNIT}"'
    if scene.heat:
        yield from _heat(scene)
    elif scene.regions:
        yield from region_tints(scene.regions, board)
    else:
        yield f'<rect {size} fill="url(#{pattern})"/>'
    if board.walls:
        yield f'<path class="wall" d="{_blocks(sorted(board.walls))}"/>'
    yield from region_borders(scene.regions)
    yield from _frame(board)


def _blocks(squares: Iterable[Square]) -> str:
    """Return the SVG path of squares."""
    return "".join(f"M{c * UNIT} {r * UNIT}h{UNIT}v{UNIT}h-{UNIT}z" for r, c in squares)


def _grid(board: Board, stroke: str) -> str:
    """Return the lines between the squares of a board."""
    ranks = "".join(f"M0 {row * UNIT}h{board.columns * UNIT}" for row in range(1, board.rows))
    files = "".join(f"M{c * UNIT} 0v{board.rows * UNIT}" for c in range(1, board.columns))
    return f'<path class="frame" d="{ranks}{files}" stroke-width="{stroke}"/>'


def _frame(board: Board) -> Iterator[str]:
    """Yield the board's frame, dashed along wrapped edges."""
    width, height = board.columns * UNIT, board.rows * UNIT
    if not board.wrap:
        yield f'<rect class="frame" width="{width}" height="{height}" stroke-width=".8"/>'
        return
    dashes = f'stroke-dasharray="{WRAPPED_DASHES}"'
    beside = f"M0 0v{height}M{width} 0v{height}"
    yield f'<path class="frame" d="{beside}" stroke-width=".8" {dashes}/>'
    above = f"M0 0h{width}M0 {height}h{width}"
    yield f'<path class="frame" d="{above}" stroke-width=".8" {dashes * (board.wrap == TORUS)}/>'


def _heat(scene: Scene) -> Iterator[str]:
    """Yield tinted squares, separated by lines instead of the chequer pattern."""
    board = scene.board
    yield f'<rect class="light" width="{board.columns * UNIT}" height="{board.rows * UNIT}"/>'
    for (row, column), heat in scene.heat.items():
        if heat > 0:
            yield (
                f'<rect class="heat" x="{column * UNIT}" y="{row * UNIT}" width="{UNIT}" '
                f'height="{UNIT}" fill-opacity="{heat * HEAT:.3g}"/>'
            )
    yield _grid(board, ".3")


def region_tints(regions: Mapping[str, Sequence[Square]], board: Board) -> Iterator[str]:
    """Yield the squares with thin lines between them, and a tint for each region.

    Regions that share an edge or a corner get different tints if the palette has enough.
    """
    if sum(map(len, regions.values())) < board.rows * board.columns:
        yield f'<rect class="light" width="{board.columns * UNIT}" height="{board.rows * UNIT}"/>'
    tint_of = tints(regions)
    for name, squares in regions.items():
        title = f"<title>region {escape(name)}</title>"
        yield f'<path class="tint{tint_of[name]}" d="{_blocks(squares)}">{title}</path>'
    yield _grid(board, THIN)


def region_borders(regions: Mapping[str, Sequence[Square]]) -> Iterator[str]:
    """Yield a thick border around each region, and its name in its first square."""
    if not regions:
        return
    yield (
        f'<path class="border" d="{_borders(regions)}" stroke-width="{THICK}" '
        'stroke-linecap="square"/>'
    )
    yield '<g class="region" font-size="4" aria-hidden="true">'
    for name, squares in regions.items():
        row, column = squares[0]
        yield f'<text x="{column * UNIT + 1.6}" y="{row * UNIT + 4.6}">{escape(name)}</text>'
    yield "</g>"


def region_patterns(regions: Mapping[str, Sequence[Square]]) -> Iterator[str]:
    """Yield a pattern of thin lines on each region, for copies in grey.

    No two regions have the same tint and pattern, up to the number of pairs that there are.
    """
    used: Counter[tuple[int, int]] = Counter()
    tint_of = tints(regions)
    for number, (name, squares) in enumerate(regions.items()):
        turned = [(number + shift) % len(PATTERNS) for shift in range(len(PATTERNS))]
        pattern = min(turned, key=lambda one: used[tint_of[name], one])
        used[tint_of[name], pattern] += 1
        lines = "".join(
            f"M{column * UNIT + x} {row * UNIT + y}l{step}"
            for row, column in squares
            for x, y, step in PATTERNS[pattern]
        )
        if lines:
            yield f'<path class="hatch" d="{lines}" stroke-width=".4"/>'


def tints(regions: Mapping[str, Sequence[Square]]) -> dict[str, int]:
    """Return a tint number for each region; all tints are used about equally often.

    >>> tints({"A": [(0, 0)], "B": [(0, 1)], "C": [(0, 2)]})
    {'B': 0, 'A': 1, 'C': 2}
    """
    touching = _touching(regions)
    found: dict[str, int] = {}
    used = [0] * len(TINTS)
    for name in sorted(regions, key=lambda name: -len(touching[name])):
        taken = {found.get(other) for other in touching[name]}
        free = [tint for tint in range(len(TINTS)) if tint not in taken] or range(len(TINTS))
        found[name] = min(free, key=lambda tint: used[tint])
        used[found[name]] += 1
    return found


def _touching(regions: Mapping[str, Sequence[Square]]) -> dict[str, set[str]]:
    """Return the neighbours of each region: regions that share an edge or corner with it."""
    name_of = {square: name for name, squares in regions.items() for square in squares}
    touching: dict[str, set[str]] = {name: set() for name in regions}
    for (row, column), name in name_of.items():
        for step in ((0, 1), (1, -1), (1, 0), (1, 1)):
            other = name_of.get((row + step[0], column + step[1]), name)
            if other != name:
                touching[name].add(other)
                touching[other].add(name)
    return touching


def _borders(regions: Mapping[str, Sequence[Square]]) -> str:
    """Return the SVG path of all region borders, with each edge once."""
    name_of = {square: name for name, squares in regions.items() for square in squares}
    parts = []
    for (row, column), name in name_of.items():
        x, y = column * UNIT, row * UNIT
        if name_of.get((row, column - 1)) != name:
            parts.append(f"M{x} {y}v{UNIT}")
        if name_of.get((row - 1, column)) != name:
            parts.append(f"M{x} {y}h{UNIT}")
        if (row, column + 1) not in name_of:
            parts.append(f"M{x + UNIT} {y}v{UNIT}")
        if (row + 1, column) not in name_of:
            parts.append(f"M{x} {y + UNIT}h{UNIT}")
    return "".join(parts)


def chequer(identifier: str, board: Board) -> str:
    """Return the pattern of light and dark squares, dark at the bottom left."""
    dark = [(row, column) for row in (0, 1) for column in (0, 1) if (row + column - board.rows) % 2]
    side = 2 * UNIT
    return (
        f'<pattern id="{identifier}" width="{side}" height="{side}" patternUnits="userSpaceOnUse">'
        f'<rect class="light" width="{side}" height="{side}"/>'
        f'<path class="dark" d="{_blocks(dark)}"/></pattern>'
    )


def coordinates(scene: Scene) -> Iterator[str]:
    """Yield the names of files and ranks."""
    board = scene.board
    y = board.rows * UNIT + MARGIN + DIGIT
    yield f'<g class="text" font-size="{LETTERS}" text-anchor="middle" aria-hidden="true">'
    for column in range(board.columns):
        yield f'<text x="{(column + 0.5) * UNIT:g}" y="{y}">{file_name(column)}</text>'
    yield f'</g><g class="text" font-size="{LETTERS}" text-anchor="end" aria-hidden="true">'
    for row in range(board.rows):
        yield f'<text x="-3" y="{(row + 0.5) * UNIT + 2.7:g}">{board.rows - row}</text>'
    yield "</g>"


def marks(marked: Iterable[Mark]) -> Iterator[str]:
    """Yield the signs on squares."""
    for mark in marked:
        kind, sign = _SIGNS[mark.kind]
        at = f"translate({mark.square[1] * UNIT} {mark.square[0] * UNIT})"
        yield f'<g class="{kind}" transform="{at}"><title>{escape(mark.words)}</title>{sign}</g>'
        if mark.tag:
            x, y = mark.square[1] * UNIT + 14.6, mark.square[0] * UNIT + 6
            yield (
                f'<text class="tag" x="{x:g}" y="{y:g}" font-size="5.5" font-weight="bold" '
                f'text-anchor="end">{escape(mark.tag)}</text>'
            )


def stands(pieces: Iterable[Stand], prefix: str, above_labels: bool = False) -> Iterator[str]:
    """Yield the pieces, smaller above labels; `prefix` starts the identifiers of their glyphs."""
    for stand in pieces:
        x, y = stand.square[1] * UNIT, stand.square[0] * UNIT
        at = f'x="{x}" y="{y}"'
        if above_labels:
            at = f'transform="translate({x + UNIT * (1 - SMALLER) / 2:g} {y}) scale({SMALLER})"'
        side = "theirs" if stand.theirs else "ours"
        yield (
            f'<use class="{side}" href="#{prefix}-{glyph_id(stand.betza)}" {at}>'
            f"<title>{escape(stand.words)}</title></use>"
        )


def labels(scene: Scene) -> Iterator[str]:
    """Yield the texts at the bottom of squares, bold below a piece."""
    if not scene.labels:
        return
    bold = {stand.square for stand in scene.stands}
    style = f'font-size="{LABEL}" stroke-width="{LABEL * HALO:.2g}"'
    yield f'<g class="weight" {style} text-anchor="middle">'
    for square, text in scene.labels.items():
        weight = ' font-weight="bold"' if square in bold else ""
        size = LABEL_ROOM / len(text)
        smaller = f' font-size="{size:.3g}"' if size < LABEL else ""
        x, y = (square[1] + 0.5) * UNIT, square[0] * UNIT + (15.2 if square in bold else 10)
        yield f'<text x="{x:g}" y="{y:g}"{weight}{smaller}>{escape(text)}</text>'
    yield "</g>"


def attacks(lines: Iterable[AttackLine], board: Board) -> Iterator[str]:
    """Yield the attack lines; lines of hoppers are dashed, with a ring around the hurdle."""
    for attack in lines:
        drawn = _drawn(board, (attack.start, attack.end), attack.span, before=5.5)
        dashes = ' stroke-dasharray="2.6 2.2"' if attack.hurdle is not None else ""
        yield f"<g><title>{escape(attack.words)}</title>"
        yield f'<path class="halo" d="{drawn.shaft}" stroke-width="2.6" stroke-opacity=".7"/>'
        kind = "line fault" if attack.fault else "line"
        yield f'<path class="{kind}" d="{drawn.shaft}" stroke-width="1.1"{dashes}/>'
        if not attack.fault:
            yield f'<path class="head" d="{drawn.head}" stroke-width=".4"/>'
        if attack.hurdle is not None:
            x, y = centre(attack.hurdle)
            yield f'<circle class="halo" cx="{x:g}" cy="{y:g}" r="7.4" stroke-width="2.4"/>'
            yield f'<circle class="hurdle" cx="{x:g}" cy="{y:g}" r="7.4" stroke-width="1.1"/>'
        yield "</g>"


def _drawn(
    board: Board, ends: tuple[Square, Square], span: Step | None, before: float, bow: float = 0
) -> Arrow:
    """Return the arrow between two squares, across wrapped edges if its span crosses them."""
    start, end = ends
    if span is None or (start[0] + span[0], start[1] + span[1]) == end:
        return arrow(start, end, bow, before)
    return crossing(board, start, span, before)


def moves(scene: Scene) -> Iterator[str]:
    """Yield a group of class ``move`` for each move: an arrow, or a line in a long tour."""
    path, board = scene.path, scene.board
    spans = scene.spans or (None,) * (len(path) - 1)
    if len(path) > LONG:
        yield from long_moves(path, spans, board)
        return
    made = zip(pairwise(path), spans, bows(path), strict=True)
    for number, ((start, end), span, bow) in enumerate(made, 1):
        if start == end:
            continue
        drawn = _drawn(board, (start, end), span, DISC, bow)
        words = f"move {number}: {board.name(start)} to {board.name(end)}"
        yield (
            f'<g class="move m{number}"><title>{words}</title>'
            f'<path class="halo" d="{drawn.shaft}" stroke-width="3" stroke-opacity=".7"/>'
            f'<path class="line" d="{drawn.shaft}" stroke-width="1.5"/>'
            f'<path class="head" d="{drawn.head}" stroke-width=".5"/></g>'
        )


def numbers(path: tuple[Square, ...]) -> Iterator[str]:
    """Yield the numbers of the moves that end on each square, in a disc or pill.

    On the start square, where the mover is drawn, they are small and in the corner. A long tour
    has only the last number of each square, small and in the corner.
    """
    if len(path) > LONG:
        yield from long_numbers(path)
        return
    ends: dict[Square, list[int]] = {}
    for number, square in enumerate(path[1:], 1):
        ends.setdefault(square, []).append(number)
    for square, arrivals in ends.items():
        text = "·".join(map(str, arrivals))
        scale = 0.72 if square == path[0] else 1.0
        x, y = centre(square)
        if square == path[0]:
            x, y = x + 4.4, y + 4.4
        half = max(DISC, 1.95 * len(text) + 1.4)
        yield (
            f'<g class="move m{arrivals[0]}" transform="translate({x:g} {y:g}) scale({scale:g})">'
            f'<rect class="disc" x="{-half:g}" y="{-DISC}" width="{2 * half:g}" '
            f'height="{2 * DISC}" rx="{DISC}" stroke-width=".7"/>'
            f'<text class="number" y="2.2" font-size="6.2" font-weight="bold" '
            f'text-anchor="middle">{text}</text></g>'
        )
