"""Checker: expects a line per board with the sum right-aligned in five characters.

Spaces at the ends of lines and empty lines at the end are ignored.
"""

from judging import compare, judge


def check(given, answer, output, arguments):
    """Compare the output with the only correct one."""
    compare(answer, output, explain)


def explain(expected, found, number):
    """Return the fault of the first line that differs."""
    want = expected[number] if number < len(expected) else None
    got = found[number] if number < len(found) else None
    if want is None or got is None:
        return "%d boards, %d lines" % (len(expected), len(found))
    if want.split() == got.split():
        return "the sum is not right-aligned in five characters"
    if got.strip().isdecimal() and len(got.strip()) <= 9:
        return "the sum is too %s" % ("great" if int(got) > int(want) else "small")
    return "no sum"


if __name__ == "__main__":
    judge(check)
