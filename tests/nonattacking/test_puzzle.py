"""Puzzles of non-attacking pieces: what is refused, and what `check` says by the rules."""

import itertools
import random
from collections import Counter

import pytest

import rookery as rk
from rookery.boards.motions import Motion


def puzzle(*arguments, **keywords):
    return rk.NonAttacking(*arguments, **keywords)


@pytest.mark.parametrize(
    ("arguments", "keywords", "message"),
    [
        ((0,), {}, "a side of at least 1"),
        ((rk.Board(1, walls=["a1"]),), {}, "a board with a square that is no wall"),
        ((3, "zN"), {}, "a rider of one line after 'z'"),
        ((3, "queen", (2, 1)), {}, r"the least and the most, got \(2, 1\)"),
        ((3, "queen", (1, 2, 3)), {}, "the least and the most"),
        ((3, []), {}, "at least one kind of piece"),
        ((3, ["Q", "N"], [1]), {}, "a number for each, got 2 and 1"),
        ((3, {"Q": 1}, 2), {}, "the numbers in the pieces only, got 2"),
        ((3,), {"given": ["d1"]}, "a square of the 3x3 board"),
        ((3, ["Q", "N"]), {"given": ["a1"]}, "a piece's index and its square, got 'a1'"),
        ((3, ["Q", "N"]), {"given": [(2, "a1")]}, "an index from 0 to 1, got 2"),
        ((3,), {"tolerated": [(0, 1)]}, "pairs of indexes of pieces from 0 to 0"),
        ((3,), {"rows": "1"}, "rows: expected a number"),
        *(((3,), {"rows": span}, "rows: expected a number") for span in ((-1, 2), (0, -1))),
        ((3,), {"regions": ["AB", "BB"]}, "3 rows of 3 letters, got 2 rows of 2"),
        ((3,), {"regions": [[]]}, "regions of at least one square"),
        ((3,), {"weights": [[1, 2], [3, 4]]}, "3 rows of 3 weights"),
        ((2,), {"weights": [[1, 2], [3, float("nan")]]}, "size at most .* in row 2, column 2"),
    ],
)
def test_nonsense_is_refused(arguments, keywords, message):
    with pytest.raises(rk.PuzzleError, match=message):
        puzzle(*arguments, **keywords)


def test_numbers_are_told_in_several_ways():
    assert puzzle(4, "N").numbers == ((0, None),)
    assert puzzle(4, "N", 3).numbers == ((3, 3),)
    assert puzzle(4, ["Q", "N"], [1, (None, 2)]).numbers == ((1, 1), (0, 2))
    assert puzzle(4, {"queen": 1, "knight": (0, 2)}) == puzzle(4, ["Q", "N"], [1, (0, 2)])
    assert puzzle(4, given=["a1"]).given == puzzle(4, given=[(0, "a1")]).given == ((0, 3, 0),)
    assert puzzle(4, given=[(0, 3, 0)]) == puzzle(4, given="a1")


def test_regions_are_named_by_letters_or_integers():
    drawn = puzzle(2, regions=["AB", ".B"])
    assert drawn == puzzle(2, regions=[["A", "B"], [".", "B"]])
    assert puzzle(2, regions=["AB", "AB"]) == puzzle(2, regions=[[0, 7], [0, 7]])


@pytest.mark.parametrize(
    ("keywords", "answer", "fault"),
    [
        ({}, "x", "answer[0]: expected a square such as 'a1', got 'x'"),
        ({}, [(0, 0), (3, 3)], "the pieces on a4 and d1 attack each other"),
        ({}, [(1, 0, 0)], "there is no piece 1"),
        ({}, ["a5"], "expected a square of the 4x4 board (a1 to d4), got 'a5'"),
        ({}, [(0, 4, 0)], "a piece off the board, at row 4, column 0"),
        ({}, [(0, 0, 0), (0, 0, 0)], "two pieces stand on a4"),
        ({}, [(0, 0, 0), (0, 3, 3)], "the pieces on a4 and d1 attack each other"),
        ({"blocked": ["a4"]}, [(0, 0, 0)], "a piece on the blocked square a4"),
        ({"given": ["a4"]}, [], "no Q on the given square a4"),
        ({"number": 2}, [(0, 0, 0)], "expected 2 of piece Q, got 1"),
        ({"rows": 1}, [(0, 0, 0), (0, 1, 2)], "expected 1 on rank 2, got 0"),
        ({"columns": (0, 0)}, [(0, 0, 0)], "expected 0 on file a, got 1"),
        ({"diagonals": 1}, [], "expected 1 on the diagonal from a4 to d1, got 0"),
        ({"regions": [["a4"]]}, [], "expected 1 on region 1, got 0"),
        ({"maximal": True}, [(0, 0, 0)], "a Q fits on c3"),
    ],
)
def test_check_sees_what_is_wrong(keywords, answer, fault):
    faults = puzzle(4, "queen", keywords.pop("number", None), **keywords).check(answer)
    assert fault in " ".join(faults)


