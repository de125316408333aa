"""``rookery verify``: check a certificate without the solvers."""

from __future__ import annotations

import click

from rookery import verifying
from rookery.cli import status
from rookery.cli.streams import STDIN, answering, reading, say

EPILOG = """\b
Example:
  rookery cover 6 knight --certificate proof.txt
  rookery verify proof.txt

The file is made by --certificate. The checker is a program of 300 lines that needs nothing but
Python: a copy of rookery/verifying.py runs anywhere. Exit status: 0 accepted, 1 rejected, 2 the
file is no certificate.
"""


@click.command(epilog=EPILOG, short_help="Check the proof of a bound, without the solvers.")
@click.argument("file", default=STDIN)
def verify(file: str) -> int:
    """Check a certificate, and print what it proves or its first line that is wrong.

    Without FILE, or if it is -, standard input is read.
    """
    with reading(file) as (stream, name):
        data = stream.read_all()
    with answering() as answers:
        try:
            answers.write(f"accepted: {verifying.verify(data)}\n")
        except verifying.Unreadable as error:
            say(f"{name}:{error}")
            return status.BAD
        except verifying.Rejected as error:
            answers.write(f"rejected: {name}:{error}\n")
            return status.REJECTED
    return status.DONE
