"""``--dask``, ``--workers`` and ledgers: what is refused, and how a lost count is resumed."""

from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

import pytest
from tests.command import rookery

import rookery as rk
from rookery.cli import status
from rookery.cli.workers import refuse_other_versions
from rookery.results.limits import Clock, Limits
from rookery.running.units import WorkError

DISTRIBUTION = "rookery-chess"
THIS = version(DISTRIBUTION)


class Client:
    """A cluster's client whose workers have these versions."""

    def __init__(self, **versions: Any) -> None:
        self.versions = versions

    def sync(self, call: Any, callback_timeout: float) -> Any:
        assert callback_timeout > 0
        return call()

    def run(self, function: Any, *arguments: Any, on_error: str) -> dict[str, Any]:
        assert (function.__name__, *arguments, on_error) == ("version", DISTRIBUTION, "return")
        return self.versions


@pytest.mark.parametrize(
    ("found", "told"), [("0.0.1", "0.0.1"), (PackageNotFoundError(DISTRIBUTION), "none")]
)
def test_another_rookery_or_none_is_refused(found, told):
    refuse_other_versions(Client(one=THIS, two=THIS), Clock(Limits(60)))
    words = f"worker two: expected {DISTRIBUTION} .*, got {told}$"
    with pytest.raises(rk.RookeryError, match=words):
        refuse_other_versions(Client(one=THIS, two=found), Clock(Limits(60)))


@pytest.mark.parametrize(
    ("options", "device", "error"),
    [
        ([], "cpu", WorkError("unit 3 was dropped: its workers were lost")),
        (["--device", "cuda"], "cuda", rk.DeviceError("the GPU is out of memory")),
    ],
)
def test_a_lost_cluster_or_gpu_is_reported_with_the_way_to_resume(
    monkeypatch, tmp_path, options, device, error
):
    path = tmp_path / "ledger"
    devices: list[str] = []

    def count(*arguments, device, save, **keywords):
        devices.append(device)
        Path(save or "").touch()
        raise error

    monkeypatch.setattr("rookery.count", count)
    result = rookery("queens 12 --count --save", path, *options)
    assert (result.exit_code, devices) == (status.BAD, [device])
    assert result.stderr.splitlines() == [
        f"rookery: to resume: the same command with --resume {path} instead of --save",
        f"rookery: {error}",
    ]


def test_a_count_without_time_leaves_no_ledger(tmp_path):
    kept = tmp_path / "kept"
    begun = rookery("nonattacking 6 --count --seconds 0 --save", kept)
    assert begun.exit_code == status.NO_ANSWER
    assert "--resume" not in begun.stderr
    assert not kept.exists()


def test_an_address_without_a_port_is_refused_before_a_client_is_made(monkeypatch):
    pytest.importorskip("distributed")
    monkeypatch.setattr("distributed.Client", lambda *arguments, **keywords: pytest.fail("made"))
    assert "at 'foo': missing port" in rookery("queens 8 --count --dask foo").stderr
