"""Series of puzzles: their results in order, kept in a file, as a table and as a plot."""

import json

import pytest

import rookery as rk

QUEENS = [1, 0, 0, 2, 10, 4, 40]  # A000170


def test_results_are_in_the_order_of_the_values():
    done: list[tuple[int, int | None]] = []
    results = rk.sweep(
        rk.Queens, range(7, 0, -1), on_progress=lambda told: done.append((told.done, told.total))
    )
    assert [result.value for result in results] == QUEENS[::-1]
    assert done == [(number, 7) for number in range(1, 8)]


def test_a_sweep_goes_on_from_its_file(tmp_path):
    path, asked = tmp_path / "queens.jsonl", []

    def make(n):
        asked.append(n)
        if n == 6 and len(asked) == 6:
            raise KeyboardInterrupt
        return rk.Queens(n)

    with pytest.raises(KeyboardInterrupt):
        rk.sweep(make, range(1, 8), path=path)
    assert len(path.read_text().splitlines()) == 5
    first = path.read_text()
    results = rk.sweep(make, range(1, 8), path=path)
    assert [result.value for result in results] == QUEENS
    assert path.read_text().startswith(first)
    assert len(path.read_text().splitlines()) == 7
    rk.sweep(rk.Queens, range(1, 8), call="solve", path=path)
    assert len(path.read_text().splitlines()) == 14


def test_results_that_a_limit_stopped_are_asked_again(tmp_path):
    path = tmp_path / "stopped"
    stopped = rk.sweep(rk.Queens, [12], method="search", limits=rk.Limits(work=1), path=path)
    assert stopped[0].reason is rk.Reason.WORK
    assert rk.sweep(rk.Queens, [12], path=path)[0].value == 14_200


def test_a_file_that_is_none_of_a_sweep_is_refused(tmp_path):
    path = tmp_path / "notes.txt"
    path.write_text(json.dumps({"call": "count"}) + "\n")
    with pytest.raises(rk.InputError, match=r"notes.txt:1:1: expected|notes.txt:1:1"):
        rk.sweep(rk.Queens, [4], path=path)
    with pytest.raises(rk.PuzzleError, match="expected 'count' or 'solve' as call, got 'place'"):
        rk.sweep(rk.Queens, [4], call="place")


def test_the_table_and_the_plot_have_the_sides_of_the_boards():
    results = rk.sweep(lambda n: rk.NonAttacking((n, 5), "king"), (2, 3))
    frame = rk.to_frame(results)
    assert frame[["rows", "columns", "pieces"]].to_numpy().tolist() == [[2, 5, "K"], [3, 5, "K"]]
    for thing in (results, frame):
        axes = rk.plot(thing).axes[0]
        (line,) = axes.get_lines()
        assert line.get_xydata().tolist() == [[2.0, results[0].value], [3.0, results[1].value]]
        assert axes.get_xlabel() == "rows"
    assert axes.get_yscale() == "linear"
    assert rk.plot(rk.sweep(rk.Queens, (1, 10))).axes[0].get_yscale() == "linear"
    assert rk.plot(rk.sweep(rk.Queens, (1, 11))).axes[0].get_yscale() == "symlog"
