"""Pictures of every family: their contents, read off the XML."""

import math
import operator
import re
import struct
from itertools import pairwise
from xml.etree import ElementTree

import pytest

import rookery as rk
from rookery.errors import PuzzleError
from rookery.results.result import Reason
from rookery.view.glyphs import GLYPHS, glyph_id
from rookery.view.moves import colour
from rookery.view.sheet import Picture
from rookery.view.svg import svg

UNIT = 16

SVG = "{http://www.w3.org/2000/svg}"
WEIGHTS = [[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12], [13, 14, 15, 16]]
TOUR = rk.Tour.parse("Q...#\n..P..\nN...B\nmover rook\ntarget d1,d3\n")
PATH = tuple(TOUR.board.square(name) for name in ("a3", "b3", "b1", "d1"))
COVER = rk.Cover.parse(["#+x_", "*X__"], [1], ["R"], standing=[("N", "d1")])
TORUS = rk.Tour(rk.Board(4, 5, wrap="torus"), "e4", ["b3", "c2"], mover="N", visit="on")
ROUND = tuple(TORUS.board.square(name) for name in ("e4", "b3", "c1", "a4"))
SCREENS = rk.Cover.parse(["#...#", "#.#.."], [2, 3], ["cannon", "ferz"])

DRAWN = {
    "queens": svg(rk.Queens(5, given=["a1", "b3", "c5"], blocked=["e5", "d5", "a5"])),
    "placement": svg(rk.Queens(4), (1, 3, 0, 2)),
    "placements": svg(rk.Queens(6), tuple(rk.placements(rk.Queens(6)))),
    "heaviest": svg(rk.Heaviest(WEIGHTS), (1, 3, 0, 2)),
    "flat": svg(rk.Heaviest([[5]])),
    "tour": svg(TOUR, PATH),
    "played": svg(TOUR, PATH, animate=True),
    "over": svg(rk.Tour(3, "a1", [["a3", "b2"]], "c3", visit="over")),
    "cover": svg(COVER, [(0, 0, 3)]),
    "lines": svg(SCREENS, [(0, 0, 2), (0, 1, 4)], lines=True),
    "board": svg(rk.Board(2, 3, walls=["b1"])),
    "around": svg(TORUS, ROUND),
    "guards around": svg(
        rk.Cover.domination(3, wrap="cylinder", piece="rook"), [(0, 0, 0)], lines=True
    ),
    "small": svg(COVER, size=4, coordinates=False, theme="dark"),
}


def root(picture: str) -> ElementTree.Element:
    return ElementTree.fromstring(picture)


def titled(picture: str, words: str) -> ElementTree.Element:
    """Return the only element with these words as its title."""
    (found,) = (e for e in root(picture).iter() if e.findtext(f"{SVG}title") == words)
    return found


def place(element: ElementTree.Element) -> tuple[int, int]:
    """Return the square on which a piece is drawn."""
    return int(element.attrib["y"]) // UNIT, int(element.attrib["x"]) // UNIT


def points(path: str) -> list[tuple[float, float]]:
    numbers = [float(number) for number in re.findall(r"-?[\d.]+", path)]
    return list(zip(numbers[::2], numbers[1::2], strict=True))


