"""Boards drawn as games, papers and cameras show them, for the reader of pictures."""

import io
import random

from PIL import Image, ImageDraw, ImageFilter
from tests.regions.boards import grown_board

import rookery as rk

BRIGHT = (
    "#bba3e2 #ffc992 #96beff #b3dfa0 #dfdfdf #ff7b60 #e6f388 #b9b29e #dfa0bf #a3d2d8 "
    "#62efea #ff93f3 #8acc6d #729aec #c387e0 #f0c04c"
)
DEEP = (
    "#6b4aa0 #a5642a #2f62b5 #4f8a3a #6e6e6e #b23a22 #8f9a1e #6a644f #9a4a73 #3f7f88 "
    "#1d9a94 #a83fa0 #2f6b1f #1f3f8f #75309a #8f6a0a"
)
PASTEL = (
    "#ffd6e0 #d6e8ff #dff5d0 #fff2b8 #e7d8ff #ffdcc2 #c9f3ee #e3e3e3 #f9c6c6 #c6cdf9 "
    "#d8d0b8 #c0e0c0 #f7b8ea #b8d8ea #ead0f0 #f0ecd8"
)


def board(side, seed):
    """Random connected regions, whose letters come in order."""
    return list(rk.Regions([list(map(ord, row)) for row in grown_board(seed, side, 1).rows]).rows)


def hexed(colour):
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def colours_of(rows, palette):
    letters = list(dict.fromkeys("".join(rows)))
    colours = palette.split()
    return {letter: hexed(colours[at % len(colours)]) for at, letter in enumerate(letters)}


def edges(side, cell):
    return [round(k * cell) for k in range(side + 1)]


def polygon(corners):
    """Return what draws a polygon, whose corners are told in hundredths of its box."""
    numbers = [int(number) / 100 for number in corners.split()]

    def drawn(draw, box, fill):
        left, top, right, bottom = box
        across = [left + x * (right - left) for x in numbers[::2]]
        down = [top + y * (bottom - top) for y in numbers[1::2]]
        draw.polygon(list(zip(across, down, strict=True)), fill=fill)

    return drawn


queen = polygon("20 75  14 30  34 50  50 20  66 50  86 30  80 75")  # a crown with three points
star = polygon("50 15  60 40  86 40  66 56  74 82  50 66  26 82  34 56  14 40  40 40")


def cross(draw, box, fill):
    left, top, right, bottom = box
    inset, width = 0.3 * (right - left), max(1, round(0.06 * (right - left)))
    draw.line([left + inset, top + inset, right - inset, bottom - inset], fill, width)
    draw.line([left + inset, bottom - inset, right - inset, top + inset], fill, width)


def dot(draw, box, fill):
    left, top, right, bottom = box
    inset = 0.42 * (right - left)
    draw.ellipse([left + inset, top + inset, right - inset, bottom - inset], fill)


def marked(draw, at, pieces, crosses, fill, piece=queen, other=cross):
    for squares, shape in ((pieces, piece), (crosses, other)):
        for row, column in squares:
            shape(draw, (at[column], at[row], at[column + 1], at[row + 1]), fill)


def lined(rows, cell, colours, thin, thick, lines):
    """Coloured cells with thin lines between cells and thick ones between regions."""
    side = len(rows)
    at = edges(side, cell)
    picture = Image.new("RGB", (at[-1] + 1, at[-1] + 1))
    draw = ImageDraw.Draw(picture)
    for row, letters in enumerate(rows):
        for column, letter in enumerate(letters):
            draw.rectangle((at[column], at[row], at[column + 1], at[row + 1]), colours[letter])
    for is_thick, width, colour in ((False, thin, lines[0]), (True, thick, lines[1])):
        low, high = width // 2, (width - 1) // 2
        for k in range(side + 1):
            for j in range(side):
                wall = k in (0, side) or rows[j][k - 1] != rows[j][k]
                if wall == is_thick:
                    box = at[k] - low, at[j] - low * wall, at[k] + high, at[j + 1] + high * wall
                    draw.rectangle(box, colour)
                wall = k in (0, side) or rows[k - 1][j] != rows[k][j]
                if wall == is_thick:
                    box = at[j] - low * wall, at[k] - low, at[j + 1] + high * wall, at[k] + high
                    draw.rectangle(box, colour)
    return picture, at


