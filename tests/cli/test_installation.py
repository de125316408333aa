"""``rookery doctor`` and ``rookery warm``: what is installed, and compiling ahead."""

import json
import sys
from pathlib import Path

import pytest
from tests.children import python
from tests.command import rookery
from tests.marks import few

from rookery.cli import installation as command
from rookery.cli import status
from rookery.compiled.gpu import DeviceError
from rookery.compiled.sets import KernelSet
from rookery.families import kernel_sets
from rookery.results.progress import COMPILING
from rookery.version import __version__, install_command

LOW_PRIORITY = 10


@pytest.fixture
def kernels(monkeypatch) -> dict[str, bool]:
    """Whether each set is kept, for the test to say; all are at first."""
    kept = {kernels.name: True for kernels in kernel_sets()}
    monkeypatch.setattr(KernelSet, "is_kept", lambda self: kept[self.name])
    return kept


def test_all_is_well(kernels):
    result = rookery("doctor")
    assert result.exit_code == status.DONE
    assert f"rookery-chess {__version__}, in " in result.stdout
    assert "not compiled" not in result.stdout
    assert all(name in result.stdout for name in (*command.NEEDED, *kernels))


def test_missing_kernels_are_named(kernels):
    kernels["cover"] = False
    result = rookery("doctor")
    assert result.exit_code == status.REJECTED
    (line,) = [line for line in result.stdout.splitlines() if "not compiled" in line]
    assert line.split() == ["cover", "not", "compiled:", "run", "`rookery", "warm`"]


def without(package: str, line: str, code: int) -> tuple[str, str]:
    """Return what a command prints in a process of its own, where a package cannot be imported."""
    program = (
        f"import sys; sys.modules[{package!r}] = None; sys.argv = {['rookery', *line.split()]!r}\n"
        "from rookery.cli import main; main()"
    )
    run = python("-c", program, status=code)
    return run.stdout, run.stderr


@pytest.mark.parametrize("package", few(["numba", "numpy", "ortools"]))
def test_without_a_package_the_doctor_names_what_cannot_be_loaded(package):
    out, err = without(package, "doctor", status.REJECTED)
    lines = [line for line in out.splitlines() if "cannot be loaded: " in line]
    assert (err, bool(lines)) == ("", True)
    assert all(package in line for line in lines)


@pytest.mark.parametrize(
    ("package", "line"),
    few(
        [
            ("numpy", "queens 14 --count"),
            ("ortools", "nonattacking 8 knight"),
            ("numba", "cover 6 queen"),
        ]
    ),
)
def test_without_a_package_a_command_says_so_in_one_line(package, line):
    out, err = without(package, line, status.BAD)
    assert (out, err.count("\n"), package in err) == ("", 1, True)
    assert err.startswith("rookery: a package is missing or broken: ")
    assert err.endswith("; see 'rookery doctor'\n")


def test_an_error_of_a_library_is_not_taken_for_one_of_the_output(monkeypatch):
    def examine():
        raise OSError("libllvmlite.so is not found")

    monkeypatch.setattr(command, "examine", examine)
    assert rookery("doctor").stderr == "rookery: libllvmlite.so is not found\n"


def test_a_missing_extra_says_how_to_get_it(kernels, monkeypatch):
    found = command.version

    def version(package):
        if package == "matplotlib":
            raise command.PackageNotFoundError(package)
        return "1.0" if package == "numba-cuda" else found(package)

    monkeypatch.setattr(command, "version", version)
    (line,) = [line for line in rookery("doctor").stdout.splitlines() if "missing" in line]
    assert line.endswith(install_command("plot"))


LISTED = "NVIDIA H100 80GB HBM3, 81559 MiB, 550.54.15"
FOUND = "NVIDIA H100 80GB HBM3, 81559 MiB, driver 550.54.15"
CPU = '; or count on the CPU: device="cpu"'


