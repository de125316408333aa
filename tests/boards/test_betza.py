"""Betza notation read letter by letter: steps, ranges, hops and what is refused."""

from __future__ import annotations

import pytest

from rookery.boards.betza import ATOMS, parse_betza
from rookery.boards.board import Board
from rookery.boards.motions import Motion

ENDLESS = 0


@pytest.mark.parametrize("letter", ATOMS)
def test_an_atom_alone_is_its_step_turned_and_mirrored_once(letter):
    far, near = ATOMS[letter]
    motions = parse_betza(letter)
    assert {(max(map(abs, m.step)), min(map(abs, m.step))) for m in motions} == {(far, near)}
    assert len(motions) == len({motion.step for motion in motions})
    assert len(motions) == (8 if 0 < near < far else 4)
    assert {(m.reach, m.hop, m.path, m.moves, m.captures) for m in motions} == {
        (1, "", (), True, True)
    }


@pytest.mark.parametrize(
    ("betza", "reach"),
    [("W", 1), ("W1", 1), ("W3", 3), ("WW", ENDLESS), ("W0", ENDLESS), ("R", ENDLESS), ("R4", 4)],
)
def test_ranges(betza, reach):
    assert {motion.reach for motion in parse_betza(betza)} == {reach}


@pytest.mark.parametrize(
    ("betza", "moves", "captures"),
    [("W", True, True), ("mW", True, False), ("cW", False, True), ("mcW", True, True)],
)
def test_moving_and_capturing(betza, moves, captures):
    assert {(m.moves, m.captures) for m in parse_betza(betza)} == {(moves, captures)}


def test_a_hop_of_one_step_goes_on_without_end():
    assert {(m.hop, m.reach) for m in parse_betza("pW")} == {("p", ENDLESS)}
    assert {(m.hop, m.reach) for m in parse_betza("gF3")} == {("g", 3)}


LINE = Board(1, 8)


@pytest.mark.parametrize(
    ("motion", "occupied", "reached"),
    [
        (Motion((0, 1)), [], [1]),
        (Motion((0, 1), 3), [], [1, 2, 3]),
        (Motion((0, 1), ENDLESS), [], [1, 2, 3, 4, 5, 6, 7]),
        (Motion((0, 1), ENDLESS), [4], [1, 2, 3, 4]),
        (Motion((0, 2), ENDLESS), [3], [2, 4, 6]),
        (Motion((0, 1), ENDLESS, "p"), [], []),
        (Motion((0, 1), ENDLESS, "p"), [2, 5], [3, 4, 5]),
        (Motion((0, 1), ENDLESS, "g"), [2], [3]),
        (Motion((0, 1), 3, "p"), [2], [3]),
        (Motion((0, 1), 2, "p"), [2], []),
        (Motion((0, 2), 1, "", ((0, 1),)), [], [2]),
        (Motion((0, 2), 1, "", ((0, 1),)), [1], []),
        (Motion((0, 2), ENDLESS, "", ((0, 1),)), [3], [2]),
    ],
)
def test_squares_on_a_line(motion, occupied, reached):
    found = motion.squares(LINE, (0, 0), {(0, column) for column in occupied})
    assert [column for _, column in found] == reached


def test_walls_end_a_ride_and_block_lame_steps():
    walled = Board(1, 8, [(0, 3)])
    assert list(Motion((0, 1), ENDLESS).squares(walled, (0, 0), ())) == [(0, 1), (0, 2)]
    assert list(Motion((0, 2), 1, "", ((0, 1),)).squares(walled, (0, 2), ())) == []


def test_what_a_lame_rider_passes():
    leaper, rider = (Motion((0, 2), reach, "", ((0, 1),)) for reach in (1, ENDLESS))
    assert leaper.passed(LINE, (0, 0)) == {(0, 1)}
    assert rider.passed(LINE, (0, 0)) >= {(0, 1), (0, 3), (0, 5), (0, 7)}
