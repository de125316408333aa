"""The rules: their deductions hold in every answer, and are the same up to symmetry."""

from itertools import pairwise
from random import Random

import pytest
from tests.marks import few
from tests.properties.symmetry import images
from tests.regions.boards import QUEENS, SMALL, random_puzzle

import rookery as rk
from rookery.regions.explaining import Step, difficulty_of
from rookery.regions.puzzle import Placement
from rookery.regions.reasoning import LEVELS, RULES, Position

MISTAKE = "mistake"
TWO_STARS = rk.generate_regions(8, stars=2, seed=4)


def is_so(step: Step, answers: list[Placement]) -> bool:
    """Return whether a step holds in all answers."""
    return all(
        set(step.pieces) <= set(answer) and not set(step.empty) & set(answer) for answer in answers
    )


@pytest.mark.parametrize("seed", few(range(40), 5))
def test_deductions_hold_in_every_answer(seed):
    puzzle = random_puzzle(seed)
    position = Position.of(puzzle)
    answers = list(rk.placements(puzzle))
    side = len(puzzle.rows)
    for rule in RULES:
        for found in rule.find(position):
            for answer in answers:
                squares = sum(1 << row * side + column for row, column in answer)
                assert found.placed & ~squares == 0, (rule.name, found.words)
                assert found.empty & squares == 0, (rule.name, found.words)


@pytest.mark.parametrize("puzzle", [*SMALL, QUEENS, TWO_STARS])
def test_steps_hold_and_lead_to_the_answer(puzzle):
    explained = rk.explain(puzzle)
    answers = list(rk.placements(puzzle))
    assert all(is_so(step, answers) for step in explained.steps)
    assert explained.difficulty == difficulty_of(puzzle)
    if explained.answer is not None:
        assert answers == [explained.answer]
    else:
        assert explained.difficulty is None
    for step, later in pairwise(explained.steps):
        assert set(step.pieces) <= later.puzzle.given
        assert set(step.empty) <= later.puzzle.blocked
    for step in explained.steps:
        assert step.rule != "attacked" or set() < set(step.because) <= step.puzzle.given


@pytest.mark.parametrize("seed", range(12))
def test_a_hint_always_holds(seed):
    """A hint holds in any state of play, right or wrong, that a player reaches."""
    random = Random(seed)
    rows, stars = (QUEENS.rows, 1) if seed % 2 else (TWO_STARS.rows, 2)
    squares = [(row, column) for row in range(8) for column in range(8)]
    given = random.sample(squares, seed % 3)
    blocked = [square for square in random.sample(squares, 4) if square not in given]
    state = rk.Regions(rows, stars, given=given, blocked=blocked)
    step = rk.hint(state)
    answers = list(rk.placements(state))
    if step is not None and step.rule == MISTAKE:
        assert not answers
        (wrong,) = step.because
        assert wrong in given or wrong in blocked
    else:
        assert answers
        assert step is None or is_so(step, answers)


def test_a_hint_points_to_the_first_mistake():
    (answer,) = rk.placements(QUEENS)
    wrong = (0, 3)
    right = rk.Regions(QUEENS.rows, given=answer[:2], blocked=[wrong])
    assert rk.hint(right).rule != MISTAKE
    blocked = rk.hint(rk.Regions(QUEENS.rows, blocked=[answer[3], wrong]))
    assert (blocked.rule, blocked.because) == (MISTAKE, (answer[3],))
    given = rk.hint(rk.Regions(QUEENS.rows, given=[*answer[:1], wrong]))
    assert (given.rule, given.because) == (MISTAKE, (wrong,))
    hopeless = rk.hint(rk.Regions(["AAB", "ABB", "CCC"]))
    assert (hopeless.words, hopeless.because) == ("The puzzle has no answer.", ())


