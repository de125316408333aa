"""All placements of eight non-attacking queens with one of them on a given square."""

import sys

SIDE = 8
HEADER = "SOLN       COLUMN\n #      1 2 3 4 5 6 7 8\n\n"


def placements():
    """Return all placements as rows of columns 1 to 8, in lexicographic order."""
    found = []

    def place(rows):
        column = len(rows)
        if column == SIDE:
            found.append(rows)
            return
        for row in range(1, SIDE + 1):
            if all(
                row != other and abs(row - other) != column - at for at, other in enumerate(rows)
            ):
                place((*rows, row))

    place(())
    return found


def table(known, row, column):
    """Return the text for one dataset."""
    chosen = [rows for rows in known if rows[column - 1] == row]
    lines = []
    for number, rows in enumerate(chosen, 1):
        lines.append("%2d      %s\n" % (number, " ".join(map(str, rows))))
    return HEADER + "".join(lines)


def main():
    """Answer all datasets."""
    count, *numbers = map(int, sys.stdin.read().split())
    known = placements()
    squares = [(numbers[2 * at], numbers[2 * at + 1]) for at in range(count)]
    sys.stdout.write("\n".join(table(known, row, column) for row, column in squares))


if __name__ == "__main__":
    main()
