"""The frozen folder and the packages made of it, once for all tests."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest

from tests.support.requirements import program, require

ROOT = Path(__file__).parents[2]
OLD, NEW = "0.0.1", "0.0.2"


@pytest.fixture(scope="session")
def bundle(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Give the folder with the two programs: the one that YIWEN_DIST names, or a new one."""
    if given := os.environ.get("YIWEN_DIST"):
        yield Path(given).absolute()
        return
    folder = tmp_path_factory.mktemp("frozen")
    built = subprocess.run(
        [sys.executable, "-m", "installers", "--only", "--dist", folder, "--work", folder / "work"],
        cwd=ROOT,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    if built.returncode != 0:
        pytest.fail(f"the build ended with {built.returncode}:\n{built.stderr[-4000:]}", False)
    sys.stdout.write(built.stdout)
    yield folder / "yiwen"
    shutil.rmtree(folder)  # pytest would keep some hundred megabytes of each of its last runs


@pytest.fixture(scope="session")
def debs(bundle: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Path]]:
    """Give two versions of the Debian package, compressed in a hurry."""
    if sys.platform != "linux" or shutil.which("dpkg-shlibdeps") is None:
        pytest.skip("needs the tools of Debian (dpkg-dev)")
    require("PIL")
    from installers.debian import build_deb
    from installers.wrapping import Wrapping

    folder = tmp_path_factory.mktemp("debs")
    made = {}
    for version in (OLD, NEW):
        wrapping = Wrapping(
            bundle=bundle, version=version, day=date(2026, 1, 2), compression="fast"
        )
        made[version] = build_deb(wrapping, folder)
    yield made
    shutil.rmtree(folder)


@pytest.fixture(scope="session")
def run_file(bundle: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Give the self-extracting file, compressed in a hurry."""
    program("makeself")
    from installers.selfextracting import build_run
    from installers.wrapping import Wrapping

    folder = tmp_path_factory.mktemp("run")
    wrapping = Wrapping(bundle=bundle, version=NEW, day=date(2026, 1, 2), compression="fast")
    yield build_run(wrapping, folder)
    shutil.rmtree(folder)


@pytest.fixture(scope="session")
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
