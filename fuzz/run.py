"""Fuzz a target: ``python -m fuzz.run TARGET [options of libFuzzer]``.

It begins with the corpus, ``fuzz/corpus/TARGET``. New inputs go to TARGET in the folder named by
ROOKERY_CORPUS, by default ``fuzz/found``; failing ones
to ``crash-...`` files in the current folder.
``-max_total_time=60`` stops after a minute.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

import atheris

with atheris.instrument_imports(include=["rookery"]):
    from fuzz.targets import TARGETS
    from rookery.statements import NAMES, load

    for name in NAMES:
        load(name)

CORPUS = Path(__file__).parent / "corpus"
LONGEST = 2048


def main() -> None:
    """Run the target named by the first argument."""
    if len(sys.argv) < 2 or sys.argv[1] not in TARGETS:
        sys.exit(f"usage: python -m fuzz.run TARGET [OPTIONS]; targets: {', '.join(TARGETS)}")
    target = sys.argv[1]
    found = Path(os.environ.get("ROOKERY_CORPUS") or CORPUS.with_name("found")) / target
    found.mkdir(parents=True, exist_ok=True)
    options = [f"-max_len={LONGEST}", "-timeout=10", *sys.argv[2:]]
    atheris.Setup([sys.argv[0], str(found), str(CORPUS / target), *options], TARGETS[target])
    atheris.Fuzz()


if __name__ == "__main__":
    main()
