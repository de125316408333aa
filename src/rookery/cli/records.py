"""``rookery verify-record``: check records, values with two independent proofs."""

from __future__ import annotations

import click

from rookery.api import records
from rookery.cli import status
from rookery.cli.streams import answering, reading
from rookery.cli.types import Real

EPILOG = """\b
Examples:
  rookery verify-record records/A201861-18.json
  rookery verify-record records/*.json --again --seconds 60

Exit status: 0 accepted, 1 rejected, 2 if a file is not a record,
3 if --again reached its limit.
"""


@click.command("verify-record", epilog=EPILOG, short_help="Check values with two proofs.")
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
    end = status.DONE
    with answering() as answers:
        for file in files:
            with reading(file) as (stream, name):
                record = records.read(stream.read_all(), name)
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