def square_at(point: tuple[float, float]) -> tuple[int, int]:
    return int(point[1] // UNIT), int(point[0] // UNIT)


def arrow_of(element: ElementTree.Element) -> tuple[tuple[int, int], tuple[int, int]]:
    """Return the squares of the beginning of an arrow's shaft and of its tip."""
    paths = {part.attrib["class"]: part.attrib["d"] for part in element.iter(f"{SVG}path")}
    return square_at(points(paths["line"])[0]), square_at(points(paths["head"])[0])


@pytest.mark.parametrize("name", DRAWN)
def test_a_picture_is_whole_and_described(name):
    picture = DRAWN[name]
    found = root(picture)
    names = [e.attrib["id"] for e in found.iter() if "id" in e.attrib]
    assert len(set(names)) == len(names)
    used = {e.attrib["href"][1:] for e in found.iter(f"{SVG}use")}
    used |= set(re.findall(r"url\(#([^)]+)\)", picture))
    assert used <= set(names)
    width, height = found.attrib["width"], found.attrib["height"]
    assert found.attrib["viewBox"] == f"0 0 {width} {height}"
    assert "http" not in picture.replace("http://www.w3.org/2000/svg", "")
    assert found.attrib["role"] == "img"
    texts = {e.attrib["id"]: e.text for e in found if "id" in e.attrib}
    title, description = (texts[name] for name in found.attrib["aria-labelledby"].split())
    assert title
    assert description is not None


def unsolved(status: rk.Status, note: str = "") -> rk.Result:
    return rk.Result(rk.Queens(9), None, None, None, status, Reason.TIME, note=note)


def stopped(bound: int | None) -> rk.Result:
    heaviest = rk.Heaviest(WEIGHTS)
    return rk.Result(heaviest, (2, 0, 3, 1), 30, bound, rk.Status.FEASIBLE, Reason.TIME)


@pytest.mark.parametrize(
    ("result", "words"),
    [
        (rk.solve(rk.Tour.parse(["Q..", "...", "N.B"])), ["moves: 1, proved"]),
        (rk.solve(rk.Queens(6)), ["4 of 4", "placements: 4, proved"]),
        (rk.placement(rk.Queens(8)), ["one placement"]),
        (rk.solve(rk.NonAttacking(2, "rook", 2)), ["pieces: 2,"]),
        (rk.solve(rk.NonAttacking(2, "rook", 2, weights=[[2, 2], [4, 4]])), ["weight: 6,"]),
        (stopped(None), ["weight: 30"]),
        (stopped(36), ["weight: 30, proved bound: 36"]),
        (unsolved(rk.Status.INFEASIBLE), ["proved: there is no answer"]),
        (unsolved(rk.Status.UNKNOWN), ["no answer found"]),
        (unsolved(rk.Status.UNKNOWN, '<b> & "c"'), ['<b> & "c"']),
    ],
)
def test_pictures_of_results_have_their_status(result, words):
    assert svg(result) == result._repr_svg_()
    texts = [e.text for e in root(svg(result)).iter(f"{SVG}text")]
    assert set(words) <= set(texts)


def test_options_of_a_picture():
    picture = svg(rk.Queens(6), tuple(rk.placements(rk.Queens(6))), most=3)
    texts = [e.text for e in root(picture).iter(f"{SVG}text")]
    assert ("3 of 4" in texts, "4 of 4" in texts) == (True, False)
    assert "prefers-color-scheme:dark" in svg(rk.Queens(1))
    assert "prefers-color-scheme" not in svg(rk.Queens(1), theme="dark")
    for shown in (rk.Queens(4), rk.Heaviest(WEIGHTS), TOUR, COVER, rk.Board(2)):
        assert shown._repr_svg_() == svg(shown)
    assert Picture("<svg/>")._repr_svg_() == "<svg/>"
    for wrap, dashed in (("", 0), ("cylinder", 1), ("torus", 2)):
        frames = re.findall(r'class="frame"[^>]*', svg(rk.Board(3, wrap=wrap)))
        assert sum("stroke-dasharray" in frame for frame in frames) == dashed


def test_pictures_are_saved_by_the_ending_of_their_name(tmp_path):
    picture = svg(rk.Queens(4), size=20, coordinates=False)
    picture.save(tmp_path / "board.svg")
    assert (tmp_path / "board.svg").read_bytes() == picture.encode()
    picture.save(tmp_path / "board.tex")
    assert (tmp_path / "board.tex").read_text(encoding="utf-8") == picture.tikz()
    for name in ("tour.jpg", "tour", "svg"):
        with pytest.raises(PuzzleError, match=r"ends in \.svg, \.png, \.pdf or \.tex, got '.*'"):
            picture.save(tmp_path / name)
    assert {path.name for path in tmp_path.iterdir()} == {"board.svg", "board.tex"}


@pytest.mark.parametrize(("form", "package"), [("PNG", "resvg_py"), ("PDF", "typst")])
def test_pictures_in_other_forms(form, package, tmp_path):
    pytest.importorskip(package, reason=f"{form} pictures need an extra")
    drawn = operator.methodcaller(form.lower())
    picture = svg(rk.Queens(4, given=["b2"]), size=36, coordinates=False)
    picture.save(tmp_path / f"board.{form}")
    data = (tmp_path / f"board.{form}").read_bytes()
    assert data == drawn(picture) != drawn(svg(rk.Queens(4), size=36, coordinates=False))
    with pytest.raises(rk.RookeryError, match=f"cannot draw the picture as {form}"):
        drawn(Picture("<svg"))
    if form == "PDF":
        assert b"/MediaBox[0 0 132 132]" in data  # points, of 176 pixels
        assert b"/Subtype/Image" not in data
    for scale in (1, 2) if form == "PNG" else ():
        data = picture.png(scale=scale)
        assert data.startswith(b"\x89PNG\r\n\x1a\n")
        assert struct.unpack(">II", data[16:24]) == (176 * scale, 176 * scale)


def test_a_picture_is_one_line_in_an_interpreter():
    shown = "<Picture of 251x257 pixels: Non-attacking queens on a 4x4 board>"
    assert repr(svg(rk.Queens(4))) == shown
    assert repr(svg(rk.Board(8))) == "<Picture of 443x449 pixels: An 8x8 board>"
    assert eval(repr(Picture("<g/>"))) == "<g/>"


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("placement", "Queens: a3, b1, c4, d2."),
        ("tour", "Path: a3, b3, b1, d1."),
        ("tour", "each numbered target by standing on any"),
        ("over", "each numbered target by standing on or passing over any"),
        ("cover", "Enemy kings: a2."),
        ("cover", "Standing already: knight on d1."),
        ("cover", "Placed: rook on d2."),
        ("heaviest", "a3 weighs 5"),
        ("lines", "cannon at e1 attacks a1 over c1."),
        ("guards around", "rook at a3 attacks"),
        ("placements", "Board 4:"),
    ],
)
def test_descriptions_name_the_squares(name, words):
    assert words in (root(DRAWN[name]).findtext(f"{SVG}desc") or "")


