"""What holds for the project as a whole: what it imports, pins and says about itself."""

import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

import run

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
EXTRAS = PROJECT["project"]["optional-dependencies"]
GROUPS = PROJECT["dependency-groups"]

LONGEST_FILE = 450

OUTPUTS = [
    ".venv/bin/python",
    "build/yiwen/warn.txt",
    "dist/yiwen/yiwen",
    "engine/__pycache__/cli.cpython-311.pyc",
    ".mypy_cache/CACHEDIR.TAG",
    ".pytest_cache/README.md",
    ".ruff_cache/CACHEDIR.TAG",
    ".import_linter_cache/x",
    ".hypothesis/x",
]

# Places of one machine, and hosts that packages are fetched from; in two halves, so that this
# very file does not hold what it looks for.
TRACES = [
    "".join(halves)
    for halves in (
        ("/wo", "rk/main"),
        ("/wo", "rk/shared"),
        ("/ro", "ot/"),
        ("/op", "t/wheels"),
        ("/op", "t/pypi"),
        ("pypi.", "org/simple"),
        ("files.python", "hosted.org"),
        ("registry.npm", "js.org"),
        ("deb.", "debian.org"),
        ("download.", "pytorch.org"),
    )
]


def loaded_after(statement: str, names: set[str]) -> set[str]:
    """Return which of the modules a fresh interpreter has loaded after ``statement``."""
    code = f"{statement}\nimport sys\nprint(*sys.modules, sep='\\n')"
    found = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, encoding="utf-8", check=True
    )
    return names & set(found.stdout.split())


def git(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["git", "-c", "safe.directory=*", *arguments],
        cwd=ROOT,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )


def tracked() -> list[Path]:
    listed = git("ls-files", "-z")
    assert listed.returncode == 0, listed.stderr
    paths = [ROOT / name for name in listed.stdout.split("\0") if name]
    return [path for path in paths if path.is_file()]


def direct_dependencies() -> Iterator[Requirement]:
    for requirements in (PROJECT["project"]["dependencies"], *EXTRAS.values(), *GROUPS.values()):
        yield from map(Requirement, requirements)


def pins() -> dict[str, str]:
    lines = (ROOT / "constraints.txt").read_text("utf-8").splitlines()
    found = dict(line.split("==") for line in lines if line and not line.startswith("#"))
    return {canonicalize_name(name): version for name, version in found.items()}


def installed_with(name: str, seen: set[str]) -> set[str]:
    """Add to ``seen`` what comes along when ``name`` is installed without any extra."""
    if name not in seen:
        seen.add(name)
        try:
            requirements = metadata.requires(name) or []
        except metadata.PackageNotFoundError:
            return seen
        for requirement in map(Requirement, requirements):
            if requirement.marker is None or requirement.marker.evaluate({"extra": ""}):
                installed_with(canonicalize_name(requirement.name), seen)
    return seen


def test_importing_the_engine_loads_nothing_heavy():
    heavy = {"torch", "transformers", "onnx", "PySide6", "onnxruntime"}
    assert loaded_after("import engine", heavy) == set()


def test_the_command_line_loads_no_window_and_no_training_library():
    heavy = {"torch", "transformers", "onnx", "PySide6"}
    assert loaded_after("import engine.cli", heavy) == set()


def test_opening_the_window_does_not_wait_for_the_runtime():
    heavy = {"torch", "transformers", "onnx", "onnxruntime"}
    assert loaded_after("import gui.app", heavy) == set()


def test_the_command_line_says_the_version_of_the_project():
    said = subprocess.run(
        [sys.executable, "-m", "engine", "--version"],
        cwd=ROOT,
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    version = PROJECT["project"]["version"]
    assert metadata.version("yiwen") == version
    assert re.search(rf"(?<![\w.]){re.escape(version)}(?![\w.])", said.stdout)


def test_the_window_is_set_up_without_torch():
    assert run.SETS["app"] == ["."]
    assert "torch" not in installed_with("yiwen", set())
    torch = [
        requirement
        for requirement in map(Requirement, metadata.requires("yiwen") or ())
        if requirement.name in {"torch", "transformers"}
    ]
    assert {requirement.name for requirement in torch} == {"torch", "transformers"}
    for requirement in torch:
        assert requirement.marker is not None
        assert requirement.marker.evaluate({"extra": "export"})
        assert not requirement.marker.evaluate({"extra": "serve"})


def test_every_set_names_extras_and_groups_that_exist():
    for wanted in run.SETS.values():
        assert set(Requirement(f"yiwen{wanted[0][1:]}").extras) <= set(EXTRAS)
        assert set(wanted[2::2]) <= set(GROUPS)


def test_every_direct_dependency_is_pinned_within_its_range():
    pinned = pins()
    wrong = [
        f"{requirement} is pinned to {pinned.get(canonicalize_name(requirement.name))}"
        for requirement in direct_dependencies()
        if (version := pinned.get(canonicalize_name(requirement.name))) is None
        or not requirement.specifier.contains(version)
    ]
    assert wrong == []


def test_everything_that_is_installed_is_pinned():
    needed: set[str] = set()
    for requirement in direct_dependencies():
        installed_with(canonicalize_name(requirement.name), needed)
    # What only some systems need is not on the list, which is made on one; neither are the
    # libraries of a graphics card that some builds of torch bring.
    optional = {name for name in needed if name.startswith(("nvidia-", "cuda-", "triton"))}
    assert needed - optional - set(pins()) == set()


def test_pins_are_plain_exact_and_sorted():
    lines = (ROOT / "constraints.txt").read_text("utf-8").splitlines()
    pinned = [line for line in lines if not line.startswith("#")]
    plain = re.compile(r"[A-Za-z0-9_.-]+==[0-9.]+(\.?(post|rc|a|b)[0-9]+)?")
    assert [line for line in pinned if not plain.fullmatch(line)] == []
    names = [line.split("==")[0].lower() for line in pinned]
    assert names == sorted(set(names))


def test_no_file_holds_traces_of_a_machine():
    paths = tracked()
    assert len(paths) > 10
    found = []
    for path in paths:
        content = path.read_bytes()
        if b"\0" in content[:8192]:
            continue
        text = content.decode("utf-8")
        found += [f"{path.relative_to(ROOT)}: {trace}" for trace in TRACES if trace in text]
    assert found == []


@pytest.mark.parametrize("output", OUTPUTS)
def test_git_ignores_what_is_made(output):
    assert git("check-ignore", "--quiet", output).returncode == 0


def test_links_in_the_documents_lead_somewhere():
    documents = [path for path in tracked() if path.suffix == ".md"]
    assert ROOT / "README.md" in documents
    broken = [
        f"{document.relative_to(ROOT)}: {target}"
        for document in documents
        for target in re.findall(r"\]\(([^)#\s]+)[^)]*\)", document.read_text("utf-8"))
        if re.match(r"[a-z]+:", target) is None and not (document.parent / target).exists()
    ]
    assert broken == []


def test_no_python_file_is_too_long():
    long = {
        str(path.relative_to(ROOT)): lines
        for path in tracked()
        if path.suffix in {".py", ".spec"}
        and (lines := len(path.read_text("utf-8").splitlines())) > LONGEST_FILE
    }
    assert long == {}