@pytest.mark.parametrize(
    ("side", "stars"), [(6, 1), (8, 1), (9, 1), (8, 2), pytest.param(10, 2, marks=pytest.mark.slow)]
)
@pytest.mark.parametrize("seed", few(range(3)))
def test_the_difficulty_is_invariant_under_symmetry(side, stars, seed):
    puzzle = rk.generate_regions(side, stars=stars, seed=seed)
    letters = [letter for row in puzzle.rows for letter in row]
    levels = set()
    for _, _, place in images(side, side):
        letter_at = {place(*divmod(at, side)): letter for at, letter in enumerate(letters)}
        rows = [[letter_at[row, column] for column in range(side)] for row in range(side)]
        levels.add(difficulty_of(rk.Regions(rows, stars)))
    assert len(levels) == 1
    assert levels <= set(LEVELS)


SIX = "AAAABB BAAABC BBBBBC DBBBBC DEEEBC EEEEFF"
EXAMPLES = {
    "last": (f"{SIX} blocked f6,f1", "*e1"),
    "attacked": (f"{SIX} given e1 blocked f6,f1", "-d2 -e2 -f2 -d1"),
    "full": (f"{SIX} given e1 blocked f6,d2,e2,f2,d1,f1", "-a1 -b1 -c1"),
    "inside": ("AAABBC AAAACC DDAACC DAAECE DDEECE FFEEEE", "-a6 -b6 -c6 -f6"),
    "starved": ("AABBCCC DABBBCC DDBBBBC EDDDFGG EEEFFFG EEEEFFF EEEEEFF", "-c7 -a6"),
    "pairs": (
        "AABCCDD ABBBCCD BBBCCCC BBCCCCC EBFCCCC EEFGGGG FFFFFGG blocked b6,f6,b3,a1",
        "-c7 -d7 -e7 -c6 -d6 -e6",
    ),
    "groups": (
        "AAAABBBC AABABCBC ABBBBCCC DBDCCCCC DDDECCCC DDEEFGGG HHEEFFGG HHEEEGGG blocked f3,d2,e1",
        "-a3 -b3 -c3 -d3 -c2 -c1 -d1",
    ),
    "ways": (
        "AAAAABCC AAABBBCC DDBBBCCC DDEBCCCF DDEEEEFF GGEEEFFF GGGGHHFF GGGHHHHH"
        " stars 2 blocked d7,a5,b5",
        "-a7 -b7 -a3 -b3",
    ),
    "tried": (
        "AAABBBCC AAAABBCC DAABBBCC DDEEEECC DDEFEECG DDFFEFGG DHHFFFGG DHHHHFGG"
        " stars 2 blocked e7,d4,g4,d2,e2,g2",
        "-c2",
    ),
    "supposed": (
        "AAABBBCC AAADBBCC AADDBBDC EEFDDDDC EFFFDDGG EFFHHDGG EEFHHHGG EEFHHHGG"
        " stars 2 blocked b7,e7,g6,g5,b4,b2,e2",
        "-a8",
    ),
}
"""By rule: a puzzle as text, and the deduction."""
WORDS = {
    "last": "Region F has no free squares but e1.",
    "starved": "A piece on c7 or a6 would leave too few squares for region A.",
    "pairs": "Regions A and D take all pieces of ranks 7 and 6.",
    "groups": "Regions F, G and H take all pieces of ranks 3, 2 and 1.",
}


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.name)
def test_rules_by_example(rule):
    text, deduced = EXAMPLES[rule.name]
    step = rk.hint(rk.Regions.parse(text))
    name = step.puzzle.board.name
    signs = [*(f"*{name(at)}" for at in step.pieces), *(f"-{name(at)}" for at in step.empty)]
    assert (step.rule, " ".join(signs), step.level) == (rule.name, deduced, rule.level)
    assert step.words == WORDS.get(rule.name, step.words)
    assert rule.level in LEVELS


BANDS = rk.Regions([letter * 32 for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdef"], piece="queen")


def test_a_limit_comes_before_a_hint():
    with pytest.raises(rk.LimitError, match=r"no hint within the limit of 0\.05 seconds"):
        rk.hint(BANDS, limits=0.05)
    explained = rk.explain(BANDS, limits=0.05)
    assert (explained.is_complete, explained.answer) == (False, None)
    assert rk.explain(SMALL[1], limits=60) == rk.explain(SMALL[1])