def test_pieces_are_checked_in_any_order():
    assert puzzle(4, "queen").check(["d2", "c4"]) == []


def test_the_check_of_a_maximal_placement_follows_few_lines(monkeypatch):
    """A line of attack is followed a bounded number of times for each square, not for each pair."""
    followed = Counter()
    follow = Motion.squares

    def counted(self, board, start, occupied):
        followed[board.rows] += 1
        return follow(self, board, start, occupied)

    monkeypatch.setattr(Motion, "squares", counted)
    for side in (8, 16):
        colour = [(0, *at) for at in itertools.product(range(side), repeat=2) if sum(at) % 2]
        assert puzzle(side, "N", maximal=True).check(colour) == []
    assert followed[16] < 6 * followed[8]  # four times the squares


@pytest.mark.parametrize(
    ("pieces", "keywords"),
    [
        (["N"], {}),
        (["cannon", "mao"], {"tolerated": [(0, 1)]}),
        (["gQ", "N"], {}),
        (["Q", "R"], {"shields": True, "tolerated": [(0, 0), (1, 1)]}),
        (["[F?R]", "K"], {"tolerated": [(1, 1)]}),
    ],
)
@pytest.mark.parametrize("wrap", ["", "cylinder", "torus"])
def test_maximal_is_that_no_piece_can_be_added(pieces, keywords, wrap):
    board = rk.Board(3, 4, walls=["b2"], wrap=wrap)
    maximal, plain = (
        puzzle(board, pieces, maximal=True, **keywords),
        puzzle(board, pieces, **keywords),
    )
    every = [(kind, *square) for kind in range(len(pieces)) for square in board.squares()]
    choose = random.Random(2)
    verdicts = set()
    for _ in range(6):
        placed = []
        for one in choose.sample(every, len(every)):
            if choose.random() < 0.8 and not plain.check(sorted([*placed, one])):
                placed = sorted([*placed, one])
        room = any(not plain.check(sorted([*placed, one])) for one in every if one not in placed)
        assert bool(maximal.check(placed)) is room
        verdicts.add(room)
    assert True in verdicts


def test_kinds_may_tolerate_each_other():
    armies = puzzle(3, ["Q", "Q"], tolerated=[(0, 0), (1, 1)], equal=True)
    assert armies.check([(0, 0, 0), (1, 1, 2)]) == []
    assert armies.check([(0, 0, 0), (0, 0, 1), (1, 2, 2)])[0].startswith("the pieces on a3 and c1")
    assert armies.check([(0, 0, 0), (0, 0, 1)]) == ["there are not as many pieces of each kind"]


def test_weights_make_the_value():
    weighted = puzzle(2, "knight", weights=[[1, 2], [3, 4.5]])
    assert weighted.value([(0, 0, 0), (0, 1, 1)]) == 5.5
    assert puzzle(2).value([(0, 0, 0)]) == 1


@pytest.mark.parametrize(
    "pieces",
    [["Q", "N"], ["R", "B", "K"], ["NN"], ["BW", "W3"], ["R", "cannon"], ["mao", "B"], ["[F?R]"]],
)
def test_pieces_between_do_not_matter_where_no_kind_is_tolerated(pieces):
    """The rule of chess, by which a piece shields what is behind it, allows the same placements."""
    board = rk.Board(4, 5, walls=["b2", "d4"])
    asked = puzzle(board, pieces)
    kinds = [rk.Piece(piece) for piece in pieces]
    choose = random.Random(1)
    every = [(kind, *square) for kind in range(len(kinds)) for square in board.squares()]
    verdicts = set()
    for _ in range(150):
        placed = sorted(choose.sample(every, choose.randrange(2, 5)))
        squares = {one[1:] for one in placed}
        if len(squares) < len(placed):
            continue
        by_chess = not any(
            other[1:] in kinds[one[0]].attacks(board, one[1:], squares)
            for one, other in itertools.permutations(placed, 2)
        )
        assert (asked.check(placed) == []) is by_chess
        verdicts.add(by_chess)
    assert verdicts == {True, False}


@pytest.mark.parametrize(
    ("family", "call"),
    [
        (rk.Queens, r"NonAttacking\(Board\(7, 7, wrap='torus'\), 'queen', 7\)"),
        (rk.Heaviest, r"NonAttacking\(Board\(7, 7, wrap='torus'\), 'queen', 7, weights=weights\)"),
        (rk.Regions, r"'king', rows=1, columns=1, regions=regions, in_region=1\)"),
    ],
)
def test_families_of_plane_boards_name_the_call_for_others(family, call):
    with pytest.raises(rk.PuzzleError, match=call):
        family(rk.Board(7, wrap="torus"))


def test_a_board_too_large_is_refused_before_its_squares_are_listed():
    huge = puzzle(rk.Board(10**9, walls=["a1"]), "knight", blocked=["b2"])
    told = "at most 20,000 pieces on squares can be chosen from, got 999,999,999,999,999,998$"
    for call in (rk.solve, rk.count, rk.placement):
        with pytest.raises(rk.LimitError, match=told):
            call(huge)
