"""Lower bounds from the ng-route relaxation.

Every target has a reward, its dual. A tour of at most k moves collects the sum of all rewards, so
no such tour exists if the richest *walk* of k moves collects less. Finding the richest walk that
remembers all its visited targets is as hard as finding a tour. An *ng-route* remembers only a few
targets per square, and may collect a reward again after forgetting the target. Its states are
few: the number of moves, the square, and the visited targets among those remembered there::

    square     s            t            s again
    visits     i            j            i
    memory  ..{i}..      ..{j}..      ..{i}..     t does not remember i: collected twice

Subgradient steps adjust the rewards to the richest walk: the reward falls for a target visited
twice, and rises for a target missed. If this makes no progress, the squares between two visits of
a target are extended to remember it. With all targets remembered everywhere the bound is exact;
a few usually suffice.

The relaxation is due to R. Baldacci, A. Mingozzi and R. Roberti, "New route relaxation and
pricing strategies for the vehicle routing problem", Operations Research 59 (2011). Memories grow
as in R. Roberti and A. Mingozzi, "Dynamic ng-path relaxation for the delivery man problem",
Transportation Science 48 (2014). Here a stop may serve several customers.
"""