def test_pieces_stand_on_their_squares():
    assert root(DRAWN["tour"]).findtext(f"{SVG}title") == "A rook's tour of a 3x5 board: 3 moves"
    assert "each numbered target by standing" not in DRAWN["around"]
    found = root(DRAWN["placement"])
    squares = {place(use) for use in found.iter(f"{SVG}use")}
    assert squares == {(1, 0), (3, 1), (0, 2), (2, 3)}
    assert place(titled(DRAWN["cover"], "rook at d2, cost 1")) == (0, 3)
    king = titled(DRAWN["cover"], "enemy king at a2")
    assert (king.attrib["class"], place(king)) == ("theirs", (0, 0))


@pytest.mark.parametrize("rows", [1, 2, 7, 8])
def test_the_bottom_left_square_is_dark(rows):
    (pattern,) = root(svg(rk.Board(rows, 3))).iter(f"{SVG}pattern")
    (dark,) = (p.attrib["d"] for p in pattern.iter(f"{SVG}path"))
    found = re.findall(r"M(\d+) (\d+)", dark)
    corners = {(int(y) // UNIT, int(x) // UNIT) for x, y in found}
    assert len(corners) == 2
    assert ((rows - 1) % 2, 0) in corners


def test_arrows_lead_from_square_to_square():
    for number, (start, end) in enumerate(pairwise(PATH), 1):
        name = TOUR.board.name
        move = titled(DRAWN["tour"], f"move {number}: {name(start)} to {name(end)}")
        assert arrow_of(move) == (start, end)
        (head,) = (e.attrib["d"] for e in move.iter(f"{SVG}path") if e.attrib["class"] == "head")
        tip, left, right = points(head)
        assert math.dist(tip, left) == pytest.approx(math.dist(tip, right), rel=0.01)


def test_moves_back_and_forth_lie_apart():
    tour = rk.Tour(rk.Board(2, 4), "a1", ["d1", "b1"], mover="R", visit="on", closed=True)
    picture = svg(tour, ["a1", "d1", "b1", "a1"])
    shafts = [e.attrib["d"] for e in root(picture).iter() if e.attrib.get("class") == "line"]
    assert len(set(shafts)) == 3
    there, back = (points(shaft)[1][1] for shaft in shafts[:2])
    assert (there - 1.5 * UNIT) * (back - 1.5 * UNIT) < 0


def test_numbers_stand_where_the_moves_end():
    tour = rk.Tour(rk.Board(3), "a1", ["c3"], mover="K", visit="on")
    picture = svg(tour, ["a1", "b2", "a1", "b2", "c3"])
    numbers = [e.text for e in root(picture).iter() if e.attrib.get("class") == "number"]
    assert numbers == ["1·3", "2", "4"]
    assert svg(tour, ["a1", "a1", "b2"]).count("<title>move ") == 1  # none to the square itself


def test_the_last_number_of_a_long_closed_tour_leaves_room_for_the_mover():
    there, back = ([f"{name}{row}" for name in "abcdefghijklmnopqrstuvwxyz"] for row in (1, 2))
    tour = rk.Tour(rk.Board(2, 26), "a1", "all", mover="K", visit="on", closed=True)
    picture = svg(tour, [*there, *reversed(back), "a1"], most=60)
    numbers = [e for e in root(picture).iter(f"{SVG}text") if e.attrib.get("class") == "weight"]
    assert [e.text for e in numbers if e.attrib["text-anchor"] == "end"] == ["52"]
    assert len(numbers) == 52


def test_lines_of_attack():
    assert "c1 attacks" not in DRAWN["lines"], "that cannon has no hurdle"
    screened = "cannon at e1 attacks a1 over c1"
    line = titled(DRAWN["lines"], screened)
    assert arrow_of(line) == ((1, 4), (1, 0))
    (ring,) = line.findall(f"{SVG}circle[@class='hurdle']")
    assert square_at((float(ring.attrib["cx"]), float(ring.attrib["cy"]))) == (1, 2)
    assert "attacks" not in svg(SCREENS, [(0, 0, 2), (0, 1, 4)])
    words = "the queens on a4 and d1 attack each other"
    assert titled(svg(rk.Queens(4), (0, 2, 1, 3), lines=True), words) is not None
    assert "attack" not in svg(rk.Queens(4), (0, 2, 1, 3))
    assert "attack" not in svg(rk.Queens(4), (1, 3, 0, 2), lines=True)


def test_every_named_piece_has_its_glyph():
    names = ("king", "queen", "rook", "bishop", "knight", "pawn")
    names += ("gold", "silver", "horse", "phoenix", "cannon")
    betza = [rk.Piece(name).betza for name in names]
    assert set(betza) == set(GLYPHS)
    puzzle = rk.Cover(rk.Board(1, 12), ["a1"], [1] * len(betza), betza)
    found = root(svg(puzzle, [(kind, 0, kind + 1) for kind in range(len(betza))]))
    glyphs = {e.attrib["id"]: e for e in found.iter(f"{SVG}g") if "id" in e.attrib}
    assert len(glyphs) == len(betza)
    assert not any(list(glyph.iter(f"{SVG}text")) for glyph in glyphs.values())


def test_any_other_piece_is_a_lettered_disc():
    puzzle = rk.Cover(rk.Board(1, 3), ["a1"], [1, 1], ["NN", "vRsRDAG"])
    texts = [e.text for e in root(svg(puzzle, [(0, 0, 1), (1, 0, 2)])).iter(f"{SVG}text")]
    assert {"NN", "vRs…"} <= set(texts)
    assert glyph_id("(1,2)N") == glyph_id("(1,2)N") != glyph_id("(12)N")


def test_style_rules_keep_to_their_picture():
    for picture in DRAWN.values():
        style = root(picture).findtext(f"{SVG}style") or ""
        scope = root(picture).attrib["id"]
        selectors = re.sub(r"@media[^{]*\{|@keyframes [^{]*\{(?:[^{}]*\{[^}]*\})*\}", "", style)
        for selector in re.findall(r"([^{}]+)\{", selectors):
            assert all(one.strip().startswith(f"#{scope}") for one in selector.split(","))


def test_a_tour_plays_unless_reduced_motion_is_set():
    style = root(DRAWN["played"]).findtext(f"{SVG}style") or ""
    before, _, motion = style.partition("@media (prefers-reduced-motion:no-preference)")
    assert "animation" not in before
    frames = re.findall(r"translate\((-?\d+)px,(-?\d+)px\)", motion)
    row, column = PATH[0]
    assert [(row + int(y) // UNIT, column + int(x) // UNIT) for x, y in frames] == list(PATH)
    parts = [re.findall(r"([\d.]+)%", part) for part in motion.split("@keyframes")[1:]]
    go, *moves = [list(map(float, part)) for part in parts]
    assert (go[0], go[-1], go) == (0.0, 100.0, sorted(go))
    shown = [between for _, between, *_ in moves]  # each while the mover moves to its end
    assert all(go[2 * at + 1] < between < go[2 * at + 2] for at, between in enumerate(shown))
    assert "mover" in {e.attrib.get("class") for e in root(DRAWN["played"]).iter()}
    assert "animation" not in DRAWN["tour"]


SIZE = "expected 4 to 512 pixels per square"


@pytest.mark.parametrize(
    ("thing", "options", "message"),
    [
        (8, {}, "expected a puzzle, a result or a board, got 8"),
        (rk.Queens(1), {"theme": "drak"}, "did you mean 'dark'"),
        (rk.Queens(4), {"animate": True}, "expected one tour"),
        (TOUR, {"animate": True}, "expected one tour"),
        *((rk.Queens(4), {"size": size}, SIZE) for size in (3, 513, 4.5, "48")),
    ],
)
def test_undrawable_things_are_refused(thing, options, message):
    with pytest.raises(PuzzleError, match=message):
        svg(thing, **options)


@pytest.mark.parametrize(
    ("puzzle", "answers"),
    [
        (rk.Queens(4), [7, (1, 3, 0, 4), ("a", 1), [(1, 3, 0, 2), 5]]),
        (rk.Heaviest(WEIGHTS), [(1, 3, 0, 2, 1)]),
        (TOUR, [["a3", "z9"], [1, 2]]),
        (COVER, [[(0, 0, 0, 0)], [(1, 0, 3)], [(-1, 0, 3)], [(0, 5, 3)], [5]]),
    ],
)
def test_answers_of_another_form(puzzle, answers):
    for answer in answers:
        with pytest.raises(PuzzleError, match=r"^(answer\[.\]: )?expected "):
            svg(puzzle, answer)


def test_the_size_is_that_of_a_square():
    plain = root(svg(rk.Board(3, 5), size=20, coordinates=False))
    assert (plain.attrib["width"], plain.attrib["height"]) == ("132", "92")
    named = root(svg(rk.Queens(8), size=16))
    assert (named.attrib["width"], named.attrib["height"]) == ("169", "171")
    wide = root(svg(rk.Board(1, 60)))
    assert int(wide.attrib["width"]) < 1100


def test_regions_of_pieces_are_drawn_as_those_of_region_puzzles():
    weights = [[1, 2, 3, 4], [5, 6, 7, 8], [9, 9, 9, 9]]
    board, regions = rk.Board(3, 4), [["a1", "a2"], ["d3"]]
    plain = svg(rk.NonAttacking(board, "king", regions=regions))
    assert re.findall(r"<title>(region \w+)<", plain) == ["region 1", "region 2"]
    drawn = svg(rk.NonAttacking(board, "king", regions=regions, weights=weights))
    (border,) = re.findall(r'class="border" d="([^"]*)"', drawn)
    assert len(re.findall(r"[hv]16", border)) == 6 + 4
    assert drawn.count('class="heat"') == 11
    (weighed,) = re.findall(r'<g class="weight".*?</g>', drawn)
    assert re.findall(r">(\d)<", weighed) == list("123456789999")


def test_long_weights_are_small_and_leave_the_others_large():
    drawn = svg(rk.Heaviest([[1, -184_321], [0.1 + 0.2, 2.0]]))
    texts = re.findall(r'<text x="[^"]*" y="[^"]*"([^>]*)>(-?[\d.e]+)</text>', drawn)
    weights = [(size.strip(), text) for size, text in texts if text in ("1", "-1.84e5", "0.3", "2")]
    assert ("", "0.3") in weights
    assert ('font-size="3"', "-1.84e5") in weights


def test_a_long_tour_is_a_line_with_numbers_in_the_corners():
    found = rk.solve(rk.Tour.hamiltonian(rk.Board(6), "knight", closed=True))
    picture, dark = (rk.svg(found, theme=theme) for theme in ("light", "dark"))
    lines = re.findall(r'class="move m\d+"><title>move (\d+):', picture)
    assert lines == [str(number) for number in range(1, 37)]
    numbers = re.findall(r'<text class="weight"[^>]*>(\d+)<', picture)
    assert sorted(map(int, numbers)) == list(range(1, 37))
    assert colour(1 / 36) in picture
    assert colour(1.0) in picture
    assert "brightness(1)" in picture
    assert "brightness(1.5)" in dark
    assert "#222" not in dark
