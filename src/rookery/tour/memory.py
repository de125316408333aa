"""How much memory the layers of a tour take, and when that is too much."""

from __future__ import annotations

from rookery.errors import LimitError

MOST_BYTES = 2 << 30
UNITS = ((1 << 30, "GiB"), (1 << 20, "MiB"), (1 << 10, "KiB"), (1, "bytes"))
LEAST_LAYERS = 8
"""So many layers are taken for granted when the memory needed is estimated beforehand."""


def needed(squares: int, targets: int) -> int:
    """Return how many bytes `LEAST_LAYERS` layers take, at least."""
    return LEAST_LAYERS * layer_bytes(squares, targets)


def layer_bytes(squares: int, targets: int) -> int:
    """Return the bytes of a layer: a bit for every square and set of targets, in whole words."""
    return squares * max(8, (1 << targets) // 8)


def fits(squares: int, targets: int) -> bool:
    """Return whether the layers are likely to fit.

    >>> fits(64, 22), fits(64, 23), fits(676, 18)
    (True, True, True)
    """
    return needed(squares, targets) <= MOST_BYTES


def told(squares: int, targets: int) -> str:
    """Return in words what exact layers need.

    >>> told(64, 20), told(64, 63)
    ('exact layers need 64.0 MiB', 'exact layers need 2**69 bytes, more than 2.0 GiB')
    """
    more = "" if fits(squares, targets) else f", more than {size(MOST_BYTES)}"
    return f"exact layers need {size(needed(squares, targets))}{more}"


def refuse_size(squares: int, targets: int) -> None:
    """Raise a `LimitError` when so many targets on so many squares are too many."""
    if not fits(squares, targets):
        raise LimitError(
            f"{targets} targets on {squares} squares need about "
            f"{size(needed(squares, targets))} of memory, expected at most {size(MOST_BYTES)}"
        )


def refuse_layers(layers: int, each: int) -> None:
    """Raise a `LimitError` when so many layers, of so many bytes each, are too many."""
    if layers * each > MOST_BYTES:
        raise LimitError(
            f"{layers} layers need about {size(layers * each)} of memory, "
            f"expected at most {size(MOST_BYTES)}"
        )


def size(count: int) -> str:
    """Return a number of bytes in words; past all machines, as a power of two.

    >>> size(4096), size(3 << 29), size(1 << 90)
    ('4.0 KiB', '1.5 GiB', '2**90 bytes')
    """
    if count >= 1 << 60:
        return f"2**{count.bit_length() - 1} bytes"
    unit = next(unit for unit in UNITS if count >= unit[0] or unit[0] == 1)
    return f"{count / unit[0]:,.1f} {unit[1]}"
