"""Memory estimates and limits of a tour's layers."""

from __future__ import annotations

from rookery.errors import LimitError
from rookery.numbers import size

MOST_BYTES = 2 << 30  # bytes of all layers together
LEAST_LAYERS = 8  # layers assumed by estimates


def needed(squares: int, targets: int) -> int:
    """Return the bytes of `LEAST_LAYERS` layers."""
    return LEAST_LAYERS * layer_bytes(squares, targets)


def layer_bytes(squares: int, targets: int) -> int:
    """Return the bytes of a layer: a bit per square and set of targets, in whole words."""
    return squares * max(8, (1 << targets) // 8)


def fits(squares: int, targets: int) -> bool:
    """Return whether the layers are likely to fit.

    >>> fits(64, 22), fits(64, 23), fits(676, 18)
    (True, True, True)
    """
    return needed(squares, targets) <= MOST_BYTES


def memory_note(squares: int, targets: int) -> str:
    """Describe the memory needed by exact layers.

    >>> memory_note(64, 20), memory_note(64, 63)
    ('exact layers need 64.0 MiB', 'exact layers need 2**69 bytes, more than 2.0 GiB')
    """
    more = "" if fits(squares, targets) else f", more than {size(MOST_BYTES)}"
    return f"exact layers need {size(needed(squares, targets))}{more}"


def refuse(what: str, needed: int) -> None:
    """Raise a `LimitError` if something needs more bytes than are allowed."""
    if needed > MOST_BYTES:
        raise LimitError(
            f"{what} need about {size(needed)} of memory, expected at most {size(MOST_BYTES)}"
        )


def refuse_size(squares: int, targets: int) -> None:
    """Raise a `LimitError` if the layers cannot fit in memory."""
    refuse(f"{targets} targets on {squares} squares", needed(squares, targets))
