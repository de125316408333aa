"""The packages that the tests look at."""

import pytest
from tests.packages.programs import Exported


@pytest.fixture(scope="session")
def exported(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Exported:
    """Return a function that makes packages where all test processes find them."""
    own = tmp_path_factory.getbasetemp()
    root = (own if worker_id == "master" else own.parent) / "packages"
    root.mkdir(exist_ok=True)
    return Exported(root)
