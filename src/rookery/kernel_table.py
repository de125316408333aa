"""All kernel sets, for whoever compiles them ahead."""

from __future__ import annotations

from rookery.compiled.sets import KernelSet


def kernel_sets() -> tuple[KernelSet, ...]:
    """Return the kernel sets of all families, those first that take longest to compile."""
    from rookery.cover.kernel_sets import COVER
    from rookery.heaviest.kernel_sets import HEAVIEST
    from rookery.queens.kernel_sets import COMPLETIONS, HALVES, LISTS, SWAPS, SYMMETRIC
    from rookery.tour.kernel_sets import LAYERS, ORDERS

    return (HALVES, COVER, HEAVIEST, LISTS, LAYERS, ORDERS, COMPLETIONS, SWAPS, SYMMETRIC)
