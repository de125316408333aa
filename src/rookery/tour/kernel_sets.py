"""The kernels of tours: exact layers in words of bits, annealing, forgetful walks and beams."""

from __future__ import annotations

from rookery.compiled.sets import KernelSet

SMALL = ("Q..", "...", "N.N")


def _grow_layers() -> None:
    from rookery.tour.plan import Plan
    from rookery.tour.puzzle import Tour
    from rookery.tour.words import Words

    words = Words(Plan.of(Tour.parse(SMALL)))
    while not words.done:
        words.grow()
    words.tour()


def _anneal_orders() -> None:
    from rookery.tour.forgetful.refuting import Forgetful
    from rookery.tour.orders import Distances, Orders
    from rookery.tour.paths import Paths
    from rookery.tour.plan import Plan
    from rookery.tour.puzzle import Tour

    plan = Plan.of(Tour.parse(SMALL))
    orders = Orders(plan, Distances(plan), seed=0)
    orders.anneal(10, 0.0, 1.0)
    Paths(plan, orders.walk(), seed=0).anneal(10, 0.0, 1.0)
    Forgetful(plan).refutes(1, rounds=1)


def _widen_beams() -> None:
    from rookery.boards.board import Board
    from rookery.tour.beam.beam import Beam
    from rookery.tour.beam.numbering import Numbering
    from rookery.tour.plan import Plan
    from rookery.tour.puzzle import OVER, Tour

    tour = Tour(Board(3), "a1", ["b2", "c2"], visit=OVER)
    Beam(Numbering.of(tour, Plan.of(tour)), once=True, seed=0).run(width=4, most=4)


LAYERS = KernelSet("tour-layers", "tours: exact layers", _grow_layers)
ORDERS = KernelSet("tour-orders", "tours: annealing and bounds past many targets", _anneal_orders)
BEAMS = KernelSet("tour-beams", "tours: targets that are passed over", _widen_beams)
