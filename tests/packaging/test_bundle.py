"""The frozen folder, run as a user would run it: without a network, from somewhere else."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

# Top-level modules and folders that must not be shipped.
UNWANTED = {
    "ctranslate2",
    "matplotlib",
    "mypy",
    "pytest",
    "scipy",
    "tkinter",
    "tokenizers",
    "torch",
    "transformers",
}
LARGEST_BUNDLE = 400_000_000
SUFFIX = ".exe" if os.name == "nt" else ""

pytestmark = [pytest.mark.packaging, pytest.mark.slow]


@pytest.fixture(scope="module")
def bundle(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Give the folder with the two programs: the one that YIWEN_DIST names, or a new one."""
    if given := os.environ.get("YIWEN_DIST"):
        yield Path(given).absolute()
        return
    folder = tmp_path_factory.mktemp("frozen")
    options = ["--noconfirm", "--log-level", "WARN", "--distpath", "dist", "--workpath", "build"]
    built = subprocess.run(
        [sys.executable, "-m", "PyInstaller", *options, ROOT / "build.spec"],
        cwd=folder,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    if built.returncode != 0:
        pytest.fail(
            f"PyInstaller ended with {built.returncode}:\n{built.stderr[-4000:]}", pytrace=False
        )
    yield folder / "dist" / "yiwen"
    shutil.rmtree(folder)  # pytest would keep some hundred megabytes of each of its last runs


@pytest.fixture(scope="module")
def offline() -> list[str]:
    """Return the command that runs another one without any network but its own loopback."""
    prefix = ["unshare", "--net"] if os.geteuid() == 0 else ["unshare", "--map-root-user", "--net"]
    try:
        works = subprocess.run([*prefix, "true"], capture_output=True, check=False).returncode == 0
    except OSError:
        works = False
    if not works and not os.environ.get("CI"):
        pytest.skip("unshare cannot cut off the network here")
    assert works, "unshare cannot cut off the network, and in CI it must"
    return prefix


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    """Return the environment of a user who has nothing of ours and no Python."""
    return {
        "HOME": str(tmp_path),
        "LANG": "C.UTF-8",
        "PATH": "/usr/bin:/bin",
        "QT_QPA_PLATFORM": "offscreen",
        "YIWEN_HOME": str(tmp_path / "家"),
    }


def files(bundle: Path) -> Iterator[Path]:
    yield from (path for path in bundle.rglob("*") if path.is_file() and not path.is_symlink())


def frozen_modules(program: Path) -> set[str]:
    """Return the top-level names of the Python modules packed into an executable."""
    archive = import_module("PyInstaller.archive.readers").CArchiveReader(str(program))
    (name,) = [entry for entry in archive.toc if entry.startswith("PYZ")]
    return {module.split(".")[0] for module in archive.open_embedded_archive(name).toc}


@pytest.mark.parametrize("arguments", [["self-check"], ["translate", "Good morning."]])
def test_translates_offline(bundle, offline, environment, tmp_path, arguments):
    done = subprocess.run(
        [*offline, bundle / f"yiwen{SUFFIX}", *arguments],
        cwd=tmp_path,
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=120,
    )
    assert done.stderr == ""
    assert done.returncode == 0
    assert any("\u4e00" <= character <= "\u9fff" for character in done.stdout), done.stdout


def test_window_opens_offline(bundle, offline, environment, tmp_path):
    with subprocess.Popen(
        [*offline, bundle / f"yiwen-app{SUFFIX}"],
        cwd=tmp_path,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
    ) as window:
        try:
            said, _ = window.communicate(timeout=8)
            pytest.fail(f"the window closed by itself with {window.returncode}: {said}")
        except subprocess.TimeoutExpired:
            window.terminate()
            said, _ = window.communicate(timeout=30)
    assert said == ""


@pytest.mark.parametrize("program", ["yiwen", "yiwen-app"])
def test_a_program_holds_what_imports_a_checkpoint_and_nothing_that_trains(bundle, program):
    modules = frozen_modules(bundle / f"{program}{SUFFIX}")
    assert {"engine", "export", "onnx"} <= modules  # onnx is for importing a checkpoint
    assert modules & UNWANTED == set()


def test_tree_holds_what_it_needs_and_no_more(bundle, capsys):
    found = list(files(bundle))
    named = {
        part.split("-")[0].lower() for path in found for part in path.relative_to(bundle).parts
    }
    assert named & UNWANTED == set()
    assert [path.name for path in found if path.name == "manifest.json"]
    assert [path for path in found if path.name in {"direct_url.json", "RECORD"}] == []
    assert [path for path in bundle.rglob("*") if path.is_symlink() and not path.exists()] == []

    size = sum(path.stat().st_size for path in found)
    with capsys.disabled():
        sys.stdout.write(f"\nthe bundle: {size / 1e6:.0f} MB in {len(found)} files\n")
    assert size < LARGEST_BUNDLE
