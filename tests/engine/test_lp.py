"""Linear programs that change between two solves."""

import numpy as np
import pytest

from rookery.engine.lp import LinearProgram

mathopt = pytest.importorskip("ortools.math_opt.python.mathopt")


def test_a_program_goes_on_from_the_last_basis():
    random, model = np.random.default_rng(1), mathopt.Model()
    costs = random.integers(5, 10, 60).tolist()
    variables = [model.add_variable(lb=0.0) for _ in costs]
    model.minimize(sum(cost * one for cost, one in zip(costs, variables, strict=True)))
    rows = [
        model.add_linear_constraint(
            sum(variables[place] for place in random.choice(60, 6, replace=False)) >= 1
        )
        for _ in costs
    ]
    program = LinearProgram(model, lp_algorithm=mathopt.LPAlgorithm.DUAL_SIMPLEX)
    first = program.solve(60.0)
    half = sum(first.variable_values(variables[:30]))
    model.add_linear_constraint(sum(variables[:30]) >= half + 0.5)
    cut, anew = program.solve(60.0), LinearProgram(model).solve(60.0)
    assert cut.objective_value() == pytest.approx(anew.objective_value())
    assert cut.solve_stats.simplex_iterations < first.solve_stats.simplex_iterations / 2
    model.delete_linear_constraint(next(row for row in rows if cut.dual_values(row) == 0))
    assert program.solve(60.0).solve_stats.simplex_iterations == 0
