"""Pictures as PDF, set by Typst."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from xml.sax.saxutils import unescape

from rookery.errors import RookeryError
from rookery.version import missing_renderer

TITLE_TAG = re.compile("<title[^>]*>([^<]*)</title>")
# In Typst, a page of the size of each picture. Without a date the same pictures give the same PDF.
TEMPLATE = b"""#set document(date: none, title: sys.inputs.title)
#set page(width: auto, height: auto, margin: 0pt)
#json(bytes(sys.inputs.svgs)).map(svg => image(bytes(svg), format: "svg")).join(pagebreak())"""


def pdf_of(pictures: Sequence[str]) -> bytes:
    """Return a PDF with a page for each picture in SVG, as large as it at 96 pixels an inch.

    Raises a `RookeryError` if typst is not installed or cannot draw a picture.
    """
    try:
        import typst
    except ImportError:
        raise RookeryError(missing_renderer("pdf")) from None
    title = TITLE_TAG.search(pictures[0]) if pictures else None
    words = {"svgs": json.dumps(pictures), "title": unescape(title[1]) if title else ""}
    try:
        return typst.compile(TEMPLATE, sys_inputs=words)
    except typst.TypstError as error:
        raise RookeryError(f"cannot draw the picture as PDF: {error}") from error
