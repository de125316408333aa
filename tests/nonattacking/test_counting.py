"""Counts and lists by every method: by brute force, of random boards, with kernels or without."""

import math
from functools import partial
from itertools import permutations, product

import pytest
from tests.marks import few
from tests.nonattacking.boards import PAWNS, PIECES, by_number, drawn, every_piece, placements

import rookery as rk
from rookery.families import family_of
from rookery.nonattacking.counting.components import components_of
from rookery.nonattacking.counting.layers import TooManyStatesError, layers_of
from rookery.nonattacking.graph import graph_of

SMALL = 9  # pieces on squares, of which every set is tried


def methods_of(puzzle: rk.NonAttacking) -> list[str]:
    """Return the names of all methods that count a puzzle."""
    return [method.name for method in family_of(puzzle).counters() if method.fits(puzzle)]


def expect_all_methods(puzzle: rk.NonAttacking, known: rk.Result) -> None:
    for method in methods_of(puzzle):
        found = rk.count(puzzle, method=method)
        assert (found.value, found.status) == (known.value, rk.Status.OPTIMAL), (puzzle, method)
        if found.by_number is not None and known.by_number is not None:
            assert found.by_number == known.by_number, (puzzle, method)


def expect_listed(puzzle: rk.NonAttacking, known: list[tuple[tuple[int, int, int], ...]]) -> None:
    """List all, and from some placements on, whether they are right or not."""
    assert list(rk.placements(puzzle)) == known
    for start in (
        *known[1 :: 1 + len(known) // 6],
        *(one[:1] for one in known[-1:]),
        ((0, 0, 0), (0, 0, 1)),
    ):
        after = [one for one in known if one >= start]
        try:
            assert list(rk.placements(puzzle, start=start)) == after
        except rk.PuzzleError:
            assert (0, 1) not in puzzle.board  # a board of one column


BOARDS = [
    rk.NonAttacking(rk.Board(2, 4), "jD", given=["a1", "c1"]),
    rk.NonAttacking(rk.Board(1, 4, wrap="torus"), "alalW"),
    rk.NonAttacking(rk.Board(2, 5, walls=["c1"]), "cannon"),
    rk.NonAttacking(rk.Board(2, 4), "opR"),
    rk.NonAttacking(rk.Board(2, 3), ["R", "cannon"]),
    rk.NonAttacking(rk.Board(2, 3), ["R", "mW"], **PAWNS),
    rk.NonAttacking(rk.Board(2, 3), ["R", "mW"], [2, (1, 2)], blocked=["a1"], **PAWNS),
    rk.NonAttacking(rk.Board(2, 3), ["R", "mW"], equal=True, **PAWNS),
    rk.NonAttacking(rk.Board(2, 3), ["R", "cannon"], tolerated=[(0, 1)], shields=True),
    rk.NonAttacking(3, "cannon", maximal=True),
    rk.NonAttacking(rk.Board(2, 4), "mao", given=["a1"], maximal=True),
    rk.NonAttacking(rk.Board(2, 3), ["R", "mW"], maximal=True, **PAWNS),
    rk.NonAttacking(rk.Board(1, 5), "R", given=["a1", "c1"]),
    rk.NonAttacking(rk.Board(1, 4), ["R", "mW"], given=[(0, "a1"), (0, "c1")], **PAWNS),
    rk.NonAttacking(rk.Board(2, 3), ["R", "mW"], [None, (0, 2)], given=[(1, "b1")], **PAWNS),
    rk.NonAttacking(rk.Board(2, 3), ["R", "mW"], [None, 1], given=[(0, "b1")], **PAWNS),
    rk.NonAttacking(rk.Board(2, 3), ["N", "W"], tolerated=[(0, 1)]),
    rk.NonAttacking(rk.Board(2, 3), ["N", "W"], equal=True),
    rk.NonAttacking(rk.Board(2, 3), ["N", "W"], [1, (1, 2)]),
    rk.NonAttacking(3, "K", rows=1),
    rk.NonAttacking(3, "N", (2, None), columns=(0, 1)),
    rk.NonAttacking(3, "R", diagonals=(0, 1)),
    rk.NonAttacking(3, "W", regions=["AAB", "ABB", "CCC"]),
    rk.NonAttacking(3, "N", regions=["AAB", "ABB", "..."], in_region=(1, 2)),
    rk.NonAttacking(3, "K", maximal=True, blocked=["b2"], given=["a1"]),
    rk.NonAttacking(3, "N", blocked=["b2"], rows=(0, 1), given=["a1"]),
    rk.NonAttacking(3, "RN", 3, blocked=["a2", "b2", "c2"]),  # a row without a square
    rk.NonAttacking(rk.Board(5, 2, walls=["b3"]), "gQ"),
    *(rk.NonAttacking(rk.Board(3, wrap="torus"), piece) for piece in ["Q", "NN", "fR"]),
    rk.NonAttacking(rk.Board(2, 4, walls=["b1"], wrap="cylinder"), "WA"),
]


@pytest.mark.parametrize("puzzle", BOARDS)
def test_every_method_finds_what_check_takes(puzzle):
    known = placements(puzzle)
    counted = rk.count(puzzle)
    assert (counted.value, counted.status) == (len(known), rk.Status.OPTIMAL)
    assert (counted.by_number or by_number(known)) == by_number(known)
    expect_all_methods(puzzle, counted)
    expect_listed(puzzle, known)
    best = rk.solve(puzzle, method="cp-sat", threads=1)
    assert best.value == max(map(len, known), default=None)
    if known:
        assert rk.placement(puzzle, threads=1).answer in known
        assert rk.sample(puzzle, 3)[0] in known


@pytest.mark.parametrize("kind", PIECES)
@pytest.mark.parametrize("seed", few(range(60), 4))
def test_every_method_counts_random_boards_alike(kind, seed, kernels):
    puzzle = drawn(kind, seed)
    counted = rk.count(puzzle, method="search")
    listed = list(rk.placements(puzzle))
    assert listed == sorted(set(listed))
    assert len(listed) == counted.value
    if len(every_piece(puzzle)) <= SMALL:
        assert listed == placements(puzzle)
    expect_all_methods(puzzle, counted)
    kernels.forget()
    expect_all_methods(puzzle, counted)
    expect_listed(puzzle, listed)


def test_placements_without_a_given_piece_are_never_counted(kernels):
    puzzle = rk.NonAttacking(3, "vao", given=["a3", "c1"])
    stopped = partial(rk.count, puzzle, method="frontier")
    for ready in (True, False):
        for work in (1, 4, 7, 8):
            result = stopped(limits=rk.Limits(work=work))
            assert result.value <= len(placements(puzzle)), (ready, work)
            assert not any(result.by_number[:2])
        kernels.forget()


def test_a_given_piece_that_leaves_no_room_is_one_placement():
    puzzle = rk.NonAttacking(2, "K", maximal=True, given=["a1"])
    for limits in (None, rk.Limits(work=9)):  # plain Python, and kernels
        assert rk.count(puzzle, method="maximal", limits=limits).value == 1


HOPPERS = rk.NonAttacking(rk.Board(5, 4), "gQ", blocked="b2 c4 a5 d2")
#: Constants, and a puzzle whose method runs in slices of their size.
SLICES = [
    ("layers.STATES_A_SLICE", 3, "frontier", rk.NonAttacking(4, "grasshopper", given=["a1"])),
    ("layers.COUNTS_A_SLICE", 7, "by-number", rk.NonAttacking(rk.Board(5, 6), "king")),
    ("sets.NODES_A_SLICE", 7, "by-number", rk.NonAttacking(5, "queen", blocked=["a1", "e1"])),
    ("column_layers.STATES_A_SLICE", 3, "columns", rk.NonAttacking(6, "RN", rows=1, columns=1)),
    ("sets.NODES_A_SLICE", 7, "search", rk.NonAttacking(4, "king", columns=(0, 2), given=["b2"])),
    ("sets.NODES_A_SLICE", 3, "rows", rk.NonAttacking(6, "QN", 6)),
    ("row_search.LEAST_PREFIXES", 1, "rows", rk.NonAttacking(rk.Board(5, wrap="torus"), "Q", 5)),
    ("maximal_sets.WORDS_A_SLICE", 30, "maximal", rk.NonAttacking(5, "queen", maximal=True)),
    ("hopper_rows.STATES_A_SLICE", 1, "hoppers", rk.NonAttacking(rk.Board(5, 3), "gQ")),
    ("hopper_rows.ENDS_A_SLICE", 1, "hoppers", HOPPERS),
    ("by_number.MATCHING_STATES", (0,), "by-number", rk.NonAttacking(4, "R", blocked="a1 b1 d3")),
]


@pytest.mark.parametrize(("name", "size", "method", "puzzle"), SLICES)
def test_slices_of_any_size_count_the_same(name, size, method, puzzle, monkeypatch):
    known = rk.count(puzzle, method="search")
    monkeypatch.setattr(f"rookery.nonattacking.counting.{name}", size)
    told: list[rk.Progress] = []
    found = rk.count(puzzle, method=method, threads=1, on_progress=told.append)
    assert (found.value, found.by_number, found.method) == (known.value, known.by_number, method)
    assert [one.done for one in told] == sorted(one.done for one in told)


@pytest.mark.parametrize(
    ("puzzle", "method"),
    [
        (rk.NonAttacking(8, "queen", 8, blocked=["a1"]), "queens"),
        (rk.NonAttacking(rk.Board(8, walls=["b1"]), "queen", 8), "by-number"),
        (rk.NonAttacking(6, "queen", 6, rows=1), "queens"),
        (rk.NonAttacking(8, "rook", 8), "by-number"),
        (rk.NonAttacking(8, "QN", (7, 8)), "by-number"),
        (rk.NonAttacking(6, "fR", 6), "by-number"),
        (rk.NonAttacking(12, "sRN", 12), "by-number"),
        (rk.NonAttacking(rk.Board(6, walls=["a1", "f6", "f5"]), "queen", 6), "rows"),
        (rk.NonAttacking(rk.Board(6, walls=["c3"], wrap="torus"), "queen", 6), "rows"),
        (rk.NonAttacking(rk.Board(6, walls=["c3"]), "queen", 6), "by-number"),
        (rk.NonAttacking(4, {"queen": None, "pawn": 1}, **PAWNS), "blockers"),
        (rk.NonAttacking(4, {"queen": 3, "pawn": 1}, tolerated=[(0, 1)]), "search"),
        (rk.NonAttacking(3, ["cannon", "pawn"], **PAWNS), "frontier"),
        (rk.NonAttacking(4, ["queen", "pawn"], [4, 1], rows=1, **PAWNS), "search"),
        (rk.NonAttacking(8, "cannon", (0, 2)), "search"),
        (rk.NonAttacking(5, "cannon"), "frontier"),
        (rk.NonAttacking(6, "gQ"), "hoppers"),
        (rk.NonAttacking(4, "gQ"), "frontier"),
        (rk.NonAttacking(5, "gQN"), "frontier"),
        (rk.NonAttacking(rk.Board(5, wrap="cylinder"), "gQ"), "frontier"),
        (rk.NonAttacking(3, "gQ", rows=(0, 2)), "search"),
        (rk.NonAttacking(3, "gQ", maximal=True), "search"),
        (rk.NonAttacking(5, "QqN", 5), "rows"),  # queens that bend are no queens
    ],
)
def test_the_method_that_counts_a_puzzle(puzzle, method):
    found = rk.count(puzzle, limits=60)
    assert (found.method, found.status) == (method, rk.Status.OPTIMAL)
    if "by-number" in methods_of(puzzle):
        assert rk.count(puzzle, method="by-number").value == found.value


def test_boards_too_large_to_be_counted_row_by_row():
    for sides, many in (
        ((70, 58), ["rows", "search"]),
        ((72, 58), ["search"]),
        ((2, 63), ["rows", "search"]),
        ((2, 64), ["search"]),
    ):
        assert methods_of(rk.NonAttacking(rk.Board(*sides), "knight", rows=1)) == many


def test_hoppers_that_are_not_counted_row_by_row():
    for piece in ("fgR", "gfbR", "gQ4", "gNN", "ogR", "cannon", "queen"):
        assert "hoppers" not in methods_of(rk.NonAttacking(8, piece))
    assert "hoppers" not in methods_of(rk.NonAttacking(4, "gQ", tolerated=[(0, 0)]))


def test_large_boards():
    rooks = rk.count(rk.NonAttacking(rk.Board(30, 40), "rook")).by_number
    assert rooks[30] == math.perm(40, 30)
    assert rooks[7] == math.comb(30, 7) * math.perm(40, 7)
    bishops = rk.count(rk.NonAttacking(20, "bishop")).by_number
    assert len(bishops) - 1 == 2 * 20 - 2  # A005843
    assert bishops[2] == math.comb(400, 2) - 20 * 19 * 39 // 3  # A172123
    assert bishops[-1] == 2**20
    assert rk.count(rk.NonAttacking(12, "king")).value == 69645620389200894313  # A063443
    assert rk.count(rk.NonAttacking(10, "wazir")).value == 2030049051145980050  # A006506
    pairs = rk.NonAttacking(rk.Board(2, 70), "rook", maximal=True)
    assert rk.count(pairs).value == 70 * 69
    columns = permutations(range(70), 2)
    assert list(rk.placements(pairs)) == [((0, 0, a), (0, 1, b)) for a, b in columns]
    assert rk.count(rk.NonAttacking(rk.Board(3, 40), "rook", (0, 2), maximal=True)).value == 0


def test_few_pieces_are_counted_without_larger_sets(tmp_path):
    assert rk.count(rk.NonAttacking(24, "queen", 2)).value == 24 * 23 * 22 * 71 // 6  # A036464
    for board, given in ((rk.Board(5), []), (rk.Board(4, 5, wrap="torus"), ["b2"])):
        whole = rk.count(rk.NonAttacking(board, "queen", given=given)).by_number
        for number, count in enumerate(whole):
            puzzle = rk.NonAttacking(board, "queen", number, given=given)
            save = tmp_path / f"{board.columns} {len(given)} {number}"
            for found in (rk.count(puzzle), rk.count(puzzle, save=save, threads=1)):
                assert found.value == count


def test_numbers_of_several_kinds_and_in_lines_are_counted_in_kernels(tmp_path):
    four = rk.NonAttacking(8, {"queen": 1, "rook": 1, "bishop": 1, "knight": 1})
    assert rk.count(four, threads=1).value == 1082800
    pairs = rk.NonAttacking(8, {"queen": 2, "knight": 2})
    assert rk.count(pairs, save=tmp_path / "units").value == rk.count(pairs).value == 185220
    towers = rk.NonAttacking(5, "rook", rows=(0, 1), diagonals=(0, 1))
    assert rk.count(towers).by_number == rk.count(rk.NonAttacking(5, "queen")).by_number


def test_layers_too_large_for_the_memory_are_split_or_refused():
    graph = graph_of(rk.NonAttacking(5, "king"))
    (component,) = components_of(graph.candidates, graph.conflicts, graph.everything)
    whole, split, refused = (layers_of(component, 9) for _ in range(3))
    for _ in whole.run():
        pass
    for _ in split.run(most_bytes=100):
        pass
    assert split.counts() == whole.counts()
    with pytest.raises(TooManyStatesError):
        list(refused.run(most_bytes=100, splits=False))


@pytest.mark.parametrize(
    ("piece", "side", "ways"),
    [
        ("knight", 6, ["layers"]),
        ("wazir", 6, ["layers"]),
        ("ferz", 9, ["layers", "layers"]),
        ("queen", 7, ["sets"]),
        ("queen", 8, ["sets"]),
        ("camel", 5, ["sets", "sets"]),
    ],
)
def test_few_states_are_counted_in_layers_even_of_few_sets(piece, side, ways, monkeypatch):
    from rookery.nonattacking.counting import layers, sets

    taken = []

    def noting(way, count):
        return lambda *given: taken.append(way) or count(*given)

    puzzle = rk.NonAttacking(side, piece)
    family_of(puzzle).kernel_sets()[0].wait(math.inf)
    monkeypatch.setattr(layers, "layers_of", noting("layers", layers.layers_of))
    monkeypatch.setattr(sets, "count_sets", noting("sets", sets.count_sets))
    assert rk.count(puzzle, threads=1).value
    assert taken == ways


@pytest.mark.parametrize(("diagonals", "known"), [(1, 176214841), (2, 59216642)])
def test_rooks_beside_blocked_diagonals(diagonals, known):
    """Derangements (A000166) and the ménage problem (A000179) of twelve."""
    blocked = [(row, (row + right) % 12) for row in range(12) for right in range(diagonals)]
    assert rk.count(rk.NonAttacking(12, "rook", blocked=blocked)).by_number[12] == known


def test_counts_of_as_many_digits_as_can_be_held():
    """Wazirs in a row, of which no two are adjacent, are counted by Fibonacci's numbers."""
    before, known = 1, 1
    for _ in range(1480):
        before, known = known, before + known
    assert rk.count(rk.NonAttacking(rk.Board(1, 1480), "wazir")).value == known
    with pytest.raises(rk.LimitError, match="expected fewer squares, got 1,600"):
        rk.count(rk.NonAttacking(rk.Board(1, 1600), "jD"))


@pytest.mark.parametrize("piece", ["gQ", "gR"])
def test_rows_of_hoppers_that_walls_part_hold_many(piece):
    """Six on each of the last rows: more numbers of pieces than the kernel takes at a time."""
    walls = [file + rank for file in "cf" for rank in "12345678"]
    strip = rk.count(rk.NonAttacking(rk.Board(8, 2), piece), method="frontier").by_number
    whole = [1]
    for _ in range(3):
        longer = [0] * (len(whole) + len(strip) - 1)
        for (one, many), (other, more) in product(enumerate(whole), enumerate(strip)):
            longer[one + other] += many * more
        whole = longer
    assert rk.count(rk.NonAttacking(rk.Board(8, walls=walls), piece)).by_number == tuple(whole)


def test_blocked_ranks_leave_few_states_of_hoppers(monkeypatch):
    monkeypatch.setattr("rookery.nonattacking.counting.hopper_rows.STATES_A_SLICE", 1)
    blocked = [file + rank for file in "abcde" for rank in "234"]
    puzzle = rk.NonAttacking(rk.Board(7, 5), "gQ", blocked=blocked)
    few_states = rk.Limits(work=400)  # of 3,200 where they are left open until their rows come
    assert rk.count(puzzle, limits=few_states, method="hoppers").status is rk.Status.OPTIMAL


@pytest.mark.slow
def test_columns_count_in_more_digits_than_a_word_has():
    rows = rk.NonAttacking(21, "rook", rows=1, columns=1)
    assert rk.count(rows).value == math.factorial(21)


@pytest.mark.slow
def test_many_hoppers():
    result = rk.count(rk.NonAttacking(8, "grasshopper"), threads=1)
    assert (result.value, len(result.by_number)) == (245296347024, 1 + 22)
    lines = [8] * 16 + [8] * 2 + [side for side in range(1, 8) for _ in range(4)]
    attacked = sum(math.comb(side, 3) - math.comb(max(0, side - 2), 3) for side in lines)
    assert result.by_number[:3] == (1, 64, math.comb(64, 2))
    assert result.by_number[3] == math.comb(64, 3) - attacked  # three on a line, two adjacent
    wide = rk.NonAttacking(rk.Board(4, 16), "gQ", blocked=["p1", "a4"])
    tall = rk.NonAttacking(rk.Board(16, 4), "gQ", blocked=["d1", "a16"])
    assert rk.count(wide).by_number == rk.count(tall, method="frontier").by_number


def parted(side: int, queens: int, pawns: int) -> rk.NonAttacking:
    return rk.NonAttacking(side, {"queen": queens, "pawn": pawns}, **PAWNS)


@pytest.mark.slow
def test_queens_that_pawns_part():
    for side, known in enumerate([0, 0, 0, 0, 0, 16, 20, 128, 396], 1):  # A103330
        result = rk.count(parted(side, side + 1, 1))
        assert (result.value, result.status) == (known, rk.Status.OPTIMAL)
        assert side == 1 or result.method == "blockers"
    for side, known in enumerate([0, 0, 0, 0, 0, 0, 1], 1):  # A129552, up to symmetry
        count = rk.count(parted(side, side + 2, 2)).value
        assert (count > 0) == (known > 0)
        assert count <= 8 * known
    result = rk.solve(parted(8, 9, 1), threads=1)
    assert (result.value, result.status) == (10, rk.Status.OPTIMAL)
    assert rk.solve(parted(5, 6, 1), threads=1).status is rk.Status.INFEASIBLE
