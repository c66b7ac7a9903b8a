"""The disk image for macOS: the program, and a place to drop it on."""

import platform
import tempfile
from pathlib import Path

from installers.errors import BuildError
from installers.tools import run_tool
from installers.wrapping import Wrapping


def build_dmg(wrapping: Wrapping, folder: Path) -> Path:
    """Make the image in ``folder`` and return its path.

    The frozen folder's neighbour ``Yiwen.app`` goes in, signed for this machine only: who
    distributes it signs it with a certificate of their own.

    Raises:
        BuildError: There is no ``Yiwen.app``, or a tool is missing or failed.
    """
    app = wrapping.bundle.parent / "Yiwen.app"
    if not app.is_dir():
        raise BuildError(f"{app}: expected the program that PyInstaller makes on macOS, found none")
    made = folder / f"yiwen-{wrapping.label}-{platform.machine()}.dmg"
    with tempfile.TemporaryDirectory(prefix=".dmg-", dir=folder) as scratch:
        content = Path(scratch) / "content"
        content.mkdir()
        run_tool(["ditto", app, content / "Yiwen.app"])
        (content / "Applications").symlink_to("/Applications")
        parcel = Path(scratch) / made.name
        kind = "ULMO" if wrapping.compression == "small" else "UDZO"
        run_tool(
            ["hdiutil", "create", "-quiet", "-volname", "Yiwen", "-srcfolder", content,
             "-format", kind, parcel]
        )  # fmt: skip
        parcel.replace(made)
    return made
