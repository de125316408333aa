"""Pictures for LaTeX show what the SVG pictures show."""

import re
import shutil
import subprocess

import pytest
from tests.view.test_svg import DRAWN, SVG, root

import rookery as rk
from rookery.view.glyphs import GLYPHS
from rookery.view.tikz import tikz_of, without_arcs

STILL = [name for name in DRAWN if name != "played"]


@pytest.mark.parametrize("name", STILL)
def test_every_text_and_piece_of_a_picture_is_there(name):
    picture = DRAWN[name]
    texts = [element.text for element in root(picture).iter(f"{SVG}text")]
    text = picture.tikz()
    assert re.findall(r"\\node.* \{(.*)\};$", text, re.MULTILINE) == texts
    for betza in {found for found in GLYPHS if f'-{found}"><path' in picture}:
        uses = picture.count(f'-{betza}"') - 1
        assert text.count(f"svg {{{without_arcs(GLYPHS[betza].body)}}}") >= uses


@pytest.mark.parametrize("name", STILL)
def test_groups_are_closed_and_colours_defined(name):
    text = DRAWN[name].tikz()
    assert text.count("\\begin{scope}") == text.count("\\end{scope}")
    assert text.count("{") == text.count("}")
    used = set(re.findall(r"=(rookery-[0-9a-f]{6})", text))
    assert used == set(re.findall(r"\\definecolor\{(rookery-[0-9a-f]{6})\}", text))


def test_theme_auto_is_light():
    assert rk.svg(rk.Queens(4)).tikz() == rk.tikz(rk.Queens(4), theme="light")
    assert rk.tikz(rk.Queens(4), theme="dark") != rk.tikz(rk.Queens(4))


def test_signs_that_latex_reads_are_written_so():
    text = tikz_of(
        f'<svg xmlns="{SVG[1:-1]}"><text font-size="9">50 % of R&amp;D_{{2}}~\\</text></svg>'
    )
    assert r"{50 \% of R\&D\_\{2\}\textasciitilde{}\textbackslash{}};" in text


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="LaTeX is not installed")
def test_latex_reads_every_picture(tmp_path):
    pictures = "\n\n".join(DRAWN[name].tikz() for name in STILL)
    (tmp_path / "all.tex").write_text(
        "\\documentclass{article}\\usepackage{tikz}\\usetikzlibrary{svg.path}\n"
        f"\\begin{{document}}\n{pictures}\\end{{document}}\n",
        encoding="utf-8",
    )
    command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "all.tex"]
    ran = subprocess.run(command, cwd=tmp_path, capture_output=True, timeout=300, check=False)
    assert ran.returncode == 0, ran.stdout.decode(errors="replace")[-2000:]