def filled(palette, lines, line, ink):
    """Return a style of coloured regions, whose thin lines are a fraction of a cell."""

    def style(rows, cell, pieces, crosses):
        thin = max(1, round(cell / lines))
        colours = colours_of(rows, palette)
        picture, at = lined(rows, cell, colours, thin, 2 * thin, (line, (0, 0, 0)))
        marked(ImageDraw.Draw(picture), at, pieces, crosses, ink)
        return picture

    return style


light = filled(BRIGHT, 60, (60, 60, 60), (0, 0, 0))
dark = filled(DEEP, 50, (20, 20, 20), (245, 245, 245))


def walls(rows, cell, pieces, crosses):
    """Black on white: thick lines between regions, thin grey ones between cells."""
    white = dict.fromkeys("".join(rows), (255, 255, 255))
    thick = max(3, round(cell / 14))
    picture, at = lined(
        rows, cell, white, max(1, round(cell / 50)), thick, ((120, 120, 120), (0, 0, 0))
    )
    marked(ImageDraw.Draw(picture), at, pieces, crosses, (0, 0, 0), star, dot)
    return picture


def tiles(rows, cell, pieces, crosses):
    """Pastel tiles with rounded corners, gaps and no lines."""
    at, gap = edges(len(rows), cell), max(1, round(cell / 24))
    picture = Image.new("RGB", (at[-1] + 1, at[-1] + 1), (250, 250, 252))
    draw = ImageDraw.Draw(picture)
    colours = colours_of(rows, PASTEL)
    for row, letters in enumerate(rows):
        for column, letter in enumerate(letters):
            box = at[column] + gap, at[row] + gap, at[column + 1] - gap, at[row + 1] - gap
            draw.rounded_rectangle(box, cell / 7, colours[letter])
    marked(draw, at, pieces, crosses, (70, 70, 90))
    return picture


def photo(rows, cell, pieces, crosses):
    """The light style as a camera sees it: other scale, blur and noise; see `as_jpeg`."""
    large = light(rows, 1.27 * cell, pieces, crosses)
    side = round(len(rows) * cell) + 1
    small = large.resize((side, side + 1), Image.Resampling.BICUBIC)
    return small.filter(ImageFilter.GaussianBlur(cell / 60))


STYLES = {"light": light, "dark": dark, "walls": walls, "tiles": tiles, "photo": photo}


def noisy(picture, strength, seed):
    rng = random.Random(seed)
    noise = Image.frombytes("RGB", picture.size, rng.randbytes(3 * picture.width * picture.height))
    return Image.blend(picture, noise, strength / 255)


def screenshot(board, seed, ground=(255, 255, 255)):
    """The board in the middle of a telephone's screen, with a heading, buttons and a text."""
    rng = random.Random(seed)
    ink = (40, 40, 40) if sum(ground) > 380 else (220, 220, 220)
    width = round(board.width * rng.uniform(1.02, 1.12)) + 8
    height = round(width * 2.16)
    picture = Image.new("RGB", (width, height), ground)
    draw = ImageDraw.Draw(picture)
    unit = max(1, width // 60)
    draw.text((3 * unit, unit), "9:41", ink, font_size=3 * unit)
    draw.rounded_rectangle((50 * unit, unit, 57 * unit, 4 * unit), unit, outline=ink)
    draw.text((5 * unit, 9 * unit), "Queens #573", ink, font_size=6 * unit)
    draw.text((45 * unit, 10 * unit), "0:42", ink, font_size=4 * unit)
    top = round(height * rng.uniform(0.2, 0.28))
    picture.paste(board, ((width - board.width) // 2 + rng.randrange(-2, 3), top))
    top += board.height + 3 * unit
    for left in (4, 32):
        box = left * unit, top, (left + 24) * unit, top + 6 * unit
        draw.rounded_rectangle(box, 3 * unit, outline=ink, width=max(1, unit // 4))
        draw.text(((left + 8) * unit, top + unit), "Hint", ink, font_size=3 * unit)
    lines = (
        "How to play",
        "Your goal is to have exactly one queen in each row,",
        "column and colour region. Tap once to place X",
        "and tap twice for a queen.",
    )
    for at, line in enumerate(lines, 3):
        draw.text((4 * unit, top + at * 4 * unit), line, ink, font_size=2 * unit)
    return picture


def encoded(picture, form="PNG", **options):
    stream = io.BytesIO()
    picture.save(stream, form, **options)
    return stream.getvalue()
