"""``rookery doctor``: what is installed and used here."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict

import click

from rookery.api.doctor import Extra, Findings, Kernels, examine
from rookery.cli import status
from rookery.cli.streams import answering
from rookery.errors import printable

WIDTH = 22
EPILOG = """\b
Examples:
  rookery doctor
  rookery doctor --json
"""


@click.command(epilog=EPILOG, short_help="Show what is installed and used.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object instead of text.")
def doctor(as_json: bool) -> int:
    """Show what is installed and used: versions, cores, kernels, extras.

    The exit status is 0 when all kernels are compiled and kept, else 1.
    """
    findings = examine()
    with answering() as answers:
        if as_json:
            answers.write(f"{json.dumps(asdict(findings), default=str)}\n")
        else:
            answers.write(
                "".join(f"{name:{WIDTH}}{printable(text)}\n" for name, text in _rows(findings))
            )
    return status.DONE if _is_well(findings.kernels) else status.REJECTED


def _is_well(kernels: Kernels) -> bool:
    return kernels.folder is not None and all(kernels.compiled.values())


def _rows(findings: Findings) -> Iterator[tuple[str, str]]:
    yield "rookery", f"{findings.distribution}, in {findings.location}"
    yield "python", findings.python
    yield "system", findings.system
    yield "cores", str(findings.cores)
    gpus = ", ".join(findings.gpu)
    yield "gpu", f"{gpus}, which rookery does not use" if gpus else "none"
    for name, version in findings.versions.items():
        yield name, version or "missing"
    yield from _kernel_rows(findings.kernels)
    for extra in findings.extras:
        yield f"extra {extra.name}", _extra_text(extra)


def _kernel_rows(kernels: Kernels) -> Iterator[tuple[str, str]]:
    yield "vector lanes", f"{kernels.lanes} (ROOKERY_LANES forces others)"
    if kernels.refused:
        yield "kernels", f"not where others can write: {kernels.refused}"
    if kernels.folder is None:
        yield "kernels", "cannot be kept: no folder for them can be written to; set NUMBA_CACHE_DIR"
        return
    yield "kernels", f"kept in {kernels.folder}, which only you can write to"
    for name, is_compiled in kernels.compiled.items():
        yield f"  {name}", "compiled" if is_compiled else "not compiled: run `rookery warm`"


def _extra_text(extra: Extra) -> str:
    if not extra.is_installed:
        return f"missing, for {extra.purpose}: {extra.command}"
    found = ", ".join(f"{name} {version}" for name, version in extra.versions.items())
    return f"{found}, for {extra.purpose}"
