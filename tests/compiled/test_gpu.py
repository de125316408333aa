"""Whether a GPU can be used, told by a stand-in for Numba's CUDA and by this machine."""

import sys
from importlib.machinery import ModuleSpec
from importlib.util import find_spec
from types import ModuleType, SimpleNamespace

import numba
import pytest

import rookery as rk
from rookery.compiled import gpu
from rookery.version import install_command

ON_CPU = '; or count on the CPU: device="cpu"'
GIGA = 10**9


class CudaSupportError(ImportError):
    __module__ = "numba.cuda.cudadrv.error"


class CudaAPIError(Exception):
    __module__ = "numba.cuda.cudadrv.driver"


class DynamicLibNotFoundError(RuntimeError):
    __module__ = "cuda.pathfinder"


@pytest.fixture
def fake(monkeypatch: pytest.MonkeyPatch) -> SimpleNamespace:
    """One GPU of 80 GB, as `numba.cuda` shows it."""
    context = SimpleNamespace(get_memory_info=lambda: (GIGA * 3 // 2, 80 * GIGA))
    driver = SimpleNamespace(get_version=lambda: (12, 4))
    cuda = SimpleNamespace(
        cudadrv=SimpleNamespace(driver=SimpleNamespace(driver=driver)),
        runtime=SimpleNamespace(get_version=lambda: (12, 9)),
        gpus=[0],
        current_context=lambda: context,
        context=context,
    )
    package = ModuleType("numba_cuda")
    package.__spec__ = ModuleSpec("numba_cuda", None)
    monkeypatch.setitem(sys.modules, "numba_cuda", package)
    monkeypatch.setattr(numba, "cuda", cuda, raising=False)
    monkeypatch.setattr(numba.config, "ENABLE_CUDASIM", 0)
    monkeypatch.delenv("CUDA_VISIBLE_DEVICES", raising=False)
    return cuda


def refused() -> str:
    with pytest.raises(rk.DeviceError) as error:
        gpu.expect_gpu()
    assert not gpu.is_there()
    return str(error.value)


def test_a_gpu_is_there(fake):
    gpu.expect_gpu()
    assert gpu.is_there()


@pytest.mark.skipif(find_spec("numba_cuda") is not None, reason="numba-cuda is installed")
@pytest.mark.parametrize(
    ("platform", "found"),
    [("linux", f"is not installed: {install_command('cuda')}"), ("darwin", "not support macOS")],
)
def test_without_numba_cuda(monkeypatch, platform, found):
    monkeypatch.setattr(sys, "platform", platform)
    text = refused()
    assert found in text
    assert text.endswith(ON_CPU)


def test_the_simulator_is_a_gpu(monkeypatch):
    monkeypatch.setattr(numba.config, "ENABLE_CUDASIM", 1)
    assert gpu.is_there()


INIT = "Error at driver init: "
NO_DRIVER = f"{INIT}\n\nCUDA driver library cannot be found.\nEnsure that a compatible driver is:"
CASES = {
    "no driver": (CudaSupportError(NO_DRIVER), "no NVIDIA driver was found; or count"),
    "no GPU": (
        CudaSupportError(f"{INIT}Call to cuInit results in CUDA_ERROR_NO_DEVICE (100)"),
        "no GPU is visible",
    ),
    "disabled": (
        CudaSupportError(f"{INIT}\nCUDA is disabled due to setting NUMBA_DISABLE_CUDA=1:"),
        "the GPU cannot be used: CUDA is disabled due to setting NUMBA_DISABLE_CUDA=1",
    ),
    "no bindings": (
        ModuleNotFoundError("No module named 'cuda.core'"),
        f"parts of CUDA are not installed: No module named 'cuda.core': {install_command('cuda')}",
    ),
    "no library": (
        DynamicLibNotFoundError('Failure finding "libnvrtc.so.12": No such file\nsearched: ...'),
        'parts of CUDA are not installed: Failure finding "libnvrtc.so.12": No such file: pip',
    ),
    "no text": (RuntimeError(), "the GPU cannot be used: RuntimeError"),
    "full": (
        CudaAPIError("Call to cuCtxCreate results in CUDA_ERROR_OUT_OF_MEMORY"),
        "the GPU is out of memory; use another GPU, or count on the CPU",
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_cuda_does_not_start(fake, case):
    error, found = CASES[case]

    def fail():
        raise error

    fake.cudadrv.driver.driver.get_version = fake.current_context = fail
    text = refused()
    assert text.startswith(found)
    assert text.endswith(ON_CPU[2:])
    assert "\n" not in text


def test_a_driver_older_than_the_toolkit(fake):
    fake.cudadrv.driver.driver.get_version = lambda: (11, 8)
    text = refused()
    assert text.startswith("expected a driver for CUDA 12, got one for 11.8; update the NVIDIA")
    assert text.endswith(ON_CPU[2:])


@pytest.mark.parametrize(("visible", "why"), [(None, ""), ("", ": CUDA_VISIBLE_DEVICES is ''")])
def test_no_gpu_is_visible(fake, monkeypatch, visible, why):
    if visible is not None:
        monkeypatch.setenv("CUDA_VISIBLE_DEVICES", visible)
    fake.gpus = []
    assert refused() == f"no GPU is visible{why}{ON_CPU}"


@pytest.mark.parametrize(
    ("error", "told"),
    [
        ("OUT_OF_MEMORY", "is out of memory: 1.5 of 80.0 GB are free; use another GPU"),
        ("ILLEGAL_ADDRESS", "cannot be used: Call to X results in CUDA_ERROR_ILLEGAL_ADDRESS"),
        ("INSUFFICIENT_DRIVER", "cannot be used: Call to X .*; update the NVIDIA driver"),
        ("UNSUPPORTED_PTX_VERSION", "cannot be used: Call to X .*; update the NVIDIA driver"),
    ],
)
def test_a_kernel_fails(fake, error, told):
    told = rf"^the GPU {told}[;,] or count on the CPU: device=\"cpu\"$"
    with pytest.raises(rk.DeviceError, match=told), gpu.gpu_errors():
        raise CudaAPIError(f"Call to X results in CUDA_ERROR_{error}\nmore")


def test_errors_of_others_are_left_alone(fake):
    with pytest.raises(ZeroDivisionError), gpu.gpu_errors():
        _ = 1 // 0
