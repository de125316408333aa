"""What a user calls: solve, count, estimate, placements, sample, tours, covers, check, read, write.

Every answer is passed through its puzzle's `check`, plain Python written from the rules,
before it is handed out.
"""

from rookery.api.counting import count
from rookery.api.estimating import estimate
from rookery.api.listing import covers, is_unique, listing, placement_chunks, placements, tours
from rookery.api.placing import placement, sample
from rookery.api.reading import check, read, write
from rookery.api.solving import solve, solve_each

__all__ = [
    "check",
    "count",
    "covers",
    "estimate",
    "is_unique",
    "listing",
    "placement",
    "placement_chunks",
    "placements",
    "read",
    "sample",
    "solve",
    "solve_each",
    "tours",
    "write",
]