@pytest.mark.parametrize(
    ("listed", "refused", "row"),
    [
        ("", "no GPU is visible", f"none can be used: no GPU is visible{CPU}"),
        (LISTED, "", FOUND),
        (f"{LISTED}\n{LISTED}", "", f"{FOUND}; {FOUND}"),
        (LISTED, "no GPU is visible", f"{FOUND}; none can be used: no GPU is visible{CPU}"),
        ("", "", "one that nvidia-smi does not list"),
        (None, "", "one that nvidia-smi does not list"),
    ],
)
def test_gpus_are_named_or_the_reason_why_none_can_be_used(
    kernels, monkeypatch, tmp_path, listed, refused, row
):
    def expect_gpu():
        if refused:
            raise DeviceError(f"{refused}{CPU}")

    monkeypatch.setattr("rookery.compiled.gpu.expect_gpu", expect_gpu)
    tool = tmp_path / "nvidia-smi"
    program = "raise SystemExit(9)" if listed is None else f"print({listed!r}, end='')"
    tool.write_text(f"#!{sys.executable}\n{program}\n")
    tool.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    (line,) = [line for line in rookery("doctor").stdout.splitlines() if line.startswith("gpu ")]
    assert line.removeprefix("gpu").strip() == row


@pytest.mark.parametrize(
    ("asked", "found", "code", "told"),
    [
        ("folder", None, status.REJECTED, "no folder is writable; set NUMBA_CACHE_DIR"),
        ("refused", "/x is open", status.DONE, "not cached where others can write: /x is open\n"),
    ],
)
def test_the_doctor_tells_of_the_cache_folder(kernels, monkeypatch, asked, found, code, told):
    monkeypatch.setattr(command, asked, lambda: found)
    result = rookery("doctor")
    assert result.exit_code == code
    assert told in result.stdout


def test_findings_are_plain_data(kernels):
    found = json.loads(rookery("doctor --json").stdout)
    assert Path(found["location"]).name == "rookery"
    assert found["kernels"]["compiled"] == kernels


@pytest.mark.parametrize(
    ("missing", "works", "code", "last"),
    [
        ([], True, status.DONE, "rookery: all {} sets of kernels are compiled"),
        (["cover", "heaviest"], True, status.DONE, "rookery: all {} sets of kernels are compiled"),
        (["cover"], False, status.BAD, "rookery: kernels cover could not be compiled and cached"),
    ],
)
def test_warm_compiles_missing_kernels_and_reports(
    kernels, monkeypatch, missing, works, code, last
):
    def child(name):
        kernels[name] = works
        return works

    kernels |= dict.fromkeys(missing, False)
    monkeypatch.setattr(command, "folder", Path)
    monkeypatch.setattr("rookery.compiled.sets.compile_in_child", child)
    result = rookery("warm")
    *shown, told = result.stderr.splitlines()
    assert (result.exit_code, told) == (code, last.format(len(kernels)))
    sets = [f"{done} of {len(missing)} sets" for done in range(len(missing) + 1)] * bool(missing)
    assert [line.partition(" (")[0] for line in shown] == [f"{COMPILING}: {one}" for one in sets]


def test_warm_here_starts_no_child(kernels, monkeypatch):
    begun = []
    monkeypatch.setattr(KernelSet, "compile_here", lambda self: begun.append(self.name))
    assert rookery("warm --here heaviest cover").exit_code == status.DONE
    assert begun == ["heaviest", "cover"]


def test_warm_in_the_background_starts_one_child_of_low_priority(kernels, monkeypatch):
    started = []
    monkeypatch.setattr(command, "folder", Path)
    monkeypatch.setattr(command, "start_child", lambda *arguments: started.append(arguments))
    monkeypatch.setattr(command, "compile_missing", lambda *_: pytest.fail("it waited"))
    result = rookery("warm --background heaviest cover")
    assert result.exit_code == status.DONE
    assert started == [(["heaviest", "cover"], LOW_PRIORITY)]
    assert rookery("warm --background -q").output == ""
    assert started[1] == (list(kernels), LOW_PRIORITY)


def test_warm_fails_where_nothing_can_be_kept(kernels, monkeypatch):
    monkeypatch.setattr(command, "folder", lambda: None)
    result = rookery("warm")
    assert result.exit_code == status.BAD
    assert "no folder is writable" in result.stderr
