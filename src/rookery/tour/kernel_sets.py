"""The kernel sets of tours: exact layers, annealing, ng-routes, beams and sweeps of boards."""

from __future__ import annotations

from rookery.compiled.sets import KernelSet

SMALL = ("Q..", "...", "N.N")


def _grow_layers() -> None:
    from rookery.tour.compiled_layers import CompiledLayers
    from rookery.tour.plan import TourPlan
    from rookery.tour.puzzle import Tour

    words = CompiledLayers(TourPlan.of(Tour.parse(SMALL)))
    while not words.done:
        words.grow()


def _anneal_orders() -> None:
    from rookery.tour.improving import Distances, OrderAnnealer, PathAnnealer
    from rookery.tour.ng_route import NgRouteBound
    from rookery.tour.plan import TourPlan
    from rookery.tour.puzzle import Tour

    plan = TourPlan.of(Tour.parse(SMALL))
    orders = OrderAnnealer(plan, Distances(plan), seed=0)
    orders.anneal(10, 0.0, 1.0)
    PathAnnealer(plan, orders.walk(), seed=0).anneal(10, 0.0, 1.0)
    NgRouteBound(plan).refutes(1, rounds=1)


def _widen_beams() -> None:
    from rookery.boards.board import Board
    from rookery.tour.beam import TourBeam
    from rookery.tour.plan import TourPlan
    from rookery.tour.puzzle import OVER, Tour

    tour = Tour(Board(3), "a1", ["b2", "c2"], visit=OVER, once=True)
    TourBeam(tour, TourPlan.of(tour), seed=0).run(width=4, most=4)


def _sweep_boards() -> None:
    from rookery.tour.hamiltonian.frontier import CompiledSweep, CycleGraph, sweep_of
    from rookery.tour.hamiltonian.frontier_kernel import fill_slots

    start, steps = sweep_of(CycleGraph([{1, 2}, {0, 2}, {0, 1}], 3))
    sweep = CompiledSweep(start)
    for step in steps:
        for _ in sweep.over(step):
            pass
    fill_slots(sweep.table(1), 0)


LAYERS = KernelSet("tour-layers", "tours: exact layers", _grow_layers)
ORDERS = KernelSet("tour-orders", "tours: annealing and bounds for many targets", _anneal_orders)
BEAMS = KernelSet("tour-beams", "tours: targets visited in passing", _widen_beams)
SWEEPS = KernelSet("tour-sweeps", "tours: counts of whole boards", _sweep_boards)
