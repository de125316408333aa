"""``rookery verify`` checks a certificate, ``rookery verify-record`` a term with two proofs."""

from __future__ import annotations

import click

from rookery import verifying
from rookery.cli import status
from rookery.cli.streams import STDIN, answering, read_all, say
from rookery.cli.types import Real

CERTIFICATES = """\b
Example:
  rookery cover 6 knight --certificate proof.txt
  rookery verify proof.txt

The file is made by --certificate. The checker is a program of 300 lines that needs nothing but
Python: a copy of rookery/verifying.py runs anywhere. Exit status: 0 accepted, 1 rejected, 2 the
file is no certificate.
"""


@click.command(epilog=CERTIFICATES, short_help="Check the proof of a bound, without the solvers.")
@click.argument("file", default=STDIN)
def verify(file: str) -> int:
    """Check a certificate, and print what it proves or its first line that is wrong.

    Without FILE, or if it is -, standard input is read.
    """
    data, name = read_all(file)
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


RECORDS = """\b
Examples:
  rookery verify-record records/A201861-18.json
  rookery verify-record records/*.json --again --seconds 60

Exit status: 0 accepted, 1 rejected, 2 if a file is not a record,
3 if --again reached its limit.
"""


@click.command("verify-record", epilog=RECORDS, short_help="Check values with two proofs.")
@click.argument("files", metavar="FILE...", nargs=-1, required=True)
@click.option("--again", is_flag=True, help="Make the first proof again, within --seconds.")
@click.option(
    "--seconds",
    type=Real(min=0),
    metavar="S",
    help="With --again: stop each proof after S seconds; default: no limit.",
)
def verify_record(files: tuple[str, ...], again: bool, seconds: float | None) -> int:
    """Check the records in FILEs: terms of integer sequences with two independent proofs.

    For each it says what was checked and what remains trusted. The commands that a record names are
    not run.
    """
    if seconds is not None and not again:
        raise click.UsageError("expected --again with --seconds, got none")
    from rookery.api import records  # slow to import

    end = status.DONE
    with answering() as answers:
        for file in files:
            data, name = read_all(file)
            record = records.read(data, name)
            answers.write(f"{name}: {records.summary(record)}\n")
            try:
                for fact in records.verify(record):
                    answers.write(f"  checked: {fact}\n")
                if again:
                    repeated = records.repeat(record, seconds)
                    line = f"checked: {repeated}" if repeated else "not checked again: time"
                    answers.write(f"  {line}\n")
                    end = end if repeated else status.LIMIT
            except records.RecordFault as fault:
                answers.write(f"  rejected: {fault}\n")
                return status.REJECTED
            for text in record.trusted:
                answers.write(f"  trusted: {text}\n")
            answers.write("  accepted\n")
    return end
