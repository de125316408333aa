"""``rookery verify`` checks a certificate, ``rookery verify-record`` a term with two proofs."""

from __future__ import annotations

from math import inf

import click

from rookery import recounting, verifying
from rookery.cli import status
from rookery.cli.streams import STDIN, answering, read_all, say
from rookery.cli.types import Real

CERTIFICATES = """\b
Examples:
  rookery cover 6 knight --certificate proof.txt; rookery verify proof.txt
  rookery queens 10 --count --certificate count.txt; rookery verify count.txt

The file is made by --certificate. The checkers are programs of 300 lines that need nothing but
Python: rookery/verifying.py for bounds, a copy of which runs anywhere, and rookery/recounting.py
for counts. A count is repeated for ten seconds or so, with --all to its end. Exit status: 0
accepted, 1 rejected, 2 the file is no certificate.
"""


@click.command(epilog=CERTIFICATES, short_help="Check a bound or a count, without the solvers.")
@click.argument("file", default=STDIN)
@click.option("--all", "every", is_flag=True, help="Repeat a count to its end, however long.")
def verify(file: str, every: bool) -> int:
    """Check a certificate, and print what it proves or its first line that is wrong.

    Without FILE, or if it is -, standard input is read.
    """
    data, name = read_all(file)
    budget = recounting.Budget(inf if every else recounting.STEPS)
    with answering() as answers:
        try:
            is_count = data.startswith(recounting.BEGINNING)
            proved = recounting.verify(data, budget) if is_count else verifying.verify(data)
            answers.write(f"accepted: {proved}\n")
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
