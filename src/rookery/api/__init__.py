"""The public calls: solve, count, estimate, placements, sample, tours, covers, read, write ...

Every answer passes its puzzle's `check`, plain Python written from the rules, before a call returns
it. `rookery` exports the names and loads each module when one of its names is first used.
"""
