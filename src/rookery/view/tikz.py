r"""TikZ from pictures, for papers set with LaTeX.

`rookery.view.sheet` writes a small subset of SVG: groups, rectangles, circles, paths and texts,
coloured by classes. Each becomes a TikZ path or node that looks the same. The paths of pieces
keep their notation, which the TikZ library ``svg.path`` reads. LaTeX measures upwards, so a
negative scale flips the whole picture; texts are not flipped with it.
"""

from __future__ import annotations

import cmath
import math
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from xml.etree import ElementTree

PREAMBLE = "% In the preamble: \\usepackage{tikz} \\usetikzlibrary{svg.path}\n"
POINTS = 0.5  # LaTeX points per pixel: a square of 48 pixels is 8.5 mm wide

_NAMESPACE = "{http://www.w3.org/2000/svg}"
_HREF, _REFERENCE = "href", re.compile(r"url\(#([^)]+)\)")
_NUMBER = r"\s*,?(-?(?:\d+\.?\d*|\.\d+))"
_ARC = re.compile(rf"a{_NUMBER}\s*,?[\d.]+\s*,?0{_NUMBER}{_NUMBER}{_NUMBER}{_NUMBER}")
ROUNDING = 1e-6  # quarter turns; keeps a rounding error from adding a curve
_TRANSFORM = re.compile(r"(translate|scale)\(([^)]*)\)")
_ANCHORS = {"start": "base west", "middle": "base", "end": "base east"}
_SPECIAL = {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "·": r"\textperiodcentered{}",
    "…": r"\dots{}",
} | {sign: f"\\{sign}" for sign in "&%$#_{}"}


def tikz_of(svg: str) -> str:
    r"""Return a picture drawn by rookery as a ``tikzpicture``, to include with ``\input``.

    Its first line names the preamble it needs. Colours are fixed in LaTeX, so the theme ``auto`` is
    drawn light. The background behind the boards is left out.

    >>> from rookery.boards.board import Board
    >>> from rookery.view.svg import svg
    >>> text = tikz_of(svg(Board(2)))
    >>> text.splitlines()[1][:20], text.count("node")
    ('\\begin{tikzpicture}[', 4)
    """
    root = ElementTree.fromstring(svg)
    rules: dict[str, dict[str, str]] = {}
    sheet = root.findtext(f"{_NAMESPACE}style", "").partition("@media")[0]
    for selectors, declarations in re.findall(r"([^{}]+)\{([^}]*)\}", sheet):
        for name in re.findall(r" \.([\w-]+)", selectors):
            rules.setdefault(name, {}).update(_declared(declarations))
    drawing = _Drawing(rules, {e.attrib["id"]: e for e in root.iter() if "id" in e.attrib})
    scale = f"x=1pt, y=1pt, xscale={POINTS:g}, yscale=-{POINTS:g}"
    body = "\n".join(drawing.elements(root, {"fill": "#000000"}, POINTS))
    colours = "".join(
        f"\\definecolor{{rookery-{digits}}}{{HTML}}{{{digits.upper()}}}\n"
        for digits in sorted(set(re.findall(r"rookery-([0-9a-f]{6})", body)))
    )
    return f"{PREAMBLE}\\begin{{tikzpicture}}[{scale}]\n{colours}{body}\n\\end{{tikzpicture}}\n"


Style = Mapping[str, str]


