"""The table of rules, the easiest first."""

from __future__ import annotations

from rookery.regions.reasoning.easy import attacked, full, inside, last
from rookery.regions.reasoning.expert import supposed, tried
from rookery.regions.reasoning.hard import larger_groups, ways
from rookery.regions.reasoning.medium import pairs, starved
from rookery.regions.reasoning.rule import Rule

RULES = (
    Rule("last", "easy", "A unit with as many squares as it needs pieces has them there.", last),
    Rule("attacked", "easy", "Squares that a piece attacks are empty.", attacked),
    Rule("full", "easy", "A unit with all its pieces has no more.", full),
    Rule("inside", "easy", "A unit that stands in another takes its pieces.", inside),
    Rule("starved", "medium", "A piece leaves every unit enough squares.", starved),
    Rule("pairs", "medium", "Two units that stand in two others take their pieces.", pairs),
    Rule("groups", "hard", "So do three in three, and four in four.", larger_groups),
    Rule("ways", "hard", "What all ways to fill a unit have in common is certain.", ways),
    Rule("tried", "expert", "A piece that forces a contradiction does not stand there.", tried),
    Rule("supposed", "expert", "What leads to one by the rules above is not so.", supposed),
)
"""A new rule is a row here and a section of the page on region puzzles."""

LEVEL_OF = {rule.name: rule.level for rule in RULES}
