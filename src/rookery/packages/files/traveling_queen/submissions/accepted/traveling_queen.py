"""The lexicographically first shortest tour of a queen past every knight to the bishop.

Squares are numbered by file, then rank, like their names. An integer per square is a set of sets
of knights: bit m is set if she can stand there having met exactly the knights of the set m. One
step of the search moves all of these sets at once.
"""

import sys

SIDE = 8
SQUARES = SIDE * SIDE
STEPS = [(1, 0), (0, 1), (1, 1), (1, -1), (-1, 0), (0, -1), (-1, -1), (-1, 1)]
NAMES = [file + rank for file in "abcdefgh" for rank in "12345678"]


def square_at(file, rank):
    """Return the number of a square, or None off the board."""
    if 0 <= file < SIDE and 0 <= rank < SIDE:
        return SIDE * file + rank
    return None


def ray_from(square, step):
    """Return a square and all squares from there in one direction."""
    file, rank = divmod(square, SIDE)
    ray = []
    while square is not None:
        ray.append(square)
        file, rank = file + step[0], rank + step[1]
        square = square_at(file, rank)
    return ray


RAYS = [[ray_from(square, step)[1:] for step in STEPS] for square in range(SQUARES)]
BESIDE = [[ray[0] for ray in rays if ray] for rays in RAYS]
LINES = [
    ray_from(square, step)
    for step in STEPS
    for square in range(SQUARES)
    if square_at(square // SIDE - step[0], square % SIDE - step[1]) is None
]


class Tour:
    """A board: the squares open to the queen, and the knights she meets on each."""

    def __init__(self, rows):
        letters = ["?"] * SQUARES
        for rank, row in enumerate(reversed(rows)):
            for file, letter in enumerate(row):
                letters[square_at(file, rank)] = letter
        self.start = letters.index("Q")
        knights = [square for square in range(SQUARES) if letters[square] == "N"]
        self.is_free = [letter in ".Q" for letter in letters]
        self.met = [
            [number for number, knight in enumerate(knights) if knight in BESIDE[square]]
            for square in range(SQUARES)
        ]
        self.is_goal = [letters.index("B") in BESIDE[square] for square in range(SQUARES)]
        self.sets = 1 << len(knights)
        self.everybody = 1 << (self.sets - 1)
        self.without = [self._sets_without(number) for number in range(len(knights))]

    def _sets_without(self, number):
        """Return the set of all sets that lack a knight."""
        width = 1 << number
        bits = (1 << width) - 1
        while 2 * width < self.sets:
            bits |= bits << 2 * width
            width *= 2
        return bits

    def meet(self, square, sets):
        """Return the sets of knights met after she arrives on a square."""
        for number in self.met[square]:
            without = sets & self.without[number]
            sets = (sets ^ without) | (without << (1 << number))
        return sets

    def before_meeting(self, square, sets):
        """Return the sets that arriving on a square turns into one of `sets`."""
        for number in self.met[square]:
            sets &= ~self.without[number]
            sets |= sets >> (1 << number)
        return sets

    def spread(self, sets):
        """Return the union of the sets of all squares one move away, for every square."""
        reached = [0] * SQUARES
        for line in LINES:
            carried = 0
            for square in line:
                if self.is_free[square]:
                    reached[square] |= carried
                    carried |= sets[square]
                else:
                    carried = sets[square]
        return reached

    def layers(self):
        """Return the states first reached after 0, 1, 2 ... moves; none if no tour exists."""
        layer = [0] * SQUARES
        layer[self.start] = self.meet(self.start, 1)
        seen = list(layer)
        layers = [layer]
        while any(layer):
            ends = [s for s in range(SQUARES) if self.is_goal[s] and layer[s] & self.everybody]
            if ends:
                layers[-1] = [self.everybody if s in ends else 0 for s in range(SQUARES)]
                return layers
            reached = self.spread(layer)
            layer = [self.meet(s, reached[s]) & ~seen[s] for s in range(SQUARES)]
            seen = [seen[s] | layer[s] for s in range(SQUARES)]
            layers.append(layer)
        return []

    def first_path(self):
        """Return the squares of the first shortest path, or None."""
        layers = self.layers()
        if not layers:
            return None
        for moves in range(len(layers) - 2, -1, -1):
            after = layers[moves + 1]
            wanted = self.spread([self.before_meeting(s, after[s]) for s in range(SQUARES)])
            layers[moves] = [layers[moves][s] & wanted[s] for s in range(SQUARES)]
        square = self.start
        path, sets = [square], self.meet(square, 1)
        for layer in layers[1:]:
            square, sets = self.first_step(square, sets, layer)
            path.append(square)
        return path

    def first_step(self, square, sets, layer):
        """Return the first square of the next layer, with its set of knights met."""
        nearby = []
        for ray in RAYS[square]:
            for near in ray:
                if not self.is_free[near]:
                    break
                nearby.append(near)
        for near in sorted(nearby):
            met = self.meet(near, sets) & layer[near]
            if met:
                return near, met
        raise AssertionError("a state of a shortest path has a next one")


def main():
    """Answer all scenarios."""
    count, *rows = sys.stdin.read().split()
    for number in range(int(count)):
        path = Tour(rows[SIDE * number : SIDE * (number + 1)]).first_path()
        print("Scenario #%d:" % (number + 1))
        print("impossible" if path is None else "".join(NAMES[square] for square in path))
        print()


if __name__ == "__main__":
    main()
