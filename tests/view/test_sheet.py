"""Pictures as PNG."""

from __future__ import annotations

import struct
import sys

import pytest

import rookery as rk
from rookery.errors import RookeryError
from rookery.view.sheet import Picture

pytest.importorskip("resvg_py", reason="PNG pictures need the extra 'png'")


def extent(data: bytes) -> tuple[int, int]:
    """Return the width and height in the header of a PNG."""
    assert data.startswith(b"\x89PNG\r\n\x1a\n")
    return struct.unpack(">II", data[16:24])


def test_a_picture_keeps_its_size() -> None:
    picture = rk.svg(rk.Queens(4), size=20, coordinates=False)
    assert extent(picture.png()) == (112, 112)
    assert extent(picture.png(scale=2)) == (224, 224)


def test_pieces_are_seen() -> None:
    empty = rk.svg(rk.Board(4), size=20).png()
    assert rk.svg(rk.Queens(4, given=["b2"]), size=20).png() != empty


def test_an_invalid_picture_is_an_error() -> None:
    with pytest.raises(RookeryError, match="cannot draw the picture as PNG"):
        Picture("<svg").png()


def test_a_missing_package_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    with pytest.raises(RookeryError, match=r"pip install 'rookery-chess\[png\]'"):
        rk.svg(rk.Queens(4)).png()
