"""A bound from walks that forget which targets they have visited.

Give every target a reward. A tour of so many moves, or fewer, collects each reward once: their
sum. So there is no such tour when even the richest *walk* of so many moves collects less than
that. The richest walk that remembers all it has visited is as hard to find as a tour; a
*forgetful* one remembers on every square some targets only, and may collect a reward anew once
it has forgotten. Its states are few: the moves made, the square, and which of the targets
remembered there it has visited::

    square     s            t            s again
    visits     i            j            i
    memory  ..{i}..      ..{j}..      ..{i}..     t does not remember i: collected twice

Rewards follow the richest walk: a target that it visits twice is worth less, one that it misses
more (subgradient steps). When that no longer helps, the squares between two visits of a target
learn to remember it. With all targets remembered everywhere the bound is exact; a few usually
suffice.

These are the ng-routes of R. Baldacci, A. Mingozzi and R. Roberti, "New route relaxation and
pricing strategies for the vehicle routing problem", Operations Research 59 (2011), whose
memories grow as in R. Roberti and A. Mingozzi, "Dynamic ng-path relaxation for the delivery man
problem", Transportation Science 48 (2014); here a stop may serve several customers.
"""
