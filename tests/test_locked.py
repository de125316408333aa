"""What `make` installs is pinned, hashed and complete, and the wheel says under which licences."""

import re
import tomllib
from importlib import metadata
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[1]
LOCKED = ROOT / "locked"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
NAMES = ("run", "dev", "release")
PYTHONS = ("3.11", "3.12", "3.13", "3.14")
SYSTEMS = (("linux", "x86_64"), ("linux", "aarch64"), ("darwin", "arm64"), ("win32", "AMD64"))
BUILDS = ("hatchling", "editables")
HASH = re.compile(r"--hash=sha256:[0-9a-f]{64}")


def entries(name: str) -> list[tuple[Requirement, int]]:
    """The requirements of a lock file, each with the number of its hashes."""
    text = (LOCKED / f"{name}.txt").read_text(encoding="utf-8").replace("\\\n", " ")
    return [
        (Requirement(HASH.sub("", line).strip()), len(HASH.findall(line)))
        for line in text.splitlines()
    ]


def applying(name: str, python: str, system: tuple[str, str]) -> dict[str, str]:
    """Versions by name of what is installed by one Python on one system."""
    platform, machine = system
    where = {
        "python_version": python,
        "python_full_version": f"{python}.2",
        "sys_platform": platform,
        "platform_machine": machine,
        "platform_system": {"win32": "Windows", "darwin": "Darwin"}.get(platform, "Linux"),
        "os_name": "nt" if platform == "win32" else "posix",
    }
    found: dict[str, str] = {}
    for requirement, _ in entries(name):
        if requirement.marker is None or requirement.marker.evaluate(where):
            assert canonicalize_name(requirement.name) not in found, "two versions at once"
            (pin,) = requirement.specifier
            found[canonicalize_name(requirement.name)] = pin.version
    return found


def pins() -> dict[str, set[str]]:
    """The versions in constraints.txt by name."""
    found: dict[str, set[str]] = {}
    for line in (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            requirement = Requirement(line)
            (pin,) = requirement.specifier
            found.setdefault(canonicalize_name(requirement.name), set()).add(pin.version)
    return found


@pytest.mark.parametrize("name", NAMES)
def test_every_file_has_hashes_and_the_versions_of_the_constraints(name):
    known = pins()
    assert entries(name)
    for requirement, hashes in entries(name):
        assert hashes >= 1, requirement
        (pin,) = requirement.specifier
        assert pin.operator == "==", requirement
        expected = known.get(canonicalize_name(requirement.name))
        if name != "release" or expected:
            assert pin.version in (expected or ()), f"run .ci/lock: {requirement}"


@pytest.mark.parametrize("python", PYTHONS)
@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.parametrize(("name", "extra"), [("run", "web"), ("dev", "dev")])
def test_every_dependency_is_locked(name, extra, python, system):
    asked = {*PROJECT["dependencies"], *PROJECT["optional-dependencies"][extra], *BUILDS}
    found = applying(name, python, system)
    for line in asked:
        wanted = Requirement(line)
        if wanted.name != PROJECT["name"]:  # extras of its own, which the next test follows
            version = found.get(canonicalize_name(wanted.name))
            assert version is not None, f"run .ci/lock: {line} is missing"
            assert wanted.specifier.contains(version), line


def test_their_own_dependencies_are_locked():
    """As the packages installed here say, so for this Python and system."""
    here = {canonicalize_name(requirement.name) for requirement, _ in entries("dev")}
    looked = 0
    for name in sorted(here):
        try:
            needs = metadata.requires(name) or []
        except metadata.PackageNotFoundError:
            continue
        for line in needs:
            needed = Requirement(line)
            if needed.marker is None or needed.marker.evaluate({"extra": ""}):
                looked += 1
                assert canonicalize_name(needed.name) in here, f"{name} needs {line}"
    assert looked > 50


def test_make_installs_from_the_lock_files_only():
    recipes = (ROOT / "Makefile").read_text(encoding="utf-8")
    assert "LOCKED := -m pip install -qq --no-compile --require-hashes --no-deps -r" in recipes
    assert "CHECKOUT := $(BIN)/python -m pip install -qq --no-deps --no-build-isolation" in recipes
    for name, target in (("run", "$(RUN)"), ("dev", "$(DEV)"), ("release", "$(RELEASE)")):
        (recipe,) = re.findall(rf"^{re.escape(target)}:.*\n((?:\t.*\n)+)", recipes, re.M)
        assert f"$(LOCKED) locked/{name}.txt" in recipe
        assert "pip install" not in recipe


def test_the_wheel_says_under_which_licences():
    from rookery.packages.recipes import LICENCE

    assert (LICENCE, PROJECT["license"]) == ("cc by", "MIT AND CC-BY-4.0")
    assert all((ROOT / name).is_file() for name in PROJECT["license-files"])
    told = (ROOT / "LICENSE-PACKAGES").read_text(encoding="utf-8")
    assert "CC-BY-4.0" in told
    assert "src/rookery/packages/files" in told
