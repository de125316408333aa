"""Checker: expects the tables to match exactly.

Spaces at the ends of lines and empty lines after the last table are ignored.
"""

from judging import compare, judge


def check(given, answer, output, arguments):
    """Compare the output with the only correct one."""
    compare(answer, output, explain)


def explain(expected, found, number):
    """Return the fault of the first line that differs."""
    want = expected[number] if number < len(expected) else None
    got = found[number] if number < len(found) else None
    if got is None:
        return "the output is too short"
    if want is None:
        return "there is something after the last table"
    if not want or not got:
        return "an empty line is missing" if not want else "an empty line too many"
    if want.split() == got.split():
        return "the columns do not stand where they should"
    if want.split()[0].isdigit() and want.split()[1:] == got.split()[1:]:
        return "the right placement under a wrong number"
    if got in " ".join(expected) or got.split()[1:] in [line.split()[1:] for line in expected]:
        return "a placement out of order or of another dataset"
    return "the wrong line"


if __name__ == "__main__":
    judge(check)
