"""What a user calls: solve, count, estimate, placements, sample, tours, covers, check, read, write.

Every answer is passed through its puzzle's `check`, plain Python written from the rules,
before it is handed out. `rookery` offers the names; each module is loaded when one of its names
is first used.
"""
