"""The targets of fuzzing: over their corpus always, with Atheris for a moment where it is."""

from importlib.util import find_spec
from pathlib import Path

import pytest
from fuzz.targets import TARGETS
from tests.children import python

ROOT = Path(__file__).parents[1]
CORPUS = ROOT / "fuzz" / "corpus"


@pytest.mark.parametrize("target", TARGETS)
def test_every_file_of_the_corpus_is_read_or_refused(target):
    files = sorted((CORPUS / target).iterdir())
    assert files
    for path in files:
        TARGETS[target](path.read_bytes())


@pytest.mark.slow
@pytest.mark.skipif(find_spec("atheris") is None, reason="needs Atheris: make fuzz")
@pytest.mark.parametrize("target", TARGETS)
def test_a_moment_of_fuzzing(target, tmp_path):
    run = ("-m", "fuzz.run", target, "-runs=500", f"-artifact_prefix={tmp_path}/")
    python(*run, cwd=ROOT, env={"ROOKERY_CORPUS": str(tmp_path / "new")})