@dataclass(frozen=True)
class _Drawing:
    """A writer of one picture: the style of each class, and the elements by identifier."""

    rules: Mapping[str, Style]
    named: Mapping[str, ElementTree.Element]

    def elements(self, parent: ElementTree.Element, style: Style, scale: float) -> Iterator[str]:
        """Yield the TikZ lines of an element's children. `scale` is in points per unit."""
        for element in parent:
            tag = element.tag.removeprefix(_NAMESPACE)
            if tag not in _SILENT and element.get("class") != "ground":
                # Inherited, then from attributes, classes and `style`.
                attributes = element.attrib.items()
                own = {**style, **{name: of for name, of in attributes if name in _INHERITED}}
                for name in element.get("class", "").split():
                    own |= self.rules.get(name, {})
                own |= _declared(element.get("style", ""))
                yield from _WRITERS[tag](self, element, own, scale)

    def group(self, element: ElementTree.Element, style: Style, scale: float) -> Iterator[str]:
        """Yield a scope with the children of a group, or of the element that a ``use`` names."""
        x, y, factor = element.get("x", "0"), element.get("y", "0"), 1.0
        for kind, numbers in _TRANSFORM.findall(element.get("transform", "")):
            if kind == "scale":
                factor = float(numbers)
            else:
                x, y = numbers.split()
        drawn = self.named[element.attrib[_HREF][1:]] if _HREF in element.attrib else element
        yield f"\\begin{{scope}}[shift={{({x},{y})}}, scale={factor:g}]"
        yield from self.elements(drawn, style, scale * factor)
        yield "\\end{scope}"

    def rectangle(self, element: ElementTree.Element, style: Style, scale: float) -> Iterator[str]:
        """Yield a rectangle, or copies of its fill pattern clipped to it."""
        x, y, width, height = (float(element.get(name, "0")) for name in _RECTANGLE)
        shape = f"({x:g},{y:g}) rectangle +({width:g},{height:g})"
        pattern = _REFERENCE.fullmatch(element.get("fill", ""))
        if pattern:
            yield from self._tiles(self.named[pattern[1]], shape, (width, height), scale)
            return
        corners = f"rounded corners={float(element.get('rx', '0')) * scale:g}pt"
        yield from _painted(shape, style, scale, [corners] * ("rx" in element.attrib))

    def _tiles(
        self, pattern: ElementTree.Element, shape: str, extent: tuple[float, float], scale: float
    ) -> Iterator[str]:
        steps = [float(pattern.attrib[name]) for name in ("width", "height")]
        columns, rows = (int(-(-side // step)) for side, step in zip(extent, steps, strict=True))
        yield f"\\begin{{scope}}\\clip {shape};"
        for row in range(rows):
            for column in range(columns):
                yield f"\\begin{{scope}}[shift={{({column * steps[0]:g},{row * steps[1]:g})}}]"
                yield from self.elements(pattern, {}, scale)
                yield "\\end{scope}"
        yield "\\end{scope}"

    def circle(self, element: ElementTree.Element, style: Style, scale: float) -> Iterator[str]:
        """Yield a circle."""
        x, y, radius = (float(element.attrib[name]) for name in ("cx", "cy", "r"))
        yield from _painted(f"({x:g},{y:g}) circle[radius={radius:g}]", style, scale)

    def path(self, element: ElementTree.Element, style: Style, scale: float) -> Iterator[str]:
        """Yield a path."""
        yield from _painted(f"svg {{{without_arcs(element.attrib['d'])}}}", style, scale)

    def text(self, element: ElementTree.Element, style: Style, scale: float) -> Iterator[str]:
        """Yield a node with the text; its font size is explicit, as scales do not change it."""
        size = float(style["font-size"]) * scale
        bold = "\\bfseries" * (style.get("font-weight") == "bold")
        words = "".join(_SPECIAL.get(letter, letter) for letter in element.text or "")
        yield (
            f"\\node[anchor={_ANCHORS[style.get('text-anchor', 'start')]}, inner sep=0pt, "
            f"text={_colour(style['fill'])}, font=\\sffamily{bold}"
            f"\\fontsize{{{size:.3g}pt}}{{{size:.3g}pt}}\\selectfont] "
            f"at ({element.get('x', '0')},{element.get('y', '0')}) {{{words}}};"
        )


def without_arcs(path: str) -> str:
    """Return an SVG path with Bezier curves for its arcs, which LaTeX draws imprecisely.

    Arcs must be circular and relative.

    >>> without_arcs("M0 4a4 4 0 0 1 4 -4z")
    'M0 4c0 -2.209 1.791 -4 4 -4z'
    """
    return _ARC.sub(lambda arc: _curves(*map(float, arc.groups())), path)


def _curves(radius: float, large: float, sweep: float, x: float, y: float) -> str:
    """Return the arc to a point as curves of at most a quarter turn."""
    # The centre follows the implementation notes of SVG. A curve's handles are 4/3 tan(angle / 4)
    # of the radius long, which is exact to a part in a thousand.
    chord = complex(x, y)
    radius = max(radius, abs(chord) / 2)
    height = math.sqrt(radius * radius - abs(chord / 2) ** 2)
    centre = chord / 2 + (1 if large != sweep else -1) * height * 1j * chord / abs(chord)
    turn = cmath.phase((chord - centre) / -centre) % math.tau
    angle = turn if sweep else turn - math.tau
    parts = math.ceil(abs(angle) / (math.pi / 2) - ROUNDING)
    step = cmath.rect(1, angle / parts)
    handle = 4j / 3 * math.tan(angle / parts / 4)
    drawn, ray = "", -centre
    for _ in range(parts):
        end = ray * step
        points = ray * handle, end - end * handle - ray, end - ray
        drawn += "c" + " ".join(f"{_short(p.real)} {_short(p.imag)}" for p in points)
        ray = end
    return drawn


def _short(number: float) -> str:
    return f"{round(number, 3) + 0.0:g}"  # + 0.0: no minus before a zero


_RECTANGLE = ("x", "y", "width", "height")
_SILENT = {"title", "desc", "style", "defs"}
_INHERITED = {
    *("fill", "fill-opacity", "stroke", "stroke-width", "stroke-opacity", "stroke-dasharray"),
    *("stroke-linecap", "stroke-linejoin", "color", "font-size", "font-weight", "text-anchor"),
}
_Writer = Callable[[_Drawing, ElementTree.Element, Style, float], Iterator[str]]
_WRITERS: Mapping[str, _Writer] = {
    "g": _Drawing.group,
    "use": _Drawing.group,
    "rect": _Drawing.rectangle,
    "circle": _Drawing.circle,
    "path": _Drawing.path,
    "text": _Drawing.text,
}


def _painted(
    shape: str, style: Style, scale: float, options: list[str] | None = None
) -> Iterator[str]:
    """Yield the paths that fill and then stroke a shape, or the reverse by `paint-order`."""
    colour = {"currentColor": style.get("color", "#000000")}
    fill, stroke = (style.get(name, "none") for name in ("fill", "stroke"))
    fill, stroke = colour.get(fill, fill), colour.get(stroke, stroke)
    filled = [] if fill == "none" else [f"fill={_colour(fill)}", *_opacity(style, "fill")]
    drawn = [] if stroke == "none" else [f"draw={_colour(stroke)}", *_line(style, scale)]
    parts = [drawn, filled] if style.get("paint-order") == "stroke" else [filled + drawn]
    for part in parts:
        if part:
            yield f"\\path[{', '.join([*part, *(options or [])])}] {shape};"


def _line(style: Style, scale: float) -> Iterator[str]:
    """Yield the options of a stroke; LaTeX does not scale the width of lines."""
    yield f"line width={float(style.get('stroke-width', '1')) * scale:.3g}pt"
    for name, option in (("stroke-linecap", "line cap"), ("stroke-linejoin", "line join")):
        if name in style:
            yield f"{option}={style[name]}"
    if "stroke-dasharray" in style:
        on, off = (float(part) * scale for part in style["stroke-dasharray"].split())
        yield f"dash pattern=on {on:.3g}pt off {off:.3g}pt"
    yield from _opacity(style, "stroke", "draw")


def _opacity(style: Style, name: str, option: str | None = None) -> list[str]:
    value = style.get(f"{name}-opacity")
    return [] if value is None else [f"{option or name} opacity={float(value):g}"]


def _colour(value: str) -> str:
    """Return the LaTeX name of a colour of six or three hexadecimal digits."""
    digits = value.removeprefix("#")
    return f"rookery-{digits if len(digits) == 6 else ''.join(2 * digit for digit in digits)}"


def _declared(text: str) -> dict[str, str]:
    pairs = (part.partition(":") for part in text.split(";") if part)
    return {name.strip(): value.strip() for name, _, value in pairs}
