"""The kernels of non-attacking pieces: counting them."""

from __future__ import annotations

from rookery.compiled.sets import KernelSet


def _count() -> None:
    from rookery.nonattacking.counting.layers import Layers
    from rookery.nonattacking.counting.parts import Part
    from rookery.nonattacking.counting.sets import SetCounter

    two = Part(((0, 0, 0), (0, 0, 1), (0, 0, 2)), (0b110, 0b001, 0b001))
    for _ in SetCounter(two).run():
        pass
    for _ in Layers(two, 3).run():
        pass


COUNTS = KernelSet("nonattacking-counts", "non-attacking pieces: counting", _count)
