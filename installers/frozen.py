"""The frozen folder: everything that runs, without Python."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Final

from installers.contents import components
from installers.desktop import ICON, ROOT
from installers.errors import BuildError
from installers.icons import write_icns, write_ico
from installers.licences import Licensed, licensed, write
from installers.tools import run_tool

# Changing these would break them, or break the promise that they are as their authors made them.
_AS_THEY_ARE: Final = ("PySide6", "shiboken6")


def freeze(packs: Path, dist: Path, work: Path) -> Path:
    """Make the folder ``dist/yiwen`` and return it.

    Args:
        packs: The folder with the packs that go in.
        dist: Where to put it; ``Yiwen.app`` comes beside it on macOS.
        work: Where PyInstaller keeps what it needs in between.

    Raises:
        BuildError: PyInstaller failed.
    """
    own = ["--packs", str(packs)]
    if icon := _icon(work):
        own += ["--icon", str(icon)]
    folders = ["--distpath", str(dist), "--workpath", str(work)]
    command = [sys.executable, "-m", "PyInstaller", "--noconfirm", "--log-level", "ERROR"]
    done = subprocess.run(  # noqa: S603
        [*command, *folders, str(ROOT / "build.spec"), "--", *own],
        cwd=ROOT,
        env={**os.environ, "PYTHONHASHSEED": "1"},  # the same sources give the same archive
        check=False,
    )
    if done.returncode != 0:
        raise BuildError(f"PyInstaller ended with {done.returncode}; it says why above")
    bundle = dist / "yiwen"
    if sys.platform == "linux":
        _strip(bundle)
    return bundle


def add_licences(bundle: Path) -> list[Licensed]:
    """Find the licences of all that is in the folder, and put their texts there.

    Raises:
        BuildError: One is missing.
    """
    found = [licensed(component) for component in components(bundle)]
    write(found, bundle)
    return found


def _icon(work: Path) -> Path | None:
    work.mkdir(parents=True, exist_ok=True)
    if sys.platform == "win32":
        write_ico(ICON, path := work / "yiwen.ico")
        return path
    if sys.platform == "darwin":
        write_icns(ICON, path := work / "yiwen.icns")
        return path
    return None


def _strip(bundle: Path) -> None:
    """Take the names for debuggers out of libraries, a tenth of the folder."""
    libraries = [
        path
        for path in bundle.rglob("*.so*")
        if path.is_file()
        and not path.is_symlink()
        and not any(part in _AS_THEY_ARE for part in path.parts)
        # Wheels lay these out in a way that strip does not keep.
        and not path.parent.name.endswith(".libs")
    ]
    run_tool(["strip", "--strip-unneeded", *libraries], package="binutils")
