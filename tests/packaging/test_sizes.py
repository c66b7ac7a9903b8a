"""How large finished installers are, compressed as they are published.

    YIWEN_INSTALLERS=dist python run.py test tests/packaging/test_sizes.py

looks at those that ``run.py build`` has put into that folder, with the usual pack inside. What is
built for other tests is compressed in a hurry, and only what it takes when installed is looked at.
"""

import os
import re
import subprocess
from pathlib import Path

import pytest

from tests.packaging.test_bundle import LARGEST_BUNDLE
from tests.support.requirements import program

LARGEST_INSTALLER = 95_000_000
FOLDER = os.environ.get("YIWEN_INSTALLERS", "")

pytestmark = pytest.mark.packaging
finished = pytest.mark.skipif(not FOLDER, reason="YIWEN_INSTALLERS names no finished installers")


def installer(kind: str) -> Path:
    """Return the one of a kind, with the usual pack inside."""
    found = [path for path in Path(FOLDER).glob(f"yiwen*.{kind}") if "+" not in path.name]
    assert len(found) == 1, f"one .{kind} in {FOLDER}, found {found}"
    return found[0].absolute()


def installed(path: Path) -> int:
    """Return how many bytes it says that it takes when it is installed."""
    if path.suffix == ".deb":
        shown = [program("dpkg-deb"), "--field", str(path), "Installed-Size"]
    else:
        shown = [program("sh"), str(path), "--info"]
    said = subprocess.run(shown, capture_output=True, encoding="utf-8", check=True).stdout
    sizes = re.findall(r"^(?:Uncompressed size: )?(\d+)(?: KB)?$", said, re.MULTILINE)
    assert len(sizes) == 1, said
    return int(sizes[0]) * 1024


@finished
@pytest.mark.parametrize("kind", ["deb", "run"])
def test_a_finished_installer_is_small(kind):
    assert 1_000_000 < installer(kind).stat().st_size <= LARGEST_INSTALLER


@finished
@pytest.mark.parametrize("kind", ["deb", "run"])
def test_what_a_finished_installer_installs_is_small(kind):
    assert 1_000_000 < installed(installer(kind)) <= LARGEST_BUNDLE


@pytest.mark.slow
def test_what_installers_made_in_a_hurry_install_is_small(debs, run_file):
    for path in (*debs.values(), run_file):
        assert 1_000_000 < installed(path) <= LARGEST_BUNDLE
